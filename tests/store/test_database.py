import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.engine import make_url

from bot.store.database import Database
from bot.store.engines import engine_for
from bot.store.tables import meta, metadata

EXPRESSIONS = {"ix_totals_points", "ix_totals_accuracy", "ix_team_members_totals_points"}
"""Indexes that Alembic cannot compare."""


async def test_the_migrations_build_exactly_the_tables(database: Database) -> None:
    def differences(connection: sa.Connection) -> object:
        options = {"include_object": lambda _object, name, *_rest: name not in EXPRESSIONS}
        return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)

    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
        indexes = await connection.run_sync(lambda c: sa.inspect(c).get_table_names())
    assert set(metadata.tables) <= set(indexes)


async def test_upgrading_again_changes_nothing(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(meta.insert().values(name="kept", value="yes"))
    await database.upgrade()
    async with database.read() as connection:
        assert await connection.scalar(sa.select(meta.c.value)) == "yes"


async def test_migrations_are_made_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError

    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quizbot.db")
    monkeypatch.setattr("alembic.operations.Operations.add_column", fail)  # as the second migration does
    with pytest.raises(RuntimeError):
        await database.upgrade()
    async with database.read() as connection:
        assert await connection.run_sync(lambda c: sa.inspect(c).get_table_names()) == []
    await database.close()


async def test_an_exception_leaves_nothing_behind(database: Database) -> None:
    async def write_and_fail() -> None:
        async with database.write() as connection:
            await connection.execute(meta.insert().values(name="lost", value="x"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await write_and_fail()
    async with database.read() as connection:
        assert await connection.scalar(sa.select(sa.func.count()).select_from(meta)) == 0


async def test_a_write_in_one_is_committed_or_leaves_nothing_behind(database: Database) -> None:
    def write(connection: sa.Connection) -> str:
        connection.execute(meta.insert().values(name="kept", value="x"))
        return "done"

    def write_and_fail(connection: sa.Connection) -> None:
        connection.execute(meta.insert().values(name="lost", value="x"))
        raise RuntimeError

    assert await database.write_in_one(write) == "done"
    with pytest.raises(RuntimeError):
        await database.write_in_one(write_and_fail)
    async with database.read() as connection:
        assert list(await connection.scalars(sa.select(meta.c.name))) == ["kept"]


async def test_writers_take_turns(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(meta.insert().values(name="n", value="0"))

    locked = sa.select(meta.c.value).where(meta.c.name == "n").with_for_update()

    async def count_up() -> None:
        async with database.write() as connection:
            value = int(await connection.scalar(locked) or 0)
            await connection.execute(meta.update().values(value=str(value + 1)))

    def count_up_in_one(connection: sa.Connection) -> None:
        value = int(connection.scalar(locked) or 0)
        connection.execute(meta.update().values(value=str(value + 1)))

    writers = [count_up() for _ in range(10)] + [database.write_in_one(count_up_in_one) for _ in range(10)]
    await asyncio.gather(*writers)
    async with database.read() as connection:
        assert await connection.scalar(sa.select(meta.c.value)) == "20"


async def test_sqlite_is_as_durable_as_promised(tmp_path: Path) -> None:
    def pragmas(connection: sa.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.scalar(sa.text(f"PRAGMA {name}")) for name in names]

    database = Database(f"sqlite+aiosqlite:///{tmp_path}/new/folder/quizbot.db")
    async with database.write() as connection:
        values = await connection.run_sync(pragmas)
    assert values == await database.write_in_one(pragmas) == ["wal", 2, 1]
    await database.close()


async def test_a_reader_sees_one_state_while_others_write(database: Database) -> None:
    names = sa.select(sa.func.count()).select_from(meta)
    async with database.read() as reader:
        assert await reader.scalar(names) == 0
        async with database.write() as writer:
            await writer.execute(meta.insert().values(name="new", value="x"))
        assert await reader.scalar(names) == 0
    async with database.read() as reader:
        assert await reader.scalar(names) == 1


async def test_cancelled_writers_leave_no_lock_and_nothing_half_written(database: Database) -> None:
    rng = Random(1)
    done: set[str] = set()

    async def write(name: str) -> None:
        async with database.write() as connection:
            for part in "ab":
                await connection.execute(meta.insert().values(name=f"{name}{part}", value="x"))
                await connection.execute(sa.select(meta))
        done.add(name)

    for number in range(60):
        writers = [asyncio.create_task(write(f"{number}-{n}-")) for n in range(5)]
        await asyncio.sleep(rng.random() * 0.01)
        for writer in writers:
            if rng.random() < 0.6:
                writer.cancel()
        results = await asyncio.gather(*writers, return_exceptions=True)
        assert {type(result) for result in results} <= {type(None), asyncio.CancelledError}
    async with database.read() as connection:
        names = set(await connection.scalars(sa.select(meta.c.name)))
    assert {f"{name}{part}" for name in done for part in "ab"} <= names
    assert {name[:-1] for name in names if name.endswith("a")} == {
        name[:-1] for name in names if name.endswith("b")
    }


async def test_processes_that_start_together_upgrade_in_turn(database_url: str) -> None:
    script = (
        "import asyncio, sys; from bot.store.database import Database; database = Database(sys.argv[1]); "
        "input(); asyncio.run(database.upgrade())"
    )
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-W", "ignore", "-c", script, database_url, stdin=PIPE, stderr=PIPE
        )
        for _ in range(3)
    ]
    outcomes = await asyncio.gather(*(process.communicate(b"\n") for process in processes))
    assert [process.returncode for process in processes] == [0, 0, 0], outcomes


async def test_a_command_on_postgresql_is_not_waited_for_without_end(postgres_database: str) -> None:
    engine = engine_for(make_url(postgres_database), command_s=0.1)
    with pytest.raises(TimeoutError):
        async with engine.connect() as connection:
            await connection.execute(sa.text("SELECT pg_sleep(30)"))
    async with engine.connect() as connection:
        assert await connection.scalar(sa.text("SELECT 1")) == 1
    await engine.dispose()
