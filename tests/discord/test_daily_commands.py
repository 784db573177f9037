"""`/daily`, typed by a quizmaster on a simulated Discord."""

from dataclasses import replace
from datetime import time

import discord
import pytest
import simcord

from bot.core.schedule import Rule
from bot.core.server_settings import ServerSettings
from bot.errors import UserError
from bot.services.daily_requests import Plan, PostedAlreadyError
from bot.ui.bot import QuizBot
from bot.ui.daily_choices import schedule_label
from bot.ui.daily_options import read_zone
from tests.discord.fakes import FakeDaily, FakeServerRules, quiz_bot
from tests.discord.samples import schedule

BERLIN = read_zone("Europe/Berlin")


@pytest.fixture
def daily() -> FakeDaily:
    return FakeDaily()


@pytest.fixture
def rules() -> FakeServerRules:
    return FakeServerRules()


@pytest.fixture
def simcord_bot(daily: FakeDaily, rules: FakeServerRules) -> QuizBot:
    return quiz_bot(daily=daily, rules=rules)


class Server:
    """A server with a quizmaster, and a channel in which everything is allowed."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("quiz")
        role = self.guild.create_role("Quizmasters", permissions=discord.Permissions(manage_guild=True))
        self.master = self.guild.add_member(env.create_user("master"), roles=[role])

    async def run(self, name: str, **options: object) -> str:
        """What the quizmaster is shown, and nobody else."""
        result = await self.master.slash(self.channel, f"daily {name}", **options)
        assert result.response is not None
        assert result.ephemeral
        return result.response.content or str(result.response.components)

    def plan(self, **changes: object) -> Plan:
        rule = Rule(time(8), BERLIN)
        return replace(Plan(self.channel.id, 1, rule), **changes)  # type: ignore[arg-type]

    def has(self, daily: FakeDaily, **changes: object) -> None:
        """The server has a schedule with the id 3."""
        daily.schedules[3] = schedule(guild_id=self.guild.id, plan=self.plan(**changes))


@pytest.fixture
def server(simcord_env: simcord.Env) -> Server:
    return Server(simcord_env)


# Adding


async def test_add_needs_only_a_time_which_is_in_the_servers_zone(
    server: Server, daily: FakeDaily, rules: FakeServerRules
) -> None:
    rules.settings = ServerSettings(zone="Europe/Berlin")

    shown = await server.run("add", time="8 am")

    assert daily.schedules[1].plan == server.plan()
    assert "Added" in shown
    assert f"<#{server.channel.id}> · 08:00 Europe/Berlin · every day" in shown


async def test_add_takes_all_that_a_plan_has(server: Server, daily: FakeDaily) -> None:
    other = server.guild.create_text_channel("daily")
    role = server.guild.create_role("Learners", mentionable=True)

    await server.run(
        "add",
        time="20:30",
        zone="new york",
        channel=other,
        days="Mon-Fri",
        bank="1",
        hours=12,
        role=role,
        thread=True,
        reveal="at once",
    )

    rule = Rule(time(20, 30), read_zone("America/New_York"), frozenset(range(5)))
    assert daily.schedules[1].plan == Plan(other.id, 1, rule, 12, role.id, thread=True, instant=True)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"time": "soon"}, "“soon” is no time of day"),
        ({"zone": "Mars"}, "“Mars” is no time zone that I know"),
        ({"days": "never"}, "I cannot read “never” as days"),
        ({"bank": "Nothing"}, "There is no bank Nothing"),
    ],
)
async def test_what_cannot_be_read_is_said_in_one_sentence(
    server: Server, daily: FakeDaily, options: dict[str, str], sentence: str
) -> None:
    shown = await server.run("add", **{"time": "8:00", "zone": "UTC", **options})

    assert shown.startswith(sentence)
    assert daily.schedules == {}
    assert len(server.env.errors) == 1


async def test_add_names_every_permission_that_is_missing(server: Server, daily: FakeDaily) -> None:
    denied = discord.PermissionOverwrite(send_messages=False, create_public_threads=False)
    closed = server.guild.create_text_channel("closed", overwrites={server.guild.default_role: denied})
    role = server.guild.create_role("Learners")

    shown = await server.run("add", time="8:00", zone="UTC", channel=closed, role=role, thread=True)

    assert shown == (
        f"I cannot post daily questions in <#{closed.id}> yet: give me Send Messages, Create Public Threads "
        f"and Mention Everyone (or let anyone mention <@&{role.id}>) there."
    )
    assert daily.schedules == {}
    assert len(server.env.errors) == 1


async def test_threads_are_no_matter_where_none_is_wanted(server: Server, daily: FakeDaily) -> None:
    denied = discord.PermissionOverwrite(create_public_threads=False)
    channel = server.guild.create_text_channel("closed", overwrites={server.guild.default_role: denied})

    await server.run("add", time="8:00", zone="UTC", channel=channel)

    assert len(daily.schedules) == 1


async def test_everyone_is_not_mentioned_every_day(server: Server, daily: FakeDaily) -> None:
    shown = await server.run("add", time="8:00", zone="UTC", role=server.guild.default_role)

    assert "mentions one role, not everyone" in shown
    assert daily.schedules == {}
    assert len(server.env.errors) == 1


async def test_daily_is_for_quizmasters(server: Server) -> None:
    player = server.guild.add_member(server.env.create_user("player"))

    assert not [name for name in player.available_commands(server.channel) if name.startswith("daily")]


# Changing


async def test_edit_changes_only_what_is_given(server: Server, daily: FakeDaily) -> None:
    server.has(daily, open_hours=12, thread=True)

    shown = await server.run("edit", schedule="3", time="9:15", days="weekends")

    rule = Rule(time(9, 15), BERLIN, frozenset({5, 6}))
    assert daily.schedules[3].plan == server.plan(rule=rule, open_hours=12, thread=True)
    assert "Changed" in shown


async def test_edit_takes_the_role_and_the_hours_away(server: Server, daily: FakeDaily) -> None:
    server.has(daily, open_hours=12, role_id=server.guild.create_role("Learners", mentionable=True).id)

    await server.run("edit", schedule="3", hours=0, no_role=True)

    assert daily.schedules[3].plan == server.plan()


async def test_edit_moves_on_from_a_channel_that_is_gone(server: Server, daily: FakeDaily) -> None:
    server.has(daily, channel_id=404)

    refused = await server.run("edit", schedule="3", time="9:00")
    await server.run("edit", schedule="3", channel=server.channel)

    assert refused.startswith("That channel is not here any more")
    assert daily.schedules[3].plan == server.plan()
    assert len(server.env.errors) == 1


async def test_pause_resume_and_remove_say_what_they_did(server: Server, daily: FakeDaily) -> None:
    server.has(daily)

    paused = await server.run("pause", schedule="3")
    resumed = await server.run("resume", schedule="3")
    removed = await server.run("remove", schedule="3")

    assert "`/daily resume` lets it go on" in paused
    assert "Next: <t:" in resumed
    assert "is removed" in removed
    assert daily.schedules == {}


@pytest.mark.parametrize("named", ["4", "the one at eight", "9" * 30])
async def test_a_schedule_that_is_not_there_is_told_where_to_look(server: Server, named: str) -> None:
    shown = await server.run("pause", schedule=named)

    assert shown == "That daily question is not here any more: look at /daily list."
    assert len(server.env.errors) == 1


# Looking ahead and posting


async def test_list_shows_all_and_says_how_to_begin(server: Server, daily: FakeDaily) -> None:
    empty = await server.run("list")
    server.has(daily)

    assert "`/daily add`" in empty
    assert "08:00 Europe/Berlin" in await server.run("list")


async def test_the_list_turns_its_pages(server: Server, daily: FakeDaily) -> None:
    for number in range(1, 26):
        daily.schedules[number] = schedule(
            id=number, guild_id=server.guild.id, bank_title=f"Bank {number}", plan=server.plan()
        )
    listed = await server.master.slash(server.channel, "daily list")
    assert listed.response is not None

    turned = await server.master.click(listed.response.message, label="Next →")

    assert turned.response is not None
    shown = str(turned.response.components)
    assert "page 2 of 5" in shown
    assert "Bank 6 " in shown
    assert "Bank 5 " not in shown


async def test_preview_shows_buttons_that_do_nothing(server: Server, daily: FakeDaily) -> None:
    server.has(daily)

    shown = await server.run("preview", schedule="3")

    assert shown.count("'disabled': True") == 4
    assert "'disabled': False" not in shown
    assert "The next posts" in shown


async def test_post_now_links_to_the_message(server: Server, daily: FakeDaily) -> None:
    server.has(daily)

    shown = await server.run("post-now", schedule="3")

    assert f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/99" in shown
    assert daily.posted == [3]


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (PostedAlreadyError(7, 8), "has been posted already. https://discord.com/channels/{guild}/7/8"),
        (PostedAlreadyError(None, None), "has been posted already."),
        (UserError("Discord does not answer just now."), "Discord does not answer just now."),
    ],
)
async def test_what_cannot_be_posted_is_told_why(
    server: Server, daily: FakeDaily, refusal: Exception, sentence: str
) -> None:
    server.has(daily)
    daily.refusal = refusal

    assert (await server.run("post-now", schedule="3")).endswith(sentence.format(guild=server.guild.id))
    assert len(server.env.errors) == 1


# Suggestions


async def test_zones_are_suggested_with_the_time_there(server: Server, daily: FakeDaily) -> None:
    server.has(daily)

    used = await server.master.autocomplete(server.channel, "daily add", "zone", "")
    found = await server.master.autocomplete(server.channel, "daily add", "zone", "new york")

    assert used[0]["value"] == "Europe/Berlin"
    assert len(used) <= 25
    [choice] = found
    assert choice["value"] == "America/New_York"
    assert choice["name"].startswith("America/New_York · now ")


async def test_days_and_banks_are_suggested(server: Server) -> None:
    days = await server.master.autocomplete(server.channel, "daily add", "days", "mon-thu")
    banks = await server.master.autocomplete(server.channel, "daily add", "bank", "distr")

    assert [choice["name"] for choice in days] == ["Mon–Thu"]
    assert [choice["value"] for choice in banks] == ["1"]


async def test_schedules_are_suggested_by_what_they_are(server: Server, daily: FakeDaily) -> None:
    server.has(daily)
    daily.schedules[5] = schedule(id=5, guild_id=server.guild.id + 1)

    [choice] = await server.master.autocomplete(server.channel, "daily edit", "schedule", "BERLIN")
    none = await server.master.autocomplete(server.channel, "daily edit", "schedule", "tokyo")

    assert choice["name"] == "#quiz · 08:00 Europe/Berlin · every day · Distributed Training"
    assert choice["value"] == "3"
    assert none == []


def test_a_suggested_schedule_stays_within_discords_limit() -> None:
    label = schedule_label(schedule(bank_title="x" * 300, paused=True), None)

    assert len(label) == 100
    assert label.startswith("⏸️ a deleted channel · 08:00 Europe/Berlin · every day · xxx")
