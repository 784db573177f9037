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
    if roster.players or team.role_id is None:
        parts += [rule(), _players(roster)]
    return card(discord.Colour(team.colour), parts)


def _players(roster: TeamRoster) -> str:
    if not roster.players:
        return "Nobody is on it yet."
    number = counted(len(roster.players), "member" if roster.team.role_id is None else "player")
    heading = number if roster.team.role_id is None else f"{number} answered for it so far"
    return f"**{heading}**\n{mentions(roster.players, _MAX_PLAYERS)}"
