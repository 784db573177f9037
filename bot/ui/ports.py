"""The services that commands and buttons call."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from bot.core.board import BoardChoice
from bot.core.server_settings import ServerSettings
from bot.core.team import Team
from bot.services.daily_requests import Plan, Preview, Schedule
from bot.services.profile_requests import Profile
from bot.services.requests import Accepted, BankSummary, Board, QuizStart, QuizStatus
from bot.services.rescoring import Corrected
from bot.services.stage import IntroCard
from bot.services.team_requests import By, Joined, NewTeam, Person, SeasonLine, TeamLine, TeamRoster
from bot.ui.names import Names


class LiveQuiz(Protocol):
    async def start(self, request: QuizStart) -> IntroCard: ...

    async def answer(
        self, round_id: int, option_id: str, player_id: int, clicked_ms: int, role_ids: Collection[int] = ()
    ) -> Accepted: ...

    async def letter_of(self, round_id: int, option_id: str) -> str: ...

    async def skip(self, channel_id: int, user_id: int, *, quizmaster: bool) -> None: ...

    async def stop(self, channel_id: int, user_id: int, *, quizmaster: bool) -> None: ...

    async def status(self, channel_id: int) -> QuizStatus: ...

    async def channel_lost(self, channel_id: int) -> None: ...

    async def message_lost(self, message_id: int) -> None: ...

    async def guild_lost(self, guild_id: int) -> None: ...

    async def guilds_present(self, guild_ids: Collection[int]) -> None: ...


class Standings(Protocol):
    async def board(self, guild_id: int, choice: BoardChoice, page: int, reader: Person) -> Board: ...


class Library(Protocol):
    async def find(self, text: str, limit: int = 25) -> list[BankSummary]: ...

    async def get(self, title_or_id: str) -> BankSummary: ...

    async def default(self) -> BankSummary | None: ...


class Daily(Protocol):
    """Each call that names a schedule raises NoScheduleError when the server has none of that id."""

    async def add(self, guild_id: int, host_id: int, plan: Plan) -> Schedule: ...

    async def list(self, guild_id: int) -> Sequence[Schedule]: ...

    async def get(self, guild_id: int, schedule_id: int) -> Schedule: ...

    async def edit(self, guild_id: int, schedule_id: int, plan: Plan) -> Schedule: ...

    async def pause(self, guild_id: int, schedule_id: int) -> Schedule: ...

    async def resume(self, guild_id: int, schedule_id: int) -> Schedule: ...

    async def remove(self, guild_id: int, schedule_id: int) -> None: ...

    async def preview(self, guild_id: int, schedule_id: int) -> Preview: ...

    async def post_now(self, guild_id: int, schedule_id: int) -> int: ...


class ServerRules(Protocol):
    async def of(self, guild_id: int) -> ServerSettings: ...

    async def zone(self, guild_id: int) -> ZoneInfo: ...

    async def change(self, guild_id: int, **chosen: Any) -> ServerSettings: ...


class Teams(Protocol):
    """Each call that names a team raises NoTeamError when the server has none of that id."""

    async def list(self, guild_id: int) -> Sequence[TeamLine]: ...

    async def roster(self, guild_id: int, team_id: int) -> TeamRoster: ...

    async def create(self, guild_id: int, new: NewTeam) -> Team: ...

    async def rename(self, guild_id: int, team_id: int, name: str) -> Team: ...

    async def lock(self, guild_id: int, team_id: int, *, locked: bool) -> Team: ...

    async def remove(self, guild_id: int, team_id: int) -> Team: ...

    async def join(self, guild_id: int, person: Person, team_id: int, by: By) -> Joined: ...

    async def join_smallest(self, guild_id: int, person: Person, *, quizmaster: bool = False) -> Joined: ...

    async def leave(self, guild_id: int, person: Person, by: By) -> Team: ...


class Seasons(Protocol):
    async def start(self, guild_id: int, name: str, ends_ms: int | None) -> SeasonLine: ...

    async def end(self, guild_id: int) -> SeasonLine: ...

    async def list(self, guild_id: int) -> Sequence[SeasonLine]: ...

    async def named(self, guild_id: int) -> Sequence[SeasonLine]: ...


class Profiles(Protocol):
    async def of(self, guild_id: int, player_id: int) -> Profile: ...


class Rescoring(Protocol):
    async def correct(self, guild_id: int, message_id: int, letters: Sequence[str]) -> Corrected: ...


@dataclass(frozen=True, slots=True)
class Services:
    live_quiz: LiveQuiz
    daily: Daily
    standings: Standings
    library: Library
    rules: ServerRules
    teams: Teams
    seasons: Seasons
    profiles: Profiles
    rescoring: Rescoring


class Serving(Protocol):
    """A Discord client that has its services."""

    names: Names

    @property
    def services(self) -> Services: ...
