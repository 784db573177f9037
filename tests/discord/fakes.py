"""Small services in memory that stand behind a bot on a simulated Discord."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field

from bot.core.period import Period
from bot.errors import UserError
from bot.services.requests import Accepted, BankSummary, Board, QuizStart, QuizStatus
from bot.services.stage import IntroCard
from bot.ui.bot import QuizBot
from bot.ui.ports import Services
from tests.discord.samples import BANK, board, intro, status


@dataclass
class FakeLiveQuiz:
    refusal: Exception | None = None
    """Raised by whatever is called next."""
    started: list[QuizStart] = field(default_factory=list)
    answers: list[tuple[int, str, int, int]] = field(default_factory=list)
    told: list[tuple[str, object]] = field(default_factory=list)
    after_answer: Callable[[], Awaitable[None]] | None = None

    def _refuse(self) -> None:
        if self.refusal:
            raise self.refusal

    async def start(self, request: QuizStart) -> IntroCard:
        self._refuse()
        self.started.append(request)
        return intro(host_id=request.host_id)

    async def answer(self, round_id: int, option_id: str, player_id: int, clicked_ms: int) -> Accepted:
        self._refuse()
        self.answers.append((round_id, option_id, player_id, clicked_ms))
        if self.after_answer:
            await self.after_answer()
        return Accepted("B", "text", 3_420)

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


class FakeStandings:
    async def board(self, guild_id: int, period: Period, page: int, reader_id: int) -> Board:
        del guild_id, reader_id
        return board(page, period=period)


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
class CommandMemory:
    known: str | None = None
    saved: int = 0

    async def load(self) -> str | None:
        return self.known

    async def save(self, known: str) -> None:
        self.known, self.saved = known, self.saved + 1


def quiz_bot(
    live_quiz: FakeLiveQuiz, library: FakeLibrary | None = None, memory: CommandMemory | None = None
) -> QuizBot:
    memory = memory or CommandMemory()
    bot = QuizBot(load_hash=memory.load, save_hash=memory.save, shard_count=1)
    bot.serve(Services(live_quiz, FakeStandings(), library or FakeLibrary()))
    return bot
