"""Daily questions of many servers, all due at the same minute, at a Discord that enforces its limits."""

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from benchmarks.bot_process import BotProcess
from benchmarks.rows import Bound, Row
from benchmarks.standin import Channel, StandIn
from benchmarks.standin.journal import POST, Request
from benchmarks.standin.rates import GLOBAL
from bot.core.schedule import Rule
from bot.services.library import Library
from bot.store import agenda, schedules
from bot.store.agenda import Kind
from bot.store.database import Database

SCHEDULES = 10_000
PER_SERVER = 10
HOST = 900
# From the first write to the database to the connected bot, and something for a busy machine.
PREPARATION_S = 40


@dataclass(frozen=True, slots=True)
class Burst:
    posts: Sequence[Request]
    refused: int
    out_of_order: int
    """How many places a post was from where it would stand in the order they were due."""

    @property
    def seconds(self) -> float:
        return self.posts[-1].at - self.posts[0].at

    @property
    def permitted_s(self) -> float:
        """What Discord's limit alone would need; the first window's worth may go at once."""
        at_once, window_s = GLOBAL
        return (len(self.posts) / at_once - 1) * window_s


async def burst(count: int = SCHEDULES) -> Burst:
    with tempfile.TemporaryDirectory() as folder:
        discord = StandIn()
        await discord.start()
        bot = BotProcess(discord, Path(folder))
        try:
            channels = await _channels(discord, count)
            due = _due_time()
            await _schedule(bot, channels, due)
            await bot.start()
            if time.time() > due.timestamp():
                raise RuntimeError("the bot was not there in time: raise PREPARATION_S")
            print(f"due in {due.timestamp() - time.time():.0f} s", flush=True)
            await discord.until(lambda: len(_posted(discord)) >= count, count / 10 + 120)
        finally:
            await bot.stop(30)
            await discord.stop()
        return _measured(discord, channels)


async def _channels(discord: StandIn, count: int) -> list[Channel]:
    found = []
    for _ in range(count // PER_SERVER):
        guild = discord.world.add_guild()
        found += [discord.world.add_channel(guild) for _ in range(PER_SERVER)]
    return found


def _due_time() -> datetime:
    minute = 60 * (int(time.time() + PREPARATION_S) // 60 + 1)
    return datetime.fromtimestamp(minute, UTC)


async def _schedule(bot: BotProcess, channels: Sequence[Channel], due: datetime) -> None:
    """Writes what `/daily add` would have written, in one transaction."""
    bot.write_bank()
    database = Database(bot.database_url)
    await database.upgrade()
    await Library(database).synchronise(bot.questions)
    rule, bank = Rule(due.time(), ZoneInfo("UTC")), await Library(database).default()
    if bank is None:
        raise LookupError("the benchmark's bank was not read")
    columns = {"bank_id": bank.id, "thread": False, "instant": False, **schedules.rule_values(rule)}
    async with database.write() as connection:
        for channel in channels:
            schedule_id = await schedules.add(
                connection,
                guild_id=channel.guild_id,
                host_id=HOST,
                next_date=due.date(),
                values={**columns, "channel_id": channel.id},
            )
            due_ms = int(due.timestamp() * 1000)
            await agenda.put(connection, Kind.RUN_SCHEDULE, schedule_id, channel.guild_id, due_ms)
    await database.close()


def _posted(discord: StandIn) -> list[Request]:
    return [request for request in discord.journal.of(POST) if request.status == 200]


def _measured(discord: StandIn, channels: Sequence[Channel]) -> Burst:
    posts = _posted(discord)
    order = {channel.id: place for place, channel in enumerate(channels)}
    places = [order[request.channel_id] for request in posts if request.channel_id is not None]
    return Burst(posts, discord.rates.refused, max(abs(a - b) for a, b in enumerate(places)))


async def measure(count: int = SCHEDULES) -> list[Row]:
    found = await burst(count)
    share = found.permitted_s / found.seconds
    return [
        Row(
            what=f"{count:,} daily questions due at the same minute",
            measured=f"{len(found.posts) / (found.seconds + 1):.1f} posts/s, {found.refused} × 429",
            reference="50 requests/s, Discord's limit",
            figure=share if found.refused == 0 else 0.0,
            bound=Bound.AT_LEAST,
            target=0.90,
            note=f"none more than {found.out_of_order} places from its own",
        )
    ]


if __name__ == "__main__":
    print(*asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else SCHEDULES)), sep="\n")
