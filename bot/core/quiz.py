"""A live quiz as a whole: what it is played by, when it goes on and when it ends."""

from collections.abc import Set
from dataclasses import dataclass, field
from enum import StrEnum

from bot.core.mode import Mode
from bot.core.scoring import Scoring
from bot.core.team_score import TeamRule


class EndReason(StrEnum):
    COMPLETED = "completed"
    DECIDED = "decided"
    """In survival: one is left, or who played alone has fallen."""
    UNANSWERED = "unanswered"
    STOPPED = "stopped"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class QuizRules:
    questions: int = 10
    seconds: int = 20
    scoring: Scoring = Scoring.SPEED
    pause_ms: int = 5_000
    """From a reveal to the next question, and from the intro to the first."""
    unanswered_limit: int = 3
    """After so many questions in a row that nobody answered, the quiz ends."""
    ranked_from: int = 2
    """How many people have to answer in a quiz for it to count on the server's board."""
    early_close: bool = True
    changeable: bool = False
    """Whether the last answer before the close counts, instead of the first."""
    mode: Mode = Mode.CLASSIC
    teams: bool = False
    """Whether only members of teams play."""
    team_rule: TeamRule = field(default_factory=TeamRule)


def end_after(
    rules: QuizRules, *, position: int, length: int, unanswered: int, decided: bool = False
) -> EndReason | None:
    """Why the quiz ends after the question at `position` (from 0), or None when it goes on."""
    if decided:
        return EndReason.DECIDED
    if position + 1 >= length:
        return EndReason.COMPLETED
    if unanswered >= rules.unanswered_limit:
        return EndReason.UNANSWERED
    return None


def may_close_early(rules: QuizRules, awaited: Set[int], answered: Set[int]) -> bool:
    """Whether everyone is done: who answered the previous question or, in survival, who is still in."""
    return rules.early_close and bool(awaited) and awaited <= answered
