"""Teams of a server: who is on which, and what a name or an emoji of one may be."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

MAX_NAME = 50
MAX_NAME_KEY = 100

COLOURS = {
    "blue": 0x0072B2,
    "orange": 0xE69F00,
    "green": 0x009E73,
    "pink": 0xCC79A7,
    "light blue": 0x56B4E9,
    "red": 0xD32F2F,
    "yellow": 0xF0E442,
    "purple": 0x8C6BB1,
    "brown": 0x8D6E63,
    "grey": 0x5C6268,
    "black": 0x1B1B1B,
    "white": 0xF5F5F5,
}
"""The first ones are told apart with every kind of colour vision, on dark and on light ground."""

# They join letters or emoji and are of no width themselves; some scripts cannot be written without.
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
# Letters and signs by their category, but nothing to be seen.
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
# Marks that change how what stands before them is drawn, or nothing at all.
_SELECTORS = "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + "".join(
    chr(code) for code in [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
)
_UNSEEN = frozenset(_JOINERS + _BLANKS + _SELECTORS)
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs"}

_PICTURE = (
    r"[©®‼⁉™ℹ↔-↪⌚-⏿Ⓜ▪-◾☀-➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙\U0001F004-\U0001FAFF]"
    r"\uFE0F?[\U0001F3FB-\U0001F3FF]?[\U000E0020-\U000E007F]*"
)
_EMOJI = re.compile(
    rf"{_PICTURE}(?:\u200D{_PICTURE})*|[\U0001F1E6-\U0001F1FF]{{2}}|[0-9#*]\uFE0F?\u20E3"
    r"|<a?:\w{2,32}:\d{15,20}>",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Team:
    id: int
    guild_id: int
    name: str
    colour: int
    """0xRRGGBB."""
    emoji: str = ""
    role_id: int | None = None
    """Who has it is on the team; None where people join."""
    locked: bool = False
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """The teams that there are, oldest first, and the team that each player who joined one is on."""

    teams: tuple[Team, ...] = ()
    joined: Mapping[int, int] = field(default_factory=dict)

    def team_of(self, player_id: int, role_ids: Collection[int]) -> Team | None:
        """A role decides before what somebody joined; of several roles that of the oldest team."""
        if not self.teams:
            return None
        for team in self.teams:
            if team.role_id is not None and team.role_id in role_ids:
                return team
        return self.get(self.joined.get(player_id))

    def get(self, team_id: int | None) -> Team | None:
        return next((team for team in self.teams if team.id == team_id), None)

    def with_team(self, team: Team) -> "Roster":
        """A new one, or one as it is now."""
        others = [other for other in self.teams if other.id != team.id]
        return replace(self, teams=tuple(sorted([*others, team], key=lambda each: each.id)))

    def without_team(self, team_id: int) -> "Roster":
        """Nor those who joined it."""
        return Roster(
            tuple(team for team in self.teams if team.id != team_id),
            {player_id: joined for player_id, joined in self.joined.items() if joined != team_id},
        )

    def with_player(self, player_id: int, team_id: int) -> "Roster":
        """On that team and no other."""
        return replace(self, joined={**self.joined, player_id: team_id})

    def without_player(self, player_id: int) -> "Roster":
        joined = {other: team_id for other, team_id in self.joined.items() if other != player_id}
        return replace(self, joined=joined)

    def next_colour(self) -> int:
        """One that no team has or, when all are taken, any."""
        taken = {team.colour for team in self.teams}
        free = [colour for colour in COLOURS.values() if colour not in taken]
        return free[0] if free else list(COLOURS.values())[len(self.teams) % len(COLOURS)]

    def sizes(self) -> Counter[int]:
        """How many have joined each team."""
        return Counter(self.joined.values())

    def smallest(self) -> Team | None:
        """Of the teams that can be joined, the one with the fewest members; of several the oldest."""
        sizes = self.sizes()
        open_teams = [team for team in self.teams if team.role_id is None and not team.locked]
        return min(open_teams, key=lambda team: (sizes[team.id], team.id), default=None)


def clean_name(typed: str) -> str:
    """The name without what cannot be seen; empty when nothing is left."""
    seen = "".join(character for character in typed if _is_seen(character) or character.isspace())
    name = unicodedata.normalize("NFC", " ".join(seen.split()))
    return name if set(name) - _UNSEEN - {" "} else ""


def _is_seen(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) not in _INVISIBLE


def name_key(name: str) -> str:
    """Equal for names that people would take for the same."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in folded if character not in _UNSEEN)[:MAX_NAME_KEY]


def is_emoji(text: str) -> bool:
    """Whether it is one Unicode emoji, or a custom one as Discord writes it in a message."""
    return _EMOJI.fullmatch(text) is not None
