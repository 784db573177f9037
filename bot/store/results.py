"""What a round and a quiz came to, read from the answers themselves."""

from collections import Counter, defaultdict
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.ranking import Score
from bot.core.survival import ClosedQuestion
from bot.store.tables import answers, rounds

_SUMS = (
    sa.func.sum(answers.c.points).label("points"),
    sa.func.sum(sa.cast(answers.c.is_right, sa.Integer)).label("right_count"),
    sa.func.count().label("answered"),
    sa.func.sum(answers.c.elapsed_ms).label("total_ms"),
)


def _score(row: Any) -> Score:
    return Score(row.player_id, int(row.points), int(row.right_count), row.answered, int(row.total_ms))


async def votes(connection: AsyncConnection, round_id: int) -> Counter[str]:
    rows = await connection.execute(
        sa.select(answers.c.option_id, sa.func.count().label("votes"))
        .where(answers.c.round_id == round_id)
        .group_by(answers.c.option_id)
    )
    return Counter({row.option_id: row.votes for row in rows})


async def answerers(connection: AsyncConnection, quiz_id: int, position: int) -> frozenset[int]:
    """Who answered the quiz's question at the position; nobody where there is none or it did not count."""
    rows = await connection.scalars(
        sa.select(answers.c.player_id)
        .join(rounds, rounds.c.id == answers.c.round_id)
        .where(rounds.c.quiz_id == quiz_id, rounds.c.position == position, rounds.c.local_date.is_not(None))
    )
    return frozenset(rows)


async def scores(connection: AsyncConnection, quiz_id: int) -> list[Score]:
    """Each player's sum over the scored rounds of the quiz."""
    rows = await connection.execute(
        sa.select(answers.c.player_id, *_SUMS)
        .join(rounds, rounds.c.id == answers.c.round_id)
        .where(rounds.c.quiz_id == quiz_id, answers.c.points.is_not(None))
        .group_by(answers.c.player_id)
    )
    return [_score(row) for row in rows]


async def team_scores(connection: AsyncConnection, quiz_id: int) -> dict[int, list[Score]]:
    """By team what each player has contributed in the scored rounds of the quiz, while on that team."""
    rows = await connection.execute(
        sa.select(answers.c.team_id, answers.c.player_id, *_SUMS)
        .join(rounds, rounds.c.id == answers.c.round_id)
        .where(rounds.c.quiz_id == quiz_id, answers.c.points.is_not(None), answers.c.team_id.is_not(None))
        .group_by(answers.c.team_id, answers.c.player_id)
    )
    found: dict[int, list[Score]] = defaultdict(list)
    for row in rows:
        found[row.team_id].append(_score(row))
    return found


async def fastest(
    connection: AsyncConnection, quiz_id: int, round_id: int | None = None
) -> tuple[list[int], int] | None:
    """Who gave the fastest right answer of the quiz (or of one round), and its time in milliseconds."""
    where = [rounds.c.quiz_id == quiz_id, answers.c.is_right.is_(True)]
    if round_id is not None:
        where.append(rounds.c.id == round_id)
    joined = answers.join(rounds, rounds.c.id == answers.c.round_id)
    best = (
        await connection.execute(
            sa.select(sa.func.min(answers.c.elapsed_ms)).select_from(joined).where(*where)
        )
    ).scalar_one()
    if best is None:
        return None
    players = await connection.scalars(
        sa.select(answers.c.player_id)
        .distinct()
        .select_from(joined)
        .where(*where, answers.c.elapsed_ms == best)
        .order_by(answers.c.player_id)
    )
    return list(players), int(best)


async def scored_rounds(connection: AsyncConnection, quiz_id: int) -> list[int]:
    """The rounds of the quiz that were closed and counted, whether anybody answered or not."""
    return list(
        await connection.scalars(
            sa.select(rounds.c.id).where(rounds.c.quiz_id == quiz_id, rounds.c.local_date.is_not(None))
        )
    )


async def closed_questions(connection: AsyncConnection, quiz_id: int) -> list[ClosedQuestion]:
    """The rounds of the quiz that were closed and counted, in the order asked, with who was right."""
    rows = await connection.execute(
        sa.select(rounds.c.position, answers.c.player_id, answers.c.is_right)
        .outerjoin(answers, answers.c.round_id == rounds.c.id)
        .where(rounds.c.quiz_id == quiz_id, rounds.c.local_date.is_not(None))
        .order_by(rounds.c.position)
    )
    return [
        ClosedQuestion(
            position + 1, {row.player_id: row.is_right for row in given if row.player_id is not None}
        )
        for position, given in groupby(rows, key=lambda row: row.position)
    ]


async def players(connection: AsyncConnection, quiz_id: int) -> int:
    """How many different people answered in the counted rounds of the quiz."""
    query = (
        sa.select(sa.func.count(sa.distinct(answers.c.player_id)))
        .join(rounds, rounds.c.id == answers.c.round_id)
        .where(rounds.c.quiz_id == quiz_id, answers.c.points.is_not(None))
    )
    return int((await connection.execute(query)).scalar_one())
