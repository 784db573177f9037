"""A start that cannot succeed ends with a sentence and the status 1, for a supervisor to try again."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from benchmarks.bot_process import BotProcess
from benchmarks.standin import StandIn
from bot.store.database import Database
from tests.wire.places import standing_in
from tests.wire.table import Table

USER = "GET /users/@me"
COMMANDS = "PUT /applications/{application_id}/commands"


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    async with standing_in() as stand_in:
        yield stand_in


@pytest.fixture
async def bot(discord: StandIn, tmp_path: Path) -> AsyncIterator[BotProcess]:
    process = BotProcess(discord, tmp_path)
    yield process
    await process.kill()


async def test_a_wrong_token_is_said(bot: BotProcess) -> None:
    bot.environment["DISCORD_TOKEN"] = "another"
    status, said = await bot.refusal()
    assert (status, said.partition(":")[0]) == (1, "Discord does not accept the token")


async def test_a_folder_of_questions_that_is_missing_is_named(bot: BotProcess) -> None:
    bot.environment["QUESTIONS_DIR"] = "nowhere"
    status, said = await bot.refusal()
    assert (status, said.partition(":")[0]) == (1, "There is no folder nowhere")


async def test_an_address_where_nobody_answers_is_named(bot: BotProcess) -> None:
    bot.environment["DISCORD_API_URL"] = "http://127.0.0.1:9/api/v10"
    status, said = await bot.refusal()
    assert (status, said.partition(" does")[0]) == (1, "DISCORD_API_URL=http://127.0.0.1:9/api/v10")


async def test_an_address_where_something_else_answers_is_named(bot: BotProcess, discord: StandIn) -> None:
    bot.environment["DISCORD_API_URL"] = f"{discord.url}/elsewhere"
    status, said = await bot.refusal()
    assert (status, said.partition("=")[0]) == (1, "DISCORD_API_URL")


async def test_an_outage_at_the_start_is_said(bot: BotProcess, discord: StandIn) -> None:
    discord.fault(USER, status=503)
    status, said = await bot.refusal()
    assert (status, said.partition(" (")[0]) == (1, "Discord does not let the bot in")


async def test_commands_that_cannot_be_registered_stop_nothing_and_are_tried_again(
    bot: BotProcess, discord: StandIn
) -> None:
    fault = discord.fault(COMMANDS, status=503)
    await bot.start()
    assert fault.struck
    assert await bot.stop() == 0
    await bot.start()
    table = Table(discord, await discord.add_place(), bot.records)
    await table.start()
    assert await bot.stop() == 0
    await bot.start()
    assert len(discord.journal.of(COMMANDS)) == 2


async def test_a_second_process_for_the_same_shards_is_refused(
    bot: BotProcess, discord: StandIn, tmp_path: Path, postgres_database: str
) -> None:
    other = BotProcess(discord, tmp_path, log_name="other log")
    for process in (bot, other):
        process.environment["DATABASE_URL"] = postgres_database
    await bot.start()
    status, said = await other.refusal()
    assert (status, said.partition(":")[0]) == (1, "Another process is running on this PostgreSQL database")
    assert await bot.stop() == 0


async def test_a_process_that_loses_its_claim_ends(bot: BotProcess, postgres_database: str) -> None:
    bot.environment["DATABASE_URL"] = postgres_database
    await bot.start()
    database = Database(postgres_database)
    async with database.write() as connection:
        await connection.execute(
            sa.text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted")
        )
    await database.close()
    assert bot.process is not None
    assert await asyncio.wait_for(bot.process.wait(), 15) == 1
    assert bot.log.splitlines()[-1].startswith("The connection to PostgreSQL that keeps other processes away")
