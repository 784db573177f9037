"""One process for each shard on a PostgreSQL: two would each do what is due, and post it twice."""

import asyncio
from contextlib import suppress
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import UserError

# Any number that nothing else in the database takes a lock by; beside it stands a shard.
LOCK = 731_706_423
# Shared by processes with some of the shards, and kept from them by one with all of them.
EVERY_SHARD = -1
LOOK_EVERY_S = 10.0
ANSWER_S = 10.0


class ShardClaim:
    """Locks of a session of its own: PostgreSQL takes them back when the session ends, however it ends."""

    def __init__(self, engine: AsyncEngine, connection: AsyncConnection) -> None:
        self._engine, self._connection = engine, connection
        self._ended = asyncio.Event()

    @classmethod
    async def of(cls, engine: AsyncEngine, shards: tuple[int, ...] | None) -> "ShardClaim":
        """The engine becomes the claim's own; all shards when None.

        Raises UserError when another process has one of them.
        """
        connection = await engine.execution_options(isolation_level="AUTOCOMMIT").connect()
        claim = cls(engine, connection)
        try:
            await claim._take(shards)
        except BaseException:
            await claim.release()
            raise
        return claim

    async def _take(self, shards: tuple[int, ...] | None) -> None:
        driver: Any = (await self._connection.get_raw_connection()).driver_connection
        driver.add_termination_listener(lambda _connection: self._ended.set())
        if not await self._locked(EVERY_SHARD, "_shared" if shards else ""):
            raise UserError(_refusal("all shards of " if shards else ""))
        for shard in shards or ():
            if not await self._locked(shard):
                raise UserError(_refusal(f"shard {shard} of "))

    async def _locked(self, key: int, kind: str = "") -> bool:
        query = text(f"SELECT pg_try_advisory_lock{kind}(:lock, :key)")
        return bool(await self._connection.scalar(query, {"lock": LOCK, "key": key}))

    async def lost(self) -> None:
        """Returns when the session has ended; a line that is cut is noticed only by asking."""
        while not self._ended.is_set():
            try:
                async with asyncio.timeout(ANSWER_S):
                    await self._connection.execute(text("SELECT 1"))
            except (SQLAlchemyError, OSError):
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_S):
                    await self._ended.wait()

    async def release(self) -> None:
        await self._connection.close()
        await self._engine.dispose()


def _refusal(part: str) -> str:
    return (
        f"Another process is running on {part}this PostgreSQL database: stop it first, or give each process "
        "SHARD_IDS of its own, or another database in DATABASE_URL."
    )
