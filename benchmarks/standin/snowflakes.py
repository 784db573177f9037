"""Ids as Discord gives them: each holds the time it was made at, and none is given twice."""

import time

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    def __init__(self) -> None:
        self._last = 0

    def new(self) -> int:
        self._last = max((int(time.time() * 1000) - EPOCH_MS) << 22, self._last + 1)
        return self._last


def unix_s(snowflake: int) -> float:
    return ((snowflake >> 22) + EPOCH_MS) / 1000
