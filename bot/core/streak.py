"""Streaks: posts of a schedule that a player answered without missing one between."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Streak:
    current: int
    best: int


def streak(answered: Sequence[bool]) -> Streak:
    """Of the posts there were, oldest first: a day the bot missed is not among them and breaks nothing.

    The last post may still be open, so leaving it unanswered does not end the streak yet.
    """
    run = best = 0
    for at, did in enumerate(answered):
        if did:
            run += 1
            best = max(best, run)
        elif at + 1 < len(answered):
            run = 0
    return Streak(run, best)
