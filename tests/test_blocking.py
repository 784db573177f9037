import asyncio
import gc
from time import sleep, thread_time

import pytest

from tests.blocking import LONGEST_S, long_callbacks


def compute(seconds: float) -> None:
    until = thread_time() + seconds
    while thread_time() < until:
        pass


async def turn(callback: object) -> list[str]:
    with long_callbacks() as found:
        asyncio.get_running_loop().call_soon(callback)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    return found


@pytest.mark.computes_long("to be found")
async def test_a_callback_that_computes_for_long_is_found() -> None:
    [found] = await turn(lambda: compute(2 * LONGEST_S))
    assert "lambda" in found


async def test_neither_a_busy_machine_nor_the_collector_makes_a_callback_long() -> None:
    kept: list[list[int]] = [[] for _ in range(200_000)]

    def wait_and_collect() -> None:
        sleep(2 * LONGEST_S)
        for _ in range(40):
            gc.collect()

    assert await turn(wait_and_collect) == []
    assert len(kept) == 200_000
