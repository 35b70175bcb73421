"""Ratings of puzzles and of those who solve them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the places for them."""
    op.create_table(
        "solvers",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("active", sa.Double, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(80), primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("solver", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(80), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
