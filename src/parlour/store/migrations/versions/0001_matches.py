"""Matches with their entries, calls, parts and measurements; and cells of experiments."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the first schema."""
    _create_matches()
    _create_calls()
    op.create_table(
        "cell",
        sa.Column("run", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("json", sa.Text, nullable=False),
    )


def _create_matches() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("script", sa.Text, nullable=False, comment="its id; empty in a game without one"),
        sa.Column("title", sa.Text, nullable=False, comment="of the script"),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False, comment="text, since a seed may have more than 64 bits"),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("versions", sa.Text, nullable=False),
        sa.Column("started", sa.Text, nullable=False, comment="UTC, ISO 8601 to the microsecond"),
    )
    op.create_index("ix_match_started", "match", ["started"])
    op.create_table(
        "entry",
        sa.Column("match", sa.Text, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("json", sa.Text, nullable=False),
    )


def _create_calls() -> None:
    op.create_table(
        "part",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column(
            "text", sa.Text, nullable=False, comment="a JSON string, since PostgreSQL's text refuses NUL"
        ),
    )
    op.create_table(
        "call",
        sa.Column("match", sa.Text, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, comment="in the order of arrival"),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("occurrence", sa.Integer, nullable=False),
        sa.Column("prompt", sa.Text, nullable=False, comment="which parts stand where, with their sources"),
        sa.Column("reply", sa.Text, nullable=False),
        sa.UniqueConstraint("match", "player", "request", "purpose", "digest", "occurrence", name="call_key"),
    )
    op.create_table(
        "measure",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("call", sa.Integer, primary_key=True),
        sa.Column("json", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match", "call"], ["call.match", "call.n"]),
    )
