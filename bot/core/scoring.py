"""What an answer is worth."""

from enum import StrEnum

FULL_POINTS = 1000
FULL_POINTS_BELOW_MS = 500


class Scoring(StrEnum):
    SPEED = "speed"
    ACCURACY = "accuracy"


def points(scoring: Scoring, *, right: bool, elapsed_ms: int, limit_ms: int) -> int:
    """Points from 0 to 1000; by speed `1000 * (1 - t / 2T)`, the full 1000 under half a second.

    A time outside `0..limit_ms` (a click in the grace, a skewed clock) counts as the nearest end.
    """
    if limit_ms <= 0:
        raise ValueError(f"limit_ms must be positive, not {limit_ms}")
    if not right:
        return 0
    elapsed_ms = min(max(elapsed_ms, 0), limit_ms)
    if scoring is Scoring.ACCURACY or elapsed_ms < FULL_POINTS_BELOW_MS:
        return FULL_POINTS
    # Whole numbers, halves upwards: a float would round halves to even and differ between places.
    return (FULL_POINTS * (2 * limit_ms - elapsed_ms) + limit_ms) // (2 * limit_ms)
