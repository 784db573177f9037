"""One question in one channel: which clicks count, when it closes, and what each answer earned."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.core.question import Question
from bot.core.scoring import Scoring, points

GRACE_MS = 1_500


class AnswerRefusedError(Exception):
    """A click that does not count; each subclass is one reason a player can be told."""


class LateAnswerError(AnswerRefusedError):
    """Clicked after the deadline, or when the round was closed already."""


class UnknownOptionError(AnswerRefusedError):
    """The card that was clicked shows an option this round does not have."""


class AlreadyAnsweredError(AnswerRefusedError):
    def __init__(self, option_id: str) -> None:
        super().__init__(option_id)
        self.option_id = option_id


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

        Raises an `AnswerRefusedError`: unknown option, already answered, or late.
        """
        if all(option.id != option_id for option in self.question.options):
            raise UnknownOptionError(option_id)
        answer = Answer(player_id, option_id, max(clicked_ms - self.opened_ms, 0))
        if earlier is not None and not (self.changeable and answer.elapsed_ms >= earlier.elapsed_ms):
            raise AlreadyAnsweredError(earlier.option_id)
        if clicked_ms > self.deadline_ms:
            raise LateAnswerError
        return answer

    def score(self, answers: Iterable[Answer]) -> list[ScoredAnswer]:
        return [
            ScoredAnswer(
                answer,
                right := self.question.is_right(answer.option_id),
                points(self.scoring, right=right, elapsed_ms=answer.elapsed_ms, limit_ms=self.limit_ms),
            )
            for answer in answers
        ]
