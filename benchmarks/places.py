"""The two bots of a comparison, each with a Discord of its own and cards that can be clicked."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bot_process import BotProcess
from benchmarks.standin import Channel, Message, StandIn
from benchmarks.standin.journal import POST
from benchmarks.standin.load import Press

HOST = 900
LONGEST_S = 300
"""For a question; nothing that is measured takes so long."""
BARE_BOT = ("-m", "benchmarks.bare_bot")


@dataclass
class Place:
    """A bot, and its open questions: every player presses once on one of them."""

    bot: BotProcess
    cards: Sequence[Message]
    _players: Iterator[int] = field(default_factory=lambda: count(1_000))

    @property
    def discord(self) -> StandIn:
        return self.bot.discord

    def presses(self, number: int) -> list[Press]:
        """By so many people who have not pressed yet, over all cards in turn."""
        found = []
        for _ in range(number):
            player = next(self._players)
            card = self.cards[player % len(self.cards)]
            found.append((card, card.custom_ids()[player % 4], player))
        return found


@asynccontextmanager
async def quizzes(channels: int, seconds: int = LONGEST_S) -> AsyncIterator[Place]:
    """The quiz bot with a question open in each of so many channels."""
    async with running(channels) as bot:
        places = list(bot.discord.world.channels.values())
        yield Place(bot, await questions(bot.discord, places, seconds))


@asynccontextmanager
async def bare_bot(channels: int) -> AsyncIterator[Place]:
    async with running(channels, BARE_BOT) as bot:
        discord = bot.discord
        await discord.until(lambda: len(discord.journal.of(POST)) == channels)
        yield Place(bot, [card for channel in discord.world.channels.values() for card in channel.shown()])


@asynccontextmanager
async def running(channels: int, program: Sequence[str] = BotProcess.program) -> AsyncIterator[BotProcess]:
    async with standing_in() as bot:
        for _ in range(channels):
            await bot.discord.add_place()
        bot.program = program
        await bot.start()
        yield bot


@asynccontextmanager
async def standing_in() -> AsyncIterator[BotProcess]:
    """A bot that is not started yet."""
    discord = StandIn()
    await discord.start()
    with TemporaryDirectory(prefix="quizbot-") as folder:
        bot = BotProcess(discord, Path(folder))
        try:
            yield bot
        finally:
            await bot.kill()
            await discord.stop()


async def questions(discord: StandIn, channels: Sequence[Channel], seconds: int) -> list[Message]:
    """Has a quiz of one question started in each channel; its cards, once all are there."""
    started = [
        await discord.command(channel, HOST, "quiz start", questions=1, seconds=seconds)
        for channel in channels
    ]
    await asyncio.gather(*(command.settled() for command in started))
    await discord.until(lambda: all(map(_open, channels)), 60)
    return [card for channel in channels if (card := _open(channel))]


def _open(channel: Channel) -> Message | None:
    """The question that stands last in the channel."""
    shown = channel.shown()
    is_question = bool(shown) and any(id_.startswith("a:") for id_ in shown[-1].custom_ids())
    return shown[-1] if is_question else None
