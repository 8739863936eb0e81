"""The schema of version 0.1.0."""

import sqlalchemy as sa
from alembic import op

revision = "0.1.0"
down_revision = None


def upgrade() -> None:
    """Creates all tables."""
    _create_matches()
    _create_calls()
    _create_runs()
    _create_hosting()
    _create_transcripts()


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
        sa.Column("is_imported", sa.Boolean, nullable=False, server_default=sa.false()),
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


def _create_runs() -> None:
    op.create_table(
        "cell",
        sa.Column("run", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("json", sa.Text, nullable=False),
    )


def _create_hosting() -> None:
    op.create_table(
        "hosted",
        sa.Column("match", sa.Text, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("json", sa.Text, nullable=False),
    )
    op.create_table(
        "ticket",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, sa.ForeignKey("match.id"), nullable=False, index=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False, comment="the seat; empty where it opens none"),
    )
    op.create_table(
        "sheet",
        sa.Column("match", sa.Text, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("holder", sa.Text, primary_key=True, comment="whose it is: a seat"),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("json", sa.Text, nullable=False),
    )


def _create_transcripts() -> None:
    op.create_table(
        "transcript",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("corpus", sa.Text, nullable=False, comment="the importer that read it, by name"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False, comment="SHA-256 of the JSON"),
        sa.Column("summary", sa.Text, nullable=False, comment="JSON: its line in a list"),
        sa.Column("json", sa.Text, nullable=False, comment="the whole game, in the open form"),
    )
