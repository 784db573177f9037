"""The tables. The migrations build them; a test holds the two against each other."""

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
    Index("ix_answers_player", "guild_id", "player_id"),
)

totals = Table(
    "totals",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("period", String(8), primary_key=True),
    Column("starts", String(10), primary_key=True),
    Column("player_id", Snowflake, primary_key=True, autoincrement=False),
    Column("points", BigInteger, nullable=False),
    Column("right_count", Integer, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("total_ms", BigInteger, nullable=False),
    Index(
        "ix_totals_board",
        "guild_id",
        "period",
        "starts",
        text("points DESC"),
        text("right_count DESC"),
        "total_ms",
        "player_id",
    ),
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
