"""Daily questions as quizmasters meet them: add, change, pause, look ahead, post now."""

from contextlib import AsyncExitStack
from datetime import timedelta

from bot.core.daily import Run
from bot.core.instant import unix_ms
from bot.errors import StageLost, StageUnavailable, UserError
from bot.services.agenda import Agenda
from bot.services.daily_claims import (
    Claimed,
    NoBankError,
    claim,
    draw,
    look_ahead,
    put_run,
    wait_for,
)
from bot.services.daily_posts import DailyPosts
from bot.services.daily_requests import (
    MOST_PER_SERVER,
    NoScheduleError,
    Plan,
    PostedAlreadyError,
    Preview,
    SameScheduleError,
    Schedule,
)
from bot.services.daily_views import previewed, shown
from bot.services.house import House
from bot.services.quiz_steps import QuizSteps
from bot.services.stage import Stage
from bot.store import agenda as entries
from bot.store import banks, daily_runs, schedules
from bot.store.agenda import Kind
from bot.store.database import Transaction
from bot.store.schedules import ScheduleRow, rule_values

PREVIEWED_RUNS = 5


class Daily:
    """Each call that names a schedule raises NoScheduleError when the server has none of that id."""

    def __init__(
        self, house: House, stage: Stage, agenda: Agenda, steps: QuizSteps, catch_up: timedelta
    ) -> None:
        self._house = house
        self._database = house.database
        self._agenda = agenda
        self._steps = steps
        self._posts = DailyPosts(house, stage, agenda, steps, catch_up)

    async def refresh(self) -> None:
        """Makes the agenda agree with the zones as they are now: governments change them."""
        async with self._database.read() as connection:
            due = await entries.due_times(connection, Kind.RUN_SCHEDULE)
            rows = [row for row in await schedules.active(connection) if self._house.owns(row.guild_id)]
        moved = [row for row in rows if due.get(row.id) != unix_ms(row.rule.run_at(row.next_date))]
        if moved:
            async with self._database.write() as connection:
                for row in moved:
                    await put_run(connection, row, row.next_date)

    async def add(self, guild_id: int, host_id: int, plan: Plan) -> Schedule:
        """Raises SameScheduleError, and UserError for a missing bank and for too many schedules."""
        async with self._database.write() as connection:
            await _require_bank(connection, plan.bank_id)
            await _refuse_twin(connection, guild_id, plan)
            if len(await schedules.of_guild(connection, guild_id)) >= MOST_PER_SERVER:
                raise UserError(
                    f"This server has {MOST_PER_SERVER} daily questions already: "
                    "remove one with /daily remove."
                )
            next_date = plan.rule.next_date(self._house.clock(), None)
            schedule_id = await schedules.add(
                connection,
                next_date=next_date,
                guild_id=guild_id,
                host_id=host_id,
                values=_columns(plan),
            )
            row = await _schedule(connection, guild_id, schedule_id)
            await put_run(connection, row, next_date)
            added = await shown(connection, [row])
        self._agenda.wake()
        return added[0]

    async def list(self, guild_id: int) -> list[Schedule]:
        async with self._database.read() as connection:
            return await shown(connection, await schedules.of_guild(connection, guild_id))

    async def get(self, guild_id: int, schedule_id: int) -> Schedule:
        async with self._database.read() as connection:
            return (await shown(connection, [await _schedule(connection, guild_id, schedule_id)]))[0]

    async def edit(self, guild_id: int, schedule_id: int, plan: Plan) -> Schedule:
        """What waits to be posted goes to the new channel.

        Raises SameScheduleError, and UserError for a bank that is not there.
        """
        async with self._database.write() as connection:
            before = await _schedule(connection, guild_id, schedule_id, hold=True)
            if plan.bank_id != before.bank_id:
                await _require_bank(connection, plan.bank_id)
            if not before.paused:
                await _refuse_twin(connection, guild_id, plan, of=schedule_id)
            await schedules.change(connection, schedule_id, failed_days=0, **_columns(plan))
            await self._look_at_unposted(connection, schedule_id)
            if not before.paused:
                await self._follow(connection, before)
        self._agenda.wake()
        return await self.get(guild_id, schedule_id)

    async def pause(self, guild_id: int, schedule_id: int) -> Schedule:
        """What waits to be posted is not posted any more."""
        async with self._database.write() as connection:
            await _schedule(connection, guild_id, schedule_id, hold=True)
            await schedules.change(connection, schedule_id, paused=True, paused_because="")
            await entries.drop(connection, Kind.RUN_SCHEDULE, schedule_id)
            await self._look_at_unposted(connection, schedule_id)
            await daily_runs.take_back(connection, schedule_id, "the schedule was paused")
        self._agenda.wake()
        return await self.get(guild_id, schedule_id)

    async def resume(self, guild_id: int, schedule_id: int) -> Schedule:
        """Begins with the next run that is still to come. Raises SameScheduleError."""
        async with self._database.write() as connection:
            row = await _schedule(connection, guild_id, schedule_id, hold=True)
            if row.paused:
                await _refuse_twin(connection, guild_id, row, of=schedule_id)
                values = {"paused": False, "paused_because": "", "failed_days": 0}
                await schedules.change(connection, schedule_id, **values)
                await self._go_on(connection, row)
        self._agenda.wake()
        return await self.get(guild_id, schedule_id)

    async def remove(self, guild_id: int, schedule_id: int) -> None:
        """A question that is open stays so until it closes."""
        async with self._database.write() as connection:
            await _schedule(connection, guild_id, schedule_id, hold=True)
            await entries.drop(connection, Kind.RUN_SCHEDULE, schedule_id)
            await self._look_at_unposted(connection, schedule_id)
            await schedules.remove(connection, schedule_id)
        self._agenda.wake()

    async def preview(self, guild_id: int, schedule_id: int) -> Preview:
        """Raises UserError when there is no question to show."""
        now = self._house.clock()
        async with self._database.read() as connection:
            row = await _schedule(connection, guild_id, schedule_id)
            last = (await daily_runs.latest(connection, [row.id])).get(row.id)
            first = row.rule.next_date(now, last.day if last else None)
            try:
                bank, drawn = await draw(connection, row, first)
            except NoBankError:
                raise _no_bank() from None
            [schedule] = await shown(connection, [row])
        runs = [first]
        while len(runs) < PREVIEWED_RUNS:
            runs.append(row.rule.next_date(now, runs[-1]))
        card = previewed(row, bank.title, drawn, Run(first, row.rule.run_at(first)))
        return Preview(schedule, card, [unix_ms(row.rule.run_at(day)) for day in runs])

    async def post_now(self, guild_id: int, schedule_id: int) -> int:
        """Posts today's question, which the schedule then does not post again; the id of its message.

        Raises PostedAlreadyError, and UserError when it cannot be posted.
        """
        async with AsyncExitStack() as alone:
            async with self._database.write() as connection:
                row = await _schedule(connection, guild_id, schedule_id, hold=True)
                ours = await self._claim_today(connection, row)
                # Before others can see it: none may look after it while it is being posted.
                await alone.enter_async_context(self._steps.alone(ours.quiz.id))
            self._agenda.wake()
            try:
                return await self._posts.post_now(ours, row)
            except StageLost as lost:
                raise UserError(f"It could not be posted, because {lost}.") from lost
            except StageUnavailable as error:
                raise UserError(
                    "Discord does not answer just now: the question is posted as soon as it does."
                ) from error

    async def _claim_today(self, connection: Transaction, row: ScheduleRow) -> Claimed:
        now = self._house.clock()
        today = now.astimezone(row.rule.zone).date()
        try:
            ours = await claim(connection, row, Run(today, now), now)
        except NoBankError:
            raise _no_bank() from None
        if ours is None:
            run = await daily_runs.on(connection, row.id, today)
            raise PostedAlreadyError(run.channel_id if run else None, run.message_id if run else None)
        if not row.paused and row.next_date == today:
            await look_ahead(connection, row, today, now)
        return ours

    async def _follow(self, connection: Transaction, before: ScheduleRow) -> None:
        """Puts the next run by the new rule on the agenda; a day that is owed by the old one stays so."""
        row = await _schedule(connection, before.guild_id, before.id)
        if before.rule.run_at(before.next_date) <= self._house.clock():
            await wait_for(connection, row, before.next_date)
        else:
            await self._go_on(connection, row)

    async def _go_on(self, connection: Transaction, row: ScheduleRow) -> None:
        last = (await daily_runs.latest(connection, [row.id])).get(row.id)
        await look_ahead(connection, row, last.day if last else None, self._house.clock())

    async def _look_at_unposted(self, connection: Transaction, schedule_id: int) -> None:
        """What is claimed but not posted yet meets the change at once."""
        for round_id in await daily_runs.unposted_rounds(connection, schedule_id):
            await entries.bring_forward(connection, Kind.POST_DAILY, round_id, self._house.now_ms())


