"""Posting daily questions: what is due in due order, late rather than never, and at most once a day."""

import asyncio
import logging
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.core.daily import Run, RunState, closes_at, due_runs, expires_at
from bot.core.instant import instant_of
from bot.core.snowflake import snowflake_ms
from bot.errors import StageLost, StageUnavailable
from bot.services import cards
from bot.services.agenda import Agenda
from bot.services.daily_claims import (
    LOOK_AGAIN_MS,
    NO_BANK,
    NOT_RUNNING,
    Claimed,
    NoBankError,
    claim,
    day_failed,
    forget,
    look_ahead,
    skip,
    wait_for,
)
from bot.services.house import House
from bot.services.quiz_steps import QuizSteps, open_round
from bot.services.stage import QuestionCard, Stage
from bot.store import agenda as entries
from bot.store import daily_runs, quizzes, rounds, schedules
from bot.store.agenda import Kind
from bot.store.database import Transaction
from bot.store.quizzes import QuizRow
from bot.store.rounds import RoundRow, RoundState
from bot.store.schedules import ScheduleRow

log = logging.getLogger(__name__)

FIRST_RETRY_MS = 60_000
LONGEST_RETRY_MS = 15 * 60_000


@dataclass(slots=True)
class Due:
    """What became of the runs of a schedule that were due."""

    schedule: ScheduleRow
    claimed: Claimed | None = None
    """To be posted."""
    notice: str | None = None
    """To be said in the server."""


