"""Live quizzes: who plays what where, and how it ended."""

from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.quiz import EndReason, QuizRules
from bot.core.scoring import Scoring
from bot.store.tables import quizzes

RUNNING = "running"
ENDED = "ended"


@dataclass(frozen=True, slots=True)
class QuizRow:
    id: int
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


async def add(connection: AsyncConnection, *, rules: QuizRules, started_ms: int, **values: object) -> int:
    result = await connection.execute(
        quizzes.insert()
        .values(rules=asdict(rules), started_ms=started_ms, state=RUNNING, ranked=False, **values)
        .returning(quizzes.c.id)
    )
    return int(result.scalar_one())


async def get(connection: AsyncConnection, quiz_id: int) -> QuizRow:
    """Raises NoResultFound for an id that was never given."""
    return _row((await connection.execute(sa.select(quizzes).where(quizzes.c.id == quiz_id))).one())


async def running_in(connection: AsyncConnection, channel_id: int) -> QuizRow | None:
    row = (
        await connection.execute(
            sa.select(quizzes).where(quizzes.c.channel_id == channel_id, quizzes.c.state == RUNNING)
        )
    ).first()
    return _row(row) if row is not None else None


async def running(connection: AsyncConnection, *where: sa.ColumnElement[bool]) -> list[QuizRow]:
    rows = await connection.execute(sa.select(quizzes).where(quizzes.c.state == RUNNING, *where))
    return [_row(row) for row in rows]


async def change(connection: AsyncConnection, quiz_id: int, **values: object) -> None:
    await connection.execute(quizzes.update().where(quizzes.c.id == quiz_id).values(**values))


def _row(row: Any) -> QuizRow:
    return QuizRow(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        bank_title=row.bank_title,
        rules=QuizRules(**{**row.rules, "scoring": Scoring(row.rules["scoring"])}),
        length=row.length,
        unanswered=row.unanswered,
        ranked=row.ranked,
        running=row.state == RUNNING,
        end_reason=EndReason(row.end_reason) if row.end_reason else None,
        end_detail=row.end_detail,
        final_message_id=row.final_message_id,
    )
