"""When Python looks for garbage in cycles: in small pieces at any time, through everything when it is quiet.

A full collection stops the process while it looks at every object: 100 ms with the default settings. Every
click leaves some cycles behind, so without any collection memory would grow for ever.
"""

import asyncio
import gc
import time
from collections.abc import Callable

# Measured with `make bench`: the first two generations, at CPython's own sizes, cost less than a millisecond
# each and get nearly everything. Where it is never quiet the third has its turn after so many of the second
# all the same, which bounds what can pile up: 7 million objects, and in practice 2 MB in ten minutes of load.
YOUNG, MIDDLE, FULL = 700, 10, 1_000

LOOK_EVERY_S = 0.5
QUIET_LOAD = 0.1
"""Of one core."""


async def collect_when_quiet(is_ready: Callable[[], bool]) -> None:
    """Runs for ever. What there is in the first quiet moment when the process is ready is taken to stay."""
    gc.set_threshold(YOUNG, MIDDLE, FULL)
    frozen = False
    while True:
        quiet = await _is_quiet()
        if quiet and not frozen and is_ready():
            gc.collect()
            gc.freeze()
            frozen = True
        elif quiet and gc.get_count()[2]:
            gc.collect()


async def _is_quiet() -> bool:
    before = time.process_time()
    await asyncio.sleep(LOOK_EVERY_S)
    return time.process_time() - before < QUIET_LOAD * LOOK_EVERY_S
