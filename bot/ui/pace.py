"""Our own pace: Discord counts all requests of a bot together, and bans who meets its limit too often."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.services.house import Sleep

# https://discord.com/developers/docs/topics/rate-limits#global-rate-limit allows 50 a second. The window is a
# little longer here, as requests do not take equally long to get there.
AT_ONCE = 50
WINDOW_S = 1.06


@dataclass(slots=True)
class _Slot:
    at: float
    """When a request is to be let through, or was."""


class Pace:
    """Lets requests through in the order they come; responses to interactions need not ask."""

    def __init__(
        self, clock: Callable[[], datetime] = discord.utils.utcnow, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._slots: deque[_Slot] = deque(maxlen=AT_ONCE)

    async def turn(self) -> None:
        """Returns when another request may be sent."""
        before = self._slots[0] if len(self._slots) == AT_ONCE else _Slot(float("-inf"))
        now = self._now()
        slot = _Slot(max(now, before.at + WINDOW_S))
        self._slots.append(slot)
        if slot.at > now:
            await self._sleep(slot.at - now)
        # Where this process was busy the one a window ahead went later than planned, and so must this.
        if (behind := before.at + WINDOW_S - slot.at) > 0:
            slot.at += behind
            await self._sleep(behind)
        slot.at = max(slot.at, self._now())

    def is_busy(self) -> bool:
        """Whether what could as well be left out should be: half of the last second's requests are taken."""
        return len(self._slots) == AT_ONCE and self._slots[AT_ONCE // 2].at + WINDOW_S > self._now()

    def _now(self) -> float:
        return self._clock().timestamp()
