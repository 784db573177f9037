"""Every server's boards, worked out slowly from the answers and the snapshots alone."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from bot.core.period import BY_DATE, start_of
from bot.core.question import Question
from bot.core.round import GRACE_MS
from bot.core.scoring import Scoring, points
from bot.store.database import Database
from bot.store.tables import (
    answers,
    board_steps,
    quizzes,
    rounds,
    seasons,
    team_members_totals,
    team_totals,
    totals,
)

Key = tuple[int, int, str, str]
"""Server, bank (0 for all), period, start."""
Amounts = tuple[int, int, int, int]
"""Points, right answers, answers, milliseconds."""
NOTHING: Amounts = (0, 0, 0, 0)
Row = Mapping[Any, Any]


@dataclass
class Boards:
    players: dict[tuple[Key, int], Amounts] = field(default_factory=dict)
    accuracies: dict[tuple[Key, int], int] = field(default_factory=dict)
    steps: Counter[tuple[Key, str, int]] = field(default_factory=Counter)
    members: dict[tuple[Key, int, int], Amounts] = field(default_factory=dict)
    """By team and player."""
    teams: dict[tuple[Key, int], tuple[Amounts, int, Amounts, int]] = field(default_factory=dict)
    """All members' sums and number, then those of the members who count."""

    def __bool__(self) -> bool:
        return bool(self.players)


async def recompute(database: Database, zone: ZoneInfo) -> Boards:
    # It takes long, and what else goes on shall not wait for it.
    return await asyncio.to_thread(_added_up, await _counting(database), await _seasons(database), zone)


def _added_up(rows: Sequence[Row], seasons_held: Sequence[Row], zone: ZoneInfo) -> Boards:
    first_right_ms: dict[int, int] = {}
    for row in filter(is_right, rows):
        earliest = first_right_ms.get(row["round_id"], row["elapsed_ms"])
        first_right_ms[row["round_id"]] = min(earliest, row["elapsed_ms"])
    credited_ms = _credited_ms(rows)
    boards = Boards()
    for row in rows:
        season_id = _season_id(row, credited_ms[row["round_id"]], seasons_held)
        amounts = (_earned(row, first_right_ms), int(is_right(row)), 1, row["elapsed_ms"])
        for key in _keys(row, season_id, zone):
            player = (key, row["player_id"])
            boards.players[player] = _sum([boards.players.get(player, NOTHING), amounts])
            if row["team_id"] is not None:
                member = (key, row["team_id"], row["player_id"])
                boards.members[member] = _sum([boards.members.get(member, NOTHING), amounts])
    _derive(boards)
    return boards


async def _counting(database: Database) -> list[Row]:
    """The answers of the rounds that count, in quizzes in which enough people answered."""
    query = (
        sa.select(answers, rounds, quizzes.c.rules)
        .join(rounds, rounds.c.id == answers.c.round_id)
        .join(quizzes, quizzes.c.id == rounds.c.quiz_id)
        .where(rounds.c.closed_by.in_(["time", "everyone", "won"]))
    )
    async with database.read() as connection:
        rows: list[Row] = list((await connection.execute(query)).mappings())
    players: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        players[row["quiz_id"]].add(row["player_id"])
    return [row for row in rows if len(players[row["quiz_id"]]) >= row["rules"]["ranked_from"]]


async def _seasons(database: Database) -> list[Row]:
    async with database.read() as connection:
        return list((await connection.execute(sa.select(seasons))).mappings())


def _credited_ms(rows: Sequence[Row]) -> dict[int, int]:
    """When each round was: as it closed or, before enough people had answered in its quiz, as they had."""
    players: dict[int, set[int]] = defaultdict(set)
    ranked_ms: dict[int, int] = {}
    for row in sorted(rows, key=lambda row: row["position"]):
        players[row["quiz_id"]].add(row["player_id"])
        if len(players[row["quiz_id"]]) >= row["rules"]["ranked_from"]:
            ranked_ms.setdefault(row["quiz_id"], row["closed_ms"])
    return {row["round_id"]: max(row["closed_ms"], ranked_ms[row["quiz_id"]]) for row in rows}


