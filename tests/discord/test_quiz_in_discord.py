"""The whole bot on a simulated Discord: real commands, real clicks, a real database."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
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
    """A Discord server with the bot in it, a channel, a quizmaster and two other members."""

    env: Env
    app: App
    channel: ChannelHandle
    master: MemberActor
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

    async def daily(self, name: str, **options: object) -> str:
        """What the quizmaster is shown by `/daily`."""
        result = await self.master.slash(self.channel, f"daily {name}", **options)
        assert result.ephemeral
        assert result.response is not None
        return text_of(result.response.message)

    def in_minutes(self, minutes: int) -> str:
        """The time of day then, in UTC."""
        return f"{self.env.now() + timedelta(minutes=minutes):%H:%M}"

    def card(self) -> discord.Message:
        """The newest message that has answer buttons or had them."""
        cards = [message for message in self.channel.history() if message.components]
        return [message for message in cards if "Capital " in text_of(message)][-1]

    async def click(self, player: MemberActor, *, right: bool) -> str:
        message = self.card()
        wanted = "right" if right else "wrong"
        section = next(item for item in sections(message) if f" {wanted} " in text_of(item))
        assert isinstance(section.accessory, discord.Button | discord.components.Button)
        result = await player.click(message, custom_id=section.accessory.custom_id)
        assert result.ephemeral
        assert result.response is not None
        return text_of(result.response.message)


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
    quizmasters = guild.create_role("Quizmasters", permissions=discord.Permissions(manage_guild=True))
    master = guild.add_member(simcord_env.create_user("master"), roles=[quizmasters])
    alice, bob = (guild.add_member(simcord_env.create_user(name)) for name in ("alice", "bob"))
    server = Server(simcord_env, app, guild.create_text_channel("quiz"), master, alice, bob, sleep)
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


async def test_in_survival_who_was_wrong_is_out_and_the_last_one_wins(server: Server) -> None:
    started = await server.alice.slash(server.channel, "quiz start", mode="survival")
    assert started.response is not None
    assert "last one standing" in text_of(started.response.message)
    await server.env.advance_time(5)
    for player in (server.alice, server.master):
        await server.click(player, right=True)
    await server.click(server.bob, right=False)
    await server.env.advance_time(22)
    assert f"Out: {server.bob.mention}. 2 people are still in." in text_of(server.card())
    await server.env.advance_time(5)
    assert "You have been out since question 1" in await server.click(server.bob, right=True)
    await server.restart()
    assert "You have been out since question 1" in await server.click(server.bob, right=True)
    assert "You chose" in await server.click(server.alice, right=True)
    await server.env.advance_time(28)
    final = server.channel.last_message
    assert final is not None
    assert f"{server.alice.mention} is the last one standing." in text_of(final)


async def test_a_race_tells_nobody_before_its_reveal_and_then_who_was_first(server: Server) -> None:
    await server.alice.slash(server.channel, "quiz start", mode="race", questions=1)
    await server.env.advance_time(7)
    replies = [await server.click(server.alice, right=True), await server.click(server.bob, right=True)]
    assert [reply.endswith("Your answer is final.") for reply in replies] == [True, True]
    await server.env.advance_time(2)
    assert "First right answer" in text_of(server.card())


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


async def test_a_daily_question_from_command_to_list(server: Server) -> None:
    added = await server.daily("add", time=server.in_minutes(2), zone="UTC", hours=1, thread=True)
    assert "Capitals · open 1 hour · with a thread" in added
    await server.env.advance_time(125)
    assert "Capitals · daily question · " in text_of(server.card())
    assert "You can change it until" in await server.click(server.alice, right=False)
    assert "You can change it until" in await server.click(server.alice, right=True)
    await server.click(server.bob, right=False)
    await server.env.advance_time(3_605)
    assert "1 of 2 people** chose the right answer" in text_of(server.card())
    channel = server.env.bot.get_channel(server.channel.id)
    assert isinstance(channel, discord.TextChannel)
    [thread] = channel.threads
    assert thread.name.startswith("Capital ")
    assert "[posted on" in await server.daily("list")
    board = await server.alice.slash(server.channel, "leaderboard")
    assert board.response is not None
    assert "1 in a row (best 1) · answered 1 of 1" in text_of(board.response.message)


async def test_a_daily_question_that_came_due_while_the_bot_was_down_says_that_it_is_late(
    server: Server,
) -> None:
    await server.daily("add", time=server.in_minutes(2), zone="UTC")
    server.app.agenda.start = lambda: None  # type: ignore[method-assign]
    await server.app.agenda.stop()
    await server.env.advance_time(1_800)
    await server.restart()
    await server.env.advance_time(1)
    await server.restart()
    await server.env.advance_time(1)
    posted = [message for message in server.channel.history() if "Capital " in text_of(message)]
    assert [text_of(message).splitlines()[0].rpartition(" · ")[2] for message in posted] == ["posted late"]
    assert "[posted late on" in await server.daily("list")


async def test_who_is_told_at_once_learns_what_is_right(server: Server) -> None:
    await server.daily("add", time=server.in_minutes(600), zone="UTC", reveal="at once")
    assert "Posted: https://discord.com/channels/" in await server.daily("post-now", schedule="1")
    assert "which is wrong. Right: **" in await server.click(server.alice, right=False)
    assert "You already chose" in await server.click(server.alice, right=True)
    assert "has been posted already" in await server.daily("post-now", schedule="1")
    assert len(server.env.errors) == 1
