"""What a server decides for itself."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.core.mode import Mode
from bot.core.quiz import QuizRules
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

    def quiz_rules(
        self,
        *,
        questions: int | None = None,
        seconds: int | None = None,
        scoring: Scoring | None = None,
        mode: Mode = Mode.CLASSIC,
        teams: bool = False,
    ) -> QuizRules:
        """Of a live quiz for which that was asked; the rest is as the server has it."""
        return QuizRules(
            questions=questions or self.questions,
            seconds=seconds or self.seconds,
            scoring=scoring or self.scoring,
            mode=mode,
            teams=teams,
            ranked_from=self.ranked_from,
            early_close=self.early_close,
            team_rule=self.team_rule,
        )
