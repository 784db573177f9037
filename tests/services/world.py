"""The real services and database, with a clock in the test's hand and a stage that keeps what it was told."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.core.board import BoardChoice
from bot.core.period import Period
from bot.core.question import Question
from bot.core.snowflake import EPOCH_MS
from bot.errors import StageError
from bot.services.agenda import Agenda
from bot.services.daily import Daily
from bot.services.house import House
from bot.services.live_quiz import LiveQuiz
from bot.services.requests import Accepted, Board, QuizStart
from bot.services.rescoring import Rescoring
from bot.services.seasons import Seasons
from bot.services.stage import FinalCard, IntroCard, QuestionCard, RevealCard
from bot.services.standings import Standings
from bot.services.team_requests import Person
from bot.services.teams import Teams
from bot.store import banks
from bot.store.database import Database

GUILD, CHANNEL, HOST = 1 << 22, 500, 900
CATCH_UP = timedelta(hours=6)
ALICE, BOB, CAROL = 101, 102, 103


def snowflake_at(unix_ms: int) -> int:
    """The least id that Discord can give at that time."""
    return (unix_ms - EPOCH_MS) << 22


@dataclass
class ManualClock:
    now: datetime = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    @property
    def ms(self) -> int:
        return int(self.now.timestamp() * 1000)

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class RecordingStage:
    """What Discord was told. `fails` may raise before a call, `loses_reply` after it has been done."""

    clock: ManualClock
    questions: dict[int, QuestionCard] = field(default_factory=dict)
    reveals: list[RevealCard] = field(default_factory=list)
    finals: dict[int, FinalCard] = field(default_factory=dict)
    answered: list[int] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)
    notices: list[tuple[int, int, str]] = field(default_factory=list)
    fails: Callable[[str], Exception | None] = lambda _call: None
    loses_reply: Callable[[str], StageError | None] = lambda _call: None

    def _new_id(self) -> int:
        return snowflake_at(self.clock.ms) + len(self.questions) + len(self.finals)

    def _may_fail(self, failure: Exception | None) -> None:
        if failure is not None:
            raise failure

    async def post_question(self, card: QuestionCard) -> int:
        self._may_fail(self.fails("post_question"))
        message_id = self._new_id()
        self.questions[message_id] = card
        self._may_fail(self.loses_reply("post_question"))
        return message_id

    async def find_question(self, card: QuestionCard, _since_ms: int) -> int | None:
        self._may_fail(self.fails("find_question"))
        found = [id_ for id_, shown in self.questions.items() if shown.round_id == card.round_id]
        return found[0] if found else None

    async def show_answered(self, card: QuestionCard, message_id: int) -> None:
        assert message_id in self.questions
        self.answered.append(card.answered)

    async def reveal(self, card: RevealCard) -> None:
        self._may_fail(self.fails("reveal"))
        self.reveals.append(card)
        self._may_fail(self.loses_reply("reveal"))

    async def post_final(self, card: FinalCard) -> int:
        self._may_fail(self.fails("post_final"))
        message_id = self._new_id()
        self.finals[message_id] = card
        self._may_fail(self.loses_reply("post_final"))
        return message_id

    async def edit_final(self, card: FinalCard, message_id: int) -> None:
        self._may_fail(self.fails("edit_final"))
        assert message_id in self.finals
        self.finals[message_id] = card

    async def find_final(self, card: FinalCard, _since_ms: int) -> int | None:
        self._may_fail(self.fails("find_final"))
        found = [id_ for id_, shown in self.finals.items() if shown.quiz_id == card.quiz_id]
        return found[0] if found else None

    async def open_thread(self, card: RevealCard) -> None:
        self._may_fail(self.fails("open_thread"))
        self.threads.append(card.message_id)

    async def notify(self, guild_id: int, channel_id: int, text: str) -> None:
        self.notices.append((guild_id, channel_id, text))


@dataclass
class World:
    house: House
    clock: ManualClock
    stage: RecordingStage
    agenda: Agenda
    quiz: LiveQuiz
    daily: Daily
    standings: Standings
    teams: Teams
    seasons: Seasons
    rescoring: Rescoring
    bank_id: int

    async def start(self, channel_id: int = CHANNEL, guild_id: int = GUILD, **rules: Any) -> IntroCard:
        usual = (await self.house.rules.of(guild_id)).quiz_rules()
        request = QuizStart(guild_id, channel_id, HOST, self.bank_id, replace(usual, **rules))
        return await self.quiz.start(request)

    async def board(
        self, guild_id: int, period: Period, page: int, reader_id: int, *role_ids: int, **choice: Any
    ) -> Board:
        chosen = replace(BoardChoice(), period=period, **choice)
        return await self.standings.board(guild_id, chosen, page, Person(reader_id, role_ids))

    async def pass_time(self, seconds: float) -> None:
        """Lets the time go by in steps, doing what falls due on the way."""
        end = self.clock.now + timedelta(seconds=seconds)
        while self.clock.now < end:
            self.clock.now = min(self.clock.now + timedelta(seconds=0.5), end)
            await self.agenda.run_due()

    async def come_to(self, now: datetime) -> None:
        """Jumps to that instant, over what would have fallen due on the way, as a process that was down."""
        self.clock.now = now
        await self.agenda.run_due()

    async def next_question(self) -> QuestionCard:
        """Lets the time go by until a question is posted, at most two minutes."""
        before = len(self.stage.questions)
        for _ in range(240):
            await self.pass_time(0.5)
            if len(self.stage.questions) > before:
                return self.asked
        raise AssertionError("no further question was posted")

    @property
    def asked(self) -> QuestionCard:
        return list(self.stage.questions.values())[-1]

    @property
    def revealed(self) -> RevealCard:
        return self.stage.reveals[-1]

    @property
    def final(self) -> FinalCard:
        [final] = self.stage.finals.values()
        return final

    async def answer(
        self,
        player_id: int,
        *role_ids: int,
        right: bool = True,
        card: QuestionCard | None = None,
    ) -> Accepted:
        card = card or self.asked
        option = next(o for o in card.options if o.text.startswith("right") is right)
        return await self.quiz.answer(card.round_id, option.id, player_id, self.clock.ms, role_ids)

    def restart(self) -> "World":
        """A new process on the same database and the same Discord."""
        return world_on(replace(self.house), self.clock, self.stage, self.bank_id)


def world_on(house: House, clock: ManualClock, stage: RecordingStage, bank_id: int) -> World:
    agenda = Agenda(house)
    quiz = LiveQuiz(house, stage, agenda)
    daily = Daily(house, stage, agenda, quiz.steps, CATCH_UP)
    return World(
        house,
        clock,
        stage,
        agenda,
        quiz,
        daily,
        Standings(house),
        Teams(house),
        Seasons(house, agenda),
        Rescoring(house, stage, quiz.steps),
        bank_id,
    )


def questions(count: int) -> list[Question]:
    return [
        Question.of(f"q{n}", f"Question {n}?", [f"right {n}"], [f"wrong {n}a", f"wrong {n}b", f"wrong {n}c"])
        for n in range(count)
    ]


async def add_bank(database: Database, count: int = 25, slug: str = "bank") -> int:
    async with database.write() as connection:
        await banks.replace(
            connection, slug=slug, title=slug.title(), description="", digest="1", content=questions(count)
        )
        return next(bank.id for bank in await banks.offered(connection) if bank.title == slug.title())
