"""Runs of daily schedules: one row for each schedule and local date, whatever became of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.daily import Run, RunState
from bot.core.instant import instant_of
from bot.store.dialect import insert
from bot.store.rounds import RoundState
from bot.store.tables import answers, daily_runs, rounds


@dataclass(frozen=True, slots=True)
class RunRow:
    schedule_id: int
    day: date
    due_ms: int
    state: RunState
    late: bool
    quiz_id: int | None
    tries: int = 0
    detail: str = ""
    channel_id: int | None = None
    message_id: int | None = None

    @property
    def as_due(self) -> Run:
        return Run(self.day, instant_of(self.due_ms))


@dataclass(frozen=True, slots=True)
class Post:
    """A post as it concerns one player."""

    day: date
    answered: bool
    is_open: bool


async def claim(
    connection: AsyncConnection, schedule_id: int, day: date, *, state: RunState, **values: object
) -> bool:
    """Whether the date was free: of all who ask for it, whenever and wherever, one gets it."""
    statement = insert(connection, daily_runs).values(
        schedule_id=schedule_id, local_date=day.isoformat(), state=state.value, **values
    )
    result = await connection.execute(statement.on_conflict_do_nothing().returning(daily_runs.c.schedule_id))
    return result.first() is not None


async def release(connection: AsyncConnection, run: RunRow) -> None:
    """The date is free again."""
    await connection.execute(daily_runs.delete().where(_is(run.schedule_id, run.day)))


async def change(connection: AsyncConnection, schedule_id: int, day: date, **values: object) -> None:
    await connection.execute(daily_runs.update().where(_is(schedule_id, day)).values(**values))


async def of_quiz(connection: AsyncConnection, quiz_id: int) -> RunRow | None:
    """None when the schedule has been removed."""
    row = (await connection.execute(_SELECT.where(daily_runs.c.quiz_id == quiz_id))).first()
    return _row(row) if row is not None else None


async def on(connection: AsyncConnection, schedule_id: int, day: date) -> RunRow | None:
    row = (await connection.execute(_SELECT.where(_is(schedule_id, day)))).first()
    return _row(row) if row is not None else None


async def latest(connection: AsyncConnection, schedule_ids: Collection[int]) -> dict[int, RunRow]:
    """The last run of each schedule that has one."""
    last = (
        sa.select(daily_runs.c.schedule_id, sa.func.max(daily_runs.c.local_date).label("day"))
        .where(daily_runs.c.schedule_id.in_(schedule_ids))
        .group_by(daily_runs.c.schedule_id)
        .subquery()
    )
    query = _SELECT.join(
        last, sa.and_(last.c.schedule_id == daily_runs.c.schedule_id, last.c.day == daily_runs.c.local_date)
    )
    return {row.schedule_id: _row(row) for row in await connection.execute(query)}


async def unposted_rounds(connection: AsyncConnection, schedule_id: int) -> Sequence[int]:
    """The rounds of the runs that are still to be posted."""
    query = sa.select(rounds.c.id).join(daily_runs, daily_runs.c.quiz_id == rounds.c.quiz_id)
    return (await connection.scalars(query.where(_is_unposted(schedule_id)))).all()


async def take_back(connection: AsyncConnection, schedule_id: int, detail: str) -> None:
    """The runs that are still to be posted will not be."""
    values = {"state": RunState.SKIPPED.value, "detail": detail}
    await connection.execute(daily_runs.update().where(_is_unposted(schedule_id)).values(**values))


async def answered(
    connection: AsyncConnection, schedule_ids: Collection[int], player_id: int
) -> dict[int, list[Post]]:
    """For each schedule its posts, oldest first."""
    # Of a message that was deleted before the close nobody can be blamed for not answering.
    was_lost = sa.and_(rounds.c.state == RoundState.REVEALED.value, rounds.c.local_date.is_(None))
    query = (
        sa.select(
            daily_runs.c.schedule_id,
            daily_runs.c.local_date,
            answers.c.player_id.is_not(None).label("answered"),
            (rounds.c.state == RoundState.OPEN.value).label("is_open"),
        )
        .join(rounds, rounds.c.quiz_id == daily_runs.c.quiz_id)
        .outerjoin(answers, sa.and_(answers.c.round_id == rounds.c.id, answers.c.player_id == player_id))
        .where(daily_runs.c.schedule_id.in_(schedule_ids), daily_runs.c.state == RunState.POSTED.value)
        .where(sa.or_(answers.c.player_id.is_not(None), ~was_lost))
        .order_by(daily_runs.c.schedule_id, daily_runs.c.local_date)
    )
    posts: dict[int, list[Post]] = {}
    for row in await connection.execute(query):
        post = Post(date.fromisoformat(row.local_date), bool(row.answered), bool(row.is_open))
        posts.setdefault(row.schedule_id, []).append(post)
    return posts


def _is(schedule_id: int, day: date) -> sa.ColumnElement[bool]:
    return sa.and_(daily_runs.c.schedule_id == schedule_id, daily_runs.c.local_date == day.isoformat())


def _is_unposted(schedule_id: int) -> sa.ColumnElement[bool]:
    return sa.and_(daily_runs.c.schedule_id == schedule_id, daily_runs.c.state == RunState.CLAIMED.value)


_SELECT = sa.select(daily_runs, rounds.c.channel_id, rounds.c.message_id).select_from(
    daily_runs.outerjoin(rounds, rounds.c.quiz_id == daily_runs.c.quiz_id)
)


def _row(row: Any) -> RunRow:
    return RunRow(
        schedule_id=row.schedule_id,
        day=date.fromisoformat(row.local_date),
        due_ms=row.due_ms,
        state=RunState(row.state),
        late=row.late,
        tries=row.tries,
        detail=row.detail,
        quiz_id=row.quiz_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
    )
