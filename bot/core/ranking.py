"""Who stands where on a board, with ties shown as ties."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

ACCURACY_FROM = 10
"""With fewer answers nobody has a place by accuracy."""
ACCURACY_UNITS = 1_000_000_000
"""So fine that no two fractions of fewer than 30,000 answers are taken for equal."""


@dataclass(frozen=True, slots=True)
class Score:
    player_id: int
    points: int = 0
    right: int = 0
    answered: int = 0
    total_ms: int = 0

    @property
    def order(self) -> tuple[int, int, int]:
        """Sorts the better score first: points, then right answers, then least total time."""
        return (-self.points, -self.right, self.total_ms)

    @property
    def accuracy(self) -> int | None:
        """Right answers in a billion; None with too few answers to say."""
        return self.right * ACCURACY_UNITS // self.answered if self.answered >= ACCURACY_FROM else None


@dataclass(frozen=True, slots=True)
class Standing:
    place: int
    score: Score
    tied: bool


def by_score(score: Score) -> tuple[int, ...]:
    return score.order


def by_accuracy(score: Score) -> tuple[int, ...]:
    """The better part right, then more right answers, then least total time."""
    return (-(score.accuracy or 0), -score.right, score.total_ms)


def standings(
    scores: Iterable[Score], order: Callable[[Score], tuple[int, ...]] = by_score
) -> list[Standing]:
    """Best first, in competition ranking ("1, 2, 2, 4"); equals stand in the order of their ids."""
    ranked = sorted(scores, key=lambda score: (order(score), score.player_id))
    places: dict[tuple[int, ...], int] = {}
    holders: dict[int, int] = {}
    for position, score in enumerate(ranked, start=1):
        place = places.setdefault(order(score), position)
        holders[place] = holders.get(place, 0) + 1
    return [Standing(place := places[order(score)], score, tied=holders[place] > 1) for score in ranked]
