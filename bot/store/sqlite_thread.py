"""Whole SQLite transactions in one thread: changing threads for each statement takes longer than SQLite."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import URL, Connection, create_engine

from bot.store.engines import listen_sqlite

T = TypeVar("T")


class SQLiteThread:
    """A thread with a connection of its own, opened when it is first needed."""

    def __init__(self, url: URL) -> None:
        engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
        listen_sqlite(engine)
        self._engine = engine.execution_options(writes=True)
        self._connection: Connection | None = None
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="sqlite")

    async def transact(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._transact, work)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        self._connection = connection = self._connection or self._engine.connect()
        with connection.begin():
            return work(connection)

    def close(self) -> None:
        self._executor.submit(self._close)
        self._executor.shutdown(wait=False)

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self._engine.dispose()
