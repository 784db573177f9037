"""The seasons of servers: at most one runs at a time, and the ended ones stay."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.round import GRACE_MS
from bot.store.agenda import Kind
from bot.store.dialect import insert
from bot.store.tables import agenda, rounds, seasons, totals

_RUNNING = seasons.c.ended_ms.is_(None)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    id: int
    guild_id: int
    name: str
    starts_ms: int
    ends_ms: int | None
    """When it is to end by itself."""
    ended_ms: int | None
    """None while it runs."""


async def add(
    connection: AsyncConnection, *, guild_id: int, name: str, starts_ms: int, ends_ms: int | None
) -> SeasonRow | None:
    """The new season; None when one runs in the server."""
    statement = insert(connection, seasons).values(
        guild_id=guild_id, name=name, starts_ms=starts_ms, ends_ms=ends_ms
    )
    one_at_a_time = statement.on_conflict_do_nothing(index_elements=["guild_id"], index_where=_RUNNING)
    row = (await connection.execute(one_at_a_time.returning(seasons))).first()
    return _row(row) if row is not None else None


async def get(connection: AsyncConnection, season_id: int) -> SeasonRow | None:
    row = (await connection.execute(sa.select(seasons).where(seasons.c.id == season_id))).first()
    return _row(row) if row is not None else None


async def running(connection: AsyncConnection, guild_id: int, *, hold: bool = False) -> SeasonRow | None:
    """`hold` keeps it from ending until the transaction does."""
    query = sa.select(seasons).where(seasons.c.guild_id == guild_id, _RUNNING)
    if hold:
        query = query.with_for_update(read=True)
    row = (await connection.execute(query)).first()
    return _row(row) if row is not None else None


async def of_guild(connection: AsyncConnection, guild_id: int) -> list[SeasonRow]:
    """The newest first."""
    query = sa.select(seasons).where(seasons.c.guild_id == guild_id).order_by(seasons.c.id.desc())
    return [_row(row) for row in await connection.execute(query)]


async def end(connection: AsyncConnection, season_id: int, now_ms: int) -> bool:
    """Whether it was running until now."""
    ended = await connection.execute(
        seasons.update().where(seasons.c.id == season_id, _RUNNING).values(ended_ms=now_ms)
    )
    return ended.rowcount == 1


async def has_rounds_to_close(connection: AsyncConnection, season: SeasonRow) -> bool:
    """Whether a round that was over before the season's own end has not been counted yet."""
    query = sa.select(agenda.c.id).where(
        agenda.c.kind == Kind.CLOSE_ROUND.value,
        agenda.c.guild_id == season.guild_id,
        agenda.c.due_ms <= season.ends_ms,
    )
    return await connection.scalar(query.limit(1)) is not None


def was_over_during(season: SeasonRow) -> sa.ColumnElement[bool]:
    """Of a closed round: whether it was over between the season's start and its own end.

    However late it was closed or counted: it was over when it was to be closed, or closed early.
    """
    due_ms = rounds.c.opened_ms + rounds.c.limit_ms + GRACE_MS
    since = sa.and_(due_ms >= season.starts_ms, rounds.c.closed_ms >= season.starts_ms)
    if season.ends_ms is None:
        return since
    return sa.and_(since, sa.or_(due_ms <= season.ends_ms, rounds.c.closed_ms <= season.ends_ms))


async def winners(connection: AsyncConnection, season: SeasonRow) -> list[int]:
    """Who stands first among its players, several where they are equal."""
    of_season = sa.and_(
        totals.c.guild_id == season.guild_id,
        totals.c.bank_id == 0,
        totals.c.period == "season",
        totals.c.starts == str(season.id),
    )
    best_first = (totals.c.points.desc(), totals.c.right_count.desc(), totals.c.total_ms)
    best = (
        await connection.execute(sa.select(totals).where(of_season).order_by(*best_first).limit(1))
    ).first()
    if best is None:
        return []
    equals = sa.select(totals.c.player_id).where(
        of_season,
        totals.c.points == best.points,
        totals.c.right_count == best.right_count,
        totals.c.total_ms == best.total_ms,
    )
    return list(await connection.scalars(equals.order_by(totals.c.player_id)))


def _row(row: Any) -> SeasonRow:
    return SeasonRow(row.id, row.guild_id, row.name, row.starts_ms, row.ends_ms, row.ended_ms)
