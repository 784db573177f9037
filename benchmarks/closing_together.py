"""Two hundred rounds close in the same second: how soon all of them are revealed."""

import time
from collections import deque
from collections.abc import Sequence
from statistics import median

from benchmarks.places import standing_in
from benchmarks.rows import REPEATS, Bound, Row
from benchmarks.seeding import Seeded, places, seed
from benchmarks.standin import StandIn
from benchmarks.standin.journal import EDIT
from benchmarks.standin.rates import GLOBAL

ROUNDS = 200
STARTING_S = 6
APART_S = 12
"""In which the reveals, and the final cards five seconds later, are shown and over."""

LIMIT = (
    "The limit: no edit can come before its round is due (1.5 s after its deadline, for clicks on their way) "
    "nor sooner than a second after the 50th before it; a channel's own bucket of 5 edits is never reached"
)


async def measure() -> Sequence[Row]:
    async with standing_in() as bot:
        discord = bot.discord
        first_s = time.time() + STARTING_S
        deadlines_ms = [
            int((first_s + repeat * APART_S + number / ROUNDS) * 1_000)
            for repeat in range(REPEATS)
            for number in range(ROUNDS)
        ]
        seeded = await seed(discord, bot.database_url, places(discord, REPEATS, ROUNDS), deadlines_ms)
        await bot.start()
        await discord.until(lambda: len(discord.journal.of(EDIT)) >= len(seeded), STARTING_S + APART_S * 6)
        took = [_took_s(discord, together) for together in _by_repeat(seeded)]
        refused = discord.rates.refused
    shortest = [_shortest_s(together) for together in _by_repeat(seeded)]
    return [
        Row(
            f"time until {ROUNDS} rounds that close in the same second are revealed",
            measured=f"{median(took):.2f} s",
            reference=f"{median(shortest):.2f} s, Discord's limits",
            figure=median(took) / median(shortest),
            bound=Bound.AT_MOST,
            target=1.2,
            note=f"{min(took):.2f} to {max(took):.2f} s, {refused} requests refused with 429. {LIMIT}",
        )
    ]


def _by_repeat(seeded: Sequence[Seeded]) -> list[Sequence[Seeded]]:
    return [seeded[first : first + ROUNDS] for first in range(0, len(seeded), ROUNDS)]


def _took_s(discord: StandIn, together: Sequence[Seeded]) -> float:
    """From when the first was due to the last reveal."""
    channels = {one.message.channel_id for one in together}
    edits = [request.at for request in discord.journal.of(EDIT) if request.channel_id in channels]
    to_unix = time.time() - time.monotonic()
    return max(edits) + to_unix - min(one.closes_ms for one in together) / 1_000


def _shortest_s(together: Sequence[Seeded]) -> float:
    """The same for one who knows all deadlines, and sends as fast as the limit for all routes allows."""
    number, window_s = GLOBAL
    due = sorted(one.closes_ms / 1_000 for one in together)
    sent: deque[float] = deque(maxlen=number)
    for due_s in due:
        sent.append(max(due_s, sent[0] + window_s) if len(sent) == number else due_s)
    return sent[-1] - due[0]
