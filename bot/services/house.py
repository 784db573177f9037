"""What every use case is given: where things are kept, what time it is, where chance comes from."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from random import Random

from bot.core.instant import unix_ms
from bot.store.agenda import Shards
from bot.store.database import Database

Clock = Callable[[], datetime]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class House:
    """`zone` is where the days of the leaderboards begin; without `shards` the process owns every server.

    `sleep` goes with the clock: where time is simulated, so are pauses.
    """

    database: Database
    clock: Clock
    rng: Random
    zone: tzinfo
    shards: Shards | None = None
    sleep: Sleep = asyncio.sleep

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        return unix_ms(self.clock())

    def owns(self, guild_id: int) -> bool:
        return self.shards is None or self.shards.owns_guild(guild_id)
