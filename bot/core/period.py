"""The spans of time a leaderboard is kept for, and where they begin and end in a server's zone."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum


class Period(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


def start_of(period: Period, day: date) -> date:
    """The first day of the period that the day lies in; weeks begin on Monday, all time on date.min."""
    match period:
        case Period.DAY:
            return day
        case Period.WEEK:
            return day - timedelta(days=day.weekday())
        case Period.MONTH:
            return day.replace(day=1)
        case Period.ALL:
            return date.min


def resets_at(period: Period, now: datetime, zone: tzinfo) -> datetime | None:
    """The instant (UTC) the next period begins at, or None for all time.

    Where a change of the clocks skips midnight, the day begins at the first instant after the gap.
    """
    start = start_of(period, now.astimezone(zone).date())
    match period:
        case Period.DAY:
            following = start + timedelta(days=1)
        case Period.WEEK:
            following = start + timedelta(days=7)
        case Period.MONTH:
            following = start_of(Period.MONTH, start + timedelta(days=31))
        case Period.ALL:
            return None
    return datetime.combine(following, time.min, zone).astimezone(UTC)
