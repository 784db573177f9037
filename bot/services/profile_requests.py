"""What a player's profile says."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.core.period import Period
from bot.core.ranking import Score, Standing
from bot.services.daily_requests import DailyLine


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A player's place on one of the server's boards."""

    period: Period
    standing: Standing | None
    """None for who has no points of the time."""
    players: int
    season: str = ""
    """Its name; empty but for a season."""


@dataclass(frozen=True, slots=True)
class BankResult:
    title: str
    score: Score


@dataclass(frozen=True, slots=True)
class Week:
    """`starts` is its Monday."""

    starts: date
    points: int


@dataclass(frozen=True, slots=True)
class Profile:
    player_id: int
    places: Sequence[OwnPlace]
    """Of all time first, then of the season that runs if one does, then of the month."""
    fastest_ms: int | None
    """Of the right answers."""
    best_bank: BankResult | None
    daily: Sequence[DailyLine]
    weeks: Sequence[Week]
    """The last twelve, oldest first; the last one goes on."""

    @property
    def total(self) -> Score:
        """Of all time, as far as it counts on the board."""
        standing = self.places[0].standing
        return standing.score if standing else Score(self.player_id)
