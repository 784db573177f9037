"""Posting daily questions: what is due in due order, late rather than never, and at most once a day."""

import asyncio
import logging
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.core.daily import Run, RunState, closes_at, due_runs
from bot.core.snowflake import snowflake_ms
from bot.errors import StageLost, StageUnavailable
from bot.services import cards
from bot.services.agenda import Agenda, EntryGoneError
from bot.services.daily_claims import (
    LOOK_AGAIN_MS,
    NO_BANK,
    NOT_RUNNING,
    Claimed,
    NoBankError,
    claim,
    day_failed,
    look_ahead,
    put_run,
    skip,
    withdraw,
)
from bot.services.house import House
from bot.services.quiz_steps import QuizSteps, open_round
from bot.services.stage import Stage
from bot.store import agenda as entries
from bot.store import daily_runs, quizzes, schedules
from bot.store.agenda import Kind
from bot.store.daily_runs import RunRow
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
    claimed: list[Claimed] = field(default_factory=list)
    """To be posted."""
    notices: list[str] = field(default_factory=list)
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
        """Claims each date that is due, and posts the question unless it is too late for it."""
        async with AsyncExitStack() as alone:
            async with self._turns:
                due = await self._claim_due(schedule_id, alone)
                self._agenda.wake(self._house.now_ms() + LOOK_AGAIN_MS)
                # Begun within the turn: that way they reach Discord in due order.
                posting = [asyncio.create_task(self._post_first(ours, due.schedule)) for ours in due.claimed]
            for post in posting:
                await post
        for notice in due.notices:
            await self._stage.notify(due.schedule.guild_id, due.schedule.channel_id, notice)

    async def _claim_due(self, schedule_id: int, alone: AsyncExitStack) -> Due:
        """Raises EntryGoneError when the schedule is not to be run."""
        now = self._house.clock()
        async with self._database.write() as connection:
            schedule = await schedules.get(connection, schedule_id, hold=True)
            if schedule is None or schedule.paused:
                raise EntryGoneError
            due = Due(schedule)
            runs = list(due_runs(schedule.rule, schedule.next_date, now))
            if runs:
                await look_ahead(connection, schedule, runs[-1].day, now)
            else:  # the clock was set back, or the zone has got another rule
                await put_run(connection, schedule, schedule.next_date)
            for run in runs:
                await self._deal_with(connection, due, run, now)
            for ours in due.claimed:
                # Before others can see it: none may take it back while it is being posted.
                await alone.enter_async_context(self._steps.alone(ours.quiz.id))
        return due

    async def _deal_with(self, connection: Transaction, due: Due, run: Run, now: datetime) -> None:
        if now - run.due > self._catch_up:
            await skip(connection, due.schedule, run)
            return
        try:
            ours = await claim(connection, due.schedule, run, now)
        except NoBankError:
            await daily_runs.fail(connection, due.schedule.id, run.day, NO_BANK)
            notice = await day_failed(connection, due.schedule, NO_BANK)
            due.notices += [notice] if notice else []
        else:
            due.claimed += [ours] if ours else []

    async def _post_first(self, ours: Claimed, schedule: ScheduleRow) -> None:
        try:
            await self._post(ours, schedule, may_exist=False)
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
            if row.state is not RoundState.POSTING or run is None or schedule is None:
                async with self._database.write() as connection:
                    await entries.drop(connection, Kind.POST_DAILY, round_id)
                return
            if self._too_late(run):
                await self._give_up(schedule, run)
            else:
                await self._post(Claimed(run, quiz, row), schedule, may_exist=True)

    async def post_now(self, ours: Claimed, schedule: ScheduleRow) -> int:
        """The id of the message. Raises StageLost when there is none and will be none, StageUnavailable."""
        async with self._steps.alone(ours.quiz.id):
            try:
                return await self._posted(ours, schedule, may_exist=False)
            except StageLost as lost:
                async with self._database.write() as connection:
                    await withdraw(connection, ours.run, RunState.FAILED, str(lost))
                    await daily_runs.release(connection, ours.run)
                raise

    async def _post(self, ours: Claimed, schedule: ScheduleRow, *, may_exist: bool) -> None:
        try:
            await self._posted(ours, schedule, may_exist=may_exist)
        except StageLost as lost:
            await self._refused(ours, str(lost))

    async def _posted(self, ours: Claimed, schedule: ScheduleRow, *, may_exist: bool) -> int:
        now = self._house.clock()
        quiz, row = self._as_of(now, ours, schedule)
        deadline_ms = int(now.timestamp() * 1000) + row.limit_ms
        card = cards.question_card(quiz, row, deadline_ms=deadline_ms, answered=0)
        message_id = await self._stage.find_question(card) if may_exist else None
        if message_id is None:
            message_id = await self._stage.post_question(card)
        opened = datetime.fromtimestamp(snowflake_ms(message_id) / 1000, UTC)
        quiz, row = self._as_of(opened, ours, schedule)
        await self._record(ours, schedule, quiz, row, message_id)
        return message_id

    def _as_of(self, opens: datetime, ours: Claimed, schedule: ScheduleRow) -> tuple[QuizRow, RoundRow]:
        """Quiz and round as they are when the question opens then."""
        due = datetime.fromtimestamp(ours.run.due_ms / 1000, UTC)
        closes = closes_at(schedule.rule, ours.run.day, opens, schedule.open_for)
        quiz = ours.quiz
        if quiz.daily is not None:
            quiz = replace(quiz, daily=replace(quiz.daily, late=Run(ours.run.day, due).is_late(opens)))
        return quiz, replace(ours.row, limit_ms=int((closes - opens).total_seconds() * 1000))

    async def _record(
        self, ours: Claimed, schedule: ScheduleRow, quiz: QuizRow, row: RoundRow, message_id: int
    ) -> None:
        async with self._database.write() as connection:
            closes_ms = await open_round(connection, quiz, row, message_id)
            await entries.drop(connection, Kind.POST_DAILY, row.id)
            late = quiz.daily is not None and quiz.daily.late
            await daily_runs.change(connection, ours.run, state=RunState.POSTED.value, late=late, detail="")
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
            await daily_runs.change(connection, run, tries=run.tries + 1, detail=reason)
            again_ms = self._house.now_ms() + pause_ms
            await entries.put(connection, Kind.POST_DAILY, ours.row.id, ours.row.guild_id, again_ms)
        self._agenda.wake(again_ms)

    def _too_late(self, run: RunRow) -> bool:
        return self._house.now_ms() - run.due_ms > self._catch_up.total_seconds() * 1000

    async def _give_up(self, schedule: ScheduleRow, run: RunRow) -> None:
        notice = None
        async with self._database.write() as connection:
            if run.tries:
                await withdraw(connection, run, RunState.FAILED, run.detail)
                notice = await day_failed(connection, schedule, run.detail)
            else:
                await withdraw(connection, run, RunState.SKIPPED, NOT_RUNNING)
        if notice:
            await self._stage.notify(schedule.guild_id, schedule.channel_id, notice)
