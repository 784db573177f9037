"""What a server decides for itself."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.core.scoring import Scoring
from bot.core.team_score import TeamRule


class WhoMay(StrEnum):
    EVERYBODY = "everybody"
    QUIZMASTERS = "quizmasters"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """`zone` is an IANA name, empty for that of the process; a role is None where there is none."""

    zone: str = ""
    quizmaster_role_id: int | None = None
    start: WhoMay = WhoMay.EVERYBODY
    """Who may start a live quiz."""
    join: WhoMay = WhoMay.EVERYBODY
    """Who may put people on a team: with everybody, each himself."""
    team_rule: TeamRule = field(default_factory=TeamRule)
    ranked_from: int = 2
    questions: int = 10
    seconds: int = 20
    scoring: Scoring = Scoring.SPEED
    early_close: bool = True
