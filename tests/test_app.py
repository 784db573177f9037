"""What `bot.app` puts together can be taken apart again, however far it came."""

import logging
from pathlib import Path

import pytest

from bot.app import build
from bot.errors import UserError
from bot.settings import Settings
from bot.store.database import Database


def settings(folder: Path) -> Settings:
    return Settings(database_url=f"sqlite+aiosqlite:///{folder}/quizbot.db", questions_dir=folder / "nowhere")


async def test_what_never_started_closes_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = build(settings(tmp_path))
    with pytest.raises(UserError, match="There is no folder"):
        await app.prepare()
    with caplog.at_level(logging.WARNING):
        await app.close()
    assert caplog.messages == []


async def test_a_step_of_closing_that_fails_keeps_none_from_following(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing() -> None:
        raise RuntimeError("too late")

    app = build(settings(tmp_path))
    await app.database.claim()
    monkeypatch.setattr(app.live_quiz, "drain", failing)
    await app.close()
    assert "too late" in caplog.text
    other = Database(app.settings.database_url)
    await other.claim()
    await other.close()
