"""What comes in from people, and what they are told back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.core.board import BoardChoice
from bot.core.mode import Mode
from bot.core.quiz import QuizRules
from bot.core.ranking import Standing
from bot.core.survival import Survival
from bot.core.team import Team
from bot.core.team_score import TeamRule, TeamStanding
from bot.errors import UserError
from bot.services.daily_requests import DailyLine
from bot.services.team_requests import SeasonLine


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
    is_over: bool
    """Whether nothing follows but the final standings."""
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


class QuizOverError(UserError):
    def __init__(self) -> None:
        super().__init__("The quiz in this channel is just over: its final standings follow in a moment.")


class NoQuizError(UserError):
    def __init__(self) -> None:
        super().__init__("No quiz is running in this channel: start one with /quiz start.")


class NotYourQuizError(UserError):
    def __init__(self, host_id: int) -> None:
        super().__init__(f"Only <@{host_id}>, who started this quiz, or a quizmaster can do that.")


@dataclass(frozen=True, slots=True)
class RankedTeam:
    """`standing` is None as long as too little was answered for a place."""

    team: Team
    standing: TeamStanding | None


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a server's leaderboard; pages count from 0 and an empty board has one page.

    Either `rows` or `teams` are filled, and of `own` and `own_team` what is the reader's.
    """

    choice: BoardChoice
    page: int
    pages: int
    entries: int
    """Players, or teams, on all pages."""
    rows: Sequence[Standing] = ()
    own: Standing | None = None
    teams: Sequence[RankedTeam] = ()
    rule: TeamRule = field(default_factory=TeamRule)
    """How the points of a team are made of its members'."""
    own_team: RankedTeam | None = None
    resets_at: datetime | None = None
    """When the period ends; None for all time, an ended season, and one whose end is open."""
    daily: Sequence[DailyLine] = ()
    """The reader's, one for each schedule of the server that posted in the period."""
    bank_title: str = ""
    """Empty for all banks."""
    season: SeasonLine | None = None
    """None where none is meant, or the server never had one."""


@dataclass(frozen=True, slots=True)
class BankSummary:
    id: int
    title: str
    description: str
    questions: int
