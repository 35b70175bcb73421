"""What is old is found at once, an address tries a puzzle once a day, and health checks have something to write."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column and the indexes."""
    op.create_index("tables_by_active", "tables", ["active"])
    op.create_index("solvers_by_active", "solvers", ["active"])
    op.add_column("puzzle_tries", sa.Column("address", sa.String(64), nullable=False, server_default=""))
    op.create_index("puzzle_tries_by_address", "puzzle_tries", ["address", "puzzle", "at"])
    op.create_table(
        "pulse", sa.Column("at", sa.Double, primary_key=True), sa.Column("filling", sa.Text, nullable=False)
    )
