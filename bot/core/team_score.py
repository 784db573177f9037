"""What a team's members together come to, and where the teams stand."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from bot.core.ranking import ACCURACY_FROM, Score

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

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "TeamRule":
        return cls(TeamScoring(kept["scoring"]), kept["top"])


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

    @property
    def accuracy(self) -> Fraction | None:
        """The part that is right of what those who count answered; None with too few answers to say."""
        return (
            Fraction(self.total.right, self.total.answered) if self.total.answered >= ACCURACY_FROM else None
        )

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


TeamOrder = Callable[[TeamScore], tuple[Fraction, ...] | None]
"""Sorts the better team first; None for a team that has no place."""


def by_team_score(score: TeamScore) -> tuple[Fraction, ...] | None:
    return score.order if score.counted else None


def by_team_accuracy(score: TeamScore) -> tuple[Fraction, ...] | None:
    """The better part right, then the least time for an answer: a larger team has no advantage."""
    if score.accuracy is None:
        return None
    return -score.accuracy, Fraction(score.total.total_ms, score.total.answered)


def team_standings(scores: Iterable[TeamScore], order: TeamOrder = by_team_score) -> list[TeamStanding]:
    """Best first, in competition ranking, equals by id; only teams that have a place."""
    ordered = [(key, score.team_id, score) for score in scores if (key := order(score)) is not None]
    ordered.sort(key=lambda entry: entry[:2])
    keys = [key for key, _, _ in ordered]
    return [TeamStanding(keys.index(key) + 1, score, tied=keys.count(key) > 1) for key, _, score in ordered]
