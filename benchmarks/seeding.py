"""Quizzes whose questions are open already when the bot starts, in numbers that no players could start."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from benchmarks.standin import Channel, Message, StandIn
from benchmarks.standin.world import COMPONENTS_V2
from bot.core.question import Question
from bot.core.quiz import QuizRules
from bot.core.round import GRACE_MS
from bot.store.agenda import Kind
from bot.store.database import Database
from bot.store.rounds import RoundState
from bot.store.tables import agenda, quizzes, rounds

QUESTION = Question.of("sum", "What is 1 and 1?", ["It is 2"], ["It is 3", "It is 4", "It is 5"])
RULES = QuizRules(seconds=300)
HOST = 900


@dataclass(frozen=True, slots=True)
class Seeded:
    round_id: int
    message: Message
    closes_ms: int
    """When it is due to be closed: the grace after its deadline."""

    @property
    def custom_id(self) -> str:
        return f"a:{self.round_id}:{QUESTION.options[0].id}"


def places(discord: StandIn, guilds: int, channels_each: int) -> list[Channel]:
    found = []
    for _ in range(guilds):
        guild = discord.world.add_guild()
        found += [discord.world.add_channel(guild) for _ in range(channels_each)]
    return found


async def seed(
    discord: StandIn, database_url: str, channels: Sequence[Channel], deadlines_ms: Sequence[int]
) -> list[Seeded]:
    """One open question in each channel, to a database that is new."""
    seeded = [
        Seeded(number, _message(discord, channel), deadline_ms + GRACE_MS)
        for number, (channel, deadline_ms) in enumerate(zip(channels, deadlines_ms, strict=True), start=1)
    ]
    database = Database(database_url)
    await database.upgrade()
    async with database.write() as connection:
        for table, row in ((quizzes, _quiz), (rounds, _round), (agenda, _entry)):
            rows = [row(one, channel.guild_id) for one, channel in zip(seeded, channels, strict=True)]
            await connection.execute(table.insert(), rows)
    await database.close()
    return seeded


def _message(discord: StandIn, channel: Channel) -> Message:
    world = discord.world
    body = {"flags": COMPONENTS_V2, "components": []}
    message = Message(world.snowflakes.new(), channel.id, world.bot, body)
    channel.messages[message.id] = message
    return message


def _quiz(one: Seeded, guild_id: int) -> dict[str, object]:
    return {
        "id": one.round_id,
        "guild_id": guild_id,
        "channel_id": one.message.channel_id,
        "host_id": HOST,
        "bank_title": "Sums",
        "rules": asdict(RULES),
        "length": 1,
        "ranked": False,
        "state": "running",
        "started_ms": one.closes_ms,
    }


def _round(one: Seeded, guild_id: int) -> dict[str, object]:
    opened_ms = one.closes_ms - GRACE_MS - RULES.seconds * 1_000
    return {
        "id": one.round_id,
        "quiz_id": one.round_id,
        "guild_id": guild_id,
        "channel_id": one.message.channel_id,
        "position": 0,
        "question_key": QUESTION.id,
        "snapshot": QUESTION.to_snapshot(),
        "option_order": [option.id for option in QUESTION.options],
        "limit_ms": RULES.seconds * 1_000,
        "state": RoundState.OPEN.value,
        "message_id": one.message.id,
        "asked_ms": opened_ms,
        "opened_ms": opened_ms,
    }


def _entry(one: Seeded, guild_id: int) -> dict[str, object]:
    return {
        "due_ms": one.closes_ms,
        "kind": Kind.CLOSE_ROUND.value,
        "subject_id": one.round_id,
        "guild_id": guild_id,
    }
