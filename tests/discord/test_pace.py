"""How fast requests are let through, by a clock in the test's hand."""

import asyncio
from datetime import UTC, datetime, timedelta

from bot.ui.pace import AT_ONCE, WINDOW_S, Pace
from bot.ui.progress import Progress
from tests.discord.samples import question


class Time:
    """A sleep notes until when it would last and lets no time go by."""

    def __init__(self) -> None:
        self.now = datetime(2026, 12, 1, tzinfo=UTC)
        self.slept: list[float] = []

    def __call__(self) -> datetime:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))


async def test_what_comes_at_once_is_spread_over_as_many_windows_as_it_needs() -> None:
    time = Time()
    pace = Pace(time, time.sleep)
    for _ in range(3 * AT_ONCE):
        await pace.turn()
    assert time.slept == [WINDOW_S] * AT_ONCE + [2 * WINDOW_S] * AT_ONCE


async def test_what_comes_slowly_waits_for_nothing() -> None:
    time = Time()
    pace = Pace(time, time.sleep)
    for _ in range(3 * AT_ONCE):
        await pace.turn()
        time.now += timedelta(seconds=WINDOW_S / AT_ONCE)
    assert time.slept == []


async def test_who_was_held_up_holds_up_the_one_a_window_behind() -> None:
    time = Time()
    pace = Pace(time, time.sleep)

    async def held_up(seconds: float) -> None:
        time.now += timedelta(seconds=seconds + 0.2)

    for _ in range(AT_ONCE):
        await pace.turn()
    pace._sleep = held_up
    first = asyncio.create_task(pace.turn())
    await first
    pace._sleep = time.sleep
    for _ in range(AT_ONCE):
        await pace.turn()
    assert time.slept[-1] == WINDOW_S


async def test_it_is_busy_from_half_of_its_pace_until_that_has_passed() -> None:
    time = Time()
    pace = Pace(time, time.sleep)
    for _ in range(AT_ONCE):
        await pace.turn()
        time.now += timedelta(seconds=WINDOW_S)
    assert not pace.is_busy()
    for _ in range(AT_ONCE // 2):
        await pace.turn()
    assert pace.is_busy()
    time.now += timedelta(seconds=WINDOW_S)
    assert not pace.is_busy()


async def test_while_it_is_busy_a_count_of_answers_waits() -> None:
    busy, sleeps, shown = [True, True, False], list[float](), asyncio.Event()

    async def edit(_card: object, _message_id: int) -> None:
        shown.set()

    async def sleep(seconds: float) -> None:
        sleeps.append(seconds)

    progress = Progress(edit, sleep, lambda: busy.pop(0))
    progress.show(question(), 7)
    await shown.wait()
    assert len(sleeps) == 3
    await progress.close()
