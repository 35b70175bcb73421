"""A table's rows while they are being changed, inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from branchline.server.store.schema import chat, entries, seats, tables
from branchline.table.home import NotStored
from branchline.table.rows import Entry, SeatRow, TableRow

if TYPE_CHECKING:
    from branchline.server.store.store import Store


@dataclass(frozen=True, slots=True)
class RowLedger:
    """See `branchline.table.home.Ledger`."""

    store: Store
    connection: Connection
    id: str
    table: TableRow | None

    def seat(self, seat: SeatRow) -> None:
        """Say who sits in a seat."""
        here = (seats.c.table_id == self.id, seats.c.seat == seat.seat)
        self.connection.execute(update(seats).where(*here).values(**seat_values(self.id, seat)))

    def change(self, **columns: Any) -> None:
        """Change columns of the table."""
        self.connection.execute(update(tables).where(tables.c.id == self.id).values(**columns))

    def enter(self, kind: str, at: float, data: Mapping[str, Any]) -> None:
        """Add an entry under the next number."""
        latest = select(func.max(entries.c.number)).where(entries.c.table_id == self.id)
        number = self.connection.execute(latest).scalar_one()
        entry = Entry(0 if number is None else number + 1, kind, None, at, data=data)
        try:
            self.connection.execute(entries.insert().values(**entry_values(self.id, entry)))
        except IntegrityError as error:
            raise NotStored("something else took the number") from error

    def clear_away(self) -> None:
        """Delete the table with all that belongs to it."""
        for part in (chat, entries, seats):
            self.connection.execute(delete(part).where(part.c.table_id == self.id))
        self.connection.execute(delete(tables).where(tables.c.id == self.id))

    def add(self, row: Mapping[str, Any], seated: Sequence[SeatRow]) -> None:
        """Add another table."""
        self.connection.execute(tables.insert().values(**row))
        self.connection.execute(seats.insert(), [seat_values(str(row["id"]), seat) for seat in seated])

    def unfinished(self, address: str) -> int:
        """How many tables that are not finished somebody has made."""
        return self.store.unfinished(self.connection, address)

    def seats_of(self, address: str) -> int:
        """How many seats of tables that are not finished somebody has taken."""
        return self.store.seats_of(self.connection, address)


def entry_values(table: str, entry: Entry) -> dict[str, Any]:
    """An entry as a row."""
    return {
        "table_id": table,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "action": entry.action,
        "data": json.dumps(dict(entry.data)) if entry.data else None,
        "at": entry.at,
    }


def seat_values(table: str, seat: SeatRow) -> dict[str, Any]:
    """Who sits in a seat, as a row."""
    return {"table_id": table, **asdict(seat)}
