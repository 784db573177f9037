"""Daily questions: schedules, their runs, and quizzes of one question."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("quizzes", sa.Column("kind", sa.String(length=8), server_default="live", nullable=False))
    op.add_column("quizzes", sa.Column("daily", sa.JSON(), nullable=True))
    op.drop_index("ix_quizzes_running_channel", table_name="quizzes")
    op.create_index(
        "ix_quizzes_running_channel",
        "quizzes",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("state = 'running' AND kind = 'live'"),
        postgresql_where=sa.text("state = 'running' AND kind = 'live'"),
    )
    op.create_table(
        "schedules",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("bank_id", SERIAL, nullable=True),
        sa.Column("at", sa.String(length=5), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("days", sa.String(length=7), nullable=False),
        sa.Column("open_hours", sa.Integer(), nullable=True),
        sa.Column("role_id", sa.BigInteger(), nullable=True),
        sa.Column("thread", sa.Boolean(), nullable=False),
        sa.Column("instant", sa.Boolean(), nullable=False),
        sa.Column("next_date", sa.String(length=10), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("paused_because", sa.Text(), server_default="", nullable=False),
        sa.Column("failed_days", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["bank_id"], ["banks.id"], name=op.f("fk_schedules_bank_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedules")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_schedules_guild_id", "schedules", ["guild_id"], unique=False)
    op.create_table(
        "daily_runs",
        sa.Column("schedule_id", SERIAL, nullable=False),
        sa.Column("local_date", sa.String(length=10), nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("detail", sa.Text(), server_default="", nullable=False),
        sa.Column("quiz_id", SERIAL, nullable=True),
        sa.ForeignKeyConstraint(
            ["schedule_id"], ["schedules.id"], name=op.f("fk_daily_runs_schedule_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["quiz_id"], ["quizzes.id"], name=op.f("fk_daily_runs_quiz_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("schedule_id", "local_date", name=op.f("pk_daily_runs")),
    )
    op.create_index("ix_daily_runs_quiz_id", "daily_runs", ["quiz_id"], unique=False)
