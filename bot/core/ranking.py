"""Who stands where on a board, with ties shown as ties."""

from collections.abc import Iterable
from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class Standing:
    place: int
    score: Score
    tied: bool


def standings(scores: Iterable[Score]) -> list[Standing]:
    """Best first, in competition ranking ("1, 2, 2, 4"); equals stand in the order of their ids."""
    ranked = sorted(scores, key=lambda score: (score.order, score.player_id))
    places: dict[tuple[int, int, int], int] = {}
    holders: dict[int, int] = {}
    for position, score in enumerate(ranked, start=1):
        place = places.setdefault(score.order, position)
        holders[place] = holders.get(place, 0) + 1
    return [Standing(places[score.order], score, tied=holders[places[score.order]] > 1) for score in ranked]
