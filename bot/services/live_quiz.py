"""Live quizzes as people meet them: start, answer, skip, stop, status."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from bot.core.quiz import EndReason
from bot.core.round import GRACE_MS, AlreadyAnsweredError, Answer, LateAnswerError, UnknownOptionError
from bot.errors import UserError
from bot.services.agenda import Agenda, EntryGoneError
from bot.services.answers import AnswerLog
from bot.services.house import House
from bot.services.open_rounds import OpenRound, OpenRounds
from bot.services.planning import Planner
from bot.services.quiz_steps import QuizSteps
from bot.services.requests import (
    Accepted,
    NoQuizError,
    NotYourQuizError,
    QuizOverError,
    QuizStart,
    QuizStatus,
)
from bot.services.stage import IntroCard, RevealReason, Stage
from bot.services.surviving import standings_of, survival_of
from bot.store import agenda as entries
from bot.store import answers, quizzes, rounds
from bot.store.agenda import Kind
from bot.store.answers import NewAnswer
from bot.store.quizzes import QuizRow
from bot.store.rounds import RoundRow, RoundState

log = logging.getLogger(__name__)

# Of the 3 seconds that Discord gives for a reply; saving the answer takes its part of them too.
POSTING_PATIENCE_S = 1.0


class LiveQuiz:
    def __init__(self, house: House, stage: Stage, agenda: Agenda) -> None:
        self._house = house
        self._database = house.database
        self._stage = stage
        self._agenda = agenda
        self._answers = AnswerLog(house.database)
        self._open = OpenRounds(house.database)
        self._planner = Planner(house.database, house.rng)
        self.steps = QuizSteps(house, stage, agenda, self._answers, self._open)

    async def drain(self) -> None:
        """Returns when every answer handed in so far is committed or refused."""
        await self._answers.settled()

    async def start(self, request: QuizStart) -> IntroCard:
        """Raises QuizRunningError, QuizOverError, and UserError for a bank or teams that are not there."""
        if request.rules.teams and not (await self._house.rosters.of(request.guild_id)).teams:
            raise UserError("There are no teams here yet: have some made with /team create first.")
        intro = await self._planner.plan(request, self._house.now_ms())
        self._agenda.wake()
        return intro

    async def answer(
        self,
        round_id: int,
        option_id: str,
        player_id: int,
        clicked_ms: int,
        role_ids: Collection[int] = (),
    ) -> Accepted:
        """Returns when the answer is committed. `clicked_ms` is Discord's time of the click.

        Raises an AnswerRefusedError, NotSavedError when the commit failed, or SlowToSaveError.
        """
        asked = await self._asked(round_id, option_id)
        team = (await self._house.rosters.of(asked.row.guild_id)).team_of(player_id, role_ids)
        answer = asked.judge(player_id, team, option_id, clicked_ms)
        new = NewAnswer(
            round_id, asked.row.guild_id, answer, asked.rules.changeable, team.id if team else None
        )
        try:
            await self._answers.record(new)
        except AlreadyAnsweredError as error:
            # Saved by a click whose player has given up waiting, or which is not kept yet.
            if player_id not in asked.answers:
                await self._keep(asked, replace(answer, option_id=error.option_id))
            raise
        await self._keep(asked, answer)
        return asked.accepted(answer)

    async def _keep(self, asked: OpenRound, answer: Answer) -> None:
        if asked.keep(answer):
            await self._stage.show_answered(asked.card(), asked.message_id)
            await self._close_early(asked)

    async def letter_of(self, round_id: int, option_id: str) -> str:
        """Where the option stands on the round's card, or "?" when it is not on it."""
        async with self._database.read() as connection:
            row = await rounds.get(connection, round_id)
        try:
            return row.letter_of(option_id) if row is not None else "?"
        except ValueError:
            return "?"

    async def _asked(self, round_id: int, option_id: str) -> OpenRound:
        asked = await self._open.get(round_id)
        if asked is RoundState.POSTING:
            # The player may see the question already: his first click is the one that counts.
            with suppress(TimeoutError, EntryGoneError):
                async with asyncio.timeout(POSTING_PATIENCE_S):
                    await self.steps.posting_over(round_id)
            asked = await self._open.get(round_id)
        if asked is None:
            raise UnknownOptionError(option_id)
        if asked in (RoundState.PLANNED, RoundState.POSTING):
            raise UserError("This question is just being posted: click again in a moment.")
        if not isinstance(asked, OpenRound):
            raise LateAnswerError
        return asked

    async def _close_early(self, asked: OpenRound) -> None:
        """Where it is over. Raises nothing: the answer that came last is saved, come what may.

        Nobody is told: in a race the winner shows at the close, and it may be an earlier click that is on its
        way. Dying before the close is brought forward, the round closes with its next answer or its time.
        """
        # The grace stays, for those who clicked in the same moment as the last of the others.
        due_ms = self._house.now_ms() + GRACE_MS
        if asked.closing_early or due_ms >= asked.round.closes_ms or not asked.is_over:
            return
        asked.closing_early = True
        try:
            async with self._database.write() as connection:
                await entries.bring_forward(connection, Kind.CLOSE_ROUND, asked.row.id, due_ms)
        except Exception:
            log.exception("round %s could not be closed early", asked.row.id)
            asked.closing_early = False
        self._agenda.wake()

    async def skip(self, channel_id: int, user_id: int, *, quizmaster: bool) -> None:
        """Reveals the open question without points.

        Raises NoQuizError, QuizOverError, NotYourQuizError, and UserError when no question is open.
        """
        async with self._own_quiz(channel_id, user_id, quizmaster=quizmaster) as quiz:
            row = await self._latest(quiz.id)
            if row is None or row.state is not RoundState.OPEN:
                raise UserError("No question is open right now: the next one comes in a moment.")
            await self.steps.close(quiz, row, RevealReason.SKIPPED)

    async def stop(self, channel_id: int, user_id: int, *, quizmaster: bool) -> None:
        """Ends the quiz with the standings so far. Raises NoQuizError, QuizOverError, NotYourQuizError."""
        async with self._own_quiz(channel_id, user_id, quizmaster=quizmaster) as quiz:
            row = await self._latest(quiz.id)
            if row is not None and row.state in (RoundState.OPEN, RoundState.CLOSED):
                await self.steps.close(quiz, row, RevealReason.STOPPED)
            else:
                await self.steps.end(quiz, EndReason.STOPPED)

    async def status(self, channel_id: int) -> QuizStatus:
        """Raises NoQuizError."""
        async with self._database.read() as connection:
            quiz = await quizzes.running_in(connection, channel_id)
            if quiz is None:
                raise NoQuizError
            row = await rounds.latest(connection, quiz.id)
            given = await answers.of_round(connection, row.id) if row else []
            survival = await survival_of(connection, quiz)
            places = await standings_of(connection, quiz, survival)
        is_open = row is not None and row.state is RoundState.OPEN
        return QuizStatus(
            quiz_id=quiz.id,
            host_id=quiz.host_id,
            bank_title=quiz.bank_title,
            number=row.position + 1 if row else 0,
            length=quiz.length,
            message_id=row.message_id if row else None,
            deadline_ms=row.as_open(quiz.rules).deadline_ms if row and is_open else None,
            is_over=quiz.end_reason is not None,
            answered=len(given),
            standings=places,
            mode=quiz.rules.mode,
            survival=survival,
        )

    async def channel_lost(self, channel_id: int) -> None:
        await self._lose("the channel was deleted", channel_id=channel_id)

    async def message_lost(self, message_id: int) -> None:
        await self._lose("the question's message was deleted", message_id=message_id)

    async def guild_lost(self, guild_id: int) -> None:
        await self._lose("I was removed from the server", guild_id=guild_id)

    async def guilds_present(self, guild_ids: Collection[int]) -> None:
        """Ends quizzes in servers that removed the bot while it was away: call with all that are left."""
        async with self._database.read() as connection:
            running = await quizzes.running(connection)
        for guild_id in {quiz.guild_id for quiz in running} - set(guild_ids):
            if self._house.owns(guild_id):
                await self.guild_lost(guild_id)

    async def _lose(self, detail: str, **place: int) -> None:
        async with self._database.read() as connection:
            affected = await quizzes.running(connection, **place)
        for quiz in affected:
            async with self._running(quiz.id) as still_running:
                if still_running is not None and not await self._is_still_to_post(still_running):
                    log.info("quiz %s ends: %s", quiz.id, detail)
                    await self.steps.end(still_running, EndReason.LOST, detail)

    async def _is_still_to_post(self, quiz: QuizRow) -> bool:
        """Of a daily question, which is tried again for some hours: the place may come back."""
        row = await self._latest(quiz.id) if quiz.daily else None
        return row is not None and row.state is RoundState.POSTING

    @asynccontextmanager
    async def _own_quiz(self, channel_id: int, user_id: int, *, quizmaster: bool) -> AsyncIterator[QuizRow]:
        async with self._database.read() as connection:
            found = await quizzes.running_in(connection, channel_id)
        if found is None:
            raise NoQuizError
        async with self._running(found.id) as quiz:
            if quiz is None:
                raise NoQuizError
            if quiz.end_reason is not None:
                raise QuizOverError
            if not quizmaster and user_id != quiz.host_id:
                raise NotYourQuizError(quiz.host_id)
            yield quiz

    @asynccontextmanager
    async def _running(self, quiz_id: int) -> AsyncIterator[QuizRow | None]:
        """The quiz as it is once no step of it is under way, None if it has ended meanwhile."""
        async with self.steps.alone(quiz_id):
            async with self._database.read() as connection:
                quiz = await quizzes.get(connection, quiz_id)
            yield quiz if quiz.running else None

    async def _latest(self, quiz_id: int) -> RoundRow | None:
        async with self._database.read() as connection:
            return await rounds.latest(connection, quiz_id)
