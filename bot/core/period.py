"""The spans of time a leaderboard is kept for, and where they begin and end in a server's zone."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum


class Period(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    """From when a quizmaster starts it until it is ended, which no calendar tells."""
    ALL = "all"


BY_DATE = (Period.DAY, Period.WEEK, Period.MONTH, Period.ALL)
"""Those that a date alone lies in."""


def start_of(period: Period, day: date) -> date:
    """The first day of the period that the day lies in; weeks begin on Monday, all time on date.min.

    Raises ValueError for a season.
    """
    match period:
        case Period.DAY:
            return day
        case Period.WEEK:
            return day - timedelta(days=day.weekday())
        case Period.MONTH:
            return day.replace(day=1)
        case Period.ALL:
            return date.min
        case Period.SEASON:
            raise ValueError("a season has no first day")


def resets_at(period: Period, now: datetime, zone: tzinfo) -> datetime | None:
    """The instant (UTC) the next period begins at, or None for a season and for all time.

    Where a change of the clocks skips midnight, the day begins at the first instant after the gap.
    """
    if period in (Period.SEASON, Period.ALL):
        return None
    start = start_of(period, now.astimezone(zone).date())
    match period:
        case Period.DAY:
            following = start + timedelta(days=1)
        case Period.WEEK:
            following = start + timedelta(days=7)
        case _:
            following = start_of(Period.MONTH, start + timedelta(days=31))
    return datetime.combine(following, time.min, zone).astimezone(UTC)
