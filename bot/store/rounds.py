"""Rounds: planned when a quiz starts, then posted, open, closed and revealed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.question import Option, Question
from bot.core.quiz import QuizRules
from bot.core.round import Round
from bot.store.agenda import ROUND_KINDS, Kind
from bot.store.tables import agenda, rounds


class RoundState(StrEnum):
    PLANNED = "planned"
    POSTING = "posting"
    """Discord may have been asked to show it, but its answer is not known yet."""
    OPEN = "open"
    CLOSED = "closed"
    REVEALED = "revealed"


@dataclass(frozen=True, slots=True)
class RoundRow:
    id: int
    quiz_id: int
    guild_id: int
    channel_id: int
    position: int
    question: Question
    options: tuple[Option, ...]
    """In the order shown."""
    limit_ms: int
    state: RoundState
    closed_by: str | None
    message_id: int | None
    asked_ms: int
    """When Discord was first asked to show it; before that, when it was planned."""
    opened_ms: int | None

    def letter_of(self, option_id: str) -> str:
        """Raises ValueError for an option that the card does not show."""
        return "ABCDEFGHIJ"[[option.id for option in self.options].index(option_id)]

    def asking(self, question: Question) -> "RoundRow":
        """The same with another question that has the same options."""
        options = tuple(question.option(option.id) for option in self.options)
        return replace(self, question=question, options=options)

    def as_open(self, rules: QuizRules) -> Round:
        if self.opened_ms is None:
            raise ValueError(f"round {self.id} has not been posted")
        return Round(
            self.question, self.opened_ms, self.limit_ms, rules.scoring, rules.changeable, rules.mode
        )


_IS_IT = rounds.c.id == sa.bindparam("round_id")
_BY_ID = sa.select(rounds).where(_IS_IT)
_QUIZ_BY_ID = sa.select(rounds.c.quiz_id).where(_IS_IT)


@dataclass(frozen=True, slots=True)
class NewRound:
    question: Question
    option_order: Sequence[str]
    limit_ms: int


async def plan(
    connection: AsyncConnection,
    *,
    quiz_id: int,
    guild_id: int,
    channel_id: int,
    bank_id: int,
    asked_ms: int,
    planned: Sequence[NewRound],
    state: RoundState = RoundState.PLANNED,
) -> None:
    await connection.execute(
        rounds.insert(),
        [
            {
                "quiz_id": quiz_id,
                "guild_id": guild_id,
                "channel_id": channel_id,
                "bank_id": bank_id,
                "position": position,
                "question_key": new.question.id,
                "snapshot": new.question.to_snapshot(),
                "option_order": list(new.option_order),
                "limit_ms": new.limit_ms,
                "state": state.value,
                "asked_ms": asked_ms,
            }
            for position, new in enumerate(planned)
        ],
    )


async def get(connection: AsyncConnection, round_id: int) -> RoundRow | None:
    row = (await connection.execute(_BY_ID, {"round_id": round_id})).first()
    return _row(row) if row is not None else None


async def in_message(connection: AsyncConnection, guild_id: int, message_id: int) -> int | None:
    """The id of the round whose card the message is."""
    query = sa.select(rounds.c.id).where(rounds.c.message_id == message_id, rounds.c.guild_id == guild_id)
    round_id: int | None = await connection.scalar(query)
    return round_id


async def change_question(connection: AsyncConnection, round_id: int, question: Question) -> None:
    snapshot = question.to_snapshot()
    await connection.execute(rounds.update().where(rounds.c.id == round_id).values(snapshot=snapshot))


async def quiz_of(connection: AsyncConnection, round_id: int) -> int | None:
    quiz_id: int | None = await connection.scalar(_QUIZ_BY_ID, {"round_id": round_id})
    return quiz_id


async def at(connection: AsyncConnection, quiz_id: int, position: int) -> RoundRow | None:
    return await _first(connection, rounds.c.quiz_id == quiz_id, rounds.c.position == position)


async def latest(connection: AsyncConnection, quiz_id: int) -> RoundRow | None:
    """The round that was asked last or is being asked; None before the first."""
    return await _first(connection, rounds.c.quiz_id == quiz_id, rounds.c.state != RoundState.PLANNED.value)


async def _first(connection: AsyncConnection, *where: sa.ColumnElement[bool]) -> RoundRow | None:
    query = sa.select(rounds).where(*where).order_by(rounds.c.position.desc()).limit(1)
    row = (await connection.execute(query)).first()
    return _row(row) if row is not None else None


def _row(row: Any) -> RoundRow:
    question = Question.from_snapshot(row.snapshot)
    return RoundRow(
        id=row.id,
        quiz_id=row.quiz_id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        position=row.position,
        question=question,
        options=tuple(question.option(option_id) for option_id in row.option_order),
        limit_ms=row.limit_ms,
        state=RoundState(row.state),
        closed_by=row.closed_by,
        message_id=row.message_id,
        asked_ms=row.asked_ms,
        opened_ms=row.opened_ms,
    )


async def move(
    connection: AsyncConnection, round_id: int, was: RoundState, becomes: RoundState, **values: object
) -> bool:
    """Whether the round was in the state expected, and so has moved on."""
    result = await connection.execute(
        rounds.update()
        .where(rounds.c.id == round_id, rounds.c.state == was.value)
        .values(state=becomes.value, **values)
    )
    return result.rowcount == 1


async def forget_planned(connection: AsyncConnection, quiz_id: int) -> None:
    """Removes what will not be asked, with its agenda: it does not count as asked."""
    where = (rounds.c.quiz_id == quiz_id, rounds.c.state == RoundState.PLANNED.value)
    await connection.execute(
        agenda.delete().where(
            agenda.c.kind == Kind.POST_QUESTION.value,
            agenda.c.subject_id.in_(sa.select(rounds.c.id).where(*where)),
        )
    )
    await connection.execute(rounds.delete().where(*where))


async def abandon(connection: AsyncConnection, quiz_id: int, now_ms: int) -> list[int]:
    """Ends every round of the quiz as it is, scored or not, and takes all its rounds off the agenda.

    Returns the rounds that were under way.
    """
    await off_agenda(connection, quiz_id)
    await forget_planned(connection, quiz_id)
    ended = await connection.scalars(
        rounds.update()
        .where(rounds.c.quiz_id == quiz_id, rounds.c.state != RoundState.REVEALED.value)
        .values(state=RoundState.REVEALED.value, closed_ms=sa.func.coalesce(rounds.c.closed_ms, now_ms))
        .returning(rounds.c.id)
    )
    return list(ended)


async def off_agenda(connection: AsyncConnection, quiz_id: int) -> None:
    """Nothing more falls due of any round of the quiz."""
    of_quiz = sa.select(rounds.c.id).where(rounds.c.quiz_id == quiz_id)
    kinds = [kind.value for kind in ROUND_KINDS]
    await connection.execute(
        agenda.delete().where(agenda.c.kind.in_(kinds), agenda.c.subject_id.in_(of_quiz))
    )


async def last_asked(connection: AsyncConnection, guild_id: int, bank_id: int) -> dict[str, int]:
    """When each question of the bank was last asked in the server, or is planned to be."""
    rows = await connection.execute(
        sa.select(rounds.c.question_key, sa.func.max(rounds.c.asked_ms).label("asked_ms"))
        .where(rounds.c.guild_id == guild_id, rounds.c.bank_id == bank_id)
        .group_by(rounds.c.question_key)
    )
    return {row.question_key: row.asked_ms for row in rows}
