"""What a team's members together come to, and where the teams stand."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bot.core.ranking import Score

COUNTED_FROM = 3
"""Of the mean: members with fewer answers do not count, neither for nor against their team."""


class TeamScoring(StrEnum):
    MEAN = "mean"
    """Per member who counts: a larger team has no advantage."""
    SUM = "sum"
    TOP = "top"
    """The sum of the best few."""


@dataclass(frozen=True, slots=True)
class TeamRule:
    scoring: TeamScoring = TeamScoring.MEAN
    top: int = 3
    """How many count where the best few do."""


@dataclass(frozen=True, slots=True)
class TeamScore:
    """`total` is the sum over the `counted` members who count; `divisor` is 1 but for the mean."""

    team_id: int
    total: Score
    counted: int
    divisor: int = 1

    @property
    def points(self) -> Fraction:
        return self._each(self.total.points)

    @property
    def right(self) -> Fraction:
        return self._each(self.total.right)

    @property
    def total_ms(self) -> Fraction:
        return self._each(self.total.total_ms)

    @property
    def order(self) -> tuple[Fraction, Fraction, Fraction]:
        """Sorts the better team first: points, then right answers, then least time."""
        return (-self.points, -self.right, self.total_ms)

    def _each(self, amount: int) -> Fraction:
        return Fraction(amount, self.divisor)


@dataclass(frozen=True, slots=True)
class TeamStanding:
    place: int
    score: TeamScore
    tied: bool


def team_score(
    team_id: int, members: Iterable[Score], rule: TeamRule, counted_from: int = COUNTED_FROM
) -> TeamScore:
    """Of what each member has contributed; nobody need count, and then the score is nothing."""
    counting = list(members)
    if rule.scoring is TeamScoring.MEAN:
        counting = [score for score in counting if score.answered >= counted_from]
    elif rule.scoring is TeamScoring.TOP:
        counting = sorted(counting, key=lambda score: (score.order, score.player_id))[: rule.top]
    total = Score(
        team_id,
        sum(score.points for score in counting),
        sum(score.right for score in counting),
        sum(score.answered for score in counting),
        sum(score.total_ms for score in counting),
    )
    is_mean = rule.scoring is TeamScoring.MEAN
    return TeamScore(team_id, total, len(counting), max(len(counting), 1) if is_mean else 1)


def team_standings(scores: Iterable[TeamScore]) -> list[TeamStanding]:
    """Best first, in competition ranking, equals by id; only teams of whom somebody counts."""
    ranked = sorted((score for score in scores if score.counted), key=lambda s: (s.order, s.team_id))
    orders = [score.order for score in ranked]
    return [
        TeamStanding(orders.index(score.order) + 1, score, tied=orders.count(score.order) > 1)
        for score in ranked
    ]
