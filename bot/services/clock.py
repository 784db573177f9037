"""What time it is, asked of whoever the composition root says knows."""

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], datetime]


def now_ms(clock: Clock) -> int:
    """Unix time in milliseconds."""
    return int(clock().timestamp() * 1000)
