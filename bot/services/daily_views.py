"""Schedules and their next question, as they are shown to quizmasters."""

from bot.core.daily import Run, closes_at
from bot.core.instant import unix_ms
from bot.services.daily_claims import facts_of
from bot.services.daily_requests import LastRun, Plan, Schedule
from bot.services.stage import QuestionCard
from bot.store import daily_runs
from bot.store.daily_runs import RunRow
from bot.store.database import Transaction
from bot.store.rounds import NewRound
from bot.store.schedules import ScheduleRow


async def shown(connection: Transaction, rows: list[ScheduleRow]) -> list[Schedule]:
    latest = await daily_runs.latest(connection, [row.id for row in rows])
    return [_schedule_of(row, latest.get(row.id)) for row in rows]


def _schedule_of(row: ScheduleRow, last: RunRow | None) -> Schedule:
    return Schedule(
        id=row.id,
        guild_id=row.guild_id,
        plan=Plan(
            row.channel_id,
            row.bank_id or 0,
            row.rule,
            open_hours=row.open_hours,
            role_id=row.role_id,
            thread=row.thread,
            instant=row.instant,
        ),
        bank_title=row.bank_title,
        paused=row.paused,
        paused_because=row.paused_because,
        next_ms=None if row.paused else unix_ms(row.rule.run_at(row.next_date)),
        last=LastRun(last.day, last.state, last.message_id, last.channel_id, last.detail, last.late)
        if last
        else None,
        failed_days=row.failed_days,
    )


def previewed(row: ScheduleRow, bank_title: str, drawn: NewRound, run: Run) -> QuestionCard:
    closes = closes_at(row.rule, run.day, run.due, row.open_for)
    return QuestionCard(
        quiz_id=0,
        round_id=0,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        bank_title=bank_title,
        number=1,
        length=1,
        stem=drawn.question.stem,
        image=drawn.question.image,
        options=[drawn.question.option(option_id) for option_id in drawn.option_order],
        deadline_ms=unix_ms(closes),
        answered=0,
        daily=facts_of(row, run.day, late=False),
    )
