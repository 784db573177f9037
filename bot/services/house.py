"""What every use case is given: where things are kept, what time it is, where chance comes from."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

from bot.core.instant import unix_ms
from bot.services.rosters import Rosters
from bot.services.server_rules import ServerRules
from bot.store.agenda import Shards
from bot.store.database import Database

Clock = Callable[[], datetime]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class House:
    """`zone` is that of servers which have chosen none; without `shards` the process owns every server.

    `sleep` goes with the clock: where time is simulated, so are pauses.
    """

    database: Database
    clock: Clock
    rng: Random
    zone: ZoneInfo
    shards: Shards | None = None
    sleep: Sleep = asyncio.sleep
    rules: ServerRules = field(init=False)
    """What each server has decided for itself."""
    rosters: Rosters = field(init=False)
    """The teams of each server."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", ServerRules(self.database, self.zone))
        object.__setattr__(self, "rosters", Rosters(self.database))

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        return unix_ms(self.clock())

    def owns(self, guild_id: int) -> bool:
        return self.shards is None or self.shards.owns_guild(guild_id)
