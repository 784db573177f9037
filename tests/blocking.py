"""Finds what keeps the event loop from everybody else: callbacks that compute for long.

What blocks without computing, such as a file or a sleep, is found by ruff's ASYNC rules.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time
from typing import Any

LONGEST_S = 0.05


class _Collections:
    """How long this thread has looked for garbage, which depends on what else a test process holds."""

    def __init__(self) -> None:
        self.seconds = self._began = 0.0

    def __call__(self, phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            self._began = thread_time()
        else:
            self.seconds += thread_time() - self._began


@contextmanager
def long_callbacks() -> Iterator[list[str]]:
    """Each callback that used more of a core than `LONGEST_S`; how busy the machine is does not matter."""
    found: list[str] = []
    collections = _Collections()
    run = asyncio.Handle._run

    def timed(handle: Any) -> None:
        described, began, collected = repr(handle), thread_time(), collections.seconds
        run(handle)
        used_s = thread_time() - began - (collections.seconds - collected)
        if used_s > LONGEST_S:
            found.append(f"{used_s * 1_000:.0f} ms: {described}")

    gc.callbacks.append(collections)
    asyncio.Handle._run = timed  # type: ignore[method-assign,assignment]
    try:
        yield found
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]
        gc.callbacks.remove(collections)
