"""A stand-in for Discord on loopback and the bot that talks to it, each test its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from benchmarks.standin import StandIn
from tests.wire.bot_process import BotProcess
from tests.wire.table import Table


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    stand_in = StandIn()
    await stand_in.start()
    yield stand_in
    await stand_in.stop()
    assert stand_in.journal.violations == []


@pytest.fixture
async def table(discord: StandIn) -> Table:
    return Table(discord, await discord.add_place())


@pytest.fixture
async def bot(discord: StandIn, table: Table, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """Started, with the table's server known to it."""
    del table
    process = BotProcess(discord, tmp_path)
    await process.start()
    yield process
    await process.kill()
