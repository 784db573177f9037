"""Times, days and zones as people type them."""

from datetime import UTC, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import UserError
from bot.ui.daily_options import (
    days_text,
    offered_days,
    offered_zones,
    read_days,
    read_time,
    read_zone,
    time_text,
    zone_label,
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("8:00", "08:00"),
        ("08:00", "08:00"),
        ("20:30", "20:30"),
        ("8 pm", "20:00"),
        ("8PM", "20:00"),
        ("8:15 p.m.", "20:15"),
        ("12 am", "00:00"),
        ("12:30 pm", "12:30"),
        ("0800", "08:00"),
        ("830", "08:30"),
        ("8", "08:00"),
        ("8.45", "08:45"),
        ("8h05", "08:05"),
        (" 23:59 ", "23:59"),
        ("0:00", "00:00"),
    ],
)
def test_a_time_of_day_is_read_as_people_type_it(typed: str, meant: str) -> None:
    assert time_text(read_time(typed)) == meant


@pytest.mark.parametrize(
    "typed", ["", "soon", "24:00", "8:60", "13 pm", "0 am", "8:5", "08:00:00", "-8:00", "٨:00", "8:00 xm"]
)
def test_what_is_no_time_of_day_is_told_how_to_type_one(typed: str) -> None:
    with pytest.raises(UserError, match="is no time of day: type it as 08:00, 20:30 or 8 pm"):
        read_time(typed)


@given(st.times())
def test_a_time_written_back_is_read_as_the_same(at: time) -> None:
    assert read_time(time_text(at)) == at.replace(second=0, microsecond=0)


@pytest.mark.parametrize(
    ("typed", "days"),
    [
        ("every day", {0, 1, 2, 3, 4, 5, 6}),
        ("Everyday", {0, 1, 2, 3, 4, 5, 6}),
        ("daily", {0, 1, 2, 3, 4, 5, 6}),
        ("weekdays", {0, 1, 2, 3, 4}),
        ("every weekday", {0, 1, 2, 3, 4}),
        ("weekends", {5, 6}),
        ("weekend and wed", {2, 5, 6}),
        ("mon, wed, fri", {0, 2, 4}),
        ("Mon Wed Fri", {0, 2, 4}),
        ("mondays and thursdays", {0, 3}),
        ("every Tues", {1}),
        ("Mon-Fri", {0, 1, 2, 3, 4}),
        ("mon – fri", {0, 1, 2, 3, 4}),
        ("Monday to Wednesday", {0, 1, 2}),
        ("Fri-Mon", {4, 5, 6, 0}),
        ("mo-we, sa", {0, 1, 2, 5}),
        ("sun", {6}),
    ],
)
def test_days_are_read_as_people_type_them(typed: str, days: set[int]) -> None:
    assert read_days(typed) == days


@pytest.mark.parametrize("typed", ["", "never", "t", "mon-", "mon-wed-fri", "mon, xyz", "13", ",", "every"])
def test_what_is_no_day_is_told_how_to_type_days(typed: str) -> None:
    with pytest.raises(UserError, match="as days: type every day, weekdays, weekends, or days such as"):
        read_days(typed)


@pytest.mark.parametrize(
    ("days", "text"),
    [
        ({0, 1, 2, 3, 4, 5, 6}, "every day"),
        ({0, 1, 2, 3, 4}, "Mon–Fri"),
        ({5, 6}, "Sat, Sun"),
        ({0, 2, 4}, "Mon, Wed, Fri"),
        ({0, 4, 5, 6}, "Mon, Fri–Sun"),
    ],
)
def test_days_are_written_shortly(days: set[int], text: str) -> None:
    assert days_text(frozenset(days)) == text


@given(st.frozensets(st.integers(0, 6), min_size=1))
def test_days_written_back_are_read_as_the_same(days: frozenset[int]) -> None:
    assert read_days(days_text(days)) == days


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", ["every day", "weekdays", "weekends", "Mon, Wed, Fri"]),
        ("week", ["weekdays", "weekends"]),
        ("mon-thu", ["Mon–Thu"]),
        ("xyz", []),
    ],
)
def test_days_are_offered_while_they_are_typed(typed: str, offered: list[str]) -> None:
    assert offered_days(typed) == offered


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("America/New York", "America/New_York"),
        (" new_york ", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_zone_is_read_by_its_name_or_a_part_that_no_other_has(typed: str, zone: str) -> None:
    assert read_zone(typed).key == zone


@pytest.mark.parametrize("typed", ["", "Europe", "Mars/Olympus", "../etc/passwd", "Factory", "x" * 500])
def test_what_is_no_single_zone_is_told_to_choose_one(typed: str) -> None:
    with pytest.raises(UserError, match="is no time zone that I know: choose one from the list") as refused:
        read_zone(typed)
    assert len(str(refused.value)) < 200


def test_zones_are_found_by_any_part_of_their_name() -> None:
    assert offered_zones("new york") == ["America/New_York"]
    assert "Asia/Kolkata" in offered_zones("KOLK")


def test_zones_that_begin_with_it_come_first() -> None:
    offered = offered_zones("paris")

    assert offered[0] == "Europe/Paris"
    assert offered_zones("lin")[0] == "Australia/Lindeman"
    assert offered_zones("utc")[0] == "UTC"


def test_before_anything_is_typed_the_zones_in_use_and_likely_ones_are_offered() -> None:
    offered = offered_zones("", ["Asia/Tokyo", "Asia/Tokyo", "Africa/Cairo"])

    assert offered[:3] == ["Asia/Tokyo", "Africa/Cairo", "UTC"]
    assert offered.count("Asia/Tokyo") == 1


def test_a_zone_is_shown_with_the_time_it_is_there() -> None:
    now = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)

    assert zone_label("America/New_York", now) == "America/New_York · now 08:00"
