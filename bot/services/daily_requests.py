"""What people ask of daily questions, and what they are shown of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.core.daily import RunState
from bot.core.schedule import Rule
from bot.core.streak import Streak
from bot.errors import UserError
from bot.services.stage import QuestionCard

MOST_PER_SERVER = 25
"""As many as an autocomplete can offer."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a schedule is made of, all that a quizmaster chooses."""

    channel_id: int
    bank_id: int
    rule: Rule
    open_hours: int | None = None
    """None: until the next post, at most 24 hours."""
    role_id: int | None = None
    """Mentioned by each post."""
    thread: bool = False
    instant: bool = False
    """Who answers learns at once what is right, instead of at the close."""


@dataclass(frozen=True, slots=True)
class LastRun:
    day: date
    state: RunState
    message_id: int | None
    channel_id: int | None
    """Where its message is; it may be elsewhere than the schedule posts now."""
    detail: str
    """Why it was not posted, or what went wrong beside it; else empty."""
    late: bool


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule as it stands."""

    id: int
    guild_id: int
    plan: Plan
    bank_title: str
    """Empty when the bank is not there any more."""
    paused: bool
    paused_because: str
    """Empty when a person paused it."""
    next_ms: int | None
    """When it posts next; None while paused."""
    last: LastRun | None
    failed_days: int
    """In a row, up to the last run."""


@dataclass(frozen=True, slots=True)
class Preview:
    schedule: Schedule
    card: QuestionCard
    """The question that the next run asks, unless its bank changes before. Its ids are 0."""
    next_runs_ms: Sequence[int]
    """The next five."""


@dataclass(frozen=True, slots=True)
class DailyLine:
    """How a player stands with one schedule."""

    channel_id: int
    streak: Streak
    answered: int
    posted: int
    """Posts in the period asked for, and how many of them the player answered."""


class NoScheduleError(UserError):
    def __init__(self) -> None:
        super().__init__("That daily question is not here any more: look at /daily list.")


class SameScheduleError(UserError):
    """Both would post in the same moment."""

    def __init__(self, channel_id: int, rule: Rule) -> None:
        super().__init__(
            f"The same daily question is there already, in <#{channel_id}> at {rule.at:%H:%M} "
            f"{rule.zone.key}: look at /daily list."
        )


class PostedAlreadyError(UserError):
    """The interface links to the message, if there is one."""

    def __init__(self, channel_id: int | None, message_id: int | None) -> None:
        super().__init__("Today's question of this schedule has been posted already.")
        self.channel_id = channel_id
        self.message_id = message_id
