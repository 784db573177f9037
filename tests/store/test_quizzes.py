import asyncio

from bot.core.quiz import QuizRules
from bot.store import quizzes
from bot.store.database import Database
from bot.store.tables import quizzes as quiz_table
from bot.store.tables import rounds


async def add(database: Database, channel_id: int, guild_id: int = 1) -> int | None:
    async with database.write() as connection:
        return await quizzes.add(
            connection,
            rules=QuizRules(),
            started_ms=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=9,
            bank_title="Bank",
            length=1,
        )


async def test_of_many_started_at_once_in_a_channel_one_runs(database: Database) -> None:
    ids = await asyncio.gather(*(add(database, channel_id=5) for _ in range(8)))
    assert len([quiz_id for quiz_id in ids if quiz_id is not None]) == 1


async def test_a_channel_is_free_again_when_its_quiz_has_ended(database: Database) -> None:
    quiz_id = await add(database, channel_id=5)
    assert quiz_id is not None
    async with database.write() as connection:
        await quizzes.change(connection, quiz_id, state=quizzes.ENDED)
    assert await add(database, channel_id=5) is not None


async def test_running_quizzes_are_found_by_server_channel_and_message(database: Database) -> None:
    first, second, ended = [
        await add(database, channel, guild) for channel, guild in ((5, 1), (6, 2), (7, 1))
    ]
    assert first is not None
    assert ended is not None
    async with database.write() as connection:
        await quizzes.change(connection, ended, state=quizzes.ENDED)
        round_values = {
            "guild_id": 1,
            "channel_id": 5,
            "question_key": "q",
            "snapshot": {},
            "option_order": [],
            "limit_ms": 1,
            "state": "open",
            "asked_ms": 0,
        }
        await connection.execute(
            rounds.insert().values(quiz_id=first, position=0, message_id=77, **round_values)
        )
    async with database.read() as connection:
        found = [
            [quiz.id for quiz in await quizzes.running(connection, **place)]
            for place in ({"guild_id": 1}, {"channel_id": 6}, {"message_id": 77}, {"message_id": 78})
        ]
        assert found == [[first], [second], [first], []]
        assert {quiz.id for quiz in await quizzes.running(connection)} == {first, second}


async def test_the_id_of_a_quiz_is_never_given_again(database: Database) -> None:
    """Its cards may still hang in a channel, with buttons that name it and its rounds."""
    first = await add(database, channel_id=5)
    async with database.write() as connection:
        await connection.execute(quiz_table.delete())
    second = await add(database, channel_id=5)
    assert first is not None
    assert second is not None
    assert second > first
