"""What comes in from people, and what they are told back."""

from dataclasses import dataclass
from datetime import datetime

from bot.core.period import Period
from bot.core.quiz import QuizRules
from bot.core.ranking import Standing
from bot.errors import UserError


@dataclass(frozen=True, slots=True)
class QuizStart:
    guild_id: int
    channel_id: int
    host_id: int
    bank_id: int
    rules: QuizRules


@dataclass(frozen=True, slots=True)
class Accepted:
    """An answer that is committed. `letter` is the option's place on the card."""

    letter: str
    option_text: str
    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class QuizStatus:
    quiz_id: int
    host_id: int
    bank_title: str
    number: int
    """The question that is open or was asked last; 0 before the first."""
    length: int
    message_id: int | None
    """Of the question asked last."""
    deadline_ms: int | None
    """None between two questions."""
    answered: int
    standings: list[Standing]
    """After the last question that was scored, best first."""


class QuizRunningError(UserError):
    """A quiz is being played in the channel already; the interface links to `message_id`, if there is one."""

    def __init__(self, message_id: int | None) -> None:
        super().__init__("A quiz is already running in this channel.")
        self.message_id = message_id


class NoQuizError(UserError):
    def __init__(self) -> None:
        super().__init__("No quiz is running in this channel: start one with /quiz start.")


class NotYourQuizError(UserError):
    def __init__(self, host_id: int) -> None:
        super().__init__(f"Only <@{host_id}>, who started this quiz, or a quizmaster can do that.")


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a server's leaderboard; pages count from 0 and an empty board has one page."""

    period: Period
    page: int
    pages: int
    players: int
    rows: list[Standing]
    own: Standing | None
    resets_at: datetime | None
    """None for all time."""


@dataclass(frozen=True, slots=True)
class BankSummary:
    id: int
    title: str
    description: str
    questions: int
