from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.period import Period, resets_at, start_of
from bot.core.snowflake import snowflake_ms


@pytest.mark.parametrize(
    ("period", "start"),
    [
        (Period.DAY, date(2027, 1, 1)),
        (Period.WEEK, date(2026, 12, 28)),
        (Period.MONTH, date(2027, 1, 1)),
        (Period.ALL, date.min),
    ],
)
def test_a_period_begins_on_its_first_day(period: Period, start: date) -> None:
    assert start_of(period, date(2027, 1, 1)) == start


@pytest.mark.parametrize(
    ("period", "zone", "now", "reset"),
    [
        (Period.DAY, "UTC", "2026-12-31T23:59", "2027-01-01T00:00"),
        (Period.DAY, "Europe/Berlin", "2026-12-31T23:30", "2027-01-01T23:00"),
        (Period.WEEK, "Europe/Berlin", "2026-10-24T12:00", "2026-10-25T23:00"),
        (Period.MONTH, "Asia/Tokyo", "2028-01-31T14:59", "2028-01-31T15:00"),
        (Period.MONTH, "Asia/Tokyo", "2028-01-31T15:00", "2028-02-29T15:00"),
        # Midnight does not exist there on that day: clocks go from 23:59 to 01:00.
        (Period.DAY, "Asia/Beirut", "2026-03-28T12:00", "2026-03-28T22:00"),
    ],
)
def test_the_next_period_begins_at_midnight_in_the_zone(
    period: Period, zone: str, now: str, reset: str
) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
    expected = datetime.fromisoformat(reset).replace(tzinfo=UTC)
    assert resets_at(period, moment, ZoneInfo(zone)) == expected


def test_all_time_never_ends() -> None:
    assert resets_at(Period.ALL, datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo("UTC")) is None


def test_a_snowflake_tells_its_time() -> None:
    assert snowflake_ms(175928847299117063) == 1462015105796
