"""One question in one channel: which clicks count, when it closes, and what each answer earned."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.core.mode import Mode
from bot.core.question import Question
from bot.core.scoring import Scoring, points

GRACE_MS = 1_500


class AnswerRefusedError(Exception):
    """A click that does not count; each subclass is one reason a player can be told."""


class LateAnswerError(AnswerRefusedError):
    """Clicked after the deadline, or when the round was closed already."""


class UnknownOptionError(AnswerRefusedError):
    """The card that was clicked shows an option this round does not have."""


class NotOnTeamError(AnswerRefusedError):
    """In a quiz that only members of teams play."""


class AlreadyAnsweredError(AnswerRefusedError):
    def __init__(self, option_id: str) -> None:
        super().__init__(option_id)
        self.option_id = option_id


class OvertakenError(AlreadyAnsweredError):
    """Where answers can be changed: a later click of the player, which counts, arrived before this one."""


@dataclass(frozen=True, slots=True)
class Answer:
    player_id: int
    option_id: str
    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    answer: Answer
    right: bool
    points: int


@dataclass(frozen=True, slots=True)
class Round:
    """An open round. `opened_ms` is when Discord made its message (Unix time, milliseconds)."""

    question: Question
    opened_ms: int
    limit_ms: int
    scoring: Scoring
    changeable: bool = False
    mode: Mode = Mode.CLASSIC

    @property
    def deadline_ms(self) -> int:
        return self.opened_ms + self.limit_ms

    @property
    def closes_ms(self) -> int:
        """The deadline and the grace in which clicks made before it may still arrive."""
        return self.deadline_ms + GRACE_MS

    def judge(self, player_id: int, option_id: str, clicked_ms: int, earlier: Answer | None) -> Answer:
        """The answer that the click makes. By the time of the click alone: when it arrives is no matter.

        Where answers can be changed the last click counts, which need not be the last to arrive.

        Raises an `AnswerRefusedError`: unknown option, already answered, overtaken, or late.
        """
        if all(option.id != option_id for option in self.question.options):
            raise UnknownOptionError(option_id)
        answer = Answer(player_id, option_id, max(clicked_ms - self.opened_ms, 0))
        if earlier is not None and not self.changeable:
            raise AlreadyAnsweredError(earlier.option_id)
        if earlier is not None and answer.elapsed_ms < earlier.elapsed_ms:
            raise OvertakenError(earlier.option_id)
        if clicked_ms > self.deadline_ms:
            raise LateAnswerError
        return answer

    def is_won(self, answers: Iterable[Answer]) -> bool:
        """Whether it is a race that somebody has won; who, shows at the close: an earlier click may come."""
        return self.mode is Mode.RACE and any(self._is_right(answer) for answer in answers)

    def score(self, answers: Iterable[Answer]) -> list[ScoredAnswer]:
        given = list(answers)
        earning = self._earning([answer for answer in given if self._is_right(answer)])
        return [ScoredAnswer(a, self._is_right(a), self._points(a) if a in earning else 0) for a in given]

    def _earning(self, right: list[Answer]) -> frozenset[Answer]:
        """In a race the earliest click alone, or all that were made in that same millisecond."""
        if self.mode is not Mode.RACE:
            return frozenset(right)
        first_ms = min((answer.elapsed_ms for answer in right), default=0)
        return frozenset(answer for answer in right if answer.elapsed_ms == first_ms)

    def _points(self, right: Answer) -> int:
        return points(self.scoring, right=True, elapsed_ms=right.elapsed_ms, limit_ms=self.limit_ms)

    def _is_right(self, answer: Answer) -> bool:
        return self.question.is_right(answer.option_id)
