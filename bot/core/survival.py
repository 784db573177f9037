"""Survival: who is still in after each question, by the answers alone: a restart loses nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from bot.core.ranking import Score, Standing, standings
from bot.core.round import AnswerRefusedError


class NotInError(AnswerRefusedError):
    """Somebody clicked who has fallen, or who was not there when the others began."""

    def __init__(self, fell_at: int | None) -> None:
        super().__init__(fell_at)
        self.fell_at = fell_at
        """The number of the question, from 1; None when he never was in."""


@dataclass(frozen=True, slots=True)
class ClosedQuestion:
    """A question that counts; one that was skipped puts nobody out."""

    number: int
    right: Mapping[int, bool]
    """Of each player who answered, whether that was right."""


@dataclass(frozen=True, slots=True)
class Survival:
    """How things stand between two questions. Nobody is in until somebody has answered a first one."""

    still_in: frozenset[int] = frozenset()
    fell_at: Mapping[int, int] = field(default_factory=dict)
    """The number of the question at which each of the others fell."""
    spared_at: frozenset[int] = frozenset()
    """The numbers of the questions at which all who were in would have fallen together, and so stayed."""

    @property
    def has_begun(self) -> bool:
        return bool(self.still_in or self.fell_at)

    @property
    def is_decided(self) -> bool:
        """Whether one is left of several; who plays alone goes on until he falls."""
        return bool(self.fell_at) and len(self.still_in) <= 1

    def admit(self, player_id: int) -> None:
        """Everybody, until the first question that somebody answered has closed. Raises NotInError."""
        if self.has_begun and player_id not in self.still_in:
            raise NotInError(self.fell_at.get(player_id))

    def fallen_at(self, number: int) -> list[int]:
        return sorted(player_id for player_id, at in self.fell_at.items() if at == number)

    def after(self, question: ClosedQuestion) -> "Survival":
        playing = self.still_in if self.has_begun else frozenset(question.right)
        passed = frozenset(player_id for player_id in playing if question.right.get(player_id))
        if not passed and len(playing) > 1:
            return replace(self, still_in=playing, spared_at=self.spared_at | {question.number})
        fallen = dict.fromkeys(playing - passed, question.number)
        return replace(self, still_in=passed, fell_at={**self.fell_at, **fallen})

    def standings(self, scores: Iterable[Score]) -> list[Standing]:
        """Who is still in stands first, then who fell last; among equals the score decides."""
        return standings(scores, order=self._order)

    def _order(self, score: Score) -> tuple[int, ...]:
        fell_at = self.fell_at.get(score.player_id)
        return (0, 0, *score.order) if fell_at is None else (1, -fell_at, *score.order)


def survival_after(questions: Iterable[ClosedQuestion]) -> Survival:
    """`questions` in the order in which they were asked."""
    return reduce(Survival.after, questions, Survival())
