"""What people say moves from the entries of a table to a place of its own."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_KEPT = 1000  # lines of each table, the latest
_AT_ONCE = 500

entries = sa.table(
    "entries",
    sa.column("table_id", sa.String),
    sa.column("number", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("data", sa.Text),
    sa.column("at", sa.Double),
)


def upgrade() -> None:
    """Make the place, and copy the latest lines. Their entries stay without the words: their numbers are needed."""
    chat = op.create_table(
        "chat",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    said = entries.c.kind == "say"
    for table in connection.execute(sa.select(entries.c.table_id).where(said).distinct()).scalars().all():
        mine = sa.select(entries).where(said, entries.c.table_id == table, entries.c.data.is_not(None))
        latest = connection.execute(mine.order_by(entries.c.number.desc()).limit(_KEPT)).all()
        rows: list[dict[str, Any]] = []
        number = 0
        for each in reversed(latest):
            number = max(number + 1, int(each.at * 1_000_000))
            plain = json.loads(each.data)
            row = {"table_id": table, "number": number, "seat": each.seat}
            rows.append({**row, "name": plain["name"], "text": plain["text"]})
        for start in range(0, len(rows), _AT_ONCE):
            connection.execute(chat.insert(), rows[start : start + _AT_ONCE])
    connection.execute(entries.update().where(said).values(data=None))
