from pathlib import Path

import pytest

from bot.errors import UserError
from bot.store.database import Database


async def test_a_file_that_is_in_use_is_refused_until_it_is_closed(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/quizbot.db"
    first, second = Database(url), Database(url)
    first.claim()
    with pytest.raises(UserError, match="Another process is running on"):
        second.claim()
    await first.close()
    second.claim()
    await second.close()


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "quizbot.db.lock").mkdir()
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/quizbot.db")
    with pytest.raises(UserError, match=r"quizbot\.db\.lock cannot be written"):
        database.claim()
    await database.close()


async def test_what_several_processes_may_share_is_not_claimed(postgres_uri: str) -> None:
    databases = [Database(postgres_uri), Database(postgres_uri), Database("sqlite+aiosqlite:///:memory:")]
    for database in databases:
        database.claim()
        await database.close()
