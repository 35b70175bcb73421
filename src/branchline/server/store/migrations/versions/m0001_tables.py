"""Tables, seats, and the entries of what happens there."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("board", sa.String(200), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("first_seat", sa.Integer),
        sa.Column("timer", sa.Text, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("hot_seat", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("host", sa.String(64)),
        sa.Column("invitation", sa.String(64)),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seed", sa.String(40)),
        sa.Column("salt", sa.String(40)),
        sa.Column("hash", sa.String(64)),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("started", sa.Double),
        sa.Column("finished", sa.Double),
        sa.Column("active", sa.Double, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False, server_default="0"),
        sa.Column("totals", sa.Text),
        sa.Column("winners", sa.Text),
        sa.Column("rematch", sa.String(16)),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("automated", sa.Boolean, nullable=False),
        sa.Column("keeper", sa.String(40)),
        sa.Column("kept_until", sa.Double, nullable=False, server_default="0"),
    )
    op.create_index("tables_by_status", "tables", ["status", "private", "active"])
    op.create_index("tables_by_address", "tables", ["address", "status"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(80)),
        sa.Column("token", sa.String(64)),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.Integer),
        sa.Column("data", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
    )
