"""Boards of players as they are read: a page and a place cost the same however many players there are.

What stands above a step is known from the steps; only within one step are rows passed over or counted.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.board import Ranking
from bot.core.ranking import Score, Standing, by_accuracy, by_score
from bot.store.board_keys import BoardKey
from bot.store.ledger import STEP_WIDTH
from bot.store.tables import board_steps, totals

_ORDERS = {Ranking.POINTS: by_score, Ranking.ACCURACY: by_accuracy}


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    connection: AsyncConnection
    key: BoardKey
    by: Ranking

    @property
    def _figure(self) -> sa.ColumnElement[int]:
        return totals.c.points if self.by is Ranking.POINTS else totals.c.accuracy

    @property
    def _here(self) -> sa.ColumnElement[bool]:
        # Said outright: SQLite uses an index of part of the rows only where it sees that they are meant.
        ranked = [totals.c.accuracy.is_not(None)] if self.by is Ranking.ACCURACY else []
        return sa.and_(self.key.of(totals), *ranked)

    @property
    def _steps(self) -> sa.ColumnElement[bool]:
        return sa.and_(self.key.of(board_steps), board_steps.c.ranking == self.by.value)

    async def count(self) -> int:
        """How many have a place."""
        return await self._above(-1)

    async def _above(self, step: int) -> int:
        query = sa.select(sa.func.coalesce(sa.func.sum(board_steps.c.players), 0))
        return int(await self.connection.scalar(query.where(self._steps, board_steps.c.step > step)) or 0)

    async def page(self, *, offset: int, limit: int) -> list[Standing]:
        """Rows of the board, best first, with the places they have on the whole of it."""
        scores = await self._rows(offset, limit + 1)
        order = _ORDERS[self.by]
        standings: list[Standing] = []
        for position, score in enumerate(scores[:limit]):
            if not standings:
                standings.append(await self.standing(score))
            elif order(score) == order(standings[-1].score):
                standings.append(Standing(standings[-1].place, score, tied=True))
            else:
                tied = position + 1 < len(scores) and order(scores[position + 1]) == order(score)
                standings.append(Standing(offset + position + 1, score, tied))
        return standings

    async def _rows(self, offset: int, limit: int) -> list[Score]:
        through = sa.func.sum(board_steps.c.players).over(order_by=board_steps.c.step.desc())
        counted = (
            sa.select(board_steps.c.step, board_steps.c.players, through.label("through"))
            .where(self._steps)
            .subquery()
        )
        query = (
            sa.select(counted.c.step, counted.c.through - counted.c.players)
            .where(counted.c.through > offset)
            .order_by(counted.c.step.desc())
            .limit(1)
        )
        first = (await self.connection.execute(query)).first()
        if first is None:
            return []
        step, above = first
        figure = self._figure
        rows = await self.connection.execute(
            sa.select(totals)
            .where(self._here, figure < (step + 1) * STEP_WIDTH[self.by])
            .order_by(figure.desc(), totals.c.right_count.desc(), totals.c.total_ms, totals.c.player_id)
            .offset(offset - int(above))
            .limit(limit)
        )
        return list(map(_score, rows))

    async def own(self, player_id: int) -> Standing | None:
        query = sa.select(totals).where(self._here, totals.c.player_id == player_id)
        row = (await self.connection.execute(query)).first()
        return await self.standing(_score(row)) if row is not None else None

    async def standing(self, score: Score) -> Standing:
        """The place of a score that the board has."""
        figure, width = self._figure, STEP_WIDTH[self.by]
        mine = score.points if self.by is Ranking.POINTS else score.accuracy or 0
        step = mine // width
        faster = sa.and_(totals.c.right_count == score.right, totals.c.total_ms < score.total_ms)
        better = sa.or_(figure > mine, totals.c.right_count > score.right, faster)
        within = (
            sa.select(sa.func.count())
            .select_from(totals)
            .where(self._here, figure >= mine, figure < (step + 1) * width, better)
        )
        equal = sa.exists().where(
            self._here,
            figure == mine,
            totals.c.right_count == score.right,
            totals.c.total_ms == score.total_ms,
            totals.c.player_id != score.player_id,
        )
        counts = sa.select(within.scalar_subquery(), equal)
        ahead, tied = (await self.connection.execute(counts)).one()
        return Standing(await self._above(step) + ahead + 1, score, bool(tied))


def _score(row: Any) -> Score:
    return Score(row.player_id, row.points, row.right_count, row.answered, row.total_ms)
