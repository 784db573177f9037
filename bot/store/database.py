"""One database: who may write when, how durable a commit is, and the migrations that run at start."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import UserError
from bot.store.engines import engine_for, parsed_url, sqlite_file
from bot.store.file_claim import FileClaim
from bot.store.shard_claim import ShardClaim
from bot.store.sqlite_thread import SQLiteThread
from bot.store.unusable import said_plainly

Transaction = AsyncConnection
T = TypeVar("T")

# Any number that nothing else in the database takes a lock by.
UPGRADE_LOCK = 7_317_064_221


class Database:
    """Opened by its URL; `claim` and `upgrade` come before anything else, `close` last.

    These and the constructor raise UserError when the database cannot be used.
    """

    def __init__(self, url: str) -> None:
        self._url = parsed_url(url)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        self._file = sqlite_file(self._url)
        self._claim: FileClaim | ShardClaim | None = None
        with said_plainly(self._url):
            if self._file:
                self._file.parent.mkdir(parents=True, exist_ok=True)
            self._engine = engine_for(self._url)
        self._thread = SQLiteThread(self._url) if self.is_sqlite else None
        # On SQLite a transaction sees one state by itself; PostgreSQL's own choice looks anew for each query.
        snapshot = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self._engine.execution_options(**snapshot)
        self._writer = self._engine.execution_options(writes=True)
        # SQLite has one writer at a time: waiting here is fair and cannot time out as waiting there can.
        self._turn = asyncio.Lock() if self.is_sqlite else nullcontext()

    async def claim(self, shards: tuple[int, ...] | None = None) -> None:
        """Raises UserError when another process works on the same SQLite file, or for the same shards."""
        with said_plainly(self._url):
            if not self.is_sqlite:
                self._claim = await ShardClaim.of(engine_for(self._url), shards)
            elif self._file:
                self._claim = FileClaim(self._file)

    async def claim_lost(self) -> None:
        """Returns when another process could take what this one has claimed; never for a file."""
        if isinstance(self._claim, ShardClaim):
            await self._claim.lost()
        else:
            await asyncio.Event().wait()

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
        with said_plainly(self._url):
            async with self.write() as connection:
                await connection.execute(text("SELECT 1"))
        # A migration of much data, or waiting for that of another process, takes as long as it takes.
        patient = self._engine if self.is_sqlite else engine_for(self._url, command_s=None)
        try:
            async with self._turn, patient.execution_options(writes=True).connect() as connection:
                await connection.run_sync(_upgrade)
        finally:
            if patient is not self._engine:
                await patient.dispose()

    async def close(self) -> None:
        await self._engine.dispose()
        if self._thread:
            self._thread.close()
        if self._claim:
            await self._claim.release()
            self._claim = None


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # Processes that start together take turns; the first does the work.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    else:
        # Begins the transaction: else Alembic makes one of each migration, and others could come between.
        connection.execute(text("SELECT 1"))
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise UserError(
            "The database was last used by a newer version of Quiz Bot: start that version, or put back the "
            "backup from before the upgrade."
        ) from error
    connection.commit()
