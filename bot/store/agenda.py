"""Everything that is due some time: one row each, written with the state that needs it."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.dialect import insert
from bot.store.tables import agenda


class Kind(StrEnum):
    POST_QUESTION = "post_question"
    CLOSE_ROUND = "close_round"
    REVEAL_ROUND = "reveal_round"
    FINISH_QUIZ = "finish_quiz"
    RUN_SCHEDULE = "run_schedule"
    POST_DAILY = "post_daily"
    END_SEASON = "end_season"


_KINDS = {kind.value: kind for kind in Kind}
ROUND_KINDS = (Kind.POST_QUESTION, Kind.POST_DAILY, Kind.CLOSE_ROUND, Kind.REVEAL_ROUND)


class Entry(NamedTuple):
    """A tuple, as a busy agenda reads a few hundred of them for each one that is done."""

    due_ms: int
    kind: Kind
    subject_id: int

    @property
    def key(self) -> tuple[Kind, int]:
        """Tells it from every other for good; SQLite gives the number of a row that went to a new one."""
        return (self.kind, self.subject_id)


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards a process works for, of `count` in all; each guild belongs to exactly one."""

    ids: tuple[int, ...]
    count: int

    def owns_guild(self, guild_id: int) -> bool:
        return (guild_id >> 22) % self.count in self.ids

    def owns(self) -> sa.ColumnElement[bool]:
        # https://discord.com/developers/docs/events/gateway#sharding
        return (agenda.c.guild_id // (1 << 22) % self.count).in_(self.ids)


async def put(connection: AsyncConnection, kind: Kind, subject_id: int, guild_id: int, due_ms: int) -> None:
    """Adds the entry, or moves the one there is to the new time."""
    statement = insert(connection, agenda).values(
        kind=kind.value, subject_id=subject_id, guild_id=guild_id, due_ms=due_ms
    )
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["kind", "subject_id"], set_={"due_ms": due_ms})
    )


async def drop(connection: AsyncConnection, kind: Kind, subject_id: int) -> None:
    await connection.execute(
        agenda.delete().where(agenda.c.kind == kind.value, agenda.c.subject_id == subject_id)
    )


async def bring_forward(connection: AsyncConnection, kind: Kind, subject_id: int, due_ms: int) -> None:
    await connection.execute(
        agenda.update()
        .where(agenda.c.kind == kind.value, agenda.c.subject_id == subject_id, agenda.c.due_ms > due_ms)
        .values(due_ms=due_ms)
    )


async def due_times(connection: AsyncConnection, kind: Kind) -> dict[int, int]:
    """When each subject of the kind is due, in Unix milliseconds."""
    rows = await connection.execute(
        sa.select(agenda.c.subject_id, agenda.c.due_ms).where(agenda.c.kind == kind.value)
    )
    return {row.subject_id: row.due_ms for row in rows}


async def upcoming(
    connection: AsyncConnection, kinds: Collection[Kind], shards: Shards | None, limit: int
) -> list[Entry]:
    """The next entries of the kinds, in the order they are due."""
    query = sa.select(agenda.c.due_ms, agenda.c.kind, agenda.c.subject_id).where(
        agenda.c.kind.in_([kind.value for kind in kinds])
    )
    if shards is not None:
        query = query.where(shards.owns())
    rows = await connection.execute(query.order_by(agenda.c.due_ms, agenda.c.id).limit(limit))
    return [Entry(due_ms, _KINDS[kind], subject_id) for due_ms, kind, subject_id in rows]
