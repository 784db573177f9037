import asyncio
import threading
from pathlib import Path

import pytest

from bot.store.sqlite_trips import Connection, connector


def test_a_connection_that_ends_after_its_loop_ends_quietly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when it could not be opened, and the process ends for that before the thread has."""
    unheard: list[object] = []
    monkeypatch.setattr(threading, "excepthook", unheard.append)
    connection = connector(str(tmp_path / "quizbot.db"))()
    assert isinstance(connection, Connection)

    async def give_up() -> None:
        connection.stop()

    asyncio.run(give_up())
    connection._thread.start()
    connection._thread.join()
    assert unheard == []
