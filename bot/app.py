"""The composition root: builds the bot from its settings, starts it in order and stops it without loss."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random, SystemRandom
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.errors import UserError
from bot.ops.collector import collect_when_quiet
from bot.services.agenda import Agenda
from bot.services.daily import Daily
from bot.services.house import House, Sleep
from bot.services.library import Library
from bot.services.live_quiz import LiveQuiz
from bot.services.profile import Profiles
from bot.services.rescoring import Rescoring
from bot.services.seasons import Seasons
from bot.services.standings import Standings
from bot.services.teams import Teams
from bot.settings import Settings
from bot.store import banks
from bot.store.agenda import Shards
from bot.store.database import Database
from bot.ui.bot import QuizBot
from bot.ui.ports import Services
from bot.ui.presenter import DiscordStage

try:
    import uvloop
except ImportError:
    new_event_loop = asyncio.new_event_loop
else:
    new_event_loop = uvloop.new_event_loop

log = logging.getLogger(__name__)

FAREWELL_S = 1.0
COMMANDS_NOTE = "commands"
CLAIM_LOST = (
    "The connection to PostgreSQL that keeps other processes away was lost, so this one ends: start it again."
)


@dataclass(frozen=True, slots=True)
class App:
    settings: Settings
    bot: QuizBot
    database: Database
    agenda: Agenda
    live_quiz: LiveQuiz
    daily: Daily
    library: Library
    stage: DiscordStage

    async def prepare(self) -> None:
        """Everything that has to stand before the bot meets Discord. Raises UserError."""
        await self.database.upgrade()
        await self.library.synchronise(self.settings.questions_dir)
        await self.daily.refresh()

    async def close(self) -> None:
        """In the order that loses nothing: no new work, replies out, answers to the disk, then the line."""
        steps = (
            self.agenda.stop,
            self.bot.drain,
            # Whoever is still waiting has been told; and whoever stops a process has little patience.
            partial(_at_most, FAREWELL_S, self.live_quiz.drain),
            self.stage.close,
            partial(_at_most, FAREWELL_S, self.bot.close),
            self.database.close,
        )
        for step in steps:
            try:
                await step()
            except Exception:  # the end of the process: what is left to close matters more
                log.exception("A step of closing failed; the next ones follow")


async def _at_most(seconds: float, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """What takes longer is left to end with the process."""
    done, _late = await asyncio.wait([asyncio.create_task(last())], timeout=seconds)
    for task in done:
        task.result()


def build(
    settings: Settings,
    *,
    clock: Callable[[], datetime] = discord.utils.utcnow,
    sleep: Sleep = asyncio.sleep,
    rng: Random | None = None,
) -> App:
    """The whole bot, not yet started: `prepare` comes next. `clock` and `sleep` have to agree."""
    database = Database(settings.database_url)
    shard_count = settings.shard_count
    bot = QuizBot(
        load_hash=partial(_note, database),
        save_hash=partial(_write_note, database),
        dev_guild_id=settings.dev_guild_id,
        shard_count=shard_count,
        shard_ids=settings.shard_ids,
    )
    shards = Shards(settings.shard_ids, shard_count) if settings.shard_ids and shard_count else None
    house = House(database, clock, rng or SystemRandom(), settings.time_zone, shards, sleep)
    stage = DiscordStage(bot, sleep, clock)
    agenda = Agenda(house)
    live_quiz = LiveQuiz(house, stage, agenda)
    library = Library(database)
    catch_up = timedelta(hours=settings.daily_catch_up_hours)
    daily = Daily(house, stage, agenda, live_quiz.steps, catch_up)
    bot.serve(
        Services(
            live_quiz,
            daily,
            Standings(house),
            library,
            house.rules,
            Teams(house),
            Seasons(house, agenda),
            Profiles(house),
            Rescoring(house, stage, live_quiz.steps),
        ),
        on_first_ready=_starting(agenda),
    )
    return App(settings, bot, database, agenda, live_quiz, daily, library, stage)


def _starting(agenda: Agenda) -> Callable[[], Awaitable[None]]:
    async def start() -> None:
        agenda.start()

    return start


async def _note(database: Database) -> str | None:
    async with database.read() as connection:
        return await banks.note(connection, COMMANDS_NOTE)


async def _write_note(database: Database, value: str) -> None:
    async with database.write() as connection:
        await banks.write_note(connection, COMMANDS_NOTE, value)


def run(settings: Settings) -> None:
    """Until a signal says stop. Raises UserError for what a person can mend."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    if settings.discord_api_url:
        await _point_at(settings.discord_api_url)
    app = build(settings)
    stopping = _stop_signal()
    try:
        await app.database.claim(settings.shard_ids)
        await app.prepare()
        serving = asyncio.create_task(_connect(app), name="gateway")
        losing = asyncio.create_task(app.database.claim_lost(), name="claim")
        collecting = asyncio.create_task(collect_when_quiet(app.bot.is_ready), name="garbage")
        await asyncio.wait([serving, stopping, losing], return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            serving.result()
            raise app.bot.failure or ConnectionError("the connection to Discord ended")
        if losing.done():
            raise UserError(CLAIM_LOST)
        losing.cancel()
        collecting.cancel()
        log.info("stopping")
    finally:
        await app.close()


async def _connect(app: App) -> None:
    token = app.settings.discord_token
    try:
        await app.bot.start(token.get_secret_value() if token else "")
    except discord.LoginFailure:
        raise UserError(
            "Discord does not accept the token: reset it at https://discord.com/developers/applications "
            "and put the new one into .env as DISCORD_TOKEN."
        ) from None
    except (aiohttp.ClientConnectionError, OSError) as error:
        why = str(error) or "no answer in time"
        raise UserError(
            f"Discord cannot be reached ({why}): check the connection and start again."
        ) from error
    except (discord.HTTPException, discord.GatewayNotFound) as error:
        raise UserError(f"Discord does not let the bot in ({error}): start again later.") from error


def _stop_signal() -> asyncio.Task[bool]:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    return asyncio.create_task(stop.wait(), name="stop signal")


async def _point_at(api_url: str) -> None:
    """A proxy or a stand-in answers instead of Discord, and says itself where its gateway is."""
    Route.BASE = api_url
    try:
        async with aiohttp.ClientSession() as session, session.get(f"{api_url}/gateway") as response:
            DiscordWebSocket.DEFAULT_GATEWAY = URL((await response.json())["url"])
    except (aiohttp.ClientConnectionError, OSError) as error:
        raise UserError(_no_api(api_url, "does not answer")) from error
    except (aiohttp.ClientError, KeyError, TypeError, ValueError) as error:
        raise UserError(_no_api(api_url, "does not answer as Discord does")) from error


def _no_api(api_url: str, what: str) -> str:
    shown = URL(api_url).with_user(None)
    return f"DISCORD_API_URL={shown} {what}: correct it, or leave it empty to use Discord itself."