async def _schedule(
    connection: Transaction, guild_id: int, schedule_id: int, *, hold: bool = False
) -> ScheduleRow:
    row = await schedules.get(connection, schedule_id, hold=hold)
    if row is None or row.guild_id != guild_id:
        raise NoScheduleError
    return row


async def _refuse_twin(
    connection: Transaction, guild_id: int, plan: Plan | ScheduleRow, of: int | None = None
) -> None:
    twin = await schedules.twin(
        connection, guild_id, channel_id=plan.channel_id, bank_id=plan.bank_id, rule=plan.rule, of=of
    )
    if twin is not None:
        raise SameScheduleError(twin.channel_id, twin.rule)


async def _require_bank(connection: Transaction, bank_id: int) -> None:
    bank = await banks.hold(connection, bank_id)
    if bank is None:
        raise UserError("That question bank is not here any more: choose another one.")
    if not bank.questions:
        raise _no_bank()


def _no_bank() -> UserError:
    return UserError("There is no question to ask: choose another bank with /daily edit.")


def _columns(plan: Plan) -> dict[str, object]:
    return {
        **rule_values(plan.rule),
        "channel_id": plan.channel_id,
        "bank_id": plan.bank_id,
        "open_hours": plan.open_hours,
        "role_id": plan.role_id,
        "thread": plan.thread,
        "instant": plan.instant,
    }
