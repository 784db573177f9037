"""What the two engines spell differently, or SQLAlchemy keeps apart."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import JSON, Connection, Table, column, func, literal, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert(connection: AsyncConnection | Connection, table: Table) -> sqlite.Insert:
    """An INSERT that knows ON CONFLICT, for the engine of the connection."""
    if connection.dialect.name == "postgresql":
        # Both classes have the same methods; one name for them keeps the callers plain.
        return postgresql.insert(table)  # type: ignore[return-value]
    return sqlite.insert(table)


async def hold_server(connection: AsyncConnection, guild_id: int) -> None:
    """Lets nobody else who asks for the server go on until the transaction ends.

    On SQLite whoever writes is alone anyway.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(guild_id)))


def rows_of(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> Any:
    """A JSON column to select from, which has one of the rows in each row; all of them are one parameter."""
    each = func.json_array_elements if connection.dialect.name == "postgresql" else func.json_each
    return each(literal(rows, JSON)).table_valued(column("value", JSON), name="each").c.value
