"""Our own pace: Discord counts all requests of a bot together, and bans who meets its limit too often."""

import asyncio
from collections import deque
from collections.abc import Callable
from datetime import datetime

import discord

from bot.services.house import Sleep

# https://discord.com/developers/docs/topics/rate-limits#global-rate-limit allows 50 a second. The window is a
# little longer here, as requests do not take equally long to get there.
AT_ONCE = 50
WINDOW_S = 1.1


class Pace:
    """Lets requests through in the order they come; responses to interactions need not ask."""

    def __init__(
        self, clock: Callable[[], datetime] = discord.utils.utcnow, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._slots: deque[float] = deque(maxlen=AT_ONCE)
        """When the last requests were let through, or are to be."""

    async def turn(self) -> None:
        """Returns when another request may be sent."""
        now = self._now()
        slot = max(now, self._slots[0] + WINDOW_S) if len(self._slots) == AT_ONCE else now
        self._slots.append(slot)
        if slot > now:
            await self._sleep(slot - now)

    def is_busy(self) -> bool:
        """Whether what could as well be left out should be: half of the last second's requests are taken."""
        return len(self._slots) == AT_ONCE and self._slots[AT_ONCE // 2] + WINDOW_S > self._now()

    def _now(self) -> float:
        return self._clock().timestamp()
