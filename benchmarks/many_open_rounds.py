"""Ten thousand open rounds: how soon the bot is at work, and what each costs in memory."""

import asyncio
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from statistics import median

from benchmarks.bot_process import BotProcess
from benchmarks.figures import own_memory_mb
from benchmarks.places import standing_in
from benchmarks.rows import REPEATS, Bound, Row
from benchmarks.seeding import QUESTION, Seeded, places, seed
from benchmarks.standin.load import Press, saturated

GUILDS, CHANNELS_EACH = 100, 100
FAR_S = 3_600
CLICKED = 4_000
"""Rounds that somebody clicks on, so that the bot holds them in memory."""
AT_ONCE = 50
TIDYING_S = 1.5
"""In which the bot collects the garbage that the clicks left."""


ANSWERS = """
INSERT INTO answers (round_id, player_id, guild_id, option_id, elapsed_ms)
SELECT id, 2, guild_id, ?, 1000 FROM rounds
"""


@dataclass(frozen=True, slots=True)
class Start:
    seconds: float
    """From READY until a click is answered and a round that was due is revealed."""
    mb_per_1000: float


async def measure() -> Sequence[Row]:
    async with standing_in() as bot:
        channels = places(bot.discord, GUILDS, CHANNELS_EACH)
        deadline_ms = int((time.time() + FAR_S) * 1_000)
        seeded = await seed(bot.discord, bot.database_url, channels, [deadline_ms] * len(channels))
        bot.discord.rates.enforced = False
        with closing(sqlite3.connect(bot.database_file)) as connection, connection:
            connection.execute(ANSWERS, (QUESTION.options[0].id,))
        starts = [await _start(bot, seeded, repeat) for repeat in range(REPEATS)]
    seconds = [start.seconds for start in starts]
    memory = [start.mb_per_1000 for start in starts]
    return [
        Row(
            "start with 10,000 open rounds: from READY to the first answer and the first reveal",
            measured=f"{median(seconds):.2f} s",
            reference="–",
            figure=median(seconds),
            bound=Bound.AT_MOST,
            target=3.0,
            unit="s",
            note=f"{min(seconds):.2f} to {max(seconds):.2f} s",
        ),
        Row(
            "memory per 1,000 open rounds at hand, with an answer each",
            measured=f"{median(memory):.2f} MB",
            reference="–",
            figure=median(memory),
            bound=Bound.AT_MOST,
            target=2.0,
            unit="MB",
            note=f"{min(memory):.2f} to {max(memory):.2f} MB, when 4,000 others are at hand already",
        ),
    ]


async def _start(bot: BotProcess, seeded: Sequence[Seeded], repeat: int) -> Start:
    due, clicked = seeded[repeat], seeded[100 + repeat]
    with closing(sqlite3.connect(bot.database_file)) as connection, connection:
        connection.execute("UPDATE agenda SET due_ms = 1 WHERE subject_id = ?", (due.round_id,))
    await bot.start()
    ready_at = bot.discord.gateway.sessions[0].ready_at
    click = await bot.discord.press(clicked.message, clicked.custom_id, user_id=1_000 + repeat)
    assert "You chose" in await click.settled()
    await bot.discord.until(lambda: due.message.edits, 30)
    seconds = time.monotonic() - ready_at
    memory = await _memory(bot, seeded)
    await bot.kill()
    return Start(seconds, memory)


async def _memory(bot: BotProcess, seeded: Sequence[Seeded]) -> float:
    """What more of them cost when there are many already, so that no cache has still to be filled."""
    first, more = seeded[1_000 : 1_000 + CLICKED], seeded[1_000 + CLICKED : 1_000 + 2 * CLICKED]
    before = await _settled_mb(bot, first)
    return (await _settled_mb(bot, more) - before) / CLICKED * 1_000


async def _settled_mb(bot: BotProcess, rounds: Sequence[Seeded]) -> float:
    """The second time nothing is new, but a little more memory that was freed in pieces lies about."""
    assert bot.process is not None
    for _ in range(2):
        await saturated(bot.discord, _presses(rounds), AT_ONCE)
        await asyncio.sleep(TIDYING_S)
    return own_memory_mb(bot.process.pid)


def _presses(rounds: Iterable[Seeded]) -> list[Press]:
    """On what is no option: the bot takes the round to hand, and does nothing that would weigh more."""
    return [(one.message, f"a:{one.round_id}:{0:010}", 3) for one in rounds]
