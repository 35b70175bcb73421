"""Analyses of finished games with those that wait, and tables that go on from a moment of another game."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("tables", sa.Column("continues", sa.Text))
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("evaluator", sa.String(40)),
        sa.Column("version", sa.Integer),
        sa.Column("worlds", sa.Integer, nullable=False, server_default="0"),
        sa.Column("result", sa.Text),
        sa.Column("wanted", sa.Integer, nullable=False, server_default="0"),
        sa.Column("asked", sa.Double, nullable=False, server_default="0"),
        sa.Column("address", sa.String(64), nullable=False, server_default=""),
        sa.Column("worker", sa.String(40)),
        sa.Column("kept_until", sa.Double, nullable=False, server_default="0"),
        sa.Column("done", sa.Integer, nullable=False, server_default="0"),
        sa.Column("total", sa.Integer, nullable=False, server_default="0"),
        sa.Column("problem", sa.Text),
    )
    op.create_index("analyses_by_wanted", "analyses", ["wanted", "asked"])
