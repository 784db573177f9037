"""The steps a quiz takes by itself, each of which can be repeated after a crash at any point of it."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.core.quiz import EndReason, end_after
from bot.core.snowflake import snowflake_ms
from bot.errors import StageLost
from bot.services import cards
from bot.services.agenda import Agenda, EntryGoneError
from bot.services.answers import AnswerLog
from bot.services.closing import Closing
from bot.services.house import House
from bot.services.open_rounds import OpenRounds
from bot.services.stage import QuestionCard, RevealCard, RevealReason, Stage
from bot.services.surviving import survival_of
from bot.store import agenda as entries
from bot.store import answers, quizzes, rounds
from bot.store.agenda import Kind
from bot.store.database import Transaction
from bot.store.quizzes import QuizRow
from bot.store.rounds import RoundRow, RoundState

log = logging.getLogger(__name__)


class QuizSteps:
    def __init__(
        self, house: House, stage: Stage, agenda: Agenda, answer_log: AnswerLog, open_rounds: OpenRounds
    ) -> None:
        self._house = house
        self._database = house.database
        self._stage = stage
        self._agenda = agenda
        self._answers = answer_log
        self._open = open_rounds
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        agenda.on(Kind.POST_QUESTION, self.post_question)
        agenda.on(Kind.CLOSE_ROUND, self.close_round)
        agenda.on(Kind.REVEAL_ROUND, self.reveal_round)
        agenda.on(Kind.FINISH_QUIZ, self.finish_quiz)

    @asynccontextmanager
    async def alone(self, quiz_id: int) -> AsyncIterator[None]:
        """One step of a quiz at a time: a stop cannot come between a post and its recording."""
        lock = self._locks.setdefault(quiz_id, asyncio.Lock())
        async with lock:
            yield

    async def post_question(self, round_id: int) -> None:
        async with self.round(round_id) as (quiz, row):
            if row.state not in (RoundState.PLANNED, RoundState.POSTING) or quiz.end_reason is not None:
                await self._drop(Kind.POST_QUESTION, round_id)
                return
            asked_ms = self._house.now_ms()
            card = cards.question_card(quiz, row, deadline_ms=asked_ms + row.limit_ms, answered=0)
            try:
                message_id = await self._posted(row, card)
            except StageLost as lost:
                await self.end(quiz, EndReason.LOST, str(lost))
                return
            # A message made before it was asked for: this clock is ahead of Discord's by so much.
            ahead_ms = max(asked_ms - snowflake_ms(message_id), 0) if row.state is RoundState.PLANNED else 0
            async with self._database.write() as connection:
                closes_ms = await open_round(connection, quiz, row, message_id, ahead_ms=ahead_ms)
                await entries.drop(connection, Kind.POST_QUESTION, row.id)
        self._agenda.wake(closes_ms)

    async def _posted(self, row: RoundRow, card: QuestionCard) -> int:
        """The id of the question's message, which an attempt that was cut off may have made already."""
        if row.state is RoundState.POSTING:
            found = await self._stage.find_question(card, row.asked_ms)
            if found is not None:
                return found
        else:
            async with self._database.write() as connection:
                asked_ms = self._house.now_ms()
                await rounds.move(
                    connection, row.id, RoundState.PLANNED, RoundState.POSTING, asked_ms=asked_ms
                )
        return await self._stage.post_question(card)

    async def posting_over(self, round_id: int) -> None:
        """Returns when no attempt to post the round is under way."""
        async with self.round(round_id):
            pass

    async def close_round(self, round_id: int) -> None:
        await self._answers.settled()
        async with self.round(round_id) as (quiz, row):
            await self.close(quiz, row, await self._reason(quiz, row))

    async def _reason(self, quiz: QuizRow, row: RoundRow) -> RevealReason:
        if row.opened_ms is None or self._house.now_ms() >= row.as_open(quiz.rules).closes_ms:
            return RevealReason.TIME
        async with self._database.read() as connection:
            given = await answers.of_round(connection, row.id)
        return RevealReason.WON if row.as_open(quiz.rules).is_won(given) else RevealReason.EVERYONE

    async def close(self, quiz: QuizRow, row: RoundRow, reason: RevealReason) -> None:
        """To be called alone with the quiz."""
        zone = await self._house.rules.zone(row.guild_id)
        async with self._database.write() as connection:
            await Closing(connection, quiz, row).close(reason, self._house.now_ms(), zone)
        self._open.discard(row.id)
        self._agenda.wake()

    async def key_changed(self, quiz: QuizRow) -> None:
        """To be called alone with the quiz, after the commit: others may be in for the open question."""
        await self._open.survivors_changed(quiz)

    async def reveal_round(self, round_id: int) -> None:
        async with self.round(round_id) as (quiz, row):
            if row.state is not RoundState.CLOSED:
                await self._drop(Kind.REVEAL_ROUND, round_id)
                return
            card = await cards.reveal_card(self._database, quiz, row)
            try:
                await self._stage.reveal(card)
            except StageLost as lost:
                await self.end(quiz, EndReason.LOST, str(lost))
                return
            if quiz.daily is not None and quiz.daily.thread:
                await self._open_thread(card)
            await self._go_on(quiz, row)
        self._agenda.wake()

    async def _open_thread(self, card: RevealCard) -> None:
        try:
            await self._stage.open_thread(card)
        except StageLost as lost:
            log.warning("no discussion of round %s: %s", card.question.round_id, lost)

    async def _go_on(self, quiz: QuizRow, row: RoundRow) -> None:
        async with self._database.write() as connection:
            survival = await survival_of(connection, quiz)
            reason = quiz.end_reason or end_after(
                quiz.rules,
                position=row.position,
                length=quiz.length,
                unanswered=quiz.unanswered,
                decided=survival is not None and survival.is_decided,
            )
            await rounds.move(connection, row.id, RoundState.CLOSED, RoundState.REVEALED)
            await entries.drop(connection, Kind.REVEAL_ROUND, row.id)
            due_ms = self._house.now_ms() + quiz.rules.pause_ms
            following = await rounds.at(connection, quiz.id, row.position + 1)
            if reason is None and following is not None:
                await entries.put(connection, Kind.POST_QUESTION, following.id, quiz.guild_id, due_ms)
                return
            await rounds.forget_planned(connection, quiz.id)
            await quizzes.change(connection, quiz.id, end_reason=(reason or EndReason.COMPLETED).value)
            if reason is EndReason.STOPPED:
                due_ms = self._house.now_ms()
            await entries.put(connection, Kind.FINISH_QUIZ, quiz.id, quiz.guild_id, due_ms)

    async def finish_quiz(self, quiz_id: int) -> None:
        async with self.alone(quiz_id):
            async with self._database.read() as connection:
                quiz = await quizzes.get(connection, quiz_id)
            if quiz.daily is not None:
                await self._end_daily(quiz)
                return
            if quiz.final_message_id is not None:
                await self._drop(Kind.FINISH_QUIZ, quiz_id)
                return
            try:
                message_id = await self._final_message(quiz)
            except StageLost as lost:
                log.info("no final card for quiz %s: %s", quiz_id, lost)
                message_id = None
            except Exception:
                # Who plays next need not wait until it succeeds.
                await self._ended(quiz)
                raise
            async with self._database.write() as connection:
                await quizzes.change(connection, quiz_id, state=quizzes.ENDED, final_message_id=message_id)
                await entries.drop(connection, Kind.FINISH_QUIZ, quiz_id)

    async def _end_daily(self, quiz: QuizRow) -> None:
        """Its reveal was the last of it: one question needs no final card."""
        async with self._database.write() as connection:
            await quizzes.change(connection, quiz.id, state=quizzes.ENDED, ended_ms=self._house.now_ms())
            await entries.drop(connection, Kind.FINISH_QUIZ, quiz.id)

    async def _final_message(self, quiz: QuizRow) -> int:
        """Its channel is the quiz's own until the card is there, which an attempt may have posted already."""
        card = await cards.final_card(self._database, quiz)
        if quiz.ended_ms is None:
            async with self._database.write() as connection:
                await quizzes.change(connection, quiz.id, ended_ms=self._house.now_ms())
        else:
            found = await self._stage.find_final(card, quiz.ended_ms)
            if found is not None:
                return found
        return await self._stage.post_final(card)

    async def _ended(self, quiz: QuizRow) -> None:
        async with self._database.write() as connection:
            await quizzes.change(connection, quiz.id, state=quizzes.ENDED)

    async def end(self, quiz: QuizRow, reason: EndReason, detail: str = "") -> None:
        """Nothing more is asked; what was answered is kept. Alone with the quiz.

        One that was over already, and only had something left to show, stays over for its first reason.
        """
        now = self._house.now_ms()
        async with self._database.write() as connection:
            ended = await rounds.abandon(connection, quiz.id, now)
            if quiz.end_reason is None:
                await quizzes.change(connection, quiz.id, end_reason=reason.value, end_detail=detail)
            await entries.put(connection, Kind.FINISH_QUIZ, quiz.id, quiz.guild_id, now)
        for round_id in ended:
            self._open.discard(round_id)
        self._agenda.wake()

    @asynccontextmanager
    async def round(self, round_id: int) -> AsyncIterator[tuple[QuizRow, RoundRow]]:
        """The round as it is once no other step of its quiz is under way. Raises EntryGoneError."""
        async with self._database.read() as connection:
            quiz_id = await rounds.quiz_of(connection, round_id)
        if quiz_id is None:
            raise EntryGoneError
        async with self.alone(quiz_id):
            async with self._database.read() as connection:
                quiz = await quizzes.get(connection, quiz_id)
                row = await rounds.get(connection, round_id)
            if row is None:
                raise EntryGoneError
            yield quiz, row

    async def _drop(self, kind: Kind, subject_id: int) -> None:
        async with self._database.write() as connection:
            await entries.drop(connection, kind, subject_id)


async def open_round(
    connection: Transaction, quiz: QuizRow, row: RoundRow, message_id: int, *, ahead_ms: int = 0
) -> int:
    """The round can be answered from when Discord made its message, for the limit that the row has.

    Returns when it is due to close, in Unix milliseconds.
    """
    opened_ms = snowflake_ms(message_id)
    closes_ms = replace(row, opened_ms=opened_ms).as_open(quiz.rules).closes_ms + ahead_ms
    opened = {"message_id": message_id, "opened_ms": opened_ms, "limit_ms": row.limit_ms}
    await rounds.move(connection, row.id, RoundState.POSTING, RoundState.OPEN, **opened)
    await entries.put(connection, Kind.CLOSE_ROUND, row.id, row.guild_id, closes_ms)
    return closes_ms
