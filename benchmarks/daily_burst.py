"""Thousands of daily questions that are due at once: how close to Discord's limit they are posted."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from benchmarks.bot_process import BotProcess
from benchmarks.places import HOST, standing_in
from benchmarks.rows import Bound, Row
from benchmarks.seeding import places
from benchmarks.standin import Channel, StandIn
from benchmarks.standin.journal import POST, Request
from benchmarks.standin.rates import GLOBAL
from bot.core.instant import unix_ms
from bot.core.schedule import Rule
from bot.services.library import Library
from bot.store import agenda, banks, schedules
from bot.store.agenda import Kind
from bot.store.database import Database
from bot.store.schedules import rule_values

SCHEDULES = 10_000
SERVERS = 1_000
STARTING = timedelta(seconds=30)
"""In which the schedules are written and the bot starts."""


async def measure() -> Sequence[Row]:
    async with standing_in() as bot:
        discord = bot.discord
        channels = places(discord, SERVERS, SCHEDULES // SERVERS)
        due = _next_minute(datetime.now(UTC) + STARTING)
        await _schedule(bot, channels, due)
        await bot.start()
        if datetime.now(UTC) >= due:
            raise AssertionError("the bot was not ready when the questions were due")
        number, window_s = GLOBAL
        shortest_s = (SCHEDULES / number - 1) * window_s
        await discord.until(lambda: len(_posts(discord)) == SCHEDULES, 60 + 2 * shortest_s)
        posts, refused = _posts(discord), discord.rates.refused
    took_s = _unix_s(posts[-1]) - due.timestamp()
    return [
        Row(
            f"{SCHEDULES:,} daily questions due in the same minute, posted",
            measured=f"{took_s:.1f} s",
            reference=f"{shortest_s:.1f} s, Discord's limits",
            figure=shortest_s / took_s,
            bound=Bound.AT_LEAST,
            target=0.9,
            note=f"By {len(posts) / took_s:.1f} a second. The limit: {number} requests in {window_s:g} s, "
            f"the first of them when the questions are due. At most {_out_of_order(posts, channels)} places "
            "from its turn was a question posted",
        ),
        Row(
            f"requests refused with 429 while {SCHEDULES:,} daily questions are posted",
            measured=f"{refused}",
            reference="none",
            figure=refused,
            bound=Bound.AT_MOST,
            target=0,
        ),
    ]


async def _schedule(bot: BotProcess, channels: Sequence[Channel], due: datetime) -> None:
    """One daily question for each channel, in their order."""
    bot.write_bank()
    database = Database(bot.database_url)
    await database.upgrade()
    await Library(database).synchronise(bot.questions)
    async with database.read() as connection:
        [bank] = await banks.offered(connection)
    rule = rule_values(Rule(due.time(), ZoneInfo("UTC")))
    values: dict[str, object] = {"bank_id": bank.id, "thread": False, "instant": False, **rule}
    async with database.write() as connection:
        for channel in channels:
            schedule_id = await schedules.add(
                connection,
                guild_id=channel.guild_id,
                host_id=HOST,
                next_date=due.date(),
                values=values | {"channel_id": channel.id},
            )
            await agenda.put(connection, Kind.RUN_SCHEDULE, schedule_id, channel.guild_id, unix_ms(due))
    await database.close()


def _next_minute(instant: datetime) -> datetime:
    return instant.replace(second=0, microsecond=0) + timedelta(minutes=1)


def _posts(discord: StandIn) -> list[Request]:
    return [request for request in discord.journal.of(POST) if request.status == 200]


def _unix_s(request: Request) -> float:
    return request.at + time.time() - time.monotonic()


def _out_of_order(posts: Sequence[Request], channels: Sequence[Channel]) -> int:
    turns = {channel.id: turn for turn, channel in enumerate(channels)}
    return max(abs(place - turns[post.channel_id or 0]) for place, post in enumerate(posts))
