"""Answers: written in batches, one for each player and round."""

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
    changes: bool = False
    """Whether it takes the place of an earlier one."""
    team_id: int | None = None
    """Of the team the player is on."""

    @property
    def key(self) -> tuple[int, int]:
        return (self.round_id, self.answer.player_id)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a batch: which answers are new, and for the others what stood there before."""

    new: frozenset[tuple[int, int]]
    earlier: dict[tuple[int, int], str]


def record(connection: sa.Connection, batch: Sequence[NewAnswer]) -> Recorded:
    """Adds the answers to rounds that are open.

    Of those for a closed round only a second one, where the first is final, is in a part of the result.
    """
    round_ids = {new.round_id for new in batch}
    # On PostgreSQL the lock keeps a round from being closed between this look and the commit.
    still_open = sa.select(rounds.c.id).where(
        rounds.c.id.in_(round_ids), rounds.c.state == RoundState.OPEN.value
    )
    open_ids = set(connection.scalars(still_open.with_for_update(read=True)))
    accepted = [new for new in batch if new.round_id in open_ids]
    added = _add(connection, [new for new in accepted if not new.changes])
    added |= _add(connection, [new for new in accepted if new.changes], change=True)
    # A final answer that stands there is worth more to its player than that he is late.
    standing = [new for new in batch if new.round_id in open_ids or not new.changes]
    refused = {new.key for new in standing} - added
    return Recorded(added, _chosen(connection, refused) if refused else {})


def _add(
    connection: sa.Connection, batch: Sequence[NewAnswer], *, change: bool = False
) -> frozenset[tuple[int, int]]:
    """Those that were taken: the first of each player, or with `change` the one clicked last."""
    if not batch:
        return frozenset()
    values = [
        {
            "round_id": new.round_id,
            "player_id": new.answer.player_id,
            "guild_id": new.guild_id,
            "option_id": new.answer.option_id,
            "elapsed_ms": new.answer.elapsed_ms,
            "team_id": new.team_id,
        }
        for new in batch
    ]
    statement = insert(connection, answers)
    if change:
        new_values = {name: statement.excluded[name] for name in ("option_id", "elapsed_ms", "team_id")}
        statement = statement.on_conflict_do_update(
            index_elements=["round_id", "player_id"],
            set_=new_values,
            where=statement.excluded.elapsed_ms >= answers.c.elapsed_ms,
        )
    else:
        statement = statement.on_conflict_do_nothing()
    rows = connection.execute(statement.returning(answers.c.round_id, answers.c.player_id), values)
    return frozenset((row.round_id, row.player_id) for row in rows)


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


async def scores_of(connection: AsyncConnection, round_id: int) -> dict[int, tuple[bool | None, int | None]]:
    """Whether each player was right, and his points; None where the round did not count."""
    rows = await connection.execute(
        sa.select(answers.c.player_id, answers.c.is_right, answers.c.points).where(
            answers.c.round_id == round_id
        )
    )
    return {row.player_id: (row.is_right, row.points) for row in rows}


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
