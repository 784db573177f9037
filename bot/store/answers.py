"""Answers: written in batches, each player once per round."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.round import Answer, ScoredAnswer
from bot.store.dialect import insert
from bot.store.rounds import RoundState
from bot.store.tables import answers, rounds


@dataclass(frozen=True, slots=True)
class NewAnswer:
    round_id: int
    guild_id: int
    answer: Answer

    @property
    def key(self) -> tuple[int, int]:
        return (self.round_id, self.answer.player_id)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a batch: which answers are new, and for the others what stood there before."""

    new: frozenset[tuple[int, int]]
    earlier: dict[tuple[int, int], str]


def record(connection: sa.Connection, batch: Sequence[NewAnswer]) -> Recorded:
    """Adds the answers to rounds that are open. One for a closed round is in neither part of the result."""
    round_ids = {new.round_id for new in batch}
    # On PostgreSQL the lock keeps a round from being closed between this look and the commit.
    still_open = sa.select(rounds.c.id).where(
        rounds.c.id.in_(round_ids), rounds.c.state == RoundState.OPEN.value
    )
    open_ids = set(connection.scalars(still_open.with_for_update(read=True)))
    values = [
        {
            "round_id": new.round_id,
            "player_id": new.answer.player_id,
            "guild_id": new.guild_id,
            "option_id": new.answer.option_id,
            "elapsed_ms": new.answer.elapsed_ms,
        }
        for new in batch
        if new.round_id in open_ids
    ]
    added: frozenset[tuple[int, int]] = frozenset()
    if values:
        statement = insert(connection, answers).on_conflict_do_nothing()
        rows = connection.execute(statement.returning(answers.c.round_id, answers.c.player_id), values)
        added = frozenset((row.round_id, row.player_id) for row in rows)
    refused = {new.key for new in batch} - added
    return Recorded(added, _chosen(connection, refused) if refused else {})


def _chosen(connection: sa.Connection, keys: set[tuple[int, int]]) -> dict[tuple[int, int], str]:
    pair = sa.tuple_(answers.c.round_id, answers.c.player_id)
    rows = connection.execute(
        sa.select(answers.c.round_id, answers.c.player_id, answers.c.option_id).where(pair.in_(keys))
    )
    return {(row.round_id, row.player_id): row.option_id for row in rows}


async def of_round(connection: AsyncConnection, round_id: int) -> list[Answer]:
    rows = await connection.execute(
        sa.select(answers.c.player_id, answers.c.option_id, answers.c.elapsed_ms)
        .where(answers.c.round_id == round_id)
        .order_by(answers.c.elapsed_ms, answers.c.player_id)
    )
    return [Answer(row.player_id, row.option_id, row.elapsed_ms) for row in rows]


async def save_scores(connection: AsyncConnection, round_id: int, scored: Sequence[ScoredAnswer]) -> None:
    if not scored:
        return
    statement = (
        answers.update()
        .where(answers.c.round_id == round_id, answers.c.player_id == sa.bindparam("player"))
        .values(is_right=sa.bindparam("right"), points=sa.bindparam("score"))
    )
    await connection.execute(
        statement,
        [{"player": s.answer.player_id, "right": s.right, "score": s.points} for s in scored],
    )
