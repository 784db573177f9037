"""Who may do what, in a server that has named a role for its quizmasters."""

import discord
import pytest
import simcord

from bot.core.scoring import Scoring
from bot.core.server_settings import ServerSettings, WhoMay
from bot.ui.bot import QuizBot
from tests.discord.fakes import FakeLiveQuiz, FakeServerRules, quiz_bot


@pytest.fixture
def live_quiz() -> FakeLiveQuiz:
    return FakeLiveQuiz()


@pytest.fixture
def rules() -> FakeServerRules:
    return FakeServerRules()


@pytest.fixture
def simcord_bot(live_quiz: FakeLiveQuiz, rules: FakeServerRules) -> QuizBot:
    return quiz_bot(live_quiz, rules=rules)


class Server:
    """Alice may manage it, Bob has the role of the quizmasters, Carol has none."""

    def __init__(self, env: simcord.Env) -> None:
        guild = env.create_guild()
        admins = guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
        self.guild = guild
        self.role = guild.create_role("Quizmasters")
        self.channel = guild.create_text_channel("quiz")
        self.alice = guild.add_member(env.create_user("alice"), roles=[admins])
        self.bob = guild.add_member(env.create_user("bob"), roles=[self.role])
        self.carol = guild.add_member(env.create_user("carol"))


@pytest.fixture
def server(simcord_env: simcord.Env) -> Server:
    return Server(simcord_env)


@pytest.mark.parametrize("named", [True, False])
async def test_the_role_makes_a_quizmaster_once_it_is_named(
    server: Server, live_quiz: FakeLiveQuiz, rules: FakeServerRules, named: bool
) -> None:
    rules.settings = ServerSettings(quizmaster_role_id=server.role.id if named else None)
    live_quiz.told.clear()

    for member in (server.alice, server.bob, server.carol):
        await member.slash(server.channel, "quiz stop")

    assert live_quiz.told == [
        ("stop", (server.channel.id, member.id, quizmaster))
        for member, quizmaster in ((server.alice, True), (server.bob, named), (server.carol, False))
    ]


async def test_only_quizmasters_start_where_the_server_says_so(
    simcord_env: simcord.Env, server: Server, live_quiz: FakeLiveQuiz, rules: FakeServerRules
) -> None:
    rules.settings = ServerSettings(start=WhoMay.QUIZMASTERS, quizmaster_role_id=server.role.id)

    refused = await server.carol.slash(server.channel, "quiz start")
    for member in (server.alice, server.bob):
        await member.slash(server.channel, "quiz start")

    assert refused.ephemeral
    assert refused.response is not None
    assert refused.response.content == (
        f"In this server only quizmasters start quizzes: ask somebody with the role <@&{server.role.id}>."
    )
    assert [request.host_id for request in live_quiz.started] == [server.alice.id, server.bob.id]
    assert len(simcord_env.errors) == 1


async def test_a_role_that_is_gone_is_nobody_to_ask(
    simcord_env: simcord.Env, server: Server, rules: FakeServerRules
) -> None:
    rules.settings = ServerSettings(start=WhoMay.QUIZMASTERS, quizmaster_role_id=5)

    refused = await server.carol.slash(server.channel, "quiz start")

    assert refused.response is not None
    assert "ask somebody who may manage the server" in str(refused.response.content)
    assert len(simcord_env.errors) == 1


async def test_a_quiz_is_as_the_server_has_it_but_for_what_is_asked(
    server: Server, live_quiz: FakeLiveQuiz, rules: FakeServerRules
) -> None:
    rules.settings = ServerSettings(questions=5, seconds=30, scoring=Scoring.ACCURACY, ranked_from=1)

    await server.carol.slash(server.channel, "quiz start")
    await server.carol.slash(server.channel, "quiz start", questions=3, seconds=7, scoring="speed")

    assert [request.rules for request in live_quiz.started] == [
        rules.settings.quiz_rules(),
        rules.settings.quiz_rules(questions=3, seconds=7, scoring=Scoring.SPEED),
    ]
