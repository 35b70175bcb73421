"""Tables in memory, and every change of them on the browser's disk before it is announced."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol, TypeVar

from branchline.table.home import Ledger, NotStored
from branchline.table.rows import Entry, SaidLine, SeatRow, TableRow, table_row

_EMPTY: dict[str, Any] = {
    **dict.fromkeys(name for name in TableRow.__dataclass_fields__ if name != "seats"),
    "decisions": 0,
    "when_left": "bot",
}
_ENTRY, _LINE = "entry", "line"
R = TypeVar("R")


class Disk(Protocol):
    """Where texts are kept: one of each table, and those that belong to it, in the order of their keys."""

    async def tables(self) -> list[str]:
        """The texts of all tables."""

    async def parts(self, table: str) -> list[str]:
        """What belongs to a table, in order."""

    async def keep(self, table: str, text: str | None, parts: Mapping[str, str]) -> None:
        """Keep the text of a table, unless there is none, and what belongs to it: all of it or nothing."""

    async def drop(self, table: str) -> None:
        """Forget a table with all that belongs to it."""


class PlainSeeds:
    """Nobody else reads what a browser keeps: seeds are kept as they are."""

    def seal(self, table: str, seed: int) -> str:
        """A seed as text."""
        return f"{seed:032x}"

    def open(self, table: str, stored: str) -> int:
        """The seed of a text."""
        return int(stored, 16)


@dataclass(slots=True)
class Kept:
    """What is kept of a table."""

    columns: dict[str, Any]
    seats: list[SeatRow]
    entries: list[Entry] | None = None  # None: not read yet, like the lines
    lines: list[SaidLine] = field(default_factory=list)

    def row(self) -> TableRow:
        """The table as a value."""
        return table_row(self.columns, tuple(self.seats))

    def text(self) -> str:
        """The table as text."""
        return json.dumps({"columns": self.columns, "seats": [asdict(seat) for seat in self.seats]})

    @classmethod
    def of(cls, text: str) -> Kept:
        """A table from its text."""
        plain = json.loads(text)
        return cls({**_EMPTY, **plain["columns"]}, [SeatRow(**seat) for seat in plain["seats"]])


class Change:
    """What some work changes at a table. See `branchline.table.home.Ledger`."""

    def __init__(self, store: TabStore, table: str, kept: Kept | None, entries: int) -> None:
        self._store = store
        self._id = table
        self._old = kept
        self._next = entries
        self.new = None if kept is None else Kept({**kept.columns}, [*kept.seats])
        self.entries: list[Entry] = []
        self.others: dict[str, Kept] = {}

    @property
    def table(self) -> TableRow | None:
        """The table as it was found."""
        return None if self._old is None else self._old.row()

    def seat(self, seat: SeatRow) -> None:
        """Say who sits in a seat."""
        assert self.new is not None
        self.new.seats[seat.seat] = seat

    def change(self, **columns: Any) -> None:
        """Change columns of the table."""
        assert self.new is not None
        self.new.columns.update(columns)

    def enter(self, kind: str, at: float, data: Mapping[str, Any]) -> None:
        """Add an entry under the next number."""
        self.entries.append(Entry(self._next + len(self.entries), kind, None, at, data=data))

    def clear_away(self) -> None:
        """Delete the table."""
        self.new = None

    def add(self, row: Mapping[str, Any], seated: Sequence[SeatRow]) -> None:
        """Add another table."""
        self.others[str(row["id"])] = Kept({**_EMPTY, **row}, [*seated], [])

    def unfinished(self, address: str) -> int:
        """How many tables are not finished."""
        return self._store.unfinished()

    def seats_of(self, address: str) -> int:
        """There is nobody else here who could take seats."""
        return 0


class TabStore:
    """All tables of this browser. See `branchline.table.home.Store`."""

    def __init__(self, disk: Disk) -> None:
        self.sealing = PlainSeeds()
        self._disk = disk
        self._tables: dict[str, Kept] = {}

    async def open(self) -> None:
        """Read what is kept, but for what happened at the tables."""
        for text in await self._disk.tables():
            kept = Kept.of(text)
            self._tables[kept.columns["id"]] = kept

    def rows(self) -> list[TableRow]:
        """All tables, the latest first."""
        found = [kept.row() for kept in self._tables.values()]
        return sorted(found, key=lambda row: -row.created)

    def unfinished(self) -> int:
        """How many tables are not finished."""
        return sum(kept.columns["status"] != "finished" for kept in self._tables.values())

    async def _read(self, table: str) -> Kept | None:
        """What is kept of a table, with all that happened there."""
        kept = self._tables.get(table)
        if kept is not None and kept.entries is None:
            parts = [json.loads(text) for text in await self._disk.parts(table)]
            kept.entries = [Entry(**part[_ENTRY]) for part in parts if _ENTRY in part]
            kept.lines = [SaidLine(**part[_LINE]) for part in parts if _LINE in part]
        return kept

    async def create(
        self, row: Mapping[str, Any], seated: Sequence[SeatRow], most: int, begun: Sequence[Entry] = ()
    ) -> bool:
        """Keep a new table; False if there are that many that are not finished."""
        if self.unfinished() >= most:
            return False
        kept = Kept({**_EMPTY, **row}, [*seated], [*begun])
        await self._disk.keep(str(row["id"]), kept.text(), dict(_part(entry) for entry in begun))
        self._tables[str(row["id"])] = kept
        return True

    async def table(self, table: str) -> TableRow | None:
        """A table with its seats."""
        kept = self._tables.get(table)
        return None if kept is None else kept.row()

    async def amend(self, table: str, work: Callable[[Ledger], R]) -> R:
        """Let some work change a table."""
        kept = await self._read(table)
        change = Change(self, table, kept, len(kept.entries or ()) if kept is not None else 0)
        result = work(change)
        for name, other in change.others.items():
            await self._disk.keep(name, other.text(), {})
            self._tables[name] = other
        if kept is None:
            return result
        if change.new is None:
            await self._disk.drop(table)
            del self._tables[table]
            return result
        await self._disk.keep(table, change.new.text(), dict(_part(entry) for entry in change.entries))
        kept.columns, kept.seats = change.new.columns, change.new.seats
        assert kept.entries is not None
        kept.entries.extend(change.entries)
        return result

    async def append(self, table: str, entry: Entry, changes: Mapping[str, Any] | None = None) -> bool:
        """Keep an entry; False if another one has its number. `changes`: columns of the table that change with it."""
        kept = await self._read(table)
        if kept is None or kept.entries is None:
            raise NotStored(f"there is no table {table}")
        if entry.number != len(kept.entries):
            return False
        new = Kept({**kept.columns, **(changes or {})}, kept.seats)
        kept.entries.append(entry)  # at once: nobody else may take the number meanwhile
        try:
            await self._disk.keep(table, new.text() if changes else None, dict([_part(entry)]))
        except BaseException:
            kept.entries.remove(entry)
            raise
        kept.columns = new.columns
        return True

    async def entries(self, table: str, start: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries of a table from a number on, at most that many."""
        kept = await self._read(table)
        found = [] if kept is None else (kept.entries or [])[start:]
        return found if limit is None else found[:limit]

    async def say(self, table: str, line: SaidLine, keep: int | None = None) -> bool:
        """Keep a line of chat; False if another one has its number."""
        kept = await self._read(table)
        if kept is None or any(said.number == line.number for said in kept.lines):
            return False
        await self._disk.keep(table, None, {f"{_LINE} {line.number:020d}": json.dumps({_LINE: asdict(line)})})
        kept.lines.append(line)
        return True

    async def chat(self, table: str, limit: int, before: int | None = None) -> list[SaidLine]:
        """The latest lines of a table's chat in order, or the latest before a number."""
        kept = await self._read(table)
        found = [] if kept is None else [said for said in kept.lines if before is None or said.number < before]
        return found[-limit:]


def _part(entry: Entry) -> tuple[str, str]:
    """An entry as it is kept, with its key."""
    return f"{_ENTRY} {entry.number:020d}", json.dumps({_ENTRY: asdict(entry)})
