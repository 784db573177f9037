"""`/team`, `/season` and quizzes of teams, with the whole bot on a simulated Discord."""

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from random import Random

import discord
import pytest
from simcord import Env, MemberActor

from bot.app import App, build
from bot.core.server_settings import WhoMay
from bot.demo.simulated_sleep import SimulatedSleep
from bot.errors import UserError
from bot.settings import Settings
from tests.discord.test_quiz_in_discord import BANK, text_of


class Club:
    """Mia is a quizmaster, Alice and Bob are not; Carol has the role Gold."""

    def __init__(self, env: Env, app: App) -> None:
        self.env, self.app = env, app
        self.guild = env.create_guild()
        may_manage = self.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
        self.gold = self.guild.create_role("Gold")
        self.channel = self.guild.create_text_channel("quiz")
        self.mia = self.guild.add_member(env.create_user("mia"), roles=[may_manage])
        self.alice, self.bob = (self.guild.add_member(env.create_user(name)) for name in ("alice", "bob"))
        self.carol = self.guild.add_member(env.create_user("carol"), roles=[self.gold])

    async def say(self, who: MemberActor, command: str, **options: object) -> str:
        """What the person is told."""
        result = await who.slash(self.channel, command, **options)
        assert result.response is not None
        assert all(isinstance(error.__cause__, UserError) for error in self.env.errors)
        return shown(result.response.message)

    async def press(self, member: MemberActor, message: discord.Message, custom_id: str) -> str:
        result = await member.click(message, custom_id=custom_id)
        assert result.ephemeral
        assert result.response is not None
        return text_of(result.response.message)

    async def make(self, *names: str) -> None:
        for name in names:
            await self.say(self.mia, "team create", name=name)

    async def quiz(self, **options: object) -> discord.Message:
        """The intro of a quiz of teams."""
        result = await self.alice.slash(self.channel, "quiz start", teams=True, **options)
        assert result.response is not None
        assert isinstance(result.response.message, discord.Message)
        return result.response.message

    async def answer(self, member: MemberActor, *, right: bool = True) -> str:
        cards = [message for message in self.channel.history() if "Capital " in text_of(message)]
        wanted = " right " if right else " wrong "
        section = next(item for item in _sections(cards[-1]) if wanted in text_of(item))
        assert isinstance(section.accessory, discord.Button | discord.components.Button)
        return await self.press(member, cards[-1], section.accessory.custom_id or "")


def shown(message: object) -> str:
    """Its text, with all spaces alike."""
    return text_of(message).replace("\N{NO-BREAK SPACE}", " ")


def _sections(item: object) -> list[discord.components.SectionComponent]:
    found = [item] if isinstance(item, discord.components.SectionComponent) else []
    children = getattr(item, "components", None) or getattr(item, "children", None) or []
    return found + [section for child in children for section in _sections(child)]


@pytest.fixture
def sleep() -> SimulatedSleep:
    return SimulatedSleep()


@pytest.fixture
async def app(tmp_path: Path, sleep: SimulatedSleep) -> App:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "capitals.yaml").write_text(BANK)
    url = f"sqlite+aiosqlite:///{tmp_path}/quizbot.db"
    settings = Settings(database_url=url, questions_dir=tmp_path / "questions", shard_count=1)
    app = build(settings, rng=Random(1), sleep=sleep)
    await app.prepare()
    return app


@pytest.fixture
def simcord_bot(app: App) -> discord.Client:
    return app.bot


@pytest.fixture
async def club(app: App, simcord_env: Env, sleep: SimulatedSleep) -> AsyncIterator[Club]:
    sleep.env = simcord_env
    yield Club(simcord_env, app)
    await app.close()


async def test_a_team_is_made_listed_joined_and_left(club: Club) -> None:
    made = await club.say(club.mia, "team create", name="Foxes", colour="orange", emoji="🦊")
    assert "🦊 **Foxes** is a new team." in made
    assert "🦊 **Foxes** now" in await club.say(club.alice, "team join", team="foxes")
    assert "🟧 🦊 **Foxes** · 1 member" in await club.say(club.bob, "team list")
    assert f"<@{club.alice.id}>" in await club.say(club.bob, "team roster", team="Foxes")
    assert "no longer on 🦊 **Foxes**" in await club.say(club.alice, "team leave")
    assert "Nobody is on it yet" in await club.say(club.bob, "team roster", team="Foxes")


