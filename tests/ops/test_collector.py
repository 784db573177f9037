"""The collector is set for a whole process, so each test has one of its own."""

import subprocess
import sys

import pytest

SCRIPT = """
import asyncio, gc
from bot.ops import collector

collector.LOOK_EVERY_S = 0.01
collector.QUIET_LOAD = {load}

class Cycle:
    left = 0
    def __init__(self): self.me = self
    def __del__(self): Cycle.left += 1

async def main():
    task = asyncio.create_task(collector.collect_when_quiet(lambda: {ready}))
    for _ in range(30):
        await asyncio.sleep(0.01)
        if gc.get_freeze_count():
            break
    frozen = gc.get_freeze_count() > 0
    Cycle()
    kept = [[] for _ in range(20_000)]
    for _ in range(20):
        await asyncio.sleep(0.01)
    print(gc.get_threshold(), frozen, Cycle.left)

asyncio.run(main())
"""


def told(*, load: float, ready: bool) -> str:
    script = SCRIPT.format(load=load, ready=ready)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("load", "ready", "frozen"),
    [(1e9, True, True), (1e9, False, False), (-1.0, True, False)],
    ids=["quiet and ready", "not ready", "never quiet"],
)
def test_what_is_there_when_all_is_ready_and_quiet_is_not_looked_at_again(
    load: float, ready: bool, frozen: bool
) -> None:
    assert f"(700, 10, 1000) {frozen} 1" in told(load=load, ready=ready)
