"""Plays that take most of their time waiting, played all at once and judged one by one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")
Outcomes = dict[str, "asyncio.Task[None]"]


@asynccontextmanager
async def all_at_once(
    plays: Sequence[Callable[[T], Awaitable[None]]], place: Callable[[], Awaitable[T]]
) -> AsyncIterator[Outcomes]:
    """Begins each play in a place of its own; what became of it is found by its name."""

    async def begin(play: Callable[[T], Awaitable[None]]) -> None:
        await play(await place())

    tasks = {play.__name__: asyncio.create_task(begin(play), name=play.__name__) for play in plays}
    yield tasks
    for task in tasks.values():
        task.cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)


async def outcome(tasks: Outcomes, name: str) -> None:
    await asyncio.wait([tasks[name]])
    tasks[name].result()
