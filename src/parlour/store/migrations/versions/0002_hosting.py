"""Tables at which people sit: their settings, who may come in, and what people write down about them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds what a server needs to go on with its tables after a restart."""
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
