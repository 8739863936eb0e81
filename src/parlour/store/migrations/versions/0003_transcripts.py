"""Games that were recorded elsewhere, by people or by others' agents."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the table of recorded games; they refer to no match, since none was played here."""
    op.create_table(
        "transcript",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("corpus", sa.Text, nullable=False, comment="the importer that read it, by name"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False, comment="SHA-256 of the JSON"),
        sa.Column("summary", sa.Text, nullable=False, comment="JSON: its line in a list"),
        sa.Column("json", sa.Text, nullable=False, comment="the whole game, in the open form"),
    )
