"""What names a board in the tables, and the boards that the answers of a round stand on."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.board import ALL_BANKS
from bot.core.period import BY_DATE, Period, start_of
from bot.store.dialect import rows_of
from bot.store.tables import rounds, totals

NAMES = ("guild_id", "bank_id", "period", "starts")


@dataclass(frozen=True, slots=True)
class BoardKey:
    """`starts` is a date or, of a season, its id."""

    guild_id: int
    period: Period
    starts: str
    bank_id: int = ALL_BANKS

    @classmethod
    def on(cls, guild_id: int, period: Period, day: date, bank_id: int = ALL_BANKS) -> "BoardKey":
        return cls(guild_id, period, start_of(period, day).isoformat(), bank_id)

    @classmethod
    def of_season(cls, guild_id: int, season_id: int, bank_id: int = ALL_BANKS) -> "BoardKey":
        return cls(guild_id, Period.SEASON, str(season_id), bank_id)

    def of(self, table: sa.FromClause) -> sa.ColumnElement[bool]:
        """Where the board's rows are in a table of boards."""
        return sa.and_(*(table.c[name] == value for name, value in self.values().items()))

    def values(self) -> dict[str, int | str]:
        """The columns that name it."""
        values = (self.guild_id, self.bank_id, self.period.value, self.starts)
        return dict(zip(NAMES, values, strict=True))


async def of_rounds(connection: AsyncConnection, round_ids: Collection[int]) -> sa.CTE | None:
    """A row for each of the rounds and each board its answers stand on; None where there is no round."""
    query = sa.select(rounds).where(rounds.c.id.in_(round_ids), rounds.c.local_date.is_not(None))
    keys = [
        {"round_id": row.id} | key.values() for row in await connection.execute(query) for key in _boards(row)
    ]
    if not keys:
        return None
    # In one parameter: the statements are then the same for any number of keys, and compiled once.
    each = rows_of(connection, keys)
    values = {name: each[name].as_string() for name in ("round_id", *NAMES)}
    types = {"round_id": sa.BigInteger(), **{name: totals.c[name].type for name in NAMES}}
    columns = [sa.cast(value, types[name]).label(name) for name, value in values.items()]
    return sa.select(*columns).cte("keys")


def _boards(row: Any) -> Iterator[BoardKey]:
    for bank_id in {ALL_BANKS, row.bank_id or ALL_BANKS}:
        for period in BY_DATE:
            yield BoardKey.on(row.guild_id, period, date.fromisoformat(row.local_date), bank_id)
        if row.season_id is not None:
            yield BoardKey.of_season(row.guild_id, row.season_id, bank_id)
