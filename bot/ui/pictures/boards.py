"""What the podium shows of a quiz's end and of a server's boards."""

from collections.abc import Mapping, Sequence

from bot.core.ranking import Standing
from bot.services.stage import FinalCard
from bot.ui.cards.wording import counted
from bot.ui.pictures.podium import MOST_ENTRIES, Entry, Podium

PLAYED_TOGETHER = 2
"""A podium for one would only repeat the card."""


def final_podium(final: FinalCard, names: Mapping[int, str]) -> Podium:
    note = f"Final standings after {counted(final.played, 'question')}, in points"
    return Podium(final.bank_title, note, entries(final.standings, names), len(final.standings))


def entries(standings: Sequence[Standing], names: Mapping[int, str]) -> list[Entry]:
    return [
        Entry(
            standing.place,
            names[standing.score.player_id],
            standing.score.points,
            f"{standing.score.points:,}",
            standing.tied,
        )
        for standing in standings[:MOST_ENTRIES]
    ]


def pictured(standings: Sequence[Standing]) -> list[int]:
    """Whose names the picture needs."""
    return [standing.score.player_id for standing in standings[:MOST_ENTRIES]]
