"""Why a database cannot be used, said for whoever set DATABASE_URL; its password is never shown."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.errors import UserError

# https://www.postgresql.org/docs/current/errcodes-appendix.html
_WRONG_LOGIN = ("28000", "28P01")
_NO_SUCH_DATABASE = "3D000"
# TypeError and ValueError: what the drivers raise for parameters in the URL that they do not know.
_FAILURES = (SQLAlchemyError, OSError, TypeError, ValueError, ModuleNotFoundError)


@contextmanager
def said_plainly(url: URL) -> Iterator[None]:
    """Around the first use of a database, where what fails lies at its place or its URL. Raises UserError."""
    try:
        yield
    except _FAILURES as error:
        raise UserError(_sentence(url, error)) from error


def _sentence(url: URL, error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError):
        return f"DATABASE_URL needs the package {error.name}: install quizbot[postgres]."
    if url.get_backend_name() == "sqlite":
        return (
            f"{_name(url)} cannot be used ({_reason(error)}): see that it is a database which this user may "
            "write, in a folder which exists, or set DATABASE_URL to another file."
        )
    return _of_postgresql(url, error)


def _of_postgresql(url: URL, error: Exception) -> str:
    state = getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None
    if state in _WRONG_LOGIN:
        return (
            f"{_name(url)} does not let “{url.username}” in ({_reason(error)}): correct the user and the "
            "password in DATABASE_URL."
        )
    if state == _NO_SUCH_DATABASE:
        return (
            f"PostgreSQL has no database “{url.database}”: make it with `createdb {url.database}`, or "
            "correct DATABASE_URL."
        )
    if isinstance(error, OSError):
        return (
            f"{_name(url)} does not answer ({_reason(error)}): start PostgreSQL, or correct the host and "
            "port in DATABASE_URL."
        )
    return f"{_name(url)} cannot be used ({_reason(error)}): correct DATABASE_URL."


def _name(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return f"The database file {url.database}"
    socket = url.query.get("host", "localhost")
    place = f"{url.host}:{url.port or 5432}" if url.host else socket
    return f"The PostgreSQL database “{url.database}” at {place}"


def _reason(error: Exception) -> str:
    said = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(said, asyncio.TimeoutError):
        return "no answer in time"
    if isinstance(said, OSError) and said.strerror:
        return said.strerror
    return str(said).splitlines()[0] if str(said) else type(said).__name__
