"""Daily questions: which runs of a schedule are due, which came too late, and until when one is open."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from bot.core.schedule import Rule

LONGEST_OPEN = timedelta(hours=24)
SHORTEST_OPEN = timedelta(minutes=1)
# A post within this time is as punctual as people expect it to be.
PUNCTUAL = timedelta(minutes=5)


class RunState(StrEnum):
    CLAIMED = "claimed"
    """Being posted, or tried again."""
    POSTED = "posted"
    SKIPPED = "skipped"
    """The bot was not there in time."""
    FAILED = "failed"
    """Discord would not let it be posted in time."""


@dataclass(frozen=True, slots=True)
class DailyFacts:
    """What a posted daily question keeps of the schedule as it was when the run was claimed."""

    schedule_id: int
    day: date
    """In the schedule's zone."""
    late: bool
    role_id: int | None
    thread: bool
    instant: bool
    """Whether who answers is told at once what is right; his answer is final then."""

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "day": self.day.isoformat()}

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "DailyFacts":
        return cls(**{**facts, "day": date.fromisoformat(facts["day"])})


@dataclass(frozen=True, slots=True)
class Run:
    day: date
    due: datetime

    def is_late(self, now: datetime) -> bool:
        return now - self.due > PUNCTUAL


def due_runs(rule: Rule, first: date, now: datetime) -> Iterator[Run]:
    """The runs from the date on that should have happened by now, oldest first."""
    for day in rule.dates_from(first):
        due = rule.run_at(day)
        if due > now:
            return
        yield Run(day, due)


def expires_at(rule: Rule, run: Run, window: timedelta) -> datetime:
    """From when on the run is not posted any more: the window is over, or the next one is due."""
    following = next(rule.dates_from(run.day + timedelta(days=1)))
    return min(run.due + max(window, PUNCTUAL), rule.run_at(following))


def closes_at(rule: Rule, day: date, opens: datetime, open_for: timedelta | None) -> datetime:
    """When the question of that day closes: after `open_for`, or else when the next one is posted.

    Never later than `LONGEST_OPEN` after it opens, and never so soon that nobody could answer.
    """
    longest = opens + min(open_for or LONGEST_OPEN, LONGEST_OPEN)
    if open_for is not None:
        return longest
    following = next(rule.dates_from(day + timedelta(days=1)))
    return max(min(rule.run_at(following), longest), opens + SHORTEST_OPEN)
