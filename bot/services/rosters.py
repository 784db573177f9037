"""The teams of each server, kept at hand so that a click costs no query."""

import asyncio
from dataclasses import dataclass, field

from bot.core.team import Roster
from bot.store import teams
from bot.store.database import Database


@dataclass(slots=True)
class Rosters:
    """Whoever changes a server's teams says after the commit how they are now, or discards what is kept."""

    database: Database
    _found: dict[int, Roster] = field(default_factory=dict)
    _loads: dict[int, asyncio.Task[Roster]] = field(default_factory=dict)

    async def of(self, guild_id: int) -> Roster:
        found = self._found.get(guild_id)
        if found is not None:
            return found
        load = self._loads.get(guild_id)
        if load is None:
            # One for all: the first clicks on a question come together.
            load = self._loads[guild_id] = asyncio.create_task(self._load(guild_id), name="roster")
        return await asyncio.shield(load)

    async def _load(self, guild_id: int) -> Roster:
        this = asyncio.current_task()
        try:
            async with self.database.read() as connection:
                roster = await teams.roster(connection, guild_id)
            if self._loads.get(guild_id) is this:
                self._found[guild_id] = roster
            return roster
        finally:
            if self._loads.get(guild_id) is this:
                del self._loads[guild_id]

    def keep(self, guild_id: int, roster: Roster) -> None:
        self.discard(guild_id)
        self._found[guild_id] = roster

    def discard(self, guild_id: int) -> None:
        """A load under way is not kept either."""
        self._found.pop(guild_id, None)
        self._loads.pop(guild_id, None)
