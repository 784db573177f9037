"""What comes in about teams and seasons, and what is told back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.core.team import MAX_NAME, Team, clean_name
from bot.errors import UserError


@dataclass(frozen=True, slots=True)
class NewTeam:
    """Without a colour it gets one that is free; an empty emoji is none."""

    name: str
    colour: int | None = None
    emoji: str = ""
    role_id: int | None = None


@dataclass(frozen=True, slots=True)
class Person:
    id: int
    role_ids: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class By:
    """Who asks for a change of somebody's team."""

    user_id: int
    quizmaster: bool


@dataclass(frozen=True, slots=True)
class Joined:
    team: Team
    left: Team | None
    """The team the player was on before."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    team: Team
    members: int
    """Who has joined; of a team with a role this is not known, and 0."""


@dataclass(frozen=True, slots=True)
class TeamRoster:
    team: Team
    players: Sequence[int]
    """Who has joined; of a team with a role those who have answered for it."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    id: int
    name: str
    starts_ms: int
    ends_ms: int | None
    """When it ended, or is to end by itself."""
    running: bool
    winners: Sequence[int] = ()
    """Who stands first; several where they are equal."""
    winning_teams: Sequence[Team] = ()


class NoTeamError(UserError):
    def __init__(self) -> None:
        super().__init__("That team is not here: choose one from the list that comes up as you type.")


class AlreadyOnTeamError(UserError):
    def __init__(self, team: Team) -> None:
        super().__init__("You are on a team already.")
        self.team = team


class NoSeasonError(UserError):
    def __init__(self) -> None:
        super().__init__("No season is running here: start one with /season start.")


def fit_name(typed: str, of: str) -> str:
    """The name of a team or a season as it is kept. Raises UserError."""
    name = clean_name(typed)
    if not name:
        raise UserError(f"A {of} needs a name that can be seen: type some letters.")
    if len(name) > MAX_NAME:
        raise UserError(f"That name has {len(name)} characters: shorten it to {MAX_NAME} at most.")
    return name
