"""The tables. The migrations build them; a test holds the two against each other."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts up by itself only in a column of exactly this type.
Serial = BigInteger().with_variant(Integer, "sqlite")
Snowflake = BigInteger
Instant = BigInteger

_BOARD = ("guild_id", "bank_id", "period", "starts")

meta = Table(
    "meta", metadata, Column("name", String(64), primary_key=True), Column("value", Text, nullable=False)
)

banks = Table(
    "banks",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("slug", String(100), nullable=False, unique=True),
    Column("title", String(100), nullable=False),
    Column("description", Text, nullable=False, server_default=""),
    Column("digest", String(64), nullable=False),
    Column("questions", Integer, nullable=False),
    Column("active", Boolean, nullable=False),
)

questions = Table(
    "questions",
    metadata,
    Column("bank_id", ForeignKey("banks.id", ondelete="CASCADE"), primary_key=True),
    Column("question_key", String(100), primary_key=True),
    Column("position", Integer, nullable=False),
    Column("snapshot", JSON, nullable=False),
)

quizzes = Table(
    "quizzes",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("kind", String(8), nullable=False, server_default="live"),
    Column("daily", JSON),
    Column("guild_id", Snowflake, nullable=False),
    Column("channel_id", Snowflake, nullable=False),
    Column("host_id", Snowflake, nullable=False),
    Column("bank_id", ForeignKey("banks.id", ondelete="SET NULL")),
    Column("bank_title", String(100), nullable=False),
    Column("rules", JSON, nullable=False),
    Column("length", Integer, nullable=False),
    Column("unanswered", Integer, nullable=False, server_default="0"),
    Column("ranked", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("end_reason", String(16)),
    Column("end_detail", Text, nullable=False, server_default=""),
    Column("final_message_id", Snowflake),
    Column("started_ms", Instant, nullable=False),
    Column("ended_ms", Instant),
    Index(
        "ix_quizzes_running_channel",
        "channel_id",
        unique=True,
        sqlite_where=text("state = 'running' AND kind = 'live'"),
        postgresql_where=text("state = 'running' AND kind = 'live'"),
    ),
    Index("ix_quizzes_guild_id", "guild_id"),
    # An id is never given again: an old button must not meet a new round.
    sqlite_autoincrement=True,
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("quiz_id", ForeignKey("quizzes.id", ondelete="CASCADE"), nullable=False),
    Column("guild_id", Snowflake, nullable=False),
    Column("channel_id", Snowflake, nullable=False),
    Column("position", Integer, nullable=False),
    Column("bank_id", ForeignKey("banks.id", ondelete="SET NULL")),
    Column("question_key", String(100), nullable=False),
    Column("snapshot", JSON, nullable=False),
    Column("option_order", JSON, nullable=False),
    Column("limit_ms", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("closed_by", String(16)),
    Column("message_id", Snowflake),
    Column("asked_ms", Instant, nullable=False),
    Column("opened_ms", Instant),
    Column("closed_ms", Instant),
    Column("local_date", String(10)),
    # Of the season that ran as the round was over, and still as it was credited.
    Column("season_id", BigInteger),
    UniqueConstraint("quiz_id", "position"),
    Index("ix_rounds_asked", "guild_id", "bank_id", "question_key", "asked_ms"),
    Index("ix_rounds_message_id", "message_id"),
    sqlite_autoincrement=True,
)

answers = Table(
    "answers",
    metadata,
    Column("round_id", ForeignKey("rounds.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", Snowflake, primary_key=True, autoincrement=False),
    Column("guild_id", Snowflake, nullable=False),
    Column("option_id", String(16), nullable=False),
    Column("elapsed_ms", Integer, nullable=False),
    Column("is_right", Boolean),
    Column("points", Integer),
    # Of the team the player was on when answering.
    Column("team_id", BigInteger),
    Index("ix_answers_player", "guild_id", "player_id"),
)


def _board() -> list[Column[Any]]:
    """What names a board: of one bank or, with 0, of all; `starts` is a date or, of a season, its id."""
    return [
        Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
        Column("bank_id", BigInteger, primary_key=True, autoincrement=False),
        Column("period", String(8), primary_key=True),
        Column("starts", String(20), primary_key=True),
    ]


def _amounts(prefix: str = "") -> list[Column[Any]]:
    return [
        Column(f"{prefix}points", BigInteger, nullable=False),
        Column(f"{prefix}right_count", Integer, nullable=False),
        Column(f"{prefix}answered", Integer, nullable=False),
        Column(f"{prefix}total_ms", BigInteger, nullable=False),
    ]


totals = Table(
    "totals",
    metadata,
    *_board(),
    Column("player_id", Snowflake, primary_key=True, autoincrement=False),
    *_amounts(),
    # In billionths, so that no two fractions of fewer than 30,000 answers are taken for equal;
    # NULL with too few answers to say.
    Column("accuracy", BigInteger),
    Index(
        "ix_totals_points",
        *_BOARD,
        text("points DESC"),
        text("right_count DESC"),
        "total_ms",
        "player_id",
    ),
    Index(
        "ix_totals_accuracy",
        *_BOARD,
        text("accuracy DESC"),
        text("right_count DESC"),
        "total_ms",
        "player_id",
        sqlite_where=text("accuracy IS NOT NULL"),
        postgresql_where=text("accuracy IS NOT NULL"),
    ),
)

# How many players of a board have so many hundreds of points, or thousandths of their answers right:
# a place is found by adding these up, which takes no longer when there are more players.
board_steps = Table(
    "board_steps",
    metadata,
    *_board(),
    Column("ranking", String(8), primary_key=True),
    Column("step", BigInteger, primary_key=True, autoincrement=False),
    Column("players", Integer, nullable=False),
)

team_members_totals = Table(
    "team_members_totals",
    metadata,
    *_board(),
    Column("team_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", Snowflake, primary_key=True, autoincrement=False),
    *_amounts(),
    Index(
        "ix_team_members_totals_points",
        *_BOARD,
        "team_id",
        text("points DESC"),
        text("right_count DESC"),
        "total_ms",
        "player_id",
    ),
)

# Sums over the members' rows: of all, and of those with enough answers to count for the mean.
team_totals = Table(
    "team_totals",
    metadata,
    *_board(),
    Column("team_id", BigInteger, primary_key=True, autoincrement=False),
    *_amounts(),
    Column("members", Integer, nullable=False),
    *_amounts("counted_"),
    Column("counted_members", Integer, nullable=False),
)

teams = Table(
    "teams",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("guild_id", Snowflake, nullable=False),
    Column("name", String(50), nullable=False),
    # The name as it is compared: no two teams of a server differ in capitals alone.
    Column("name_key", String(100), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("emoji", String(64), nullable=False, server_default=""),
    Column("role_id", Snowflake),
    Column("locked", Boolean, nullable=False),
    Column("removed_ms", Instant),
    Index(
        "ix_teams_name",
        "guild_id",
        "name_key",
        unique=True,
        sqlite_where=text("removed_ms IS NULL"),
        postgresql_where=text("removed_ms IS NULL"),
    ),
    sqlite_autoincrement=True,
)

memberships = Table(
    "memberships",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("player_id", Snowflake, primary_key=True, autoincrement=False),
    Column("team_id", ForeignKey("teams.id", ondelete="CASCADE"), nullable=False),
    Column("joined_ms", Instant, nullable=False),
    Index("ix_memberships_team_id", "team_id"),
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("guild_id", Snowflake, nullable=False),
    Column("name", String(50), nullable=False),
    Column("starts_ms", Instant, nullable=False),
    Column("ends_ms", Instant),
    Column("ended_ms", Instant),
    Index(
        "ix_seasons_running",
        "guild_id",
        unique=True,
        sqlite_where=text("ended_ms IS NULL"),
        postgresql_where=text("ended_ms IS NULL"),
    ),
    Index("ix_seasons_guild_id", "guild_id"),
    sqlite_autoincrement=True,
)

server_settings = Table(
    "server_settings",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("chosen", JSON, nullable=False),
)

agenda = Table(
    "agenda",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("due_ms", Instant, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("subject_id", BigInteger, nullable=False),
    Column("guild_id", Snowflake, nullable=False),
    UniqueConstraint("kind", "subject_id"),
    Index("ix_agenda_due_ms", "due_ms"),
)

schedules = Table(
    "schedules",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("guild_id", Snowflake, nullable=False),
    Column("channel_id", Snowflake, nullable=False),
    Column("host_id", Snowflake, nullable=False),
    Column("bank_id", ForeignKey("banks.id", ondelete="SET NULL")),
    Column("at", String(5), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("days", String(7), nullable=False),
    Column("open_hours", Integer),
    Column("role_id", Snowflake),
    Column("thread", Boolean, nullable=False),
    Column("instant", Boolean, nullable=False),
    Column("next_date", String(10), nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("paused_because", Text, nullable=False, server_default=""),
    Column("failed_days", Integer, nullable=False, server_default="0"),
    Index("ix_schedules_guild_id", "guild_id"),
    sqlite_autoincrement=True,
)

daily_runs = Table(
    "daily_runs",
    metadata,
    Column("schedule_id", ForeignKey("schedules.id", ondelete="CASCADE"), primary_key=True),
    Column("local_date", String(10), primary_key=True),
    Column("due_ms", Instant, nullable=False),
    Column("state", String(16), nullable=False),
    Column("late", Boolean, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("detail", Text, nullable=False, server_default=""),
    Column("quiz_id", ForeignKey("quizzes.id", ondelete="SET NULL")),
    Index("ix_daily_runs_quiz_id", "quiz_id"),
)
