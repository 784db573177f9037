"""The teams of a server and who is on them."""

from collections.abc import Sequence

import discord

from bot.core.team import Team
from bot.services.team_requests import TeamLine, TeamRoster
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.team_wording import square, team_name, within
from bot.ui.cards.wording import counted, kept_together, mentions

_MAX_LIST = 3_600
_MAX_PLAYERS = 120

_EMPTY = "There are no teams here yet. Quizmasters make them with `/team create`."
_HOW_TO_PLAY = "-# `/team join` puts you on one, and `/quiz start teams:True` lets them play."

_COUNTING = "answers that count for the leaderboard"
_ROLE_GONE = (
    "⚠️ The role of this team was deleted, so nobody new can be on it: remove the team and make another one."
)


def team_list_card(lines: Sequence[TeamLine]) -> discord.ui.LayoutView:
    shown = within([_line(line) for line in lines], _MAX_LIST)
    parts: list[Part | str] = ["### 🤝 Teams", "\n".join(shown or [_EMPTY])]
    if lines:
        parts += [rule(), _HOW_TO_PLAY]
    return card(discord.Colour.blurple(), parts)


def _line(line: TeamLine) -> str:
    team = line.team
    members = kept_together(counted(line.members, "member"))
    who = members if team.role_id is None else f"all who have <@&{team.role_id}>"
    lock = f" · {kept_together('🔒 locked')}" if team.locked else ""
    return f"{square(team.colour)} {team_name(team)} · {who}{lock}"


def team_card(said: str, team: Team) -> discord.ui.LayoutView:
    return card(discord.Colour(team.colour), [said, rule(), _how_to_be_on(team)])


def _how_to_be_on(team: Team) -> str:
    if team.role_id is not None:
        return f"Whoever has <@&{team.role_id}> is on it."
    if team.locked:
        return "🔒 It is locked: only quizmasters change who is on it."
    return "Join it with `/team join`."


def roster_card(roster: TeamRoster, *, role_gone: bool) -> discord.ui.LayoutView:
    team = roster.team
    parts: list[Part | str] = [
        f"### {square(team.colour)} {team_name(team)}",
        _ROLE_GONE if role_gone else _how_to_be_on(team),
    ]
    if team.role_id is None:
        parts += [rule(), _members(roster.players)]
    elif roster.players or not role_gone:
        parts += [rule(), _scorers(roster.players, role_gone=role_gone)]
    return card(discord.Colour(team.colour), parts)


def _members(players: Sequence[int]) -> str:
    if not players:
        return "Nobody is on it yet."
    return f"**{counted(len(players), 'member')}**\n{mentions(players, _MAX_PLAYERS)}"


def _scorers(players: Sequence[int], *, role_gone: bool) -> str:
    """Of a team with a role, whose members Discord shows to the bot only when they answer."""
    has = counted(len(players), "person has", "people have") if players else "Nobody has"
    said = [
        f"**{has} answered for it so far**",
        mentions(players, _MAX_PLAYERS),
        f"-# The best first, by {_COUNTING}." if players else f"-# Meant are {_COUNTING}.",
        "" if role_gone else "-# Who else has the role I cannot see: Discord's list of members shows it.",
    ]
    return "\n".join(filter(None, said))
