"""A stand-in for Discord on loopback and bots that talk to it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from benchmarks.standin import StandIn
from tests.wire.bot_process import BotProcess


@asynccontextmanager
async def standing_in() -> AsyncIterator[StandIn]:
    """Fails at the end if anything that the bot sent broke a limit of Discord's."""
    discord = StandIn()
    await discord.start()
    try:
        yield discord
    finally:
        await discord.stop()
    assert discord.journal.violations == []


@asynccontextmanager
async def running_bot(discord: StandIn, folder: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(discord, folder)
    try:
        await bot.start()
        yield bot
    finally:
        await bot.kill()


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    async with standing_in() as stand_in:
        yield stand_in
