"""What a quiz shows, and the little that it asks of the place where it is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from bot.core.daily import DailyFacts
from bot.core.mode import Mode
from bot.core.question import Option
from bot.core.quiz import EndReason
from bot.core.ranking import Standing
from bot.core.scoring import Scoring
from bot.core.survival import Survival
from bot.core.team import Team
from bot.core.team_score import TeamRule


class RevealReason(StrEnum):
    TIME = "time"
    EVERYONE = "everyone"
    SKIPPED = "skipped"
    STOPPED = "stopped"
    WON = "won"
    """Early, because somebody won the race."""

    @property
    def counts(self) -> bool:
        """Whether the answers are worth anything."""
        return self not in (RevealReason.SKIPPED, RevealReason.STOPPED)


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """Where a team stands in a quiz; without a place while none of its members counts."""

    team: Team
    place: int | None
    tied: bool
    points: Fraction
    counted: int
    """How many members count for it."""


@dataclass(frozen=True, slots=True)
class TeamTable:
    """Best first, then the teams of whom nobody counts yet."""

    places: Sequence[TeamPlace]
    rule: TeamRule
    counted_from: int
    """With how many answers a member counts for a mean."""


@dataclass(frozen=True, slots=True)
class IntroCard:
    quiz_id: int
    bank_title: str
    description: str
    host_id: int
    questions: int
    seconds: int
    scoring: Scoring
    ranked_from: int
    """How many have to answer for the quiz to count on the server's board."""
    mode: Mode = Mode.CLASSIC
    teams: bool = False
    """Whether only members of teams play."""


@dataclass(frozen=True, slots=True)
class QuestionCard:
    """`options` stand in the order shown; nothing here tells the right one."""

    quiz_id: int
    round_id: int
    guild_id: int
    channel_id: int
    bank_title: str
    number: int
    length: int
    stem: str
    image: str
    options: Sequence[Option]
    deadline_ms: int
    answered: int
    daily: DailyFacts | None = None
    """None in a live quiz."""


@dataclass(frozen=True, slots=True)
class Fastest:
    player_ids: Sequence[int]
    """More than one when they took the same time."""
    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class RevealCard:
    question: QuestionCard
    message_id: int
    key: frozenset[str]
    votes: Mapping[str, int]
    """By option id; an option nobody chose may be missing."""
    explanation: str
    reference: str
    fastest: Fastest | None
    """Of the right answers."""
    top: Sequence[Standing]
    """The first places of the quiz so far, at most five rows."""
    players: int
    reason: RevealReason
    mode: Mode = Mode.CLASSIC
    survival: Survival | None = None
    """Who is in after this question; None in other modes."""
    teams: TeamTable | None = None
    """None where teams do not play."""
    corrected: bool = False
    """Whether the key was put right after the reveal."""


@dataclass(frozen=True, slots=True)
class FinalCard:
    quiz_id: int
    guild_id: int
    channel_id: int
    bank_title: str
    standings: Sequence[Standing]
    played: int
    """Questions that were asked and scored."""
    length: int
    reason: EndReason
    detail: str
    """For `EndReason.LOST`: what was lost, else empty."""
    fastest: Fastest | None
    """The fastest right answer of the whole quiz."""
    ranked: bool
    ranked_from: int
    survival: Survival | None = None
    """None in other modes."""
    teams: TeamTable | None = None
    """None where teams do not play."""
    corrected: bool = False
    """Whether the key of a question was put right after the end."""


class Stage(Protocol):
    """Every call may raise `StageLost` or `StageUnavailable`, and may be repeated after a crash."""

    async def post_question(self, card: QuestionCard) -> int:
        """The id of the new message. A repeat within minutes returns the same message."""

    async def find_question(self, card: QuestionCard, since_ms: int) -> int | None:
        """The id of the message that an interrupted `post_question` left, if it got that far.

        `since_ms` is when it began, in Unix milliseconds.
        """

    async def show_answered(self, card: QuestionCard, message_id: int) -> None:
        """Says soon, but not at once, how many have answered. Returns without waiting for Discord."""

    async def reveal(self, card: RevealCard) -> None:
        """Edits the question's message; nothing shown before may appear after it."""

    async def post_final(self, card: FinalCard) -> int: ...

    async def edit_final(self, card: FinalCard, message_id: int) -> None: ...

    async def find_final(self, card: FinalCard, since_ms: int) -> int | None: ...

    async def open_thread(self, card: RevealCard) -> None:
        """Starts the discussion of a daily question below its message; a repeat changes nothing."""

    async def notify(self, guild_id: int, channel_id: int, text: str) -> None:
        """Says it in the channel or, where it may not, elsewhere in the server. Raises nothing."""
