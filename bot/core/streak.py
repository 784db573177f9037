"""Streaks: posts of a schedule that a player answered without missing one between."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Streak:
    current: int
    best: int


def streak(answered: Sequence[bool]) -> Streak:
    """Of the posts there were, oldest first, without those that may still be answered.

    A day the bot missed is not among them and breaks nothing.
    """
    run = best = 0
    for did in answered:
        run = run + 1 if did else 0
        best = max(best, run)
    return Streak(run, best)
