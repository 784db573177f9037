"""Planning a quiz at its start: which questions, and in which order their options stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.core.daily import DailyFacts
from bot.core.quiz import QuizRules
from bot.core.selection import draw_option_order, draw_questions
from bot.errors import UserError
from bot.services.requests import QuizOverError, QuizRunningError, QuizStart
from bot.services.stage import IntroCard
from bot.store import agenda, banks, quizzes, rounds
from bot.store.agenda import Kind
from bot.store.banks import BankRow
from bot.store.database import Database, Transaction
from bot.store.rounds import NewRound, RoundRow, RoundState


@dataclass(frozen=True, slots=True)
class Planner:
    database: Database
    rng: Random

    async def plan(self, request: QuizStart, now_ms: int) -> IntroCard:
        """Raises QuizRunningError, QuizOverError, and UserError for a bank that is not there or empty."""
        async with self.database.write() as connection:
            return await self._plan(connection, request, now_ms)

    async def _plan(self, connection: Transaction, request: QuizStart, now_ms: int) -> IntroCard:
        bank = await banks.hold(connection, request.bank_id)
        if bank is None:
            raise UserError("That question bank is not here any more: choose another one.")
        planned = await draw_rounds(connection, request.guild_id, bank.id, request.rules, self.rng)
        if not planned:
            raise UserError("There is no question to ask: choose another bank or a larger number.")
        first = await begin(
            connection,
            guild_id=request.guild_id,
            channel_id=request.channel_id,
            host_id=request.host_id,
            bank=bank,
            rules=request.rules,
            now_ms=now_ms,
            planned=planned,
        )
        if first is None:
            raise await self._running(connection, request.channel_id)
        due_ms = now_ms + request.rules.pause_ms
        await agenda.put(connection, Kind.POST_QUESTION, first.id, request.guild_id, due_ms)
        return _intro(first.quiz_id, bank, len(planned), request)

    async def _running(self, connection: Transaction, channel_id: int) -> QuizRunningError | QuizOverError:
        running = await quizzes.running_in(connection, channel_id)
        if running is not None and running.end_reason is not None:
            return QuizOverError()
        latest = await rounds.latest(connection, running.id) if running else None
        return QuizRunningError(latest.message_id if latest else None)


async def begin(
    connection: Transaction,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    bank: BankRow,
    rules: QuizRules,
    now_ms: int,
    planned: Sequence[NewRound],
    state: RoundState = RoundState.PLANNED,
    daily: DailyFacts | None = None,
) -> RoundRow | None:
    """The first round of the new quiz, all of whose rounds are in the state; None when one runs there."""
    quiz_id = await quizzes.add(
        connection,
        rules=rules,
        started_ms=now_ms,
        daily=daily,
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        bank_id=bank.id,
        bank_title=bank.title,
        length=len(planned),
    )
    if quiz_id is None:
        return None
    await rounds.plan(
        connection,
        quiz_id=quiz_id,
        guild_id=guild_id,
        channel_id=channel_id,
        bank_id=bank.id,
        asked_ms=now_ms,
        planned=planned,
        state=state,
    )
    first = await rounds.at(connection, quiz_id, 0)
    if first is None:
        raise LookupError(f"quiz {quiz_id} has no first round")
    return first


async def draw_rounds(
    connection: Transaction, guild_id: int, bank_id: int, rules: QuizRules, rng: Random
) -> list[NewRound]:
    """As many rounds as the rules want, or as the bank has; what the server was not asked for longest."""
    keys = await banks.question_keys(connection, bank_id)
    asked = await rounds.last_asked(connection, guild_id, bank_id)
    drawn = draw_questions(keys, asked, rules.questions, rng)
    return [
        NewRound(
            question,
            draw_option_order([o.id for o in question.options], shuffle=question.shuffle, rng=rng),
            (question.seconds or rules.seconds) * 1000,
        )
        for question in await banks.take(connection, bank_id, drawn)
    ]


def _intro(quiz_id: int, bank: BankRow, length: int, request: QuizStart) -> IntroCard:
    return IntroCard(
        quiz_id=quiz_id,
        bank_title=bank.title,
        description=bank.description,
        host_id=request.host_id,
        questions=length,
        seconds=request.rules.seconds,
        scoring=request.rules.scoring,
        ranked_from=request.rules.ranked_from,
        mode=request.rules.mode,
        teams=request.rules.teams,
    )
