"""What each server has decided for itself, known without a look at the database once it was read."""

import asyncio
import logging
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.core.server_settings import ServerSettings
from bot.store import server_settings
from bot.store.database import Database

log = logging.getLogger(__name__)


class ServerRules:
    """One for the process, which alone serves its servers. Not to be asked within a transaction."""

    def __init__(self, database: Database, default_zone: ZoneInfo) -> None:
        self._database = database
        self._default_zone = default_zone
        self._known: dict[int, ServerSettings] = {}
        self._in_doubt = 0
        """How many changes failed, of which the database may have kept any."""
        self._turn = asyncio.Lock()

    async def of(self, guild_id: int) -> ServerSettings:
        if (known := self._known.get(guild_id)) is not None:
            return known
        in_doubt = self._in_doubt
        async with self._database.read() as connection:
            read = await server_settings.get(connection, guild_id)
        if in_doubt != self._in_doubt:  # it may have been read before what was kept after all
            return read
        # What was changed since this was read is known by now, and newer.
        return self._known.setdefault(guild_id, read)

    async def zone(self, guild_id: int) -> ZoneInfo:
        """The server's, else that of the process: where its days, weeks and months begin."""
        name = (await self.of(guild_id)).zone
        try:
            return ZoneInfo(name) if name else self._default_zone
        except (ZoneInfoNotFoundError, ValueError):  # chosen on a machine that knew more zones than this one
            log.warning("Server %s has the time zone %s, which is not known here", guild_id, name)
            return self._default_zone

    async def change(self, guild_id: int, **chosen: Any) -> ServerSettings:
        """As they are then; `chosen` are fields of ServerSettings, the others stay as they were."""
        async with self._turn:
            try:
                async with self._database.write() as connection:
                    settings = replace(await server_settings.get(connection, guild_id), **chosen)
                    await server_settings.put(connection, guild_id, settings)
            except BaseException:  # who knows what was committed
                self._known.pop(guild_id, None)
                self._in_doubt += 1
                raise
            self._known[guild_id] = settings
        return settings
