"""The ledger: each scored answer is credited once, to its player and to the team he was on.

Everything is added up by the database in a few statements, however many have answered.
"""

from collections.abc import Collection, Iterator, Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.board import Ranking
from bot.core.ranking import ACCURACY_FROM, ACCURACY_UNITS
from bot.core.team_score import COUNTED_FROM
from bot.store import board_keys, seasons
from bot.store.board_keys import NAMES
from bot.store.dialect import hold_server, insert
from bot.store.tables import answers, board_steps, rounds, team_members_totals, team_totals, totals

STEP_WIDTH = {Ranking.POINTS: 100, Ranking.ACCURACY: ACCURACY_UNITS // 1_000}
AMOUNTS = ("points", "right_count", "answered", "total_ms")
ADDED, TAKEN = 1, -1

Amounts = dict[str, sa.ColumnElement[int]]


async def credit(connection: AsyncConnection, guild_id: int, round_ids: Collection[int]) -> None:
    """Adds the scored answers of the rounds, which are all of the server, to every board they stand on.

    Those that were over since its start and before its end belong to the season that runs now, for good. Once
    per round: it does not look.
    """
    season = await seasons.running(connection, guild_id, hold=True)
    if season is not None:
        in_time = (rounds.c.id.in_(round_ids), seasons.was_over_during(season))
        await connection.execute(rounds.update().where(*in_time).values(season_id=season.id))
    await _book(connection, guild_id, round_ids, ADDED)


async def debit(connection: AsyncConnection, guild_id: int, round_ids: Collection[int]) -> None:
    """The inverse of the credit, as long as the answers have the scores that were credited."""
    await _book(connection, guild_id, round_ids, TAKEN)


async def credit_again(connection: AsyncConnection, guild_id: int, round_ids: Collection[int]) -> None:
    """After a debit: the rounds stay in their season, even if it has ended."""
    await _book(connection, guild_id, round_ids, ADDED)


async def _book(connection: AsyncConnection, guild_id: int, round_ids: Collection[int], sign: int) -> None:
    # Two bookings of a server write many of the same rows, and a debit with its credit in no one order.
    await hold_server(connection, guild_id)
    keys = await board_keys.of_rounds(connection, round_ids)
    if keys is None:
        return
    sums = _sums(keys, sign, ["player_id"])
    await _add_totals(connection, sums)
    await _add_steps(connection, sums)
    # What is empty was emptied here: else it would have been removed before.
    await _clear(connection, board_steps, keys, board_steps.c.players == 0)
    if sign == TAKEN:
        await _clear(connection, totals, keys, totals.c.answered == 0)
    await _book_teams(connection, round_ids, keys, sign)


async def _book_teams(
    connection: AsyncConnection, round_ids: Collection[int], keys: sa.CTE, sign: int
) -> None:
    on_teams = sa.exists().where(answers.c.round_id.in_(round_ids), answers.c.team_id.is_not(None))
    if not await connection.scalar(sa.select(on_teams)):
        return
    sums = _sums(keys, sign, ["team_id", "player_id"])
    await _add(connection, team_members_totals, sa.select(sums).subquery(), AMOUNTS)
    await _add_team_totals(connection, sums)
    if sign == TAKEN:
        for table in (team_members_totals, team_totals):
            await _clear(connection, table, keys, table.c.answered == 0)


def _sums(keys: sa.CTE, sign: int, of: Sequence[str]) -> sa.CTE:
    """What each player (on each team) has earned on each board."""
    names = [*(keys.c[name] for name in NAMES), *(answers.c[name] for name in of)]
    right = sa.cast(answers.c.is_right, sa.Integer)
    earned = {
        "points": sa.func.sum(answers.c.points),
        "right_count": sa.func.sum(right),
        "answered": sa.func.count(),
        "total_ms": sa.func.sum(answers.c.elapsed_ms),
    }
    signed = [sa.cast(sign * amount, sa.BigInteger).label(name) for name, amount in earned.items()]
    where = [answers.c.points.is_not(None), *(answers.c[name].is_not(None) for name in of)]
    joined = answers.join(keys, keys.c.round_id == answers.c.round_id)
    return sa.select(*names, *signed).select_from(joined).where(*where).group_by(*names).cte("sums")


async def _add(
    connection: AsyncConnection,
    table: sa.Table,
    found: sa.FromClause,
    amounts: Sequence[str],
    **more: sa.ColumnElement[int],
) -> None:
    """Adds what is found to the table; `more` is set where a row is there."""
    key = [column.name for column in table.primary_key]
    # SQLite takes the ON of the conflict for that of a join, unless something stands between.
    statement = insert(connection, table).from_select(found.c.keys(), sa.select(found).where(sa.true()))
    grown = {name: table.c[name] + statement.excluded[name] for name in amounts}
    await connection.execute(statement.on_conflict_do_update(index_elements=key, set_=grown | more))


async def _clear(
    connection: AsyncConnection, table: sa.Table, keys: sa.CTE, is_empty: sa.ColumnElement[bool]
) -> None:
    here = sa.tuple_(*(table.c[name] for name in NAMES)).in_(sa.select(*(keys.c[name] for name in NAMES)))
    await connection.execute(table.delete().where(is_empty, here))


async def _add_totals(connection: AsyncConnection, sums: sa.CTE) -> None:
    found = sa.select(sums, _accuracy(sums.c.right_count, sums.c.answered).label("accuracy")).subquery()
    right = totals.c.right_count + sa.literal_column("excluded.right_count", sa.BigInteger)
    answered = totals.c.answered + sa.literal_column("excluded.answered", sa.BigInteger)
    accuracy = _accuracy(right, answered)
    await _add(connection, totals, found, AMOUNTS, accuracy=accuracy)


def _accuracy(right: sa.ColumnElement[int], answered: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    part = sa.cast(right, sa.BigInteger) * ACCURACY_UNITS // sa.cast(answered, sa.BigInteger)
    return sa.case((answered >= ACCURACY_FROM, part))


async def _add_steps(connection: AsyncConnection, sums: sa.CTE) -> None:
    """Of totals that have grown already: each player leaves the step he stood on for the one he has now."""
    was: Amounts = {name: totals.c[name] - sums.c[name] for name in AMOUNTS}
    now: Amounts = {name: totals.c[name] for name in AMOUNTS}
    moves = sa.union_all(
        *(move for amounts, by in ((was, TAKEN), (now, ADDED)) for move in _on(sums, amounts, by))
    )
    moved = moves.subquery("moved")
    step = [*(moved.c[name] for name in NAMES), moved.c.ranking, moved.c.step]
    players = sa.func.sum(moved.c.players)
    found = sa.select(*step, players.label("players")).group_by(*step).having(players != 0).subquery()
    await _add(connection, board_steps, found, ["players"])


def _on(sums: sa.CTE, amounts: Amounts, by: int) -> Iterator[sa.Select[tuple[object, ...]]]:
    """For each ranking the steps that players with such amounts stand on."""
    accuracy = _accuracy(amounts["right_count"], amounts["answered"])
    ranked = {
        Ranking.POINTS: (amounts["points"], amounts["answered"] > 0),
        Ranking.ACCURACY: (accuracy, amounts["answered"] >= ACCURACY_FROM),
    }
    same = _same(totals, sums, ["player_id"])
    for ranking, (figure, there) in ranked.items():
        yield (
            sa.select(
                *(totals.c[name] for name in NAMES),
                sa.literal(ranking.value, sa.String).label("ranking"),
                (figure // STEP_WIDTH[ranking]).label("step"),
                sa.literal(by, sa.Integer).label("players"),
            )
            .join(sums, same)
            .where(there)
        )


def _same(table: sa.Table, sums: sa.CTE, of: Sequence[str]) -> sa.ColumnElement[bool]:
    return sa.and_(*(table.c[name] == sums.c[name] for name in [*NAMES, *of]))


async def _add_team_totals(connection: AsyncConnection, sums: sa.CTE) -> None:
    """Of members' totals that have grown already: what each has added to his team, and now counts there."""
    kept = team_members_totals
    was: Amounts = {name: kept.c[name] - sums.c[name] for name in AMOUNTS}
    now: Amounts = {name: kept.c[name] for name in AMOUNTS}
    grown: Amounts = {name: sums.c[name] for name in AMOUNTS}
    grown["members"] = _if(now["answered"] > 0, 1) - _if(was["answered"] > 0, 1)
    counts_now, counted_before = now["answered"] >= COUNTED_FROM, was["answered"] >= COUNTED_FROM
    for name in AMOUNTS:
        grown[f"counted_{name}"] = _if(counts_now, now[name]) - _if(counted_before, was[name])
    grown["counted_members"] = _if(counts_now, 1) - _if(counted_before, 1)
    team = [*(kept.c[name] for name in NAMES), kept.c.team_id]
    sums_of_team = [sa.cast(sa.func.sum(amount), sa.BigInteger).label(name) for name, amount in grown.items()]
    joined = kept.join(sums, _same(kept, sums, ["team_id", "player_id"]))
    found = sa.select(*team, *sums_of_team).select_from(joined).group_by(*team).subquery()
    await _add(connection, team_totals, found, list(grown))


def _if(condition: sa.ColumnElement[bool], amount: sa.ColumnElement[int] | int) -> sa.ColumnElement[int]:
    return sa.case((condition, amount), else_=0)
