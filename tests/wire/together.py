"""Plays that take most of their time waiting, played all at once and judged one by one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")
Outcomes = dict[str, "asyncio.Task[None]"]


class Plays(list[Callable[[T], Awaitable[None]]]):
    def add(self, play: Callable[[T], Awaitable[None]]) -> Callable[[T], Awaitable[None]]:
        self.append(play)
        return play


@asynccontextmanager
async def all_at_once(plays: Plays[T], place: Callable[[], Awaitable[T]]) -> AsyncIterator[Outcomes]:
    """Begins each play in a place of its own; what became of it is found by its name."""

    async def begin(play: Callable[[T], Awaitable[None]]) -> None:
        await play(await place())

    tasks = {}
    for play in plays:
        tasks[play.__name__] = asyncio.create_task(begin(play), name=play.__name__)
        await asyncio.sleep(0.1)  # together, but not all in the same instant
    yield tasks
    for task in tasks.values():
        task.cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)
