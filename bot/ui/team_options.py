"""The options of `/team`: which team and which colour is meant, and what is offered while they are typed."""

import re

import discord
from discord import app_commands

from bot.core.team import COLOURS, Team, is_emoji, name_key
from bot.errors import UserError
from bot.services.team_requests import NoTeamError
from bot.ui.bank_choices import MAX_CHOICE, MAX_CHOICES, Choices
from bot.ui.buttons import services_of
from bot.ui.markdown import shortened
from bot.ui.replies import AnyInteraction

_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE | re.ASCII)


async def teams(interaction: AnyInteraction, typed: str) -> Choices:
    lines = await services_of(interaction).teams.list(interaction.guild_id or 0)
    found = [line.team for line in lines if name_key(typed.strip()) in name_key(line.team.name)]
    return [app_commands.Choice(name=team_label(team), value=str(team.id)) for team in found[:MAX_CHOICES]]


def team_label(team: Team) -> str:
    """Without an emoji of a server's own, which Discord shows in messages alone."""
    emoji = team.emoji if is_emoji(team.emoji) and not team.emoji.startswith("<") else ""
    return shortened(f"{emoji} {team.name}".strip(), MAX_CHOICE)


async def colours(interaction: AnyInteraction, typed: str) -> Choices:
    del interaction
    return [
        app_commands.Choice(name=name, value=name) for name in COLOURS if typed.strip().casefold() in name
    ]


async def chosen_team(interaction: AnyInteraction, typed: str) -> Team:
    """By its id or its name. Raises NoTeamError."""
    lines = await services_of(interaction).teams.list(interaction.guild_id or 0)
    named = [line.team for line in lines if name_key(line.team.name) == name_key(typed.strip())]
    numbered = [line.team for line in lines if str(line.team.id) == typed]
    if not (found := numbered or named):
        raise NoTeamError
    return found[0]


def read_colour(typed: str) -> int:
    """Raises UserError."""
    if (named := COLOURS.get(typed.strip().casefold())) is not None:
        return named
    match = _HEX.fullmatch(typed.strip())
    if match is None:
        raise UserError("I do not know that colour: choose one from the list, or type it as #ff8800.")
    digits = match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
    return int(digits, 16)


def require_team_role(role: discord.Role) -> None:
    """Raises UserError for one that everybody has."""
    if role.is_default():
        raise UserError("Everybody has that role: choose one that only the team's members have.")
