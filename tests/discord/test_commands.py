"""The slash commands, typed by people on a simulated Discord."""

import discord
import pytest
import simcord

from bot.core.scoring import Scoring
from bot.services.requests import BankSummary, NoQuizError, NotYourQuizError, QuizOverError, QuizRunningError
from bot.ui.bank_choices import bank_choice
from bot.ui.bot import QuizBot
from bot.ui.permissions import missing_permissions
from tests.discord.fakes import CommandMemory, FakeLibrary, FakeLiveQuiz, quiz_bot


@pytest.fixture
def live_quiz() -> FakeLiveQuiz:
    return FakeLiveQuiz()


@pytest.fixture
def library() -> FakeLibrary:
    return FakeLibrary()


@pytest.fixture
def memory() -> CommandMemory:
    return CommandMemory()


@pytest.fixture
def simcord_bot(live_quiz: FakeLiveQuiz, library: FakeLibrary, memory: CommandMemory) -> QuizBot:
    return quiz_bot(live_quiz, library, memory)


def shown(result: simcord.InteractionResult) -> str:
    assert result.response is not None
    return result.response.content or str(result.response.components)


async def test_start_shows_the_intro_to_everybody(simcord_env: simcord.Env, live_quiz: FakeLiveQuiz) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("quiz")
    alice = guild.add_member(simcord_env.create_user("alice"))

    result = await alice.slash(channel, "quiz start", bank="1", questions=5, seconds=30, scoring="accuracy")

    assert not result.ephemeral
    assert "starts a quiz" in shown(result)
    [request] = live_quiz.started
    assert (request.guild_id, request.channel_id, request.host_id) == (guild.id, channel.id, alice.id)
    assert (request.bank_id, request.rules.questions, request.rules.seconds) == (1, 5, 30)
    assert request.rules.scoring is Scoring.ACCURACY


async def test_start_without_options_plays_ten_questions_of_the_default_bank(
    simcord_env: simcord.Env, live_quiz: FakeLiveQuiz
) -> None:
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))

    await alice.slash(guild.create_text_channel("quiz"), "quiz start")

    rules = live_quiz.started[0].rules
    assert (rules.questions, rules.seconds, rules.scoring) == (10, 20, Scoring.SPEED)


@pytest.mark.parametrize(
    ("command", "refusal", "sentence"),
    [
        ("quiz stop", NoQuizError(), "start one with /quiz start"),
        ("quiz skip", NotYourQuizError(5), "Only <@5>, who started this quiz"),
        ("quiz status", NoQuizError(), "No quiz is running in this channel"),
        ("quiz start", QuizRunningError(99), "join it at https://discord.com/channels/{guild}/{channel}/99"),
        ("quiz start", QuizRunningError(None), "its first question follows in a moment"),
        ("quiz start", QuizOverError(), "just over: its final standings follow"),
        ("quiz start", ZeroDivisionError(), "Something went wrong on my side"),
    ],
)
async def test_what_cannot_be_is_said_in_private(
    simcord_env: simcord.Env, live_quiz: FakeLiveQuiz, command: str, refusal: Exception, sentence: str
) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("quiz")
    alice = guild.add_member(simcord_env.create_user("alice"))
    live_quiz.refusal = refusal

    result = await alice.slash(channel, command)

    assert result.ephemeral
    assert sentence.format(guild=guild.id, channel=channel.id) in shown(result)
    assert len(simcord_env.errors) == 1


async def test_start_names_the_permissions_that_are_missing(
    simcord_env: simcord.Env, live_quiz: FakeLiveQuiz
) -> None:
    guild = simcord_env.create_guild()
    denied = discord.PermissionOverwrite(send_messages=False, read_message_history=False)
    assert guild.me is not None
    channel = guild.create_text_channel("quiz", overwrites={guild.default_role: denied})
    alice = guild.add_member(simcord_env.create_user("alice"))

    result = await alice.slash(channel, "quiz start")

    assert shown(result) == (
        f"I may not post in <#{channel.id}>: give me Send Messages and Read Message History there."
    )
    assert live_quiz.started == []
    assert len(simcord_env.errors) == 1


def test_a_thread_needs_its_own_permission_to_post() -> None:
    held = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)

    assert missing_permissions(held, thread=False) == []
    assert missing_permissions(held, thread=True) == ["Send Messages in Threads"]


async def test_start_without_any_bank_says_what_to_do(simcord_env: simcord.Env, library: FakeLibrary) -> None:
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))
    library.banks = ()

    result = await alice.slash(guild.create_text_channel("quiz"), "quiz start")

    assert "add a question bank" in shown(result)
    assert len(simcord_env.errors) == 1


async def test_banks_are_suggested_while_typing(simcord_env: simcord.Env) -> None:
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))

    choices = await alice.autocomplete(guild.create_text_channel("quiz"), "quiz start", "bank", "distr")

    assert [(choice["name"], choice["value"]) for choice in choices] == [
        ("Distributed Training · 25 questions", "1")
    ]


def test_a_suggestion_stays_within_discords_limit() -> None:
    choice = bank_choice(BankSummary(1, "x" * 300, "", 1))

    assert len(choice.name) == 100
    assert choice.name.endswith("… · 1 question")


async def test_stop_and_skip_tell_whether_a_quizmaster_asks(
    simcord_env: simcord.Env, live_quiz: FakeLiveQuiz
) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("quiz")
    role = guild.create_role("Quizmasters", permissions=discord.Permissions(manage_guild=True))
    master = guild.add_member(simcord_env.create_user("master"), roles=[role])
    alice = guild.add_member(simcord_env.create_user("alice"))
    live_quiz.told.clear()

    await master.slash(channel, "quiz stop")
    await alice.slash(channel, "quiz skip")

    assert live_quiz.told == [
        ("stop", (channel.id, master.id, True)),
        ("skip", (channel.id, alice.id, False)),
    ]


async def test_status_and_help_are_shown_in_private(simcord_env: simcord.Env) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("quiz")
    alice = guild.add_member(simcord_env.create_user("alice"))

    status, help_ = await alice.slash(channel, "quiz status"), await alice.slash(channel, "help")

    assert status.ephemeral
    assert "Question 3 of 10" in shown(status)
    assert help_.ephemeral
    assert "How to play" in shown(help_)


async def test_help_works_outside_of_servers(simcord_env: simcord.Env) -> None:
    result = await simcord_env.create_user("alice").slash("help")

    assert "How to play" in shown(result)


async def test_a_leaderboard_is_public_and_of_the_chosen_period(simcord_env: simcord.Env) -> None:
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))

    result = await alice.slash(guild.create_text_channel("quiz"), "leaderboard", period="month")

    assert not result.ephemeral
    assert "Leaderboard · this month" in shown(result)


async def test_commands_are_registered_only_when_they_have_changed(
    simcord_env: simcord.Env, live_quiz: FakeLiveQuiz, memory: CommandMemory
) -> None:
    await simcord_env.restart_bot(quiz_bot(live_quiz, memory=memory))

    registrations = [entry for entry in simcord_env.http_requests if entry.method == "PUT"]
    assert len(registrations) == memory.saved == 1


async def test_quizzes_hear_of_servers_and_channels_that_go(
    simcord_env: simcord.Env, live_quiz: FakeLiveQuiz
) -> None:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("quiz")
    real = simcord_env.bot.get_channel(channel.id)
    assert isinstance(real, discord.TextChannel)

    await real.delete()
    await simcord_env.settle()
    await real.guild.leave()
    await simcord_env.settle()

    assert ("channel lost", channel.id) in live_quiz.told
    assert ("guild lost", guild.id) in live_quiz.told