async def test_a_move_says_what_stays(club: Club) -> None:
    await club.make("Foxes", "Owls")
    await club.say(club.alice, "team join", team="Foxes")
    said = await club.say(club.alice, "team join", team="Owls")
    assert "You are on **Owls** now" in said
    assert "earned for **Foxes** stays" in said


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("team create", {"name": "Foxes"}),
        ("team rename", {"team": "Owls", "name": "Foxes"}),
        ("team lock", {"team": "Owls"}),
        ("team unlock", {"team": "Owls"}),
        ("team remove", {"team": "Owls"}),
        ("season start", {"name": "Spring"}),
        ("season end", {}),
    ],
)
async def test_what_changes_teams_and_seasons_is_for_quizmasters(
    club: Club, command: str, options: dict[str, str]
) -> None:
    await club.make("Owls")
    assert "Only quizmasters" in await club.say(club.alice, command, **options)
    assert "**Owls** · 0 members" in await club.say(club.alice, "team list")


async def test_quizmasters_put_others_on_a_locked_team(club: Club) -> None:
    await club.make("Foxes")
    assert "🔒 **Foxes** is locked" in await club.say(club.mia, "team lock", team="Foxes")
    assert "locked" in await club.say(club.alice, "team join", team="Foxes")
    assert "Only quizmasters" in await club.say(club.alice, "team join", team="Foxes", member=club.bob)
    said = await club.say(club.mia, "team join", team="Foxes", member=club.bob)
    assert f"<@{club.bob.id}> is on **Foxes** now" in said
    assert "locked" in await club.say(club.bob, "team leave")
    assert "no longer" in await club.say(club.mia, "team leave", member=club.bob)
    assert "open again" in await club.say(club.mia, "team unlock", team="Foxes")
    assert "now" in await club.say(club.alice, "team join", team="Foxes")


async def test_a_team_with_a_role_has_whoever_has_the_role(club: Club) -> None:
    await club.make("Foxes")
    made = await club.say(club.mia, "team create", name="Golden", role=club.gold)
    assert f"Whoever has <@&{club.gold.id}> is on it" in made
    assert "get the role, and you are on it" in await club.say(club.alice, "team join", team="Golden")
    assert f"<@&{club.gold.id}>" in await club.say(club.carol, "team join", team="Foxes")
    await club.say(club.bob, "team join", team="Foxes")
    await club.quiz(questions=1)
    await club.env.advance_time(5)
    for player in (club.carol, club.bob):
        assert "You chose" in await club.answer(player)
    await club.env.advance_time(40)
    roster = await club.say(club.bob, "team roster", team="Golden")
    assert "1 person has answered for it so far" in roster
    assert f"<@{club.carol.id}>" in roster


async def test_a_renamed_role_changes_nothing(club: Club) -> None:
    await club.say(club.mia, "team create", name="Golden", role=club.gold)
    await _role(club).edit(name="Silver")
    await club.quiz(questions=1)
    await club.env.advance_time(5)
    assert "You chose" in await club.answer(club.carol)
    assert f"Whoever has <@&{club.gold.id}>" in await club.say(club.bob, "team roster", team="Golden")


async def test_who_lost_the_role_plays_no_more(club: Club) -> None:
    await club.say(club.mia, "team create", name="Golden", role=club.gold)
    await club.quiz(questions=1)
    await club.env.advance_time(5)
    guild = club.env.bot.get_guild(club.guild.id)
    assert guild is not None
    await (await guild.fetch_member(club.carol.id)).remove_roles(_role(club))
    assert "/team join" in await club.answer(club.carol)


def _role(club: Club) -> discord.Role:
    guild = club.env.bot.get_guild(club.guild.id)
    role = guild.get_role(club.gold.id) if guild else None
    assert role is not None
    return role


async def test_the_roster_says_that_the_role_was_deleted(club: Club) -> None:
    await club.say(club.mia, "team create", name="Golden", role=club.gold)
    await _role(club).delete()
    assert "was deleted" in await club.say(club.bob, "team roster", team="Golden")


async def test_a_team_is_renamed_and_removed(club: Club) -> None:
    await club.make("Foxes")
    assert "**Foxes** is called **Owls** now" in await club.say(
        club.mia, "team rename", team="Foxes", name="Owls"
    )
    assert "**Owls** is removed" in await club.say(club.mia, "team remove", team="Owls")
    assert "no teams here yet" in await club.say(club.bob, "team list")
    assert "not here" in await club.say(club.alice, "team join", team="Owls")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colour": "greenish"}, "do not know that colour"),
        ({"emoji": "fox"}, "no emoji"),
        ({"name": "f" * 60}, "60 characters"),
        ({"name": "owls"}, "that name already"),
    ],
)
async def test_a_team_that_cannot_be_is_refused_in_a_sentence(
    club: Club, options: dict[str, str], said: str
) -> None:
    await club.make("Owls")
    assert said in await club.say(club.mia, "team create", **{"name": "Foxes", **options})


