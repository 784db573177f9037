"""Every server's boards, worked out slowly from the answers and the snapshots alone."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from bot.core.period import Period, start_of
from bot.core.question import Question
from bot.core.scoring import Scoring, points
from bot.store.database import Database
from bot.store.tables import answers, quizzes, rounds, totals

Boards = dict[tuple[int, str, str, int], tuple[int, int, int, int]]


async def recompute(database: Database, zone: ZoneInfo) -> Boards:
    query = (
        sa.select(answers, rounds, quizzes.c.rules)
        .join(rounds, rounds.c.id == answers.c.round_id)
        .join(quizzes, quizzes.c.id == rounds.c.quiz_id)
        .where(rounds.c.closed_by.in_(["time", "everyone", "won"]))
    )
    async with database.read() as connection:
        rows = list((await connection.execute(query)).mappings())
    players: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        players[row["quiz_id"]].add(row["player_id"])
    first_right_ms: dict[int, int] = {}
    for row in filter(is_right, rows):
        earliest = first_right_ms.get(row["round_id"], row["elapsed_ms"])
        first_right_ms[row["round_id"]] = min(earliest, row["elapsed_ms"])
    boards: dict[tuple[int, str, str, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows:
        if len(players[row["quiz_id"]]) < row["rules"]["ranked_from"]:
            continue
        right = is_right(row)
        race = row["rules"].get("mode") == "race"
        beaten = right and race and row["elapsed_ms"] > first_right_ms[row["round_id"]]
        earned = points(
            Scoring(row["rules"]["scoring"]),
            right=right and not beaten,
            elapsed_ms=row["elapsed_ms"],
            limit_ms=row["limit_ms"],
        )
        day = datetime.fromtimestamp(row["opened_ms"] / 1000, UTC).astimezone(zone).date()
        for period in Period:
            key = (row["guild_id"], period.value, start_of(period, day).isoformat(), row["player_id"])
            sums = boards[key]
            for position, amount in enumerate((earned, int(right), 1, row["elapsed_ms"])):
                sums[position] += amount
    return {key: (a, b, c, d) for key, (a, b, c, d) in boards.items()}


def is_right(row: Mapping[Any, Any]) -> bool:
    return Question.from_snapshot(row["snapshot"]).is_right(row["option_id"])


async def kept(database: Database) -> Boards:
    async with database.read() as connection:
        rows = await connection.execute(sa.select(totals))
        return {
            (row.guild_id, row.period, row.starts, row.player_id): (
                row.points,
                row.right_count,
                row.answered,
                row.total_ms,
            )
            for row in rows
        }
