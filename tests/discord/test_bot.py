"""What the bot asks of Discord, and how it begins its work."""

import discord
import simcord

from bot.ui.bot import QuizBot
from tests.discord.fakes import CommandMemory, FakeLiveQuiz, quiz_bot


async def test_the_bot_asks_for_no_privileged_intent_and_pings_nobody() -> None:
    bot = quiz_bot(FakeLiveQuiz())

    assert bot.intents == discord.Intents(guilds=True)
    assert bot.allowed_mentions is not None
    assert not bot.allowed_mentions.everyone
    assert not bot.allowed_mentions.users
    assert not bot.allowed_mentions.roles


async def test_work_begins_once_after_the_servers_are_compared() -> None:
    live_quiz, begun = FakeLiveQuiz(), list[object]()
    bot = quiz_bot(live_quiz)

    async def begin() -> None:
        begun.append(live_quiz.told[0][0])

    bot.serve(bot.services, begin)
    async with simcord.run(bot):
        await bot.on_ready()

    assert begun == ["guilds present"]


async def test_a_bot_that_cannot_begin_closes_and_says_why() -> None:
    bot = quiz_bot(FakeLiveQuiz())
    error = ZeroDivisionError()

    async def begin() -> None:
        raise error

    bot.serve(bot.services, begin)
    async with simcord.run(bot):
        closed = bot.is_closed()

    assert closed
    assert bot.failure is error


async def test_a_development_server_gets_the_commands_at_once() -> None:
    memory = CommandMemory()
    bot = QuizBot(load_hash=memory.load, save_hash=memory.save, dev_guild_id=5, shard_count=1)
    bot.serve(quiz_bot().services)

    async with simcord.run(bot) as env:
        paths = [entry.path for entry in env.http_requests if entry.method == "PUT"]

    assert [path.partition("/guilds/")[2] for path in paths] == ["5/commands"]


async def test_every_command_and_option_stays_within_discords_limits() -> None:
    bot = quiz_bot(FakeLiveQuiz())
    async with simcord.run(bot):
        payload = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]

    def check(command: dict[str, object]) -> None:
        assert 1 <= len(str(command["name"])) <= 32
        # Of an option, Discord's own limit; a command's is read on a phone, in one line.
        longest = 48 if command["type"] in (1, 2) else 100
        assert 1 <= len(str(command["description"])) <= longest
        for key in ("options", "choices"):
            children = command.get(key, [])
            assert isinstance(children, list)
            assert len(children) <= 25
            for child in children if key == "options" else []:
                check(child)

    for command in payload:
        check(command)
    assert {str(command["name"]) for command in payload} == {
        "quiz",
        "daily",
        "leaderboard",
        "help",
        "profile",
        "team",
        "season",
        "question",
        "settings",
    }
