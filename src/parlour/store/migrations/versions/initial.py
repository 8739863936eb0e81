"""The schema of version 0.1.0; the first revision after it writes these tables out here as they are now."""

from alembic import op

from parlour.store.tables import metadata

revision = "0.1.0"
down_revision = None


def upgrade() -> None:
    """Creates all tables."""
    metadata.create_all(op.get_bind())
