"""What becomes of seats whose people leave, tables that are set aside, and what people add to the shuffle."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("when_left", sa.String(10), nullable=False, server_default="bot"))
    op.add_column("tables", sa.Column("set_aside", sa.Text))
    op.add_column("seats", sa.Column("entropy", sa.String(64)))
    op.add_column("seats", sa.Column("address", sa.String(64), nullable=False, server_default=""))
