"""The two engines: how each connects, how durable its commits are, and how long it is waited for."""

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.errors import UserError
from bot.store.sqlite_trips import connector

# FULL: a commit is on the disk before it is acknowledged, and survives a power cut.
SQLITE_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    "cache_size=-500",  # in KiB for each connection; behind them all stands the system's own cache
)
# SQLite answers in less time than a further thread and its cache take to set up: who comes sixth waits.
SQLITE_CONNECTIONS = {"pool_size": 5, "max_overflow": 0}
CONNECT_S = 10
COMMAND_S = 30.0
# A line that was cut says nothing: PostgreSQL then ends the session, and its locks, after half a minute.
_KEEPALIVES = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4"}


def parsed_url(url: str) -> URL:
    """Raises UserError."""
    try:
        return make_url(url)
    except ValueError:
        raise UserError(
            "DATABASE_URL has no number as its port: write it as in "
            "postgresql://user:password@localhost:5432/quizbot."
        ) from None


def sqlite_file(url: URL) -> Path | None:
    """None for PostgreSQL, and for what is only in memory."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def engine_for(url: URL, command_s: float | None = COMMAND_S) -> AsyncEngine:
    """No command on PostgreSQL takes longer than `command_s`, or it raises TimeoutError."""
    # Without parameters, so that no log holds who answered what.
    if url.get_backend_name() != "sqlite":
        limits = {"timeout": CONNECT_S, "command_timeout": command_s, "server_settings": _KEEPALIVES}
        return create_async_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=limits)
    in_a_file: dict[str, Any] = {}
    if sqlite_file(url) and url.database:
        in_a_file = {"async_creator": connector(url.database), **SQLITE_CONNECTIONS}
    engine = create_async_engine(url, hide_parameters=True, **in_a_file)
    listen_sqlite(engine.sync_engine)
    event.listen(engine.sync_engine, "invalidate", _roll_back_sqlite)
    return engine


def listen_sqlite(engine: Engine) -> None:
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
