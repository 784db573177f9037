"""One player's figures in a server, read by their keys."""

from collections.abc import Collection
from datetime import date

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.board import ALL_BANKS
from bot.core.period import Period, start_of
from bot.core.ranking import Score
from bot.store.tables import answers, banks, totals


async def fastest_ms(connection: AsyncConnection, guild_id: int, player_id: int) -> int | None:
    query = sa.select(sa.func.min(answers.c.elapsed_ms)).where(
        answers.c.guild_id == guild_id, answers.c.player_id == player_id, answers.c.is_right.is_(True)
    )
    fastest: int | None = await connection.scalar(query)
    return fastest


async def by_bank(connection: AsyncConnection, guild_id: int, player_id: int) -> dict[str, Score]:
    """Of all time, by the bank's title."""
    query = (
        sa.select(banks.c.title, totals)
        .join(totals, totals.c.bank_id == banks.c.id)
        .where(
            totals.c.guild_id == guild_id,
            totals.c.period == Period.ALL.value,
            totals.c.starts == start_of(Period.ALL, date.min).isoformat(),
            totals.c.player_id == player_id,
        )
    )
    return {
        row.title: Score(player_id, row.points, row.right_count, row.answered, row.total_ms)
        for row in await connection.execute(query)
    }


async def points_by_week(
    connection: AsyncConnection, guild_id: int, player_id: int, starts: Collection[date]
) -> dict[date, int]:
    """Of the weeks that begin on those Mondays; one without answers is missing."""
    query = sa.select(totals.c.starts, totals.c.points).where(
        totals.c.guild_id == guild_id,
        totals.c.bank_id == ALL_BANKS,
        totals.c.period == Period.WEEK.value,
        totals.c.starts.in_([start.isoformat() for start in starts]),
        totals.c.player_id == player_id,
    )
    return {date.fromisoformat(row.starts): row.points for row in await connection.execute(query)}
