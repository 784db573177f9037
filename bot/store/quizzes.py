"""Quizzes, live ones and daily questions: who plays what where, and how it ended."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.daily import DailyFacts
from bot.core.mode import Mode
from bot.core.quiz import EndReason, QuizRules
from bot.core.scoring import Scoring
from bot.core.team_score import TeamRule
from bot.store.dialect import insert
from bot.store.tables import quizzes, rounds

_BY_ID = sa.select(quizzes).where(quizzes.c.id == sa.bindparam("quiz_id"))
RUNNING = "running"
ENDED = "ended"


class QuizKind(StrEnum):
    LIVE = "live"
    DAILY = "daily"
    """A quiz of one question, posted by a schedule."""


@dataclass(frozen=True, slots=True)
class QuizRow:
    id: int
    daily: DailyFacts | None
    """None for a live quiz."""
    guild_id: int
    channel_id: int
    host_id: int
    bank_title: str
    rules: QuizRules
    length: int
    unanswered: int
    ranked: bool
    running: bool
    end_reason: EndReason | None
    """Set while still running when the quiz only waits for its last reveal and the final card."""
    end_detail: str
    final_message_id: int | None
    started_ms: int
    ended_ms: int | None


async def add(
    connection: AsyncConnection,
    *,
    rules: QuizRules,
    started_ms: int,
    daily: DailyFacts | None = None,
    **values: object,
) -> int | None:
    """The new quiz's id; None when a live one runs in its channel, also one that began in the same instant.

    Of daily ones a channel bears any number, beside a live one.
    """
    kind = QuizKind.DAILY if daily else QuizKind.LIVE
    statement = insert(connection, quizzes).values(
        kind=kind.value,
        daily=daily.to_json() if daily else sa.null(),
        rules=asdict(rules),
        started_ms=started_ms,
        state=RUNNING,
        ranked=False,
        **values,
    )
    one_per_channel = statement.on_conflict_do_nothing(
        index_elements=["channel_id"],
        index_where=sa.text(f"state = '{RUNNING}' AND kind = '{QuizKind.LIVE}'"),
    )
    quiz_id: int | None = await connection.scalar(one_per_channel.returning(quizzes.c.id))
    return quiz_id


async def get(connection: AsyncConnection, quiz_id: int) -> QuizRow:
    """Raises NoResultFound for an id that was never given."""
    return _row((await connection.execute(_BY_ID, {"quiz_id": quiz_id})).one())


async def running_in(connection: AsyncConnection, channel_id: int) -> QuizRow | None:
    """The live quiz of the channel."""
    found = [quiz for quiz in await running(connection, channel_id=channel_id) if quiz.daily is None]
    return found[0] if found else None


async def running(
    connection: AsyncConnection,
    *,
    guild_id: int | None = None,
    channel_id: int | None = None,
    message_id: int | None = None,
) -> list[QuizRow]:
    """Those in the server or channel, or with a question in the message; all of them when none is named."""
    query = sa.select(quizzes).where(quizzes.c.state == RUNNING)
    if guild_id is not None:
        query = query.where(quizzes.c.guild_id == guild_id)
    if channel_id is not None:
        query = query.where(quizzes.c.channel_id == channel_id)
    if message_id is not None:
        of_message = sa.select(rounds.c.quiz_id).where(rounds.c.message_id == message_id)
        query = query.where(quizzes.c.id.in_(of_message))
    return [_row(row) for row in await connection.execute(query)]


async def change(connection: AsyncConnection, quiz_id: int, **values: object) -> None:
    await connection.execute(quizzes.update().where(quizzes.c.id == quiz_id).values(**values))


async def remove(connection: AsyncConnection, quiz_id: int) -> None:
    """With its rounds, as if it had never been."""
    await connection.execute(quizzes.delete().where(quizzes.c.id == quiz_id))


async def relocate(connection: AsyncConnection, quiz_id: int, channel_id: int) -> None:
    """For a quiz that has shown nothing yet."""
    await change(connection, quiz_id, channel_id=channel_id)
    await connection.execute(rounds.update().where(rounds.c.quiz_id == quiz_id).values(channel_id=channel_id))


def _row(row: Any) -> QuizRow:
    return QuizRow(
        id=row.id,
        daily=DailyFacts.from_json(row.daily) if row.daily else None,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        bank_title=row.bank_title,
        rules=_rules(row.rules),
        length=row.length,
        unanswered=row.unanswered,
        ranked=row.ranked,
        running=row.state == RUNNING,
        end_reason=EndReason(row.end_reason) if row.end_reason else None,
        end_detail=row.end_detail,
        final_message_id=row.final_message_id,
        started_ms=row.started_ms,
        ended_ms=row.ended_ms,
    )


def _rules(kept: dict[str, Any]) -> QuizRules:
    """Those from before a quiz kept how its teams are scored have the default."""
    team_rule = TeamRule.from_json(kept["team_rule"]) if "team_rule" in kept else TeamRule()
    return _shared_rules(**kept | {"team_rule": team_rule})


@lru_cache(maxsize=256)
def _shared_rules(*, scoring: str, mode: str = Mode.CLASSIC, **others: Any) -> QuizRules:
    """One for all quizzes that have the same; those from before there were modes have none."""
    return QuizRules(scoring=Scoring(scoring), mode=Mode(mode), **others)
