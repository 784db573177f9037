"""Small services in memory that stand behind a bot on a simulated Discord."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from zoneinfo import ZoneInfo

from bot.core.board import BoardChoice
from bot.core.server_settings import ServerSettings
from bot.errors import UserError
from bot.services.daily_requests import NoScheduleError, Plan, Preview, Schedule
from bot.services.profile_requests import Profile
from bot.services.requests import Accepted, BankSummary, Board, QuizStart, QuizStatus
from bot.services.stage import IntroCard
from bot.services.team_requests import Person
from bot.ui.bot import QuizBot
from bot.ui.ports import Rescoring, Services
from tests.discord.samples import (
    BANK,
    DEADLINE_MS,
    board,
    daily_facts,
    intro,
    profile,
    question,
    schedule,
    status,
)

NOT_ASKED: Any = object()
"""For services that no command of the tests needs."""


@dataclass
class FakeLiveQuiz:
    refusal: Exception | None = None
    """Raised by whatever is called next."""
    started: list[QuizStart] = field(default_factory=list)
    answers: list[tuple[int, str, int, int]] = field(default_factory=list)
    told: list[tuple[str, object]] = field(default_factory=list)
    after_answer: Callable[[], Awaitable[None]] | None = None
    accepted: Accepted = field(default_factory=lambda: Accepted("B", "text", 3_420))

    def _refuse(self) -> None:
        if self.refusal:
            raise self.refusal

    async def start(self, request: QuizStart) -> IntroCard:
        self._refuse()
        self.started.append(request)
        return intro(host_id=request.host_id)

    async def answer(
        self, round_id: int, option_id: str, player_id: int, clicked_ms: int, role_ids: Collection[int] = ()
    ) -> Accepted:
        del role_ids
        self._refuse()
        self.answers.append((round_id, option_id, player_id, clicked_ms))
        if self.after_answer:
            await self.after_answer()
        return self.accepted

    async def letter_of(self, round_id: int, option_id: str) -> str:
        del round_id, option_id
        return "C"

    async def skip(self, channel_id: int, user_id: int, *, quizmaster: bool) -> None:
        self._refuse()
        self.told.append(("skip", (channel_id, user_id, quizmaster)))

    async def stop(self, channel_id: int, user_id: int, *, quizmaster: bool) -> None:
        self._refuse()
        self.told.append(("stop", (channel_id, user_id, quizmaster)))

    async def status(self, channel_id: int) -> QuizStatus:
        del channel_id
        self._refuse()
        return status()

    async def channel_lost(self, channel_id: int) -> None:
        self.told.append(("channel lost", channel_id))

    async def message_lost(self, message_id: int) -> None:
        self.told.append(("message lost", message_id))

    async def guild_lost(self, guild_id: int) -> None:
        self.told.append(("guild lost", guild_id))

    async def guilds_present(self, guild_ids: Collection[int]) -> None:
        self.told.append(("guilds present", sorted(guild_ids)))


@dataclass
class FakeDaily:
    schedules: dict[int, Schedule] = field(default_factory=dict)
    refusal: Exception | None = None
    """Raised by `post_now`."""
    posted: list[int] = field(default_factory=list)

    def _known(self, guild_id: int, schedule_id: int) -> Schedule:
        found = self.schedules.get(schedule_id)
        if found is None or found.guild_id != guild_id:
            raise NoScheduleError
        return found

    def _keep(self, changed: Schedule) -> Schedule:
        self.schedules[changed.id] = changed
        return changed

    async def add(self, guild_id: int, host_id: int, plan: Plan) -> Schedule:
        del host_id
        return self._keep(schedule(id=len(self.schedules) + 1, guild_id=guild_id, plan=plan))

    async def list(self, guild_id: int) -> Sequence[Schedule]:
        return [found for found in self.schedules.values() if found.guild_id == guild_id]

    async def get(self, guild_id: int, schedule_id: int) -> Schedule:
        return self._known(guild_id, schedule_id)

    async def edit(self, guild_id: int, schedule_id: int, plan: Plan) -> Schedule:
        return self._keep(replace(self._known(guild_id, schedule_id), plan=plan))

    async def pause(self, guild_id: int, schedule_id: int) -> Schedule:
        return self._keep(replace(self._known(guild_id, schedule_id), paused=True, next_ms=None))

    async def resume(self, guild_id: int, schedule_id: int) -> Schedule:
        return self._keep(replace(self._known(guild_id, schedule_id), paused=False, next_ms=DEADLINE_MS))

    async def remove(self, guild_id: int, schedule_id: int) -> None:
        del self.schedules[self._known(guild_id, schedule_id).id]

    async def preview(self, guild_id: int, schedule_id: int) -> Preview:
        found = self._known(guild_id, schedule_id)
        card = question(quiz_id=0, round_id=0, answered=0, daily=daily_facts())
        return Preview(found, card, [DEADLINE_MS + day * 86_400_000 for day in range(5)])

    async def post_now(self, guild_id: int, schedule_id: int) -> int:
        if self.refusal:
            raise self.refusal
        self.posted.append(self._known(guild_id, schedule_id).id)
        return 99


@dataclass
class FakeProfiles:
    found: Profile = field(default_factory=profile)
    asked: list[tuple[int, int]] = field(default_factory=list)

    async def of(self, guild_id: int, player_id: int) -> Profile:
        self.asked.append((guild_id, player_id))
        return replace(self.found, player_id=player_id)


class FakeStandings:
    async def board(self, guild_id: int, choice: BoardChoice, page: int, reader: Person) -> Board:
        del guild_id, reader
        return board(page, choice=choice)


@dataclass
class FakeLibrary:
    banks: Sequence[BankSummary] = (BANK,)

    async def find(self, text: str, limit: int = 25) -> list[BankSummary]:
        return [bank for bank in self.banks if text.lower() in bank.title.lower()][:limit]

    async def get(self, title_or_id: str) -> BankSummary:
        for bank in self.banks:
            if title_or_id in (bank.title, str(bank.id)):
                return bank
        raise UserError(f"There is no bank {title_or_id}: choose one from the list.")

    async def default(self) -> BankSummary | None:
        return self.banks[0] if self.banks else None


@dataclass
class FakeServerRules:
    settings: ServerSettings = field(default_factory=ServerSettings)

    async def of(self, guild_id: int) -> ServerSettings:
        del guild_id
        return self.settings

    async def zone(self, guild_id: int) -> ZoneInfo:
        del guild_id
        return ZoneInfo(self.settings.zone or "UTC")

    async def change(self, guild_id: int, **chosen: Any) -> ServerSettings:
        del guild_id
        self.settings = replace(self.settings, **chosen)
        return self.settings


@dataclass
class CommandMemory:
    known: str | None = None
    saved: int = 0

    async def load(self) -> str | None:
        return self.known

    async def save(self, known: str) -> None:
        self.known, self.saved = known, self.saved + 1


def quiz_bot(
    live_quiz: FakeLiveQuiz | None = None,
    library: FakeLibrary | None = None,
    memory: CommandMemory | None = None,
    *,
    daily: FakeDaily | None = None,
    rules: FakeServerRules | None = None,
    profiles: FakeProfiles | None = None,
    rescoring: Rescoring = NOT_ASKED,
) -> QuizBot:
    memory = memory or CommandMemory()
    bot = QuizBot(load_hash=memory.load, save_hash=memory.save, shard_count=1)
    bot.serve(
        Services(
            live_quiz or FakeLiveQuiz(),
            daily or FakeDaily(),
            FakeStandings(),
            library or FakeLibrary(),
            rules or FakeServerRules(),
            teams=NOT_ASKED,
            seasons=NOT_ASKED,
            profiles=profiles or FakeProfiles(),
            rescoring=rescoring,
        )
    )
    return bot
