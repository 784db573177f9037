"""The rounds that can be answered now, kept at hand so that a click costs no query."""

from dataclasses import dataclass, field

from bot.core.quiz import QuizRules
from bot.core.round import Answer, Round
from bot.services import cards
from bot.services.stage import QuestionCard
from bot.store import answers, quizzes, results, rounds
from bot.store.database import Database
from bot.store.quizzes import QuizRow
from bot.store.rounds import RoundRow, RoundState


@dataclass(slots=True)
class OpenRound:
    quiz: QuizRow
    row: RoundRow
    round: Round
    answers: dict[int, Answer]
    answered_before: frozenset[int]
    """Who answered the quiz's previous question."""
    message_id: int
    closing_early: bool = False

    @property
    def rules(self) -> QuizRules:
        return self.quiz.rules

    def card(self) -> QuestionCard:
        return cards.question_card(
            self.quiz, self.row, deadline_ms=self.round.deadline_ms, answered=len(self.answers)
        )


@dataclass(slots=True)
class OpenRounds:
    """Filled from the database when a round is first needed, so a restart needs no warming up."""

    database: Database
    _open: dict[int, OpenRound] = field(default_factory=dict)

    async def get(self, round_id: int) -> OpenRound | RoundState | None:
        """The round if it is open, the state it is in otherwise, None when there is no such round."""
        known = self._open.get(round_id)
        if known is not None:
            return known
        async with self.database.read() as connection:
            row = await rounds.get(connection, round_id)
            if row is None or row.state is not RoundState.OPEN or row.message_id is None:
                return row.state if row is not None else None
            quiz = await quizzes.get(connection, row.quiz_id)
            given = await answers.of_round(connection, round_id)
            before = await results.answerers(connection, quiz.id, row.position - 1)
        loaded = OpenRound(
            quiz,
            row,
            row.as_open(quiz.rules.scoring),
            {answer.player_id: answer for answer in given},
            before,
            row.message_id,
        )
        # Another click may have loaded it meanwhile; its answers must not be lost.
        return self._open.setdefault(round_id, loaded)

    def discard(self, round_id: int) -> None:
        self._open.pop(round_id, None)

    def discard_quiz(self, quiz_id: int) -> None:
        for round_id in [id_ for id_, known in self._open.items() if known.quiz.id == quiz_id]:
            del self._open[round_id]
