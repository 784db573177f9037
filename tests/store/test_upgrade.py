"""A database of the first version, with quizzes that run in it, as the present version finds it."""

from collections.abc import AsyncIterator
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.core.question import Question
from bot.core.quiz import QuizRules
from bot.services.house import House
from bot.store import quizzes, rounds
from bot.store.database import Database
from bot.store.tables import quizzes as table
from tests.services.world import (
    ALICE,
    BOB,
    CHANNEL,
    GUILD,
    HOST,
    ManualClock,
    RecordingStage,
    snowflake_at,
    world_on,
)

# As they were written then, before rules said whether answers may be changed.
RULES = {
    "questions": 1,
    "seconds": 20,
    "scoring": "speed",
    "pause_ms": 5000,
    "unanswered_limit": 3,
    "ranked_from": 2,
    "early_close": True,
}
QUESTION = Question.of("q0", "Question 0?", ["right 0"], ["wrong 0a", "wrong 0b"])


def migrate(connection: sa.Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def fill(connection: sa.Connection, now_ms: int) -> None:
    """Quiz and round 1 have ended; 2 is one whose question is open, answered by one player."""
    metadata = sa.MetaData()
    metadata.reflect(connection)
    old = metadata.tables
    bank = {"slug": "bank", "title": "Bank", "digest": "1", "questions": 1, "active": True}
    connection.execute(old["banks"].insert(), bank)
    right = QUESTION.options[0].id
    for id_, state in ((1, "ended"), (2, "running")):
        opened_ms = now_ms - 5_000 if state == "running" else now_ms - 900_000
        quiz: dict[str, Any] = {"guild_id": GUILD, "channel_id": CHANNEL, "host_id": HOST, "bank_id": 1}
        quiz |= {"bank_title": "Bank", "rules": RULES, "length": 1, "ranked": False, "state": state}
        connection.execute(old["quizzes"].insert(), quiz | {"started_ms": opened_ms})
        asked: dict[str, Any] = {"quiz_id": id_, "guild_id": GUILD, "channel_id": CHANNEL, "position": 0}
        asked |= {"bank_id": 1, "question_key": "q0", "snapshot": QUESTION.to_snapshot()}
        asked |= {"option_order": [option.id for option in QUESTION.options], "limit_ms": 20_000}
        asked |= {"state": "open" if state == "running" else "revealed", "asked_ms": opened_ms}
        asked |= {"message_id": snowflake_at(opened_ms), "opened_ms": opened_ms}
        connection.execute(old["rounds"].insert(), asked)
        given: dict[str, Any] = {"round_id": id_, "player_id": ALICE, "guild_id": GUILD, "option_id": right}
        connection.execute(old["answers"].insert(), given | {"elapsed_ms": 1_000})
    due = {"due_ms": now_ms + 16_500, "kind": "close_round", "subject_id": 2, "guild_id": GUILD}
    connection.execute(old["agenda"].insert(), due)


@pytest.fixture
async def upgraded(database_url: str) -> AsyncIterator[Database]:
    clock = ManualClock()
    engine = create_async_engine(database_url)
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0001")
        await connection.run_sync(fill, clock.ms)
    await engine.dispose()
    opened = Database(database_url)
    await opened.upgrade()
    yield opened
    await opened.close()


async def test_a_quiz_that_runs_over_the_upgrade_is_played_to_its_end(upgraded: Database) -> None:
    clock = ManualClock()
    stage = RecordingStage(clock)
    world = world_on(House(upgraded, clock, Random(7), ZoneInfo("UTC")), clock, stage, 1)
    async with upgraded.read() as connection:
        row = await rounds.get(connection, 2)
        [running] = await quizzes.running(connection)
    assert row is not None
    assert row.message_id is not None
    assert (running.id, running.daily, running.rules) == (2, None, QuizRules(questions=1))
    stage.questions[row.message_id] = None  # type: ignore[assignment]
    await world.quiz.answer(2, QUESTION.options[1].id, BOB, clock.ms)
    await world.pass_time(30)
    assert sum(world.revealed.votes.values()) == 2
    assert {standing.score.player_id for standing in world.final.standings} == {ALICE, BOB}


async def test_a_channel_still_bears_one_live_quiz_and_any_number_of_daily_ones(upgraded: Database) -> None:
    async with upgraded.read() as connection:
        assert set(await connection.scalars(sa.select(table.c.kind))) == {"live"}
    values = {"guild_id": GUILD, "channel_id": CHANNEL, "host_id": HOST, "bank_title": "", "rules": RULES}
    values |= {"length": 1, "ranked": False, "state": "running", "started_ms": 0}
    async with upgraded.write() as connection:
        await connection.execute(table.insert(), [values | {"kind": "daily"}] * 2)
    with pytest.raises(IntegrityError):
        async with upgraded.write() as connection:
            await connection.execute(table.insert(), values)
