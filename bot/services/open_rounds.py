"""The rounds that can be answered now, kept at hand so that a click costs no query."""

import asyncio
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.core.question import Question
from bot.core.quiz import QuizRules, may_close_early
from bot.core.round import Answer, NotOnTeamError, Round
from bot.core.survival import Survival
from bot.core.team import Team
from bot.services import cards
from bot.services.requests import Accepted, Verdict
from bot.services.stage import QuestionCard
from bot.services.surviving import survival_of
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
    awaited: frozenset[int]
    """Who has to have answered for the question to close early."""
    message_id: int
    survival: Survival | None = None
    """Who may answer; None in other modes, where everybody may."""
    closing_early: bool = False

    @property
    def rules(self) -> QuizRules:
        return self.quiz.rules

    def judge(self, player_id: int, team: Team | None, option_id: str, clicked_ms: int) -> Answer:
        """The answer that the click makes. Raises an AnswerRefusedError."""
        if team is None and self.rules.teams:
            raise NotOnTeamError
        if self.survival is not None:
            self.survival.admit(player_id)
        return self.round.judge(player_id, option_id, clicked_ms, self.answers.get(player_id))

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to wait for but clicks in flight."""
        return self.round.is_won(self.answers.values()) or may_close_early(
            self.rules, self.awaited, self.answers.keys()
        )

    def keep(self, answer: Answer) -> bool:
        """Whether the player is new among those who answered."""
        earlier = self.answers.get(answer.player_id)
        if earlier is None or answer.elapsed_ms >= earlier.elapsed_ms:
            self.answers[answer.player_id] = answer
        return earlier is None

    def accepted(self, answer: Answer) -> Accepted:
        """What the player is told of an answer that is committed."""
        instant = self.quiz.daily is not None and self.quiz.daily.instant
        return Accepted(
            letter=self.row.letter_of(answer.option_id),
            option_text=self.row.question.option(answer.option_id).text,
            elapsed_ms=answer.elapsed_ms,
            changeable_until_ms=self.round.deadline_ms if self.rules.changeable else None,
            verdict=self._verdict(answer) if instant else None,
        )

    def _verdict(self, answer: Answer) -> Verdict:
        question = self.row.question
        return Verdict(
            right=question.is_right(answer.option_id),
            letters=[
                self.row.letter_of(option.id) for option in self.row.options if question.is_right(option.id)
            ],
            explanation=question.explanation,
            reference=question.reference,
        )

    def card(self) -> QuestionCard:
        return cards.question_card(
            self.quiz, self.row, deadline_ms=self.round.deadline_ms, answered=len(self.answers)
        )


Found = OpenRound | RoundState | None
NOBODY: frozenset[int] = frozenset()


@dataclass(slots=True)
class OpenRounds:
    """Filled from the database when a round is first needed, so a restart needs no warming up."""

    database: Database
    _found: dict[int, OpenRound] = field(default_factory=dict)
    _loads: dict[int, asyncio.Task[Found]] = field(default_factory=dict)
    _questions: WeakValueDictionary[Question, Question] = field(default_factory=WeakValueDictionary)
    """One for all the rounds in which it is asked, which may be thousands."""

    async def get(self, round_id: int) -> Found:
        """The round if it is open, the state it is in otherwise, None when there is no such round."""
        if found := self._found.get(round_id):
            return found
        load = self._loads.get(round_id)
        if load is None:
            # One for all: a question's first clicks come together and have to share what is known of it.
            load = self._loads[round_id] = asyncio.create_task(self._load(round_id), name="open round")
        return await asyncio.shield(load)

    async def _load(self, round_id: int) -> Found:
        this = asyncio.current_task()
        try:
            found = await self._read(round_id)
            if isinstance(found, OpenRound) and self._loads.get(round_id) is this:
                self._found[round_id] = found
            return found
        finally:
            if self._loads.get(round_id) is this:
                del self._loads[round_id]

    async def _read(self, round_id: int) -> Found:
        async with self.database.read() as connection:
            row = await rounds.get(connection, round_id)
            if row is None or row.state is not RoundState.OPEN or row.message_id is None:
                return row.state if row is not None else None
            quiz = await quizzes.get(connection, row.quiz_id)
            given = await answers.of_round(connection, round_id)
            survival = await survival_of(connection, quiz)
            awaited = (
                survival.still_in
                if survival is not None
                else await results.answerers(connection, quiz.id, row.position - 1)
            )
        shared = row.asking(self._questions.setdefault(row.question, row.question))
        return OpenRound(
            quiz,
            shared,
            shared.as_open(quiz.rules),
            {answer.player_id: answer for answer in given},
            awaited or NOBODY,
            row.message_id,
            survival,
        )

    async def survivors_changed(self, quiz: QuizRow) -> None:
        """To be called, alone with the quiz, when a question closed before has another key now."""
        async with self.database.read() as connection:
            survival = await survival_of(connection, quiz)
            latest = await rounds.latest(connection, quiz.id)
        if survival is None or latest is None:
            return
        self._loads.pop(latest.id, None)
        # The same object: answers on their way to the disk are kept in it.
        if asked := self._found.get(latest.id):
            asked.survival, asked.awaited = survival, survival.still_in or NOBODY

    def discard(self, round_id: int) -> None:
        """To be called when the round is not open any more; a load under way is not kept either."""
        self._found.pop(round_id, None)
        self._loads.pop(round_id, None)
