"""The live quiz: banks, quizzes, rounds, answers, totals and the agenda."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "agenda",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agenda")),
        sa.UniqueConstraint("kind", "subject_id", name=op.f("uq_agenda_kind_subject_id")),
    )
    op.create_index("ix_agenda_due_ms", "agenda", ["due_ms"], unique=False)
    op.create_table(
        "banks",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("slug", sa.String(length=100), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("questions", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_banks")),
        sa.UniqueConstraint("slug", name=op.f("uq_banks_slug")),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meta")),
    )
    op.create_table(
        "totals",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.String(length=8), nullable=False),
        sa.Column("starts", sa.String(length=10), nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("right_count", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("total_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "period", "starts", "player_id", name=op.f("pk_totals")),
    )
    op.create_table(
        "questions",
        sa.Column("bank_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("question_key", sa.String(length=100), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("snapshot", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["bank_id"], ["banks.id"], name=op.f("fk_questions_bank_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("bank_id", "question_key", name=op.f("pk_questions")),
    )
    op.create_table(
        "quizzes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("bank_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("bank_title", sa.String(length=100), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("unanswered", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("end_reason", sa.String(length=16), nullable=True),
        sa.Column("end_detail", sa.Text(), server_default="", nullable=False),
        sa.Column("final_message_id", sa.BigInteger(), nullable=True),
        sa.Column("started_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["bank_id"], ["banks.id"], name=op.f("fk_quizzes_bank_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quizzes")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_quizzes_guild_id", "quizzes", ["guild_id"], unique=False)
    op.create_index(
        "ix_quizzes_running_channel",
        "quizzes",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("state = 'running'"),
        postgresql_where=sa.text("state = 'running'"),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("quiz_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("bank_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("question_key", sa.String(length=100), nullable=False),
        sa.Column("snapshot", sa.JSON(), nullable=False),
        sa.Column("option_order", sa.JSON(), nullable=False),
        sa.Column("limit_ms", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("closed_by", sa.String(length=16), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("asked_ms", sa.BigInteger(), nullable=False),
        sa.Column("opened_ms", sa.BigInteger(), nullable=True),
        sa.Column("closed_ms", sa.BigInteger(), nullable=True),
        sa.Column("local_date", sa.String(length=10), nullable=True),
        sa.ForeignKeyConstraint(
            ["bank_id"], ["banks.id"], name=op.f("fk_rounds_bank_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["quiz_id"], ["quizzes.id"], name=op.f("fk_rounds_quiz_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("quiz_id", "position", name=op.f("uq_rounds_quiz_id_position")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_rounds_asked", "rounds", ["guild_id", "bank_id", "question_key", "asked_ms"], unique=False
    )
    op.create_index("ix_rounds_message_id", "rounds", ["message_id"], unique=False)
    op.create_table(
        "answers",
        sa.Column("round_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("option_id", sa.String(length=16), nullable=False),
        sa.Column("elapsed_ms", sa.Integer(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.id"], name=op.f("fk_answers_round_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("round_id", "player_id", name=op.f("pk_answers")),
    )
    op.create_index("ix_answers_player", "answers", ["guild_id", "player_id"], unique=False)
    op.create_index(
        "ix_totals_board",
        "totals",
        [
            "guild_id",
            "period",
            "starts",
            sa.text("points DESC"),
            sa.text("right_count DESC"),
            "total_ms",
            "player_id",
        ],
    )