def _season_id(row: Row, credited_ms: int, seasons_held: Sequence[Row]) -> int | None:
    """Of the season in which the round was over, if it still ran as the round was credited."""
    over_ms = min(row["closed_ms"], row["opened_ms"] + row["limit_ms"] + GRACE_MS)
    for season in seasons_held:
        ended_ms = season["ended_ms"] if season["ended_ms"] is not None else credited_ms
        if season["guild_id"] != row["guild_id"] or not season["starts_ms"] <= over_ms <= ended_ms:
            continue
        if credited_ms <= ended_ms:
            return int(season["id"])
        # One that ends by itself ends late where the bot was down: how late is written nowhere.
        was_ended_by_itself = season["ended_ms"] == season["ends_ms"]
        return row["season_id"] if was_ended_by_itself and row["season_id"] == season["id"] else None
    return None


def _earned(row: Row, first_right_ms: Mapping[int, int]) -> int:
    right = is_right(row)
    race = row["rules"].get("mode") == "race"
    beaten = right and race and row["elapsed_ms"] > first_right_ms[row["round_id"]]
    return points(
        Scoring(row["rules"]["scoring"]),
        right=right and not beaten,
        elapsed_ms=row["elapsed_ms"],
        limit_ms=row["limit_ms"],
    )


def _keys(row: Row, season_id: int | None, zone: ZoneInfo) -> Iterator[Key]:
    day = datetime.fromtimestamp(row["opened_ms"] / 1000, UTC).astimezone(zone).date()
    spans = [(period.value, start_of(period, day).isoformat()) for period in BY_DATE]
    if season_id is not None:
        spans.append(("season", str(season_id)))
    for bank_id in {0, row["bank_id"] or 0}:
        for period, starts in spans:
            yield row["guild_id"], bank_id, period, starts


def _sum(amounts: Sequence[Amounts]) -> Amounts:
    earned, right, answered, total_ms = (sum(column) for column in zip(*amounts, strict=True))
    return earned, right, answered, total_ms


def _derive(boards: Boards) -> None:
    for (key, player), (earned, right, answered, _) in boards.players.items():
        boards.steps[key, "points", earned // 100] += 1
        if answered >= 10:
            accuracy = right * 1_000_000_000 // answered
            boards.accuracies[key, player] = accuracy
            boards.steps[key, "accuracy", accuracy // 1_000_000] += 1
    of_team: dict[tuple[Key, int], list[Amounts]] = defaultdict(list)
    for (key, team, _), amounts in boards.members.items():
        of_team[key, team].append(amounts)
    for team_key, members in of_team.items():
        counting = [amounts for amounts in members if amounts[2] >= 3]
        boards.teams[team_key] = _sum(members), len(members), _sum([NOTHING, *counting]), len(counting)


def is_right(row: Row) -> bool:
    return Question.from_snapshot(row["snapshot"]).is_right(row["option_id"])


async def kept(database: Database) -> Boards:
    boards = Boards()
    async with database.read() as connection:
        for row in await connection.execute(sa.select(totals)):
            boards.players[_key(row), row.player_id] = _amounts(row)
            if row.accuracy is not None:
                boards.accuracies[_key(row), row.player_id] = row.accuracy
        for row in await connection.execute(sa.select(board_steps)):
            boards.steps[_key(row), row.ranking, row.step] = row.players
        for row in await connection.execute(sa.select(team_members_totals)):
            boards.members[_key(row), row.team_id, row.player_id] = _amounts(row)
        for row in await connection.execute(sa.select(team_totals)):
            counting = _amounts(row, "counted_"), row.counted_members
            boards.teams[_key(row), row.team_id] = (_amounts(row), row.members, *counting)
    # A Counter would hold a step on which nobody stands for equal to none.
    assert 0 not in boards.steps.values()
    return boards


def _key(row: Any) -> Key:
    return row.guild_id, row.bank_id, row.period, row.starts


def _amounts(row: Any, prefix: str = "") -> Amounts:
    names = ("points", "right_count", "answered", "total_ms")
    earned, right, answered, total_ms = (getattr(row, prefix + name) for name in names)
    return earned, right, answered, total_ms
