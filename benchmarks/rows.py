"""What a benchmark says: a figure, what it is held against, and whether that is reached."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Bound(StrEnum):
    AT_LEAST = "≥"
    AT_MOST = "≤"


@dataclass(frozen=True, slots=True)
class Row:
    """`figure` is what the target is about: a ratio to the reference, or what was measured itself."""

    what: str
    measured: str
    reference: str
    figure: float
    bound: Bound
    target: float
    unit: str = ""
    note: str = ""

    @property
    def holds(self) -> bool:
        return self.figure >= self.target if self.bound is Bound.AT_LEAST else self.figure <= self.target


Benchmark = Callable[[], Awaitable[Sequence[Row]]]

REPEATS = 5
