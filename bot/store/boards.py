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
        return int(await self.connection.scalar(self._above(-1)) or 0)

    def _above(self, step: int) -> sa.Select[tuple[int]]:
        query = sa.select(sa.func.coalesce(sa.func.sum(board_steps.c.players), 0))
        return query.where(self._steps, board_steps.c.step > step)

    async def page(self, *, offset: int, limit: int) -> list[Standing]:
        """Rows of the board, best first, with the places they have on the whole of it."""
        # With the neighbours on both sides, who tell whether the first and the last share their place.
        before = min(offset, 1)
        scores = await self._rows(offset - before, before + limit + 1)
        order = [_ORDERS[self.by](score) for score in scores]
        standings: list[Standing] = []
        for index in range(before, min(before + limit, len(scores))):
            shared = index > 0 and order[index] == order[index - 1]
            tied = shared or order[index] in order[index + 1 : index + 2]
            if shared and not standings:
                standings.append(await self.standing(scores[index]))
            else:
                place = standings[-1].place if shared else offset - before + index + 1
                standings.append(Standing(place, scores[index], tied))
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
        same = sa.and_(figure == mine, totals.c.right_count == score.right)
        # Each is one stretch of the index.
        better = [
            sa.and_(figure > mine, figure < (step + 1) * width),
            sa.and_(figure == mine, totals.c.right_count > score.right),
            sa.and_(same, totals.c.total_ms < score.total_ms),
        ]
        ahead = [self._above(step), *(sa.select(sa.func.count()).where(self._here, part) for part in better)]
        equal = sa.exists().where(
            self._here, same, totals.c.total_ms == score.total_ms, totals.c.player_id != score.player_id
        )
        counts = sa.select(*(query.scalar_subquery() for query in ahead), equal)
        *counted, tied = (await self.connection.execute(counts)).one()
        return Standing(int(sum(counted)) + 1, score, bool(tied))


def _score(row: Any) -> Score:
    return Score(row.player_id, row.points, row.right_count, row.answered, row.total_ms)
