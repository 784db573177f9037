"""Teams, seasons, settings of a server, and boards for each bank and by accuracy."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
BOARD = ("guild_id", "bank_id", "period", "starts")
ROWS_AT_ONCE = 1_000


def upgrade() -> None:
    op.add_column("answers", sa.Column("team_id", sa.BigInteger(), nullable=True))
    op.add_column("rounds", sa.Column("season_id", sa.BigInteger(), nullable=True))
    op.drop_table("totals")  # with its index; what it held is added up anew from the answers
    _create_boards()
    _create_team_boards()
    _create_teams()
    _create_seasons()
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_server_settings")),
    )
    _fill_boards(op.get_bind())


def _board() -> list[sa.Column[Any]]:
    return [
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("bank_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.String(length=8), nullable=False),
        sa.Column("starts", sa.String(length=20), nullable=False),
    ]


def _amounts(prefix: str = "") -> list[sa.Column[Any]]:
    return [
        sa.Column(f"{prefix}points", sa.BigInteger(), nullable=False),
        sa.Column(f"{prefix}right_count", sa.Integer(), nullable=False),
        sa.Column(f"{prefix}answered", sa.Integer(), nullable=False),
        sa.Column(f"{prefix}total_ms", sa.BigInteger(), nullable=False),
    ]


def _create_boards() -> None:
    op.create_table(
        "totals",
        *_board(),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *_amounts(),
        sa.Column("accuracy", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint(*BOARD, "player_id", name=op.f("pk_totals")),
    )
    last = (sa.text("right_count DESC"), "total_ms", "player_id")
    op.create_index("ix_totals_points", "totals", [*BOARD, sa.text("points DESC"), *last])
    op.create_index(
        "ix_totals_accuracy",
        "totals",
        [*BOARD, sa.text("accuracy DESC"), *last],
        sqlite_where=sa.text("accuracy IS NOT NULL"),
        postgresql_where=sa.text("accuracy IS NOT NULL"),
    )
    op.create_table(
        "board_steps",
        *_board(),
        sa.Column("ranking", sa.String(length=8), nullable=False),
        sa.Column("step", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(*BOARD, "ranking", "step", name=op.f("pk_board_steps")),
    )


def _create_team_boards() -> None:
    op.create_table(
        "team_members_totals",
        *_board(),
        sa.Column("team_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *_amounts(),
        sa.PrimaryKeyConstraint(*BOARD, "team_id", "player_id", name=op.f("pk_team_members_totals")),
    )
    op.create_index(
        "ix_team_members_totals_points",
        "team_members_totals",
        [
            *BOARD,
            "team_id",
            sa.text("points DESC"),
            sa.text("right_count DESC"),
            "total_ms",
            "player_id",
        ],
    )
    op.create_table(
        "team_totals",
        *_board(),
        sa.Column("team_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *_amounts(),
        sa.Column("members", sa.Integer(), nullable=False),
        *_amounts("counted_"),
        sa.Column("counted_members", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(*BOARD, "team_id", name=op.f("pk_team_totals")),
    )


def _create_teams() -> None:
    op.create_table(
        "teams",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("name_key", sa.String(length=100), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("emoji", sa.String(length=64), server_default="", nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=True),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("removed_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teams")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_teams_name",
        "teams",
        ["guild_id", "name_key"],
        unique=True,
        sqlite_where=sa.text("removed_ms IS NULL"),
        postgresql_where=sa.text("removed_ms IS NULL"),
    )
    op.create_table(
        "memberships",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("team_id", SERIAL, nullable=False),
        sa.Column("joined_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["team_id"], ["teams.id"], name=op.f("fk_memberships_team_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name=op.f("pk_memberships")),
    )
    op.create_index("ix_memberships_team_id", "memberships", ["team_id"])


def _create_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("starts_ms", sa.BigInteger(), nullable=False),
        sa.Column("ends_ms", sa.BigInteger(), nullable=True),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_seasons_running",
        "seasons",
        ["guild_id"],
        unique=True,
        sqlite_where=sa.text("ended_ms IS NULL"),
        postgresql_where=sa.text("ended_ms IS NULL"),
    )
    op.create_index("ix_seasons_guild_id", "seasons", ["guild_id"])


SUMS = sa.text(
    """
    SELECT rounds.guild_id, answers.player_id, rounds.bank_id, rounds.local_date,
           SUM(answers.points) AS points, SUM(CASE WHEN answers.is_right THEN 1 ELSE 0 END) AS right_count,
           COUNT(*) AS answered, SUM(answers.elapsed_ms) AS total_ms
    FROM answers JOIN rounds ON rounds.id = answers.round_id JOIN quizzes ON quizzes.id = rounds.quiz_id
    WHERE quizzes.ranked AND rounds.local_date IS NOT NULL AND answers.points IS NOT NULL
    GROUP BY rounds.guild_id, answers.player_id, rounds.bank_id, rounds.local_date
    ORDER BY rounds.guild_id
    """
)


def _fill_boards(connection: sa.Connection) -> None:
    tables = sa.MetaData()
    tables.reflect(connection, only=["totals", "board_steps"])
    for guild_id, rows in groupby(connection.execute(SUMS).fetchall(), key=lambda row: row.guild_id):
        totals: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for row in rows:
            for board in _boards_of(row):
                counted = totals[*board, row.player_id]
                for place, amount in enumerate((row.points, row.right_count, row.answered, row.total_ms)):
                    counted[place] += int(amount)
        _write(connection, tables.tables["totals"], map(_total(guild_id), totals.items()))
        _write(connection, tables.tables["board_steps"], map(_step(guild_id), _steps(totals).items()))


def _boards_of(row: Any) -> Iterator[tuple[int, str, str]]:
    day = date.fromisoformat(row.local_date)
    starts = {
        "day": day,
        "week": day - timedelta(days=day.weekday()),
        "month": day.replace(day=1),
        "all": date.min,
    }
    for bank_id in {0, row.bank_id} - {None}:
        for period, start in starts.items():
            yield bank_id, period, start.isoformat()


def _accuracy(right: int, answered: int) -> int | None:
    return right * 1_000_000_000 // answered if answered >= 10 else None


def _total(guild_id: int) -> Any:
    def values(item: tuple[tuple[Any, ...], list[int]]) -> dict[str, object]:
        (bank_id, period, starts, player_id), (points, right, answered, total_ms) = item
        return {
            "guild_id": guild_id,
            "bank_id": bank_id,
            "period": period,
            "starts": starts,
            "player_id": player_id,
            "points": points,
            "right_count": right,
            "answered": answered,
            "total_ms": total_ms,
            "accuracy": _accuracy(right, answered),
        }

    return values


def _steps(totals: dict[tuple[Any, ...], list[int]]) -> Counter[tuple[Any, ...]]:
    found: Counter[tuple[Any, ...]] = Counter()
    for (bank_id, period, starts, _), (points, right, answered, _) in totals.items():
        found[bank_id, period, starts, "points", points // 100] += 1
        accuracy = _accuracy(right, answered)
        if accuracy is not None:
            found[bank_id, period, starts, "accuracy", accuracy // 1_000_000] += 1
    return found


def _step(guild_id: int) -> Any:
    def values(item: tuple[tuple[Any, ...], int]) -> dict[str, object]:
        (bank_id, period, starts, ranking, step), players = item
        return {
            "guild_id": guild_id,
            "bank_id": bank_id,
            "period": period,
            "starts": starts,
            "ranking": ranking,
            "step": step,
            "players": players,
        }

    return values


def _write(connection: sa.Connection, table: sa.Table, rows: Any) -> None:
    batch: list[dict[str, object]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == ROWS_AT_ONCE:
            connection.execute(table.insert(), batch)
            batch = []
    if batch:
        connection.execute(table.insert(), batch)
