"""Boards of teams: what their members together have come to, by the rule of the server."""

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.ranking import Score
from bot.core.team_score import TeamRule, TeamScore, TeamScoring, team_score
from bot.store.board_keys import NAMES, BoardKey
from bot.store.tables import team_members_totals, team_totals


async def scores(connection: AsyncConnection, key: BoardKey, rule: TeamRule) -> list[TeamScore]:
    """Of every team that anybody has answered for, removed ones too."""
    rows = (await connection.execute(sa.select(team_totals).where(key.of(team_totals)))).all()
    match rule.scoring:
        case TeamScoring.MEAN:
            return [_mean(row) for row in rows]
        case TeamScoring.SUM:
            return [TeamScore(row.team_id, _score(row.team_id, row), row.members) for row in rows]
        case TeamScoring.TOP:
            best = await _best(connection, key, rule.top)
            return [team_score(team_id, members, rule) for team_id, members in best.items()]


def _mean(row: Any) -> TeamScore:
    counted: int = row.counted_members
    return TeamScore(row.team_id, _score(row.team_id, row, "counted_"), counted, max(counted, 1))


def _score(id_: int, row: Any, prefix: str = "") -> Score:
    names = ("points", "right_count", "answered", "total_ms")
    return Score(id_, *(getattr(row, prefix + name) for name in names))


async def _best(connection: AsyncConnection, key: BoardKey, top: int) -> dict[int, list[Score]]:
    """The best few of each team, for each of which one look into the index is enough."""
    member, best = team_members_totals, team_members_totals.alias("best")
    of_team = (
        sa.select(best.c.player_id)
        .where(key.of(best), best.c.team_id == team_totals.c.team_id)
        .order_by(best.c.points.desc(), best.c.right_count.desc(), best.c.total_ms, best.c.player_id)
        .limit(top)
        .correlate(team_totals)
    )
    same_team = [member.c[name] == team_totals.c[name] for name in (*NAMES, "team_id")]
    query = (
        sa.select(member)
        .join(team_totals, sa.and_(*same_team))
        .where(key.of(team_totals), member.c.player_id.in_(of_team))
    )
    found: dict[int, list[Score]] = defaultdict(list)
    for row in await connection.execute(query):
        found[row.team_id].append(_score(row.player_id, row))
    return found
