"""The one statement that the two engines spell alike but SQLAlchemy keeps apart."""

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert(connection: AsyncConnection | Connection, table: Table) -> sqlite.Insert:
    """An INSERT that knows ON CONFLICT, for the engine of the connection."""
    if connection.dialect.name == "postgresql":
        # Both classes have the same methods; one name for them keeps the callers plain.
        return postgresql.insert(table)  # type: ignore[return-value]
    return sqlite.insert(table)
