"""Single keys from the terminal, or lines from a pipe, without blocking the loop."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

try:
    import termios
    import tty
except ImportError:  # Windows: keys are read as lines
    termios = None  # type: ignore[assignment]


@contextmanager
def pressed_keys() -> Iterator[asyncio.Queue[str]]:
    """A queue that gets each character typed. The terminal is as it was afterwards."""
    keys: asyncio.Queue[str] = asyncio.Queue()
    if sys.stdin is None:  # it was closed before the start
        yield keys
        return
    loop = asyncio.get_running_loop()
    descriptor = sys.stdin.fileno()

    def read() -> None:
        typed = os.read(descriptor, 64)
        if not typed:  # the end of a pipe: nothing more will come
            loop.remove_reader(descriptor)
        for character in typed.decode(errors="ignore"):
            keys.put_nowait(character)

    before = _unbuffered(descriptor)
    try:
        loop.add_reader(descriptor, read)
    except (OSError, NotImplementedError, ValueError):  # a file or /dev/null: there are no keys
        yield keys
        return
    try:
        yield keys
    finally:
        loop.remove_reader(descriptor)
        if before is not None:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _unbuffered(descriptor: int) -> list[Any] | None:
    if termios is None or not os.isatty(descriptor):
        return None
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    return before
