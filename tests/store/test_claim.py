import asyncio
from pathlib import Path
from typing import TypeAlias

import pytest
import sqlalchemy as sa

from bot.errors import UserError
from bot.store.database import Database

Shards: TypeAlias = tuple[int, ...] | None


async def test_a_file_that_is_in_use_is_refused_until_it_is_closed(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/quizbot.db"
    first, second = Database(url), Database(url)
    await first.claim()
    with pytest.raises(UserError, match="Another process is running on"):
        await second.claim()
    await first.close()
    await second.claim()
    await second.close()


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "quizbot.db.lock").mkdir()
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quizbot.db")
    with pytest.raises(UserError, match=r"quizbot\.db\.lock cannot be written"):
        await database.claim()
    await database.close()


async def test_what_is_only_in_memory_is_not_claimed() -> None:
    databases = [Database("sqlite+aiosqlite:///:memory:") for _ in range(2)]
    for database in databases:
        await database.claim()
    for database in databases:
        await database.close()


@pytest.mark.parametrize(
    ("first", "second", "refused"),
    [
        (None, None, "Another process is running on this PostgreSQL database"),
        (None, (0,), "Another process is running on all shards of this"),
        ((0,), None, "Another process is running on this PostgreSQL database"),
        ((0, 1), (2, 1), "Another process is running on shard 1 of this"),
        ((0, 1), (2, 3), None),
    ],
)
async def test_a_shard_has_one_process(
    postgres_database: str, first: Shards, second: Shards, refused: str | None
) -> None:
    holder, other = Database(postgres_database), Database(postgres_database)
    await holder.claim(first)
    if refused:
        with pytest.raises(UserError, match=refused):
            await other.claim(second)
        await holder.close()
        await _until_claimed(other, second)
    else:
        await other.claim(second)
        await holder.close()
    await other.close()


async def _until_claimed(database: Database, shards: Shards) -> None:
    """PostgreSQL takes a moment to end a session."""
    for _ in range(100):
        try:
            return await database.claim(shards)
        except UserError:
            await asyncio.sleep(0.05)
    raise AssertionError("the claim outlived its process")


async def test_a_claim_whose_session_ends_is_lost_at_once(postgres_database: str) -> None:
    database, other = Database(postgres_database), Database(postgres_database)
    await database.claim()
    lost = asyncio.create_task(database.claim_lost())
    await asyncio.sleep(0.1)
    assert not lost.done()
    async with other.write() as connection:
        await connection.execute(
            sa.text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted")
        )
    await asyncio.wait_for(lost, 2)
    await database.close()
    await other.close()
