"""Which matches were imported, since their models were named elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the mark; matches that are there already count as played here."""
    op.add_column("match", sa.Column("is_imported", sa.Boolean, nullable=False, server_default=sa.false()))
