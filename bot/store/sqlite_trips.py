"""aiosqlite with one trip to its thread for a statement, where it makes one each to begin, run, read and end.

A trip takes longer than what SQLite does on it.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import aiosqlite
from aiosqlite.core import _STOP_RUNNING_SENTINEL


class _Cursor(aiosqlite.Cursor):
    def __init__(self, connection: aiosqlite.Connection, cursor: sqlite3.Cursor) -> None:
        super().__init__(connection, cursor)
        self._rows: list[Any] = []
        self._ran = False

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> "_Cursor":
        self._rows = await self._execute(self._run, sql, parameters or ())  # type: ignore[no-untyped-call]
        self._ran = True
        return self

    def _run(self, sql: str, parameters: Any) -> list[Any]:
        return self._cursor.execute(sql, parameters).fetchall()

    async def fetchall(self) -> Iterable[sqlite3.Row]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        if self._ran:
            self._cursor.close()
        else:  # one that was cancelled may be running still: closing it here would wait for its end
            await super().close()


class Connection(aiosqlite.Connection):
    def cursor(self) -> _Cursor:  # type: ignore[override]
        return _Cursor(self, self._conn.cursor())

    def stop(self) -> None:
        """Told to nobody: what is left of a connection may end after the loop that would have to be told."""
        self._running = False
        self._tx.put_nowait((None, self._close_and_stop))

    def _close_and_stop(self) -> object:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        return _STOP_RUNNING_SENTINEL


def connector(file: str) -> Callable[[], Awaitable[aiosqlite.Connection]]:
    """For SQLAlchemy's `async_creator`."""

    def connect() -> Awaitable[aiosqlite.Connection]:
        connection = Connection(lambda: sqlite3.connect(file, check_same_thread=False), 64)
        connection._thread.daemon = True  # as SQLAlchemy has it: a process ends though one is open
        return connection

    return connect
