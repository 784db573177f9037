"""Stand-ins for Discord on loopback and bots that talk to them, for as long as a test needs them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.bot_process import BotProcess
from benchmarks.standin import StandIn
from tests.wire import openapi


@asynccontextmanager
async def standing_in() -> AsyncIterator[StandIn]:
    """Fails at the end if anything that the bot sent broke a limit of Discord's."""
    discord = StandIn()
    # A machine under load may be slow; how quick the bot is, is for the benchmarks to tell.
    discord.interactions.deadline_s = 8.0
    await discord.start()
    try:
        yield discord
    finally:
        await discord.stop()
    assert discord.journal.violations == []
    if openapi.FILE.exists():
        assert openapi.faults(discord.journal.requests) == []


@asynccontextmanager
async def running_bot(discord: StandIn, folder: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(discord, folder)
    try:
        await bot.start()
        yield bot
    finally:
        await bot.kill()
