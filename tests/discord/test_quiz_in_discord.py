"""The whole bot on a simulated Discord: real commands, real clicks, a real database."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import discord
import pytest
from simcord import ChannelHandle, Env, MemberActor

from bot.app import App, build
from bot.demo.simulated_sleep import SimulatedSleep
from bot.settings import Settings
from bot.store.database import Database

BANK = """\
title: Capitals
questions:
""" + "".join(
    f"  - question: Capital {n}?\n    correct: right {n}\n    wrong: [wrong {n}a, wrong {n}b]\n"
    for n in range(5)
)


@dataclass
class Server:
    """A Discord server with the bot in it, a channel and two members."""

    env: Env
    app: App
    channel: ChannelHandle
    alice: MemberActor
    bob: MemberActor
    sleep: SimulatedSleep

    async def restart(self) -> None:
        """The process ends without warning and another one starts on what it left."""
        old = self.app
        self.app = build(old.settings, rng=Random(2), sleep=self.sleep)
        await self.app.prepare()
        await self.env.restart_bot(self.app.bot)
        await old.database.close()

    def card(self) -> discord.Message:
        """The newest message that has answer buttons or had them."""
        return [message for message in self.channel.history() if "Capital " in text_of(message)][-1]

    async def click(self, player: MemberActor, *, right: bool) -> str:
        message = self.card()
        wanted = "right" if right else "wrong"
        section = next(item for item in sections(message) if f" {wanted} " in text_of(item))
        assert isinstance(section.accessory, discord.Button | discord.components.Button)
        result = await player.click(message, custom_id=section.accessory.custom_id)
        assert result.ephemeral
        assert result.response is not None
        return result.response.content


def text_of(item: object) -> str:
    """All text of a message or component, in order."""
    own = getattr(item, "content", "") or ""
    children = getattr(item, "components", None) or getattr(item, "children", None) or []
    return "\n".join([own, *map(text_of, children)]).strip()


def sections(item: object) -> list[discord.components.SectionComponent]:
    found = [item] if isinstance(item, discord.components.SectionComponent) else []
    children = getattr(item, "components", None) or getattr(item, "children", None) or []
    return found + [section for child in children for section in sections(child)]


@pytest.fixture
def sleep() -> SimulatedSleep:
    return SimulatedSleep()


@pytest.fixture
async def app(tmp_path: Path, sleep: SimulatedSleep) -> App:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "capitals.yaml").write_text(BANK)
    settings = Settings(
        database_url=f"sqlite+aiosqlite:///{tmp_path}/quizbot.db",
        questions_dir=tmp_path / "questions",
        shard_count=1,
    )
    app = build(settings, rng=Random(1), sleep=sleep)
    await app.prepare()
    return app


@pytest.fixture
def simcord_bot(app: App) -> discord.Client:
    return app.bot


@pytest.fixture
async def server(app: App, simcord_env: Env, sleep: SimulatedSleep) -> AsyncIterator[Server]:
    sleep.env = simcord_env
    guild = simcord_env.create_guild()
    alice, bob = (guild.add_member(simcord_env.create_user(name)) for name in ("alice", "bob"))
    server = Server(simcord_env, app, guild.create_text_channel("quiz"), alice, bob, sleep)
    yield server
    await server.app.close()


async def test_a_quiz_from_command_to_leaderboard(server: Server) -> None:
    started = await server.alice.slash(server.channel, "quiz start", questions=2)
    assert started.response is not None
    assert "Capitals" in text_of(started.response.message)
    await server.env.advance_time(5)
    for number in (1, 2):
        assert f"question {number} of 2" in text_of(server.card())
        assert "You chose" in await server.click(server.alice, right=True)
        assert "You already chose" in await server.click(server.alice, right=False)
        await server.click(server.bob, right=False)
        await server.env.advance_time(27)
    final = server.channel.last_message
    assert final is not None
    assert server.alice.mention in text_of(final)
    board = await server.bob.slash(server.channel, "leaderboard")
    assert board.response is not None
    assert server.alice.mention in text_of(board.response.message)


async def test_restarted_in_mid_question_the_quiz_goes_on(server: Server) -> None:
    await server.alice.slash(server.channel, "quiz start", questions=2)
    await server.env.advance_time(8)
    await server.click(server.alice, right=True)
    await server.restart()
    assert "You already chose" in await server.click(server.alice, right=True)
    assert "You chose" in await server.click(server.bob, right=True)
    await server.env.advance_time(19)
    assert "Capital" in text_of(server.card())
    posted = [m for m in server.channel.history() if "question 1 of 2" in text_of(m)]
    assert len(posted) == 1
    assert "2 votes" in text_of(posted[0])
    await server.env.advance_time(5)
    assert "question 2 of 2" in text_of(server.card())


async def test_restarted_after_the_deadline_the_question_is_revealed_at_once(server: Server) -> None:
    await server.alice.slash(server.channel, "quiz start", questions=1)
    await server.env.advance_time(6)
    await server.click(server.alice, right=True)
    server.app.agenda.start = lambda: None  # type: ignore[method-assign]
    await server.app.agenda.stop()
    await server.env.advance_time(60)
    await server.restart()
    await server.env.advance_time(1)
    assert "1 vote" in text_of(server.card())


async def test_a_deleted_channel_ends_its_quiz(server: Server) -> None:
    await server.alice.slash(server.channel, "quiz start")
    await server.env.advance_time(6)
    server.env.inject_error("POST", "/channels/*/messages", status=404, code=10003)
    await server.app.live_quiz.channel_lost(server.channel.id)
    await server.env.advance_time(1)
    status = await server.alice.slash(server.channel, "quiz status")
    assert status.response is not None
    assert "No quiz is running" in status.response.content
    assert len(server.env.errors) == 1


async def test_the_commands_are_registered_once_while_they_stay_the_same(server: Server) -> None:
    def registrations() -> int:
        return sum(
            entry.method == "PUT" and entry.path.endswith("/commands") for entry in server.env.http_requests
        )

    before = registrations()
    await server.restart()
    assert registrations() == before
    assert isinstance(server.app.database, Database)
