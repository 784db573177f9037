"""`/settings`, typed by an administrator on a simulated Discord."""

import discord
import pytest
import simcord

from bot.core.scoring import Scoring
from bot.core.server_settings import ServerSettings, WhoMay
from bot.core.team_score import TeamRule, TeamScoring
from bot.ui.bot import QuizBot
from bot.ui.cards.settings import SETTINGS
from tests.discord.fakes import FakeServerRules, quiz_bot


@pytest.fixture
def rules() -> FakeServerRules:
    return FakeServerRules()


@pytest.fixture
def simcord_bot(rules: FakeServerRules) -> QuizBot:
    return quiz_bot(rules=rules)


class Server:
    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("quiz")
        self.role = self.guild.create_role("Quizmasters")
        admins = self.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
        self.admin = self.guild.add_member(env.create_user("admin"), roles=[admins])

    async def run(self, name: str, **options: object) -> str:
        """What the administrator is shown, and nobody else."""
        result = await self.admin.slash(self.channel, f"settings {name}", **options)
        assert result.response is not None
        assert result.ephemeral
        return result.response.content or str(result.response.components)


@pytest.fixture
def server(simcord_env: simcord.Env) -> Server:
    return Server(simcord_env)


def test_every_setting_has_its_line() -> None:
    assert {setting.name for setting in SETTINGS} == set(ServerSettings.__slots__)


async def test_show_tells_what_is_chosen_and_what_is_default(server: Server, rules: FakeServerRules) -> None:
    rules.settings = ServerSettings(seconds=30, ranked_from=1, early_close=False)

    shown = await server.run("show")

    assert "Seconds each: **30**\\n" in shown
    assert "Questions: **10** · default" in shown
    assert "Ranked from: **1 person**" in shown
    assert "Early close: **off**" in shown
    assert "Time zone: **UTC, " in shown


async def test_several_are_set_at_once_and_the_others_stay(server: Server, rules: FakeServerRules) -> None:
    rules.settings = ServerSettings(questions=5)

    shown = await server.run(
        "set",
        zone="berlin",
        quizmaster_role=server.role,
        who_starts="quizmasters",
        who_joins="quizmasters",
        team_score="sum",
        ranked_from=3,
        seconds=60,
        scoring="accuracy",
        early_close=False,
    )

    assert rules.settings == ServerSettings(
        zone="Europe/Berlin",
        quizmaster_role_id=server.role.id,
        start=WhoMay.QUIZMASTERS,
        join=WhoMay.QUIZMASTERS,
        team_rule=TeamRule(TeamScoring.SUM),
        ranked_from=3,
        questions=5,
        seconds=60,
        scoring=Scoring.ACCURACY,
        early_close=False,
    )
    assert "Time zone: **Europe/Berlin, " in shown
    assert f"Quizmaster role: **<@&{server.role.id}>**" in shown
    assert "stays on the day that it had" in shown
    assert "open it for the role under Server Settings → Integrations" in shown
    assert "Questions" not in shown


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ({"team_score": "top"}, TeamRule(TeamScoring.TOP, 3)),
        ({"team_top": 5}, TeamRule(TeamScoring.TOP, 5)),
        ({"team_score": "top", "team_top": 1}, TeamRule(TeamScoring.TOP, 1)),
        ({"team_score": "mean"}, TeamRule()),
    ],
)
async def test_a_number_of_members_makes_it_the_best_so_many(
    server: Server, rules: FakeServerRules, options: dict[str, object], chosen: TeamRule
) -> None:
    await server.run("set", **options)

    assert rules.settings.team_rule == chosen


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Name what to change, such as zone or seconds: /settings show lists them all."),
        (
            {"zone": "Europe/Berlim"},
            "“Europe/Berlim” is no time zone that I know: choose one from the list, such as Europe/Berlin.",
        ),
        (
            {"team_score": "sum", "team_top": 4},
            "A number of members goes only with the team score top: leave one of the two out.",
        ),
    ],
)
async def test_what_cannot_be_is_said_in_one_sentence_and_nothing_changes(
    server: Server, rules: FakeServerRules, options: dict[str, object], sentence: str
) -> None:
    assert await server.run("set", **options) == sentence
    assert rules.settings == ServerSettings()
    assert len(server.env.errors) == 1


async def test_everyone_is_no_quizmaster(server: Server, rules: FakeServerRules) -> None:
    shown = await server.run("set", quizmaster_role=server.guild.default_role)

    assert shown.startswith("Everybody has that role")
    assert rules.settings == ServerSettings()
    assert len(server.env.errors) == 1


async def test_a_role_that_is_deleted_is_shown_as_such(server: Server, rules: FakeServerRules) -> None:
    rules.settings = ServerSettings(quizmaster_role_id=5)

    assert "Quizmaster role: **⚠️ a role that is deleted**" in await server.run("show")


async def test_one_setting_is_put_back_or_all(server: Server, rules: FakeServerRules) -> None:
    rules.settings = ServerSettings(zone="Asia/Tokyo", quizmaster_role_id=server.role.id, seconds=30)

    shown = await server.run("reset", setting="zone")
    assert "Time zone: **UTC" in shown
    assert rules.settings == ServerSettings(quizmaster_role_id=server.role.id, seconds=30)

    await server.run("reset", setting="everything")
    assert rules.settings == ServerSettings()


async def test_zones_are_suggested(server: Server) -> None:
    found = await server.admin.autocomplete(server.channel, "settings set", "zone", "new york")

    assert [choice["value"] for choice in found] == ["America/New_York"]
