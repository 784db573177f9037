"""Which board of a server is meant: whose, of what time and bank, and what it is ordered by."""

from dataclasses import dataclass
from enum import StrEnum

from bot.core.period import Period

ALL_BANKS = 0


class Who(StrEnum):
    PLAYERS = "players"
    TEAMS = "teams"


class Ranking(StrEnum):
    POINTS = "points"
    ACCURACY = "accuracy"


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """`season_id` is None for the season that runs or, when none does, for the last one."""

    who: Who = Who.PLAYERS
    period: Period = Period.ALL
    by: Ranking = Ranking.POINTS
    bank_id: int = ALL_BANKS
    season_id: int | None = None
