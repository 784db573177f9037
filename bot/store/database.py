"""One database: who may write when, how durable a commit is, and the migrations that run at start."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store.claim import Claim

Transaction = AsyncConnection
T = TypeVar("T")

# FULL: a commit is on the disk before it is acknowledged, and survives a power cut.
SQLITE_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
# Any number that nothing else in the database takes a lock by.
UPGRADE_LOCK = 7_317_064_221


class Database:
    """Opened by its URL; `claim` and `upgrade` come before anything else, `close` last."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        self._file = Path(parsed.database) if self.is_sqlite and parsed.database else None
        if self._file:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        self._claim: Claim | None = None
        # Without parameters, so that no log holds who answered what.
        self._engine = create_async_engine(parsed, pool_pre_ping=not self.is_sqlite, hide_parameters=True)
        self._thread = _SQLiteThread(parsed) if self.is_sqlite else None
        if self.is_sqlite:
            _listen_sqlite(self._engine.sync_engine)
            event.listen(self._engine.sync_engine, "invalidate", _roll_back_sqlite)
        # On SQLite a transaction sees one state by itself; PostgreSQL's own choice looks anew for each query.
        snapshot = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self._engine.execution_options(**snapshot)
        self._writer = self._engine.execution_options(writes=True)
        # SQLite has one writer at a time: waiting here is fair and cannot time out as waiting there can.
        self._turn = asyncio.Lock() if self.is_sqlite else nullcontext()

    def claim(self) -> None:
        """Raises UserError when another process works on the same SQLite file; PostgreSQL can be shared."""
        if self._file and self._file.name != ":memory:":
            self._claim = Claim(self._file)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """A transaction, committed on leaving and rolled back on an exception."""
        async with self._turn, self._writer.begin() as connection:
            yield connection

    async def write_in_one(self, work: Callable[[Connection], T]) -> T:
        """A transaction like that of `write`, for work that waits for nothing between its statements.

        Its parts do not go back and forth between threads one by one, which takes longer than SQLite itself.
        """
        if self._thread is None:
            async with self.write() as connection:
                return await connection.run_sync(work)
        async with self._turn:
            return await self._thread.transact(work)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """A transaction that sees one state of the database and leaves nothing behind."""
        async with self._reader.connect() as connection:
            yield connection

    async def upgrade(self) -> None:
        async with self._turn, self._writer.connect() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        await self._engine.dispose()
        if self._thread:
            self._thread.close()
        if self._claim:
            self._claim.release()
            self._claim = None


class _SQLiteThread:
    """A thread with a connection of its own."""

    def __init__(self, url: URL) -> None:
        engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
        _listen_sqlite(engine)
        self._engine = engine.execution_options(writes=True)
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="sqlite")

    async def transact(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._transact, work)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        self._executor.submit(self._engine.dispose)
        self._executor.shutdown(wait=False)


def _listen_sqlite(engine: Engine) -> None:
    event.listen(engine, "connect", _configure_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _configure_sqlite(connection: Any, _record: Any) -> None:
    # The driver's own idea of when a transaction begins is switched off; `_begin_sqlite` says it.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in SQLITE_PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later can fail without having waited; IMMEDIATE waits.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _roll_back_sqlite(connection: Any, _record: Any, error: BaseException | None) -> None:
    # A connection that is closed with a cursor still open keeps the file locked.
    if isinstance(error, asyncio.CancelledError):
        connection.rollback()


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Processes that start together take turns; the first does the work.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()
