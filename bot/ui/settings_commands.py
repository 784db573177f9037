"""`/settings`: what a server decides for itself."""

from collections.abc import Mapping
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.scoring import Scoring
from bot.core.server_settings import ServerSettings, WhoMay
from bot.core.team_score import TeamRule, TeamScoring
from bot.errors import UserError
from bot.ui import daily_choices
from bot.ui.buttons import services_of
from bot.ui.cards.settings import SETTINGS, ServerView, changed_card, settings_card
from bot.ui.daily_options import read_zone
from bot.ui.quiz_commands import Questions, Seconds, place_of
from bot.ui.replies import AnyInteraction, in_time, reply

EVERYTHING = "everything"

Who = Literal["everybody", "quizmasters"]


class SettingsCommands(commands.Cog):
    settings = app_commands.Group(
        name="settings",
        description="What this server decides for itself",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @settings.command(name="show", description="All settings, and which were chosen here")
    async def show(self, interaction: AnyInteraction) -> None:
        guild_id, _ = place_of(interaction)
        settings = await services_of(interaction).rules.of(guild_id)
        await reply(interaction, settings_card(await _view(interaction, settings)))

    @settings.command(name="set", description="Change settings: only those you name")
    @app_commands.describe(
        zone="Where days, weeks and months of the leaderboard begin: type a city, such as Berlin",
        quizmaster_role="Who has it is a quizmaster, as those are who may manage the server",
        who_starts="Who may start a quiz",
        who_joins="Who may join a team: with quizmasters, only they put people on teams",
        team_score="Of a team's members: the mean of those who played, the sum, or the top few",
        team_top="How many members count with the team score top",
        ranked_from="How many people have to answer in a quiz for it to count on the leaderboard",
        questions="How many questions a quiz has where nobody says",
        seconds="Seconds for each question where nobody says",
        scoring="speed: the faster, the more points; accuracy: only being right counts",
        early_close="Whether a question closes once everyone who answered the one before has answered",
    )
    @app_commands.autocomplete(zone=daily_choices.zones)
    async def set(
        self,
        interaction: AnyInteraction,
        *,
        zone: str | None = None,
        quizmaster_role: discord.Role | None = None,
        who_starts: Who | None = None,
        who_joins: Who | None = None,
        team_score: Literal["mean", "sum", "top"] | None = None,
        team_top: app_commands.Range[int, 1, 25] | None = None,
        ranked_from: app_commands.Range[int, 1, 10] | None = None,
        questions: Questions | None = None,
        seconds: Seconds | None = None,
        scoring: Literal["speed", "accuracy"] | None = None,
        early_close: bool | None = None,
    ) -> None:
        guild_id, _ = place_of(interaction)
        settings = await services_of(interaction).rules.of(guild_id)
        named = {
            "zone": read_zone(zone).key if zone else None,
            "quizmaster_role_id": _role_id(quizmaster_role),
            "start": WhoMay(who_starts) if who_starts else None,
            "join": WhoMay(who_joins) if who_joins else None,
            "team_rule": _team_rule(settings.team_rule, team_score, team_top),
            "ranked_from": ranked_from,
            "questions": questions,
            "seconds": seconds,
            "scoring": Scoring(scoring) if scoring else None,
            "early_close": early_close,
        }
        chosen = {name: value for name, value in named.items() if value is not None}
        if not chosen:
            raise UserError("Name what to change, such as zone or seconds: /settings show lists them all.")
        await _change(interaction, "✅ **Changed.**", chosen)

    @settings.command(name="reset", description="Put a setting back to its default")
    @app_commands.describe(setting="Which setting")
    @app_commands.choices(
        setting=[
            *(app_commands.Choice(name=setting.label, value=setting.name) for setting in SETTINGS),
            app_commands.Choice(name="Everything", value=EVERYTHING),
        ]
    )
    async def reset(self, interaction: AnyInteraction, setting: str) -> None:
        names = [known.name for known in SETTINGS if setting in (known.name, EVERYTHING)]
        defaults = ServerSettings()
        await _change(
            interaction, "✅ **Back to the default.**", {name: getattr(defaults, name) for name in names}
        )


async def _change(interaction: AnyInteraction, said: str, chosen: Mapping[str, Any]) -> None:
    guild_id, _ = place_of(interaction)
    async with in_time(interaction):
        settings = await services_of(interaction).rules.change(guild_id, **chosen)
    await reply(interaction, changed_card(await _view(interaction, settings), said, chosen.keys()))


async def _view(interaction: AnyInteraction, settings: ServerSettings) -> ServerView:
    guild, role_id = interaction.guild, settings.quizmaster_role_id
    role = guild.get_role(role_id) if guild and role_id else None
    zone = await services_of(interaction).rules.zone(interaction.guild_id or 0)
    return ServerView(settings, zone, role, interaction.created_at)


def _role_id(role: discord.Role | None) -> int | None:
    """Raises UserError for the role that everybody has."""
    if role and role.is_default():
        raise UserError("Everybody has that role, and would be a quizmaster: choose another role.")
    return role.id if role else None


def _team_rule(current: TeamRule, scoring: str | None, top: int | None) -> TeamRule | None:
    """None when neither is named; a number alone means the top so many. Raises UserError."""
    if scoring is None and top is None:
        return None
    chosen = TeamScoring(scoring) if scoring else TeamScoring.TOP
    if chosen is TeamScoring.TOP:
        return TeamRule(chosen, top or current.top)
    if top is not None:
        raise UserError("A number of members goes only with the team score top: leave one of the two out.")
    return TeamRule(chosen)
