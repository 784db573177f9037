"""Schedules of daily questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.schedule import Rule
from bot.store.dialect import hold_server
from bot.store.tables import banks, schedules


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    id: int
    guild_id: int
    channel_id: int
    host_id: int
    bank_id: int | None
    bank_title: str
    """Empty when the bank is not offered any more."""
    rule: Rule
    open_hours: int | None
    role_id: int | None
    thread: bool
    instant: bool
    next_date: date
    """Of the run that the agenda waits for; the dates before it are dealt with."""
    paused: bool
    paused_because: str
    failed_days: int

    @property
    def open_for(self) -> timedelta | None:
        return timedelta(hours=self.open_hours) if self.open_hours is not None else None


def rule_values(rule: Rule) -> dict[str, str]:
    """The columns that keep a rule."""
    return {
        "at": rule.at.strftime("%H:%M"),
        "zone": rule.zone.key,
        "days": "".join(map(str, sorted(rule.days))),
    }


async def add(
    connection: AsyncConnection, *, guild_id: int, host_id: int, next_date: date, values: dict[str, object]
) -> int:
    """The new schedule's id; `values` are those that `change` takes too."""
    statement = schedules.insert().values(
        guild_id=guild_id, host_id=host_id, next_date=next_date.isoformat(), paused=False, **values
    )
    return int((await connection.execute(statement.returning(schedules.c.id))).scalar_one())


async def change(connection: AsyncConnection, schedule_id: int, **values: object) -> None:
    await connection.execute(schedules.update().where(schedules.c.id == schedule_id).values(**values))


async def remove(connection: AsyncConnection, schedule_id: int) -> None:
    await connection.execute(schedules.delete().where(schedules.c.id == schedule_id))


async def get(connection: AsyncConnection, schedule_id: int, *, hold: bool = False) -> ScheduleRow | None:
    """`hold` keeps others from changing it until the transaction ends."""
    query = _SELECT.where(schedules.c.id == schedule_id)
    if hold:
        query = query.with_for_update(of=schedules)
    row = (await connection.execute(query)).first()
    return _row(row) if row is not None else None


async def of_guild(connection: AsyncConnection, guild_id: int) -> list[ScheduleRow]:
    rows = await connection.execute(_SELECT.where(schedules.c.guild_id == guild_id).order_by(schedules.c.id))
    return [_row(row) for row in rows]


async def twin(
    connection: AsyncConnection,
    guild_id: int,
    *,
    channel_id: int,
    bank_id: int | None,
    rule: Rule,
    of: int | None,
) -> ScheduleRow | None:
    """One that is not paused and has that channel, bank and rule, other than the schedule `of`.

    None can come to be until the transaction ends.
    """
    await hold_server(connection, guild_id)
    values = {"guild_id": guild_id, "channel_id": channel_id, "bank_id": bank_id, **rule_values(rule)}
    alike = (schedules.c[name] == value for name, value in values.items())
    query = _SELECT.where(~schedules.c.paused, *alike)
    if of is not None:
        query = query.where(schedules.c.id != of)
    row = (await connection.execute(query.limit(1))).first()
    return _row(row) if row is not None else None


async def active(connection: AsyncConnection) -> Sequence[ScheduleRow]:
    rows = await connection.execute(_SELECT.where(~schedules.c.paused))
    return [_row(row) for row in rows]


_SELECT = sa.select(schedules, banks.c.title.label("bank_title")).select_from(
    schedules.outerjoin(banks, sa.and_(banks.c.id == schedules.c.bank_id, banks.c.active))
)


def _row(row: Any) -> ScheduleRow:
    return ScheduleRow(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        bank_id=row.bank_id,
        bank_title=row.bank_title or "",
        rule=Rule(time.fromisoformat(row.at), ZoneInfo(row.zone), frozenset(map(int, row.days))),
        open_hours=row.open_hours,
        role_id=row.role_id,
        thread=row.thread,
        instant=row.instant,
        next_date=date.fromisoformat(row.next_date),
        paused=row.paused,
        paused_because=row.paused_because,
        failed_days=row.failed_days,
    )