class DailyPosts:
    def __init__(
        self, house: House, stage: Stage, agenda: Agenda, steps: QuizSteps, catch_up: timedelta
    ) -> None:
        """`catch_up`: how late a question may be posted at most."""
        self._house = house
        self._database = house.database
        self._stage = stage
        self._agenda = agenda
        self._steps = steps
        self._catch_up = catch_up
        self._turns = asyncio.Lock()
        agenda.on(Kind.RUN_SCHEDULE, self.run)
        agenda.on(Kind.POST_DAILY, self.post)

    async def run(self, schedule_id: int) -> None:
        """Claims the date that is due, and posts its question; what is too late for that is recorded."""
        async with AsyncExitStack() as alone:
            # Whoever leaves begins to post before another has his turn: so they reach Discord in due order.
            async with self._turns:
                due = await self._claim_due(schedule_id, alone)
            if due is None or due.claimed is None:
                self._agenda.wake()
            else:
                self._agenda.wake(self._house.now_ms() + LOOK_AGAIN_MS)
                await self._post_first(due.claimed, due.schedule)
        if due is not None and due.notice is not None:
            await self._stage.notify(due.schedule.guild_id, due.schedule.channel_id, due.notice)

    async def _claim_due(self, schedule_id: int, alone: AsyncExitStack) -> Due | None:
        async with self._database.write() as connection:
            now = self._house.clock()
            schedule = await schedules.get(connection, schedule_id, hold=True)
            if schedule is None or schedule.paused:
                await entries.drop(connection, Kind.RUN_SCHEDULE, schedule_id)
                return None
            due = Due(schedule)
            runs = list(due_runs(schedule.rule, schedule.next_date, now))
            if runs:
                await look_ahead(connection, schedule, runs[-1].day, now)
            else:  # the clock was set back, or the rule is another one now
                await wait_for(connection, schedule, schedule.next_date)
            for run in runs:
                await self._deal_with(connection, due, run, now)
            if due.claimed is not None:
                # Before others can see it: none may look after it while it is being posted.
                await alone.enter_async_context(self._steps.alone(due.claimed.quiz.id))
        return due

    async def _deal_with(self, connection: Transaction, due: Due, run: Run, now: datetime) -> None:
        if now >= expires_at(due.schedule.rule, run, self._catch_up):
            await skip(connection, due.schedule, run)
            return
        try:
            due.claimed = await claim(connection, due.schedule, run, now)
        except NoBankError:
            values = {"state": RunState.FAILED.value, "detail": NO_BANK}
            await daily_runs.change(connection, due.schedule.id, run.day, **values)
            due.notice = await day_failed(connection, due.schedule, NO_BANK)

    async def _post_first(self, ours: Claimed, schedule: ScheduleRow) -> None:
        try:
            await self._post(ours, schedule)
        except StageUnavailable as error:
            log.warning("daily question %s is tried again: %s", ours.row.id, error)
            async with self._database.write() as connection:
                await entries.bring_forward(connection, Kind.POST_DAILY, ours.row.id, self._house.now_ms())
            self._agenda.wake()

    async def post(self, round_id: int) -> None:
        """Of a run that was claimed before, by this process or one that is gone."""
        async with self._steps.round(round_id) as (quiz, row):
            async with self._database.read() as connection:
                run = await daily_runs.of_quiz(connection, quiz.id)
                schedule = await schedules.get(connection, run.schedule_id) if run else None
            if row.state is not RoundState.POSTING:
                async with self._database.write() as connection:
                    await entries.drop(connection, Kind.POST_DAILY, round_id)
            elif run is None or schedule is None:
                await self._forget(quiz)
            else:
                await self._go_on(Claimed(run, quiz, row), schedule)

    async def _go_on(self, ours: Claimed, schedule: ScheduleRow) -> None:
        message_id = await self._found(ours)
        if message_id is not None:
            await self._record(ours, schedule, message_id)
        elif ours.run.state is not RunState.CLAIMED:  # the schedule was paused
            await self._forget(ours.quiz)
        elif self._house.clock() >= expires_at(schedule.rule, ours.run.as_due, self._catch_up):
            await self._give_up(ours)
        else:
            await self._post(await self._where_it_belongs(ours, schedule), schedule)

    async def _found(self, ours: Claimed) -> int | None:
        """The message that an attempt has left whose end is not known."""
        try:
            return await self._stage.find_question(self._card(ours.quiz, ours.row), ours.row.asked_ms)
        except StageLost:  # the channel is gone, and with it what was there
            return None

    async def _where_it_belongs(self, ours: Claimed, schedule: ScheduleRow) -> Claimed:
        """The schedule may post in another channel by now."""
        channel_id = schedule.channel_id
        if ours.row.channel_id == channel_id:
            return ours
        async with self._database.write() as connection:
            await quizzes.relocate(connection, ours.quiz.id, channel_id)
        quiz, row = replace(ours.quiz, channel_id=channel_id), replace(ours.row, channel_id=channel_id)
        return Claimed(ours.run, quiz, row)

    async def post_now(self, ours: Claimed, schedule: ScheduleRow) -> int:
        """The id of the message; to be called alone with the quiz. `schedule`: as it was before the claim.

        Raises StageLost when there is no message and will be none, StageUnavailable.
        """
        try:
            return await self._posted(ours, schedule)
        except StageLost:
            async with self._database.write() as connection:
                await forget(connection, ours.quiz.id)
                await daily_runs.release(connection, ours.run)
                current = await schedules.get(connection, schedule.id, hold=True)
                was_to_come = schedule.next_date == ours.run.day
                if was_to_come and current is not None and not current.paused:
                    await wait_for(connection, current, ours.run.day)
            self._agenda.wake()
            raise

    async def _post(self, ours: Claimed, schedule: ScheduleRow) -> None:
        try:
            await self._posted(ours, schedule)
        except StageLost as lost:
            await self._refused(ours, str(lost))

    async def _posted(self, ours: Claimed, schedule: ScheduleRow) -> int:
        quiz, row = _opened(self._house.clock(), ours, schedule)
        message_id = await self._stage.post_question(self._card(quiz, row))
        await self._record(ours, schedule, message_id)
        return message_id

    def _card(self, quiz: QuizRow, row: RoundRow) -> QuestionCard:
        return cards.question_card(quiz, row, deadline_ms=self._house.now_ms() + row.limit_ms, answered=0)

    async def _record(self, ours: Claimed, schedule: ScheduleRow, message_id: int) -> None:
        opened = instant_of(snowflake_ms(message_id))
        quiz, row = _opened(opened, ours, schedule)
        late = ours.run.as_due.is_late(opened)
        async with self._database.write() as connection:
            closes_ms = await open_round(connection, quiz, row, message_id)
            await entries.drop(connection, Kind.POST_DAILY, row.id)
            values = {"state": RunState.POSTED.value, "late": late, "detail": ""}
            await daily_runs.change(connection, ours.run.schedule_id, ours.run.day, **values)
            if quiz.daily != ours.quiz.daily and quiz.daily is not None:
                await quizzes.change(connection, quiz.id, daily=quiz.daily.to_json())
            if schedule.failed_days:
                await schedules.change(connection, schedule.id, failed_days=0)
        self._agenda.wake(closes_ms)

    async def _refused(self, ours: Claimed, reason: str) -> None:
        """Keeps trying, ever less often, while the question may still be posted."""
        run = ours.run
        pause_ms = min(FIRST_RETRY_MS * 2**run.tries, LONGEST_RETRY_MS)
        log.info("daily question %s again in %d ms: %s", ours.row.id, pause_ms, reason)
        async with self._database.write() as connection:
            values = {"tries": run.tries + 1, "detail": reason}
            await daily_runs.change(connection, run.schedule_id, run.day, **values)
            now_ms = self._house.now_ms()
            # What was refused left no message: it need not be looked for further back than the next attempt.
            await rounds.move(
                connection, ours.row.id, RoundState.POSTING, RoundState.POSTING, asked_ms=now_ms
            )
            again_ms = now_ms + pause_ms
            await entries.put(connection, Kind.POST_DAILY, ours.row.id, ours.row.guild_id, again_ms)
        self._agenda.wake(again_ms)

    async def _forget(self, quiz: QuizRow) -> None:
        async with self._database.write() as connection:
            await forget(connection, quiz.id)

    async def _give_up(self, ours: Claimed) -> None:
        run, notice = ours.run, None
        async with self._database.write() as connection:
            schedule = await schedules.get(connection, run.schedule_id, hold=True)
            state, detail = (RunState.FAILED, run.detail) if run.tries else (RunState.SKIPPED, NOT_RUNNING)
            await daily_runs.change(connection, run.schedule_id, run.day, state=state.value, detail=detail)
            await forget(connection, ours.quiz.id)
            if run.tries and schedule is not None:
                notice = await day_failed(connection, schedule, run.detail)
        if notice:
            await self._stage.notify(ours.quiz.guild_id, ours.quiz.channel_id, notice)


def _opened(opens: datetime, ours: Claimed, schedule: ScheduleRow) -> tuple[QuizRow, RoundRow]:
    """Quiz and round as they are when the question opens then."""
    closes = closes_at(schedule.rule, ours.run.day, opens, schedule.open_for)
    quiz = ours.quiz
    if quiz.daily is not None:
        quiz = replace(quiz, daily=replace(quiz.daily, late=ours.run.as_due.is_late(opens)))
    return quiz, replace(ours.row, limit_ms=int((closes - opens).total_seconds() * 1000))
