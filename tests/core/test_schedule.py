from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import islice, pairwise
from random import Random
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.schedule import EVERY_DAY, Rule

FIRST_YEAR, YEARS = 2026, 10
ZONES = sorted(available_timezones() - {"localtime"})


@cache
def transitions(name: str) -> list[int]:
    """The Unix times in the ten years at which the zone's offset changes; no two lie within six hours."""
    start = int(datetime(FIRST_YEAR, 1, 1, tzinfo=UTC).timestamp())
    end = int(datetime(FIRST_YEAR + YEARS, 1, 1, tzinfo=UTC).timestamp())
    looks = range(start, end, 6 * 3600)
    zone = ZoneInfo(name)
    return [
        first_with(zone, *pair) for pair in pairwise(looks) if offset(zone, pair[0]) != offset(zone, pair[1])
    ]


def offset(zone: ZoneInfo, unix_s: int) -> timedelta:
    found = datetime.fromtimestamp(unix_s, zone).utcoffset()
    assert found is not None
    return found


def first_with(zone: ZoneInfo, low: int, high: int) -> int:
    """The first minute that has the offset of the second time."""
    return next(at for at in range(low, high + 60, 60) if offset(zone, at) == offset(zone, high))


def expected_run(rule: Rule, day: date) -> datetime:
    """By looking at each minute near the date: the first that shows the time or a later one."""
    wall = datetime.combine(day, rule.at)
    as_utc = int(wall.replace(tzinfo=UTC).timestamp())
    # No earlier instant can show the time: the clocks are never further ahead around that day.
    ahead = max(offset(rule.zone, as_utc + hours * 3600) for hours in (-36, 0, 36))
    at = as_utc - int(ahead.total_seconds())
    while datetime.fromtimestamp(at, rule.zone).replace(tzinfo=None) < wall:
        at += 60
    return datetime.fromtimestamp(at, UTC)


@pytest.mark.parametrize("name", ZONES)
def test_each_date_has_one_run_at_its_local_time_for_ten_years(name: str) -> None:
    rng = Random(name)
    zone = ZoneInfo(name)
    rule = Rule(time(rng.randrange(24), rng.randrange(60)), zone)
    first, last = date(FIRST_YEAR, 1, 1), date(FIRST_YEAR + YEARS, 1, 1)
    runs = [(day, rule.run_at(day)) for day in islice(rule.dates_from(first), (last - first).days)]
    assert [day for day, _run in runs] == [first + timedelta(days=n) for n in range((last - first).days)]
    assert all(earlier < later for (_, earlier), (_, later) in pairwise(runs))
    shown = {day: run.astimezone(zone).replace(tzinfo=None) for day, run in runs}
    off_time = [day for day, local in shown.items() if local != datetime.combine(day, rule.at)]
    assert [day for day in off_time if expected_run(rule, day) != rule.run_at(day)] == []


AROUND = [
    timedelta(minutes=minutes) for minutes in (-61, -60, -31, -30, -1, 0, 1, 29, 30, 59, 60, 61, 119, 120)
]


@pytest.mark.parametrize("name", ZONES)
def test_across_each_transition_every_date_has_one_run_at_its_local_time_in_order(name: str) -> None:
    """For times of day before, in and after each gap and fold, seen by the clock before it and after it."""
    zone = ZoneInfo(name)
    for at in transitions(name):
        for clock in {offset(zone, at - 60), offset(zone, at)}:
            for change in AROUND:
                wall = datetime.fromtimestamp(at, UTC).replace(tzinfo=None) + clock + change
                rule = Rule(wall.time(), zone)
                days = [wall.date() + timedelta(days=n) for n in (-1, 0, 1)]
                assert list(islice(rule.dates_from(days[0]), 3)) == days
                runs = [rule.run_at(day) for day in days]
                assert runs == [expected_run(rule, day) for day in days]
                assert runs == sorted(set(runs))


@pytest.mark.parametrize(
    ("zone", "day", "at", "run"),
    [
        ("Europe/Berlin", "2027-03-28", "02:30", "2027-03-28T01:00"),  # skipped: 03:00 local
        ("Europe/Berlin", "2027-10-31", "02:30", "2027-10-31T00:30"),  # twice: the first
        ("America/New_York", "2027-03-14", "02:00", "2027-03-14T07:00"),
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30"),  # half an hour
        ("Asia/Beirut", "2026-03-29", "00:00", "2026-03-28T22:00"),  # midnight is skipped
        ("Pacific/Apia", "2011-12-30", "10:00", "2011-12-30T10:00"),  # the whole day is
        ("UTC", "2028-02-29", "12:00", "2028-02-29T12:00"),
    ],
)
def test_gaps_and_folds(zone: str, day: str, at: str, run: str) -> None:
    rule = Rule(time.fromisoformat(at), ZoneInfo(zone))
    assert rule.run_at(date.fromisoformat(day)) == datetime.fromisoformat(run).replace(tzinfo=UTC)


DAYS = st.sets(st.integers(0, 6), min_size=1).map(frozenset)
INSTANTS = st.integers(1_767_225_600, 2_082_758_400).map(lambda unix_s: datetime.fromtimestamp(unix_s, UTC))


@given(st.times(), st.sampled_from(ZONES), DAYS, INSTANTS)
def test_the_next_date_is_the_first_that_is_still_to_come(
    at: time, zone: str, days: frozenset[int], now: datetime
) -> None:
    rule = Rule(at.replace(second=0, microsecond=0), ZoneInfo(zone), days)
    found = rule.next_date(now, None)
    assert rule.run_at(found) > now
    assert found.weekday() in days
    earlier = [found - timedelta(days=n) for n in range(1, 9)]
    assert all(rule.run_at(day) <= now for day in earlier if day.weekday() in days)


@given(st.sampled_from(ZONES), st.sampled_from(ZONES), INSTANTS)
def test_after_a_move_to_another_zone_no_date_comes_again(old: str, new: str, now: datetime) -> None:
    claimed = Rule(time(9), ZoneInfo(old)).next_date(now - timedelta(days=1), None)
    following = Rule(time(9), ZoneInfo(new), EVERY_DAY).next_date(now, claimed)
    assert following > claimed
