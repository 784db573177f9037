"""Whatever is wrong with a database is one sentence with a remedy, and shows no password."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from bot.errors import UserError
from bot.store.database import Database

PASSWORD = "hunter2"


async def refusal(url: str) -> str:
    with pytest.raises(UserError) as refused:
        await used(url)
    said = str(refused.value)
    assert len(said.splitlines()) == 1
    assert "DATABASE_URL" in said
    assert PASSWORD not in said
    return said


async def used(url: str) -> None:
    database = Database(url)
    try:
        await database.claim()
        await database.upgrade()
    finally:
        await database.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.db").write_text("no database, but long enough to be taken for one " * 10)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("text.db", "file is not a database"),
        ("folder", "unable to open database file"),
        ("text.db/quizbot.db", "File exists"),
        ("/proc/quizbot/quizbot.db", "No such file or directory"),
    ],
)
async def test_a_file_that_is_no_database_is_named(file: str, reason: str) -> None:
    said = await refusal(f"sqlite+aiosqlite:///{file}")
    assert said.startswith(f"The database file {file} cannot be used ({reason})")


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("u:hunter2@127.0.0.1:1/quiz", "The PostgreSQL database “quiz” at 127.0.0.1:1 does not answer"),
        ("u:hunter2@nowhere.invalid/quiz", "The PostgreSQL database “quiz” at nowhere.invalid:5432 does not"),
        ("u:hunter2@/quiz?host=/nowhere", "The PostgreSQL database “quiz” at /nowhere does not answer"),
        ("u:hunter2@localhost:port/quiz", "DATABASE_URL has no number as its port"),
        (
            "u:hunter2@localhost/quiz?sslrootcertt=x",
            "The PostgreSQL database “quiz” at localhost:5432 cannot be",
        ),
    ],
)
async def test_a_postgresql_that_does_not_answer_is_named(rest: str, said: str) -> None:
    assert (await refusal(f"postgresql+asyncpg://{rest}")).startswith(said)


async def test_a_database_that_postgresql_does_not_have_is_named(postgres_uri: str) -> None:
    url = make_url(postgres_uri).set(database="nothing", password=PASSWORD)
    said = await refusal(url.render_as_string(hide_password=False))
    assert said.startswith("PostgreSQL has no database “nothing”: make it with `createdb nothing`")


async def test_a_user_whom_postgresql_does_not_let_in_is_named(postgres_uri: str) -> None:
    url = make_url(postgres_uri).set(username="nobody", password=PASSWORD)
    said = await refusal(url.render_as_string(hide_password=False))
    assert "does not let “nobody” in (role" in said


async def test_a_database_of_a_newer_version_is_left_alone(database_url: str) -> None:
    await used(database_url)
    database = Database(database_url)
    async with database.write() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UserError, match="last used by a newer version of Quiz Bot"):
        await database.upgrade()
    await database.close()
