"""Claiming the date of a schedule: once for each date, in the transaction that plans its question."""

from dataclasses import dataclass
from datetime import date, datetime
from random import Random

from bot.core.daily import DailyFacts, Run, RunState
from bot.core.instant import unix_ms
from bot.core.quiz import QuizRules
from bot.core.scoring import Scoring
from bot.services.planning import begin, draw_rounds
from bot.store import agenda as entries
from bot.store import banks, daily_runs, quizzes, rounds, schedules
from bot.store.agenda import Kind
from bot.store.banks import BankRow
from bot.store.daily_runs import RunRow
from bot.store.database import Transaction
from bot.store.quizzes import QuizRow
from bot.store.rounds import NewRound, RoundRow, RoundState
from bot.store.schedules import ScheduleRow

FAILED_DAYS_LIMIT = 3
# A claimed run is posted at once; should the process die before, another looks after it then.
LOOK_AGAIN_MS = 10_000

NOT_RUNNING = "I was not running, or could not reach Discord"
NO_BANK = "its question bank is not here any more"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A date that is ours to post."""

    run: RunRow
    quiz: QuizRow
    row: RoundRow


class NoBankError(Exception):
    """The schedule's bank is gone or empty."""


def rules_of(schedule: ScheduleRow) -> QuizRules:
    return QuizRules(
        questions=1,
        scoring=Scoring.ACCURACY,
        pause_ms=0,
        ranked_from=1,
        early_close=False,
        # Who knows what is right must not change to it.
        changeable=not schedule.instant,
    )


def facts_of(schedule: ScheduleRow, day: date, *, late: bool) -> DailyFacts:
    return DailyFacts(schedule.id, day, late, schedule.role_id, schedule.thread, schedule.instant)


async def draw(connection: Transaction, schedule: ScheduleRow, day: date) -> tuple[BankRow, NewRound]:
    """The question of that day: the same however often it is drawn, while the bank stays as it is.

    Raises NoBankError.
    """
    bank = await banks.hold(connection, schedule.bank_id) if schedule.bank_id is not None else None
    if bank is None:
        raise NoBankError
    rng = Random(f"{schedule.id} {day}")
    drawn = await draw_rounds(connection, schedule.guild_id, bank.id, rules_of(schedule), rng)
    if not drawn:
        raise NoBankError
    return bank, drawn[0]


async def claim(connection: Transaction, schedule: ScheduleRow, run: Run, now: datetime) -> Claimed | None:
    """None when the date has been claimed before. Raises NoBankError."""
    now_ms, due_ms = unix_ms(now), unix_ms(run.due)
    late = run.is_late(now)
    if not await daily_runs.claim(
        connection, schedule.id, run.day, state=RunState.CLAIMED, due_ms=due_ms, late=late
    ):
        return None
    bank, drawn = await draw(connection, schedule, run.day)
    row = await begin(
        connection,
        guild_id=schedule.guild_id,
        channel_id=schedule.channel_id,
        host_id=schedule.host_id,
        bank=bank,
        rules=rules_of(schedule),
        now_ms=now_ms,
        planned=[drawn],
        state=RoundState.POSTING,
        daily=facts_of(schedule, run.day, late=late),
    )
    if row is None:
        raise LookupError(f"no quiz for schedule {schedule.id}")
    await daily_runs.change(connection, schedule.id, run.day, quiz_id=row.quiz_id)
    await entries.put(connection, Kind.POST_DAILY, row.id, row.guild_id, now_ms + LOOK_AGAIN_MS)
    claimed = RunRow(schedule.id, run.day, due_ms, RunState.CLAIMED, late, row.quiz_id)
    return Claimed(claimed, await quizzes.get(connection, row.quiz_id), row)


async def skip(connection: Transaction, schedule: ScheduleRow, run: Run) -> None:
    """Records a run that nobody was there for."""
    values = {"due_ms": unix_ms(run.due), "late": True, "detail": NOT_RUNNING}
    await daily_runs.claim(connection, schedule.id, run.day, state=RunState.SKIPPED, **values)


async def forget(connection: Transaction, quiz_id: int) -> None:
    """It will not be posted any more, and does not count as asked."""
    await rounds.off_agenda(connection, quiz_id)
    await quizzes.remove(connection, quiz_id)


async def look_ahead(
    connection: Transaction, schedule: ScheduleRow, after: date | None, now: datetime
) -> None:
    """Puts the run that follows the dates dealt with on the agenda."""
    await wait_for(connection, schedule, schedule.rule.next_date(now, after))


async def wait_for(connection: Transaction, schedule: ScheduleRow, earliest: date) -> None:
    """Puts the first run from the date on on the agenda, even if it is due already."""
    day = next(schedule.rule.dates_from(earliest))
    await schedules.change(connection, schedule.id, next_date=day.isoformat())
    await put_run(connection, schedule, day)


async def put_run(connection: Transaction, schedule: ScheduleRow, day: date) -> None:
    due_ms = unix_ms(schedule.rule.run_at(day))
    await entries.put(connection, Kind.RUN_SCHEDULE, schedule.id, schedule.guild_id, due_ms)


async def day_failed(connection: Transaction, schedule: ScheduleRow, reason: str) -> str | None:
    """Counts the day, and returns what to say in the server when the schedule pauses for it."""
    failed_days = schedule.failed_days + 1
    await schedules.change(connection, schedule.id, failed_days=failed_days)
    if failed_days < FAILED_DAYS_LIMIT:
        return None
    because = f"it could not be posted on {failed_days} days in a row, because {reason}"
    await schedules.change(connection, schedule.id, paused=True, paused_because=because)
    await entries.drop(connection, Kind.RUN_SCHEDULE, schedule.id)
    return (
        f"The daily question of <#{schedule.channel_id}> is paused: {because}. "
        "When that is mended, a quizmaster can let it go on with `/daily resume`."
    )
