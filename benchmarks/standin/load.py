"""Many clicks: at a rate that does not wait for the bot, or as many as it can take."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from time import monotonic

from benchmarks.standin.interactions import Interaction
from benchmarks.standin.server import StandIn
from benchmarks.standin.world import Message

Press = tuple[Message, str, int]
"""A message, the `custom_id` of its button, and who presses it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    clicks: Sequence[Interaction]
    seconds: float
    """From the first click to the last acknowledgement, or to the last click that got none."""

    @property
    def acknowledged(self) -> int:
        return sum(click.acknowledged_at is not None for click in self.clicks)

    @property
    def per_second(self) -> float:
        return self.acknowledged / self.seconds

    def percentile_s(self, percent: float) -> float:
        """The time within which so many of the clicks were acknowledged; infinite if fewer were at all."""
        times = sorted(click.took_s for click in self.clicks)
        return times[max(ceil(len(times) * percent / 100) - 1, 0)]


async def at_rate(discord: StandIn, presses: Iterable[Press], per_second: float) -> Outcome:
    """Each click comes at its time, however late the replies to earlier ones are."""
    begun, clicks = monotonic(), list[Interaction]()
    for number, press in enumerate(presses):
        await asyncio.sleep(max(begun + number / per_second - monotonic(), 0))
        clicks.append(await discord.press(*press))
    return await _outcome(clicks, begun)


async def saturated(discord: StandIn, presses: Iterable[Press], in_flight: int) -> Outcome:
    """So many people click, each again as soon as the last click has its reply."""
    begun, clicks, left = monotonic(), list[Interaction](), iter(presses)

    async def person() -> None:
        for press in left:
            click = await discord.press(*press)
            clicks.append(click)
            await click.settled()

    await asyncio.gather(*(person() for _ in range(in_flight)))
    return await _outcome(clicks, begun)


async def _outcome(clicks: Sequence[Interaction], begun: float) -> Outcome:
    for click in clicks:
        await click.settled()
    ends = (click.acknowledged_at or click.deadline for click in clicks)
    return Outcome(clicks, max(ends, default=begun) - begun)
