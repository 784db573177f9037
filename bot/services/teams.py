"""Teams as people meet them: quizmasters make them, players join and leave."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.core.server_settings import WhoMay
from bot.core.team import Roster, Team, is_emoji, name_key
from bot.errors import UserError
from bot.services.house import House
from bot.services.team_requests import (
    AlreadyOnTeamError,
    By,
    Joined,
    NewTeam,
    NoTeamError,
    Person,
    TeamLine,
    TeamRoster,
    fit_name,
)
from bot.store import teams
from bot.store.database import Transaction

MAX_TEAMS = 25
"""As many as Discord offers for one option, and as a card can show."""

NAME_TAKEN = "There is a team of that name already: choose another name."


@dataclass(slots=True)
class Change:
    """Under way; `roster` is how the server's teams are, and what they become when it is committed."""

    connection: Transaction
    roster: Roster


class Teams:
    """Raises NoTeamError for a team that the server has not, and UserError for what may not be."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._rosters = house.rosters
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def list(self, guild_id: int) -> list[TeamLine]:
        """Oldest first."""
        roster = await self._rosters.of(guild_id)
        sizes = roster.sizes()
        return [TeamLine(team, sizes[team.id]) for team in roster.teams]

    async def roster(self, guild_id: int, team_id: int) -> TeamRoster:
        team = _known(await self._rosters.of(guild_id), team_id)
        async with self._house.database.read() as connection:
            if team.role_id is not None:
                return TeamRoster(team, await teams.scorers(connection, guild_id, team.id))
            return TeamRoster(team, await teams.members(connection, team.id))

    async def create(self, guild_id: int, new: NewTeam) -> Team:
        name = fit_name(new.name, "team")
        if new.emoji and not is_emoji(new.emoji):
            raise UserError("That is no emoji: give one from Discord's list, such as 🦊, or leave it out.")
        async with self._change(guild_id) as change:
            if len(change.roster.teams) >= MAX_TEAMS:
                raise UserError(f"A server has at most {MAX_TEAMS} teams: remove one with /team remove.")
            if new.role_id is not None and any(team.role_id == new.role_id for team in change.roster.teams):
                raise UserError("A team has that role already: choose another role.")
            colour = change.roster.next_colour() if new.colour is None else new.colour
            team = await teams.add(
                change.connection,
                guild_id=guild_id,
                name=name,
                colour=colour,
                emoji=new.emoji,
                role_id=new.role_id,
            )
            if team is None:
                raise UserError(NAME_TAKEN)
            change.roster = change.roster.with_team(team)
            return team

    async def rename(self, guild_id: int, team_id: int, name: str) -> Team:
        name = fit_name(name, "team")
        async with self._change(guild_id) as change:
            team = _known(change.roster, team_id)
            if any(name_key(other.name) == name_key(name) for other in change.roster.teams if other != team):
                raise UserError(NAME_TAKEN)
            await teams.rename(change.connection, team.id, name)
            renamed = replace(team, name=name)
            change.roster = change.roster.with_team(renamed)
            return renamed

    async def lock(self, guild_id: int, team_id: int, *, locked: bool) -> Team:
        """While it is locked, players neither join nor leave it by themselves."""
        async with self._change(guild_id) as change:
            team = _known(change.roster, team_id)
            await teams.lock(change.connection, team.id, locked=locked)
            changed = replace(team, locked=locked)
            change.roster = change.roster.with_team(changed)
            return changed

    async def remove(self, guild_id: int, team_id: int) -> Team:
        """Nobody is on it any more; what it earned stays on the boards."""
        async with self._change(guild_id) as change:
            team = _known(change.roster, team_id)
            await teams.remove(change.connection, team.id, self._house.now_ms())
            change.roster = change.roster.without_team(team.id)
            return replace(team, removed=True)

    async def join(self, guild_id: int, person: Person, team_id: int, by: By) -> Joined:
        """Moves the person off another team, where one may."""
        await self._require_may_join(guild_id, by)
        async with self._change(guild_id) as change:
            team = _known(change.roster, team_id)
            before = change.roster.team_of(person.id, person.role_ids)
            _require_movable(before, by)
            if team.role_id is not None:
                raise UserError(
                    f"That team is for all who have <@&{team.role_id}>: get the role, and you are on it."
                )
            if before == team:
                raise UserError(f"{_subject(person, by)} on that team already.")
            if team.locked and not by.quizmaster:
                raise UserError("That team is locked: choose another one, or ask a quizmaster.")
            await self._put(change, person, team)
            return Joined(team, before)

    async def leave(self, guild_id: int, person: Person, by: By) -> Team:
        async with self._change(guild_id) as change:
            team = change.roster.team_of(person.id, person.role_ids)
            if team is None:
                raise UserError(f"{_subject(person, by)} on no team: /team join puts one on a team.")
            _require_movable(team, by)
            await teams.leave(change.connection, guild_id, person.id)
            change.roster = change.roster.without_player(person.id)
            return team

    async def join_smallest(self, guild_id: int, person: Person, *, quizmaster: bool = False) -> Joined:
        """Puts a player on the open team with the fewest members. Raises AlreadyOnTeamError."""
        await self._require_may_join(guild_id, By(person.id, quizmaster))
        async with self._change(guild_id) as change:
            before = change.roster.team_of(person.id, person.role_ids)
            if before is not None:
                raise AlreadyOnTeamError(before)
            team = change.roster.smallest()
            if team is None:
                raise UserError("No team can be joined by oneself now: ask a quizmaster to put you on one.")
            await self._put(change, person, team)
            return Joined(team, None)

    async def _require_may_join(self, guild_id: int, by: By) -> None:
        if (await self._house.rules.of(guild_id)).join is WhoMay.QUIZMASTERS and not by.quizmaster:
            raise UserError("In this server quizmasters put people on teams: ask one to put you on yours.")

    async def _put(self, change: Change, person: Person, team: Team) -> None:
        await teams.join(
            change.connection,
            guild_id=team.guild_id,
            player_id=person.id,
            team_id=team.id,
            now_ms=self._house.now_ms(),
        )
        change.roster = change.roster.with_player(person.id, team.id)

    @asynccontextmanager
    async def _change(self, guild_id: int) -> AsyncIterator[Change]:
        """One change of a server at a time: it belongs to one process, so this one knows how it stands."""
        async with self._turns.setdefault(guild_id, asyncio.Lock()):
            roster = await self._rosters.of(guild_id)
            try:
                async with self._house.database.write() as connection:
                    change = Change(connection, roster)
                    yield change
            except UserError:  # refused before anything was changed
                raise
            except BaseException:  # who knows what was committed
                self._rosters.discard(guild_id)
                raise
            self._rosters.keep(guild_id, change.roster)


def _known(roster: Roster, team_id: int) -> Team:
    team = roster.get(team_id)
    if team is None:
        raise NoTeamError
    return team


def _require_movable(team: Team | None, by: By) -> None:
    """Whether a person on that team may be put on another one, or on none."""
    if team is None:
        return
    if team.role_id is not None:
        raise UserError(
            f"<@&{team.role_id}> puts whoever has it on its team: have the role taken off to change teams."
        )
    if team.locked and not by.quizmaster:
        raise UserError("Your team is locked, so you cannot leave it: ask a quizmaster.")


def _subject(person: Person, by: By) -> str:
    return "You are" if person.id == by.user_id else f"<@{person.id}> is"
