"""The server's boards: totals per period, kept in the transaction that closes a round."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.period import Period, start_of
from bot.core.ranking import Score, Standing
from bot.store.dialect import insert
from bot.store.tables import answers, rounds, totals

ALL_BANKS = 0


@dataclass(frozen=True, slots=True)
class BoardKey:
    guild_id: int
    period: Period
    starts: str

    @classmethod
    def on(cls, guild_id: int, period: Period, day: date) -> "BoardKey":
        return cls(guild_id, period, start_of(period, day).isoformat())

    def where(self) -> sa.ColumnElement[bool]:
        return sa.and_(
            totals.c.guild_id == self.guild_id,
            totals.c.bank_id == ALL_BANKS,
            totals.c.period == self.period.value,
            totals.c.starts == self.starts,
        )


async def credit(connection: AsyncConnection, round_ids: Collection[int]) -> None:
    """Adds the scored answers of the rounds to every period they lie in. Once per round: it does not look."""
    query = (
        sa.select(
            rounds.c.guild_id,
            rounds.c.local_date,
            answers.c.player_id,
            sa.func.sum(answers.c.points).label("points"),
            sa.func.sum(sa.cast(answers.c.is_right, sa.Integer)).label("right_count"),
            sa.func.count().label("answered"),
            sa.func.sum(answers.c.elapsed_ms).label("total_ms"),
        )
        .join(rounds, rounds.c.id == answers.c.round_id)
        .where(answers.c.round_id.in_(round_ids), answers.c.points.is_not(None))
        .group_by(rounds.c.guild_id, rounds.c.local_date, answers.c.player_id)
    )
    sums: dict[tuple[BoardKey, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in await connection.execute(query):
        for period in Period:
            key = BoardKey.on(row.guild_id, period, date.fromisoformat(row.local_date))
            counted = sums[key, row.player_id]
            for position, amount in enumerate((row.points, row.right_count, row.answered, row.total_ms)):
                counted[position] += int(amount)
    # In one order everywhere: else two quizzes of a server could wait for each other's rows for ever.
    ordered = sorted(sums.items(), key=lambda item: (item[0][0].period, item[0][0].starts, item[0][1]))
    await _add(connection, [_values(key, player, counted) for (key, player), counted in ordered])


def _values(key: BoardKey, player_id: int, counted: Iterable[int]) -> dict[str, object]:
    names = ("points", "right_count", "answered", "total_ms")
    return {
        "guild_id": key.guild_id,
        "bank_id": ALL_BANKS,
        "period": key.period.value,
        "starts": key.starts,
        "player_id": player_id,
        **dict(zip(names, counted, strict=True)),
    }


async def _add(connection: AsyncConnection, values: list[dict[str, object]]) -> None:
    if not values:
        return
    statement = insert(connection, totals)
    grown = {
        name: totals.c[name] + statement.excluded[name]
        for name in ("points", "right_count", "answered", "total_ms")
    }
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["guild_id", "bank_id", "period", "starts", "player_id"], set_=grown
        ),
        values,
    )


async def count(connection: AsyncConnection, board: BoardKey) -> int:
    query = sa.select(sa.func.count()).select_from(totals).where(board.where())
    return int((await connection.execute(query)).scalar_one())


async def page(connection: AsyncConnection, board: BoardKey, *, offset: int, limit: int) -> list[Standing]:
    """Rows of the board, best first, with the places they have on the whole of it."""
    query = (
        sa.select(totals)
        .where(board.where())
        .order_by(totals.c.points.desc(), totals.c.right_count.desc(), totals.c.total_ms, totals.c.player_id)
        .offset(offset)
        .limit(limit)
    )
    scores = [_score(row) for row in await connection.execute(query)]
    standings: list[Standing] = []
    for score in scores:
        if standings and standings[-1].score.order == score.order:
            standings.append(Standing(standings[-1].place, score, tied=True))
        else:
            standings.append(await _standing(connection, board, score))
    return standings


async def own(connection: AsyncConnection, board: BoardKey, player_id: int) -> Standing | None:
    query = sa.select(totals).where(board.where(), totals.c.player_id == player_id)
    row = (await connection.execute(query)).first()
    return await _standing(connection, board, _score(row)) if row is not None else None


async def _standing(connection: AsyncConnection, board: BoardKey, score: Score) -> Standing:
    same_points = totals.c.points == score.points
    same_right = sa.and_(same_points, totals.c.right_count == score.right)
    better = sa.or_(
        totals.c.points > score.points,
        sa.and_(same_points, totals.c.right_count > score.right),
        sa.and_(same_right, totals.c.total_ms < score.total_ms),
    )
    equal = sa.and_(same_right, totals.c.total_ms == score.total_ms)
    counts = sa.select(
        sa.select(sa.func.count()).select_from(totals).where(board.where(), better).scalar_subquery(),
        sa.select(sa.func.count()).select_from(totals).where(board.where(), equal).scalar_subquery(),
    )
    ahead, equals = (await connection.execute(counts)).one()
    return Standing(ahead + 1, score, tied=equals > 1)


def _score(row: sa.Row[tuple[object, ...]]) -> Score:
    return Score(row.player_id, row.points, row.right_count, row.answered, row.total_ms)
