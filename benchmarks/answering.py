"""Answers a second, and how long the slowest players wait: the bot beside one that only acknowledges."""

import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from benchmarks.figures import cpu_s
from benchmarks.places import Place, bare_bot, quizzes
from benchmarks.rows import REPEATS, Bound, Row
from benchmarks.standin.load import Outcome, at_rate, saturated

CHANNELS = 20
AT_ONCE = 50
"""Players who wait for a reply at any time, which is enough to keep a core busy."""
CLICKS_SATURATED = 4_000
PER_SECOND = 300
CLICKS_AT_RATE = 3_000


@dataclass
class Side:
    place: Place
    figures: list[float] = field(default_factory=list)
    cores: list[float] = field(default_factory=list)
    """Of the bot, and of the load generator beside it."""
    generator_cores: list[float] = field(default_factory=list)

    async def measure(self, load: Callable[[Place], Awaitable[float]]) -> None:
        process = self.place.bot.process
        assert process is not None
        began, bot_s, own_s = time.monotonic(), cpu_s(process.pid), cpu_s(os.getpid())
        self.figures.append(await load(self.place))
        seconds = time.monotonic() - began
        self.cores.append((cpu_s(process.pid) - bot_s) / seconds)
        self.generator_cores.append((cpu_s(os.getpid()) - own_s) / seconds)

    @property
    def figure(self) -> float:
        return median(self.figures)

    def note(self) -> str:
        return (
            f"{min(self.figures):,.1f} to {max(self.figures):,.1f}, bot {median(self.cores):.0%} of a core, "
            f"generator {median(self.generator_cores):.0%}"
        )


async def measure() -> Sequence[Row]:
    async with quizzes(CHANNELS) as quiz, bare_bot(CHANNELS) as bare:
        return [await _throughput(quiz, bare), await _tail(quiz, bare)]


async def _in_turn(quiz: Place, bare: Place, load: Callable[[Place], Awaitable[float]]) -> tuple[Side, Side]:
    """A round before those that count lets both read what they need into memory."""
    for place in (quiz, bare):
        await load(place)
    sides = Side(quiz), Side(bare)
    for _ in range(REPEATS):
        for side in sides:
            await side.measure(load)
    return sides


async def _throughput(quiz: Place, bare: Place) -> Row:
    async def load(place: Place) -> float:
        presses = place.presses(CLICKS_SATURATED)
        return _all_taken(await saturated(place.discord, presses, AT_ONCE)).per_second

    ours, reference = await _in_turn(quiz, bare, load)
    return Row(
        "answers acknowledged a second, saturated, durable on SQLite",
        measured=f"{ours.figure:,.0f} /s",
        reference=f"{reference.figure:,.0f} /s, bare bot",
        figure=ours.figure / reference.figure,
        bound=Bound.AT_LEAST,
        target=0.80,
        note=f"bot {ours.note()}; bare bot {reference.note()}",
    )


async def _tail(quiz: Place, bare: Place) -> Row:
    async def load(place: Place) -> float:
        presses = place.presses(CLICKS_AT_RATE)
        return _all_taken(await at_rate(place.discord, presses, PER_SECOND)).percentile_s(99) * 1_000

    ours, reference = await _in_turn(quiz, bare, load)
    return Row(
        f"p99 of an acknowledgement at {PER_SECOND} clicks a second",
        measured=f"{ours.figure:.1f} ms",
        reference=f"{reference.figure:.1f} ms, bare bot",
        figure=ours.figure / reference.figure,
        bound=Bound.AT_MOST,
        target=1.0,
        note=f"bot {ours.note()}; bare bot {reference.note()}",
    )


def _all_taken(outcome: Outcome) -> Outcome:
    """A bot that refuses is quick too."""
    refused = {click.text for click in outcome.clicks if not click.text.startswith("You chose")}
    if refused:
        raise AssertionError(f"answers that did not count: {refused}")
    return outcome
