"""The rules of the house, who is banned, and what hosts and operators did."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the places for them."""
    op.create_table(
        "house", sa.Column("name", sa.String(20), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("what", sa.String(200), primary_key=True),
        sa.Column("shown", sa.String(200), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.String(10), nullable=False),
        sa.Column("did", sa.String(20), nullable=False),
        sa.Column("table_id", sa.String(16)),
        sa.Column("words", sa.Text, nullable=False),
    )
    op.create_index("audit_by_at", "audit", ["at"])