async def test_the_name_of_a_team_formats_nothing_and_pings_nobody(club: Club) -> None:
    said = await club.say(club.mia, "team create", name="**@everyone** <@1>")
    assert r"\*\*@" in said
    assert "@everyone" not in said
    assert r"\<@1>" in said


async def test_teams_are_offered_while_one_types(club: Club) -> None:
    await club.make("Foxes", "Owls", "Firebirds")
    offered = await club.alice.autocomplete(club.channel, "team join", "team", "F")
    assert [choice["name"] for choice in offered] == ["Foxes", "Firebirds"]
    assert "**Firebirds** now" in await club.say(club.alice, "team join", team=offered[1]["value"])


async def test_a_quiz_of_teams_needs_teams(club: Club) -> None:
    assert "/team create" in await club.say(club.alice, "quiz start", teams=True)


async def test_strangers_learn_how_to_join_a_quiz_of_teams(club: Club) -> None:
    await club.make("Foxes", "Owls")
    intro = await club.quiz(questions=2)
    await club.env.advance_time(5)
    assert "/team join" in await club.answer(club.alice)
    assert "You are on **Foxes** now" in await club.press(club.alice, intro, _join_id(intro))
    assert "You are on **Owls** now" in await club.press(club.bob, intro, _join_id(intro))
    assert "You are on **Owls** already" in await club.press(club.bob, intro, _join_id(intro))
    assert "You chose" in await club.answer(club.alice)
    assert "You chose" in await club.answer(club.bob, right=False)
    await club.env.advance_time(22)
    reveal = next(text for text in map(shown, club.channel.history()) if "Standings" in text)
    assert "🥇 **1.** **Foxes** · **1,000** · 1 player" in reveal
    assert "🥈 **2.** **Owls** · **0** · 1 player" in reveal


async def test_the_button_says_when_no_team_can_be_joined(club: Club) -> None:
    await club.make("Foxes")
    intro = await club.quiz()
    await club.say(club.mia, "team lock", team="Foxes")
    assert "ask a quizmaster" in await club.press(club.alice, intro, _join_id(intro))
    await club.say(club.mia, "team unlock", team="Foxes")
    await club.app.bot.services.rules.change(club.guild.id, join=WhoMay.QUIZMASTERS)
    assert "quizmasters put people on teams" in await club.press(club.alice, intro, _join_id(intro))
    assert "You are on **Foxes** now" in await club.press(club.mia, intro, _join_id(intro))


def _join_id(intro: discord.Message) -> str:
    [found] = re.findall(r"tj:\d+", str([part.to_dict() for part in intro.components]))
    return str(found)


async def test_a_season_from_start_to_winner(club: Club) -> None:
    last_day = (club.env.now() + timedelta(days=1)).date().isoformat()
    assert "**Spring** began" in await club.say(club.mia, "season start", name="Spring", ends=last_day)
    assert "running here already" in await club.say(club.mia, "season start", name="Summer")
    await club.alice.slash(club.channel, "quiz start", questions=1)
    await club.env.advance_time(5)
    await club.answer(club.alice)
    await club.answer(club.bob, right=False)
    await club.env.advance_time(60)
    assert f"In front: <@{club.alice.id}>" in await club.say(club.bob, "season list")
    assert f"🏆 <@{club.alice.id}>" in await club.say(club.mia, "season end")
    assert "No season is running" in await club.say(club.mia, "season end")
    assert "None has ended" not in await club.say(club.bob, "season list")


async def test_the_list_of_seasons_turns_its_pages(club: Club, app: App) -> None:
    for number in range(1, 13):
        await app.bot.services.seasons.start(club.guild.id, f"Season {number}.", None)
        await app.bot.services.seasons.end(club.guild.id)
    listed = await club.bob.slash(club.channel, "season list")
    assert listed.response is not None
    assert "Season 12." in shown(listed.response.message)
    turned = await club.bob.click(listed.response.message, label="Next →")
    assert turned.response is not None
    said = shown(turned.response.message)
    assert "page 2 of 3" in said
    assert "Season 7." in said
    assert "Season 8." not in said


async def test_an_end_that_cannot_be_read_is_refused(club: Club) -> None:
    assert "2026-12-24" in await club.say(club.mia, "season start", name="Spring", ends="soon")
    assert "no season here yet" in await club.say(club.bob, "season list")
