"""What comes in from people, and what they are told back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.core.mode import Mode
from bot.core.period import Period
from bot.core.quiz import QuizRules
from bot.core.ranking import Standing
from bot.core.survival import Survival
from bot.errors import UserError
from bot.services.daily_requests import DailyLine


@dataclass(frozen=True, slots=True)
class QuizStart:
    guild_id: int
    channel_id: int
    host_id: int
    bank_id: int
    rules: QuizRules


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is right, for a player who is told at once. `letters` are the places of the right options."""

    right: bool
    letters: Sequence[str]
    explanation: str
    reference: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """An answer that is committed. `letter` is the option's place on the card."""

    letter: str
    option_text: str
    elapsed_ms: int
    changeable_until_ms: int | None = None
    """None when the answer is final."""
    verdict: Verdict | None = None
    """None until the reveal, which is the same for all."""


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
    mode: Mode = Mode.CLASSIC
    survival: Survival | None = None
    """Who is in after that question; None in other modes."""


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
    daily: Sequence[DailyLine] = ()
    """The reader's, one for each schedule of the server that posted in the period."""


@dataclass(frozen=True, slots=True)
class BankSummary:
    id: int
    title: str
    description: str
    questions: int
