"""Teams as the cards name them, and their tables."""

import unicodedata
from collections.abc import Sequence
from fractions import Fraction

from bot.core.team import Team
from bot.core.team_score import COUNTED_FROM, TeamRule, TeamScoring
from bot.services.stage import TeamPlace, TeamTable
from bot.ui.cards.wording import and_more, counted, kept_together, place_mark
from bot.ui.markdown import fitted

_MAX_NAME = 60
"""Characters of a name with its marks escaped."""

_FROM_THE_RIGHT = {"R", "AL", "AN", "RLE", "RLO"}
_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

_SQUARES = {
    "🟥": 0xDD2E44,
    "🟧": 0xF4900C,
    "🟨": 0xFDCB58,
    "🟩": 0x78B159,
    "🟦": 0x55ACEE,
    "🟪": 0xAA8ED6,
    "🟫": 0xC1694F,
    "⬛": 0x31373D,
    "⬜": 0xE6E7E8,
}
"""As Discord draws them."""


def team_name(team: Team) -> str:
    """ "🦊 **Foxes**", safe to stand in a card."""
    name = f"{team.emoji} **{safe_name(team.name)}**".strip()
    return f"{name} (removed)" if team.removed else name


def safe_name(name: str) -> str:
    """Of a team or a season. Letters that run from the right do not turn the numbers beside them around."""
    safe = fitted(name, _MAX_NAME)
    if any(unicodedata.bidirectional(character) in _FROM_THE_RIGHT for character in name):
        return f"{_ISOLATE}{safe}{_END_OF_ISOLATE}"
    return safe


def square(colour: int) -> str:
    """The coloured square that comes closest."""
    return min(_SQUARES, key=lambda emoji: _distance(_SQUARES[emoji], colour))


def _distance(one: int, other: int) -> int:
    return sum(((one >> shift & 0xFF) - (other >> shift & 0xFF)) ** 2 for shift in (0, 8, 16))


def team_points(points: Fraction) -> str:
    """Whole, or with one digit where a mean has more."""
    return f"{int(points):,}" if points.denominator == 1 else f"{float(points):,.1f}"


def table_lines(table: TeamTable, budget: int) -> list[str]:
    """A heading that says how a team is scored and a line per team, as many as the budget has room for."""
    heading = f"**Teams** · {scored_by(table.rule, table.counted_from)}"
    lines = within([_line(place) for place in table.places], budget - len(heading) - 1)
    return [heading, *(lines or ["No team has answered yet."])]


def _line(place: TeamPlace) -> str:
    if place.place is None:
        return f"– {team_name(place.team)} · nobody counts yet"
    mark = place_mark(place.place, tied=place.tied)
    members = kept_together(counted(place.counted, "player"))
    return f"{mark} {team_name(place.team)} · **{team_points(place.points)}** · {members}"


def scored_by(rule: TeamRule, counted_from: int = COUNTED_FROM) -> str:
    match rule:
        case TeamRule(TeamScoring.SUM):
            return "points of all players together"
        case TeamRule(TeamScoring.TOP, top):
            return f"points of the best {top}" if top > 1 else "points of the best player"
    if counted_from <= 1:
        return "points per player"
    return f"points per player with at least {counted_from} answers"


def within(lines: Sequence[str], budget: int) -> list[str]:
    """The lines, or the first of them and how many more there are."""
    kept = list(lines)
    while kept and len("\n".join(kept)) + len("\n-# and 999,999 more") > budget:
        kept.pop()
    hidden = len(lines) - len(kept)
    return [*kept, *and_more(hidden)]
