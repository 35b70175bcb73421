"""Reading and writing tables; `writer` puts entries into groups.

Whatever is wrong with the database, callers hear of it as `StoreFailed`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

import structlog
from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    delete,
    func,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError

from branchline.server.guarding.sealing import Sealing
from branchline.server.store.database import Database
from branchline.server.store.failing import failing_in_words
from branchline.server.store.ledger import RowLedger, entry_values, seat_values
from branchline.server.store.migrating import LOCK, check_version, migrate
from branchline.server.store.postgres_server import PostgresServer
from branchline.server.store.schema import analyses, chat, entries, pulse, puzzle_tries, seats, solvers, tables
from branchline.server.store.sqlite_file import SqliteFile
from branchline.server.store.writer import ENTRY, LARGEST_GROUP, LINE, Append, GroupWriter, Key, Say, Waiting
from branchline.server.worker.background import Background
from branchline.table.home import Ledger, NotStored, StoreFailed
from branchline.table.rows import Entry, SaidLine, SeatRow, TableRow, table_row

_WRITER = "store writer"
_BEAT = 2.0  # seconds between two writes of health checks, however many there are
_FILLING = 8000  # bytes
_DAY = 86_400.0  # seconds
_LONGEST_WRITE = 15.0  # seconds; whoever waits longer waits for ever
_DATABASES: dict[str, Callable[..., Database]] = {  # by the first word of an address
    "sqlite": SqliteFile,
    "postgresql": PostgresServer,
}
R = TypeVar("R")
_log = structlog.get_logger("branchline.store")


def _nobody_counts(_: str, __: float) -> None:
    """How long the database took is of no interest."""


class Store:
    """The tables of one database, for one worker."""

    def __init__(self, database: Database, background: Background) -> None:
        self.database = database
        self.bus = database.bus
        self._background = background
        self.sealing = Sealing(None)
        self.took: Callable[[str, float], None] = _nobody_counts  # told what the database did, and for how long
        self._beat = -_BEAT  # when health was last asked for, and something written
        self._writer = GroupWriter(self._insert)
        insert = database.insert
        self._insert_entries = insert(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.number)
        self._insert_lines = insert(chat).on_conflict_do_nothing().returning(chat.c.table_id, chat.c.number)

    @property
    def shared(self) -> bool:
        """Whether other workers may use the same database."""
        return self.database.shared

    # Opening and closing

    @classmethod
    async def open(cls, url: str, worker: str, background: Background | None = None, *, visits: bool = False) -> Store:
        """Open a database, bring its tables up to date, and start writing.

        Who only visits changes no version, and works beside the server that has the database.
        """
        background = background or Background()
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise StoreFailed(f"'{url}' is no address of a database; write sqlite:///FILE or postgresql://…") from None
        kind = parsed.get_backend_name()
        if kind not in _DATABASES:
            raise StoreFailed(f"there is no store for '{kind}'; there are: {', '.join(_DATABASES)}")
        store = None
        try:
            store = cls(_DATABASES[kind](parsed, worker, background, visits=visits), background)
            store.sealing = Sealing.of(url)
            await (store._visit() if visits else store._start())
        except (StoreFailed, SQLAlchemyError, OSError) as error:
            if store is not None:
                await store.close()
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise StoreFailed(f"the database {parsed.render_as_string()} cannot be opened: {reason}") from error
        return store

    @classmethod
    async def open_in_time(cls, url: str, worker: str, background: Background | None = None) -> Store:
        """The same, but wait for PostgreSQL while nobody answers there, and say so."""
        pause = 0.5
        while True:
            try:
                return await cls.open(url, worker, background)
            except StoreFailed as error:
                if not isinstance(error.__cause__, OperationalError) or url.startswith("sqlite"):
                    raise
                _log.warning("waiting for the database", reason=str(error))
            await asyncio.sleep(pause)
            pause = min(10.0, 2 * pause)

    async def _visit(self) -> None:
        await self.read(check_version)
        self._background.start(_WRITER, self._writer.run)

    async def _start(self) -> None:
        await self.database.write(self._migrate)
        await self.write(self._begin)
        self.database.start(self._background)
        await self.bus.start()
        self._background.start(_WRITER, self._writer.run)

    def _migrate(self, connection: Connection) -> None:
        self.database.lock(connection, LOCK)
        migrate(connection)

    def _begin(self, connection: Connection) -> None:
        if not self.shared:  # nobody else uses the file: whoever looked after tables is gone
            connection.execute(update(tables).values(keeper=None, kept_until=0.0))
            connection.execute(update(analyses).values(worker=None, kept_until=0.0))
        # Another version may be able to go on with these.
        connection.execute(update(tables).where(tables.c.set_aside.is_not(None)).values(set_aside=None))

    async def close(self) -> None:
        """Finish all writes, then close."""
        self._writer.close()
        await self._background.finished(_WRITER)
        await self.bus.stop()
        await self.database.close()

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Do some work that only reads."""
        with failing_in_words(lambda seconds: self.took("read", seconds)):
            return await self.database.read(work)

    async def write(self, work: Callable[[Connection], R]) -> R:
        """Do some work in a transaction. If it raises, nothing of it was done."""
        with failing_in_words(lambda seconds: self.took("write", seconds)):
            return await self.database.write(work)

    async def time(self) -> float:
        """What time it is by the database's clock (PostgreSQL), which all workers share."""
        query = text("select extract(epoch from clock_timestamp())")
        return float(await self.read(lambda connection: connection.execute(query).scalar_one()))

    async def check(self) -> None:
        """Raise if the database cannot be read, or if what should be written to it is not."""
        await self.read(lambda connection: connection.execute(text("select 1")).all())
        if self._writer.behind > _LONGEST_WRITE:
            raise StoreFailed("nothing is being written")
        if time.monotonic() - self._beat > _BEAT:
            await self.write(self._write_something)
            self._beat = time.monotonic()

    @staticmethod
    def _write_something(connection: Connection) -> None:
        """An empty transaction succeeds on a full disk; this one is as long as some moves."""
        connection.execute(delete(pulse))
        connection.execute(pulse.insert().values(at=time.time(), filling=" " * _FILLING))

    # Entries

    async def append(self, table: str, entry: Entry, changes: Mapping[str, Any] | None = None) -> bool:
        """Store an entry under its number; False if another one has that number already. Returns when it is safe.

        `changes` are columns of the table that change with it.
        """
        return await self._writer.append(table, entry, changes or {})

    async def _insert(self, group: Sequence[Waiting]) -> set[Key]:
        """Store a group, before whatever else waits; returns the keys of those that were stored."""
        with failing_in_words(lambda seconds: self.took("moves", seconds)):
            return await self.database.write_first(lambda connection: self._insert_inside(connection, group))

    def _insert_inside(self, connection: Connection, group: Sequence[Waiting]) -> set[Key]:
        """The same, inside a transaction."""
        appends = [each for each in group if isinstance(each, Append)]
        lines = [each for each in group if isinstance(each, Say)]
        return (self._insert_appends(connection, appends) if appends else set()) | (
            self._insert_said(connection, lines) if lines else set()
        )

    def _insert_appends(self, connection: Connection, group: Sequence[Append]) -> set[Key]:
        found = connection.execute(self._insert_entries, [entry_values(each.table, each.entry) for each in group])
        stored = {(ENTRY, str(table), int(number)) for table, number in found}
        changing = [each for each in group if each.changes and each.key in stored]
        for each in changing:
            connection.execute(update(tables).where(tables.c.id == each.table).values(**each.changes))
            if each.changes.get("status") == "finished":  # nobody needs to know any more where people were
                connection.execute(update(seats).where(seats.c.table_id == each.table).values(address=""))
        changed = {each.table for each in changing}
        self.bus.announce(connection, {table: table in changed for _, table, _ in stored})
        return stored

    def _insert_said(self, connection: Connection, group: Sequence[Say]) -> set[Key]:
        found = connection.execute(
            self._insert_lines, [{"table_id": each.table, **asdict(each.line)} for each in group]
        )
        stored = {(LINE, str(table), int(number)) for table, number in found}
        for each in group:
            if each.keep is not None:
                mine = chat.c.table_id == each.table
                latest = select(chat.c.number).where(mine).order_by(chat.c.number.desc())
                too_old = chat.c.number <= latest.offset(each.keep).limit(1).scalar_subquery()
                connection.execute(delete(chat).where(mine, too_old))
        self.bus.pass_on(connection, [(each.table, each.line) for each in group if each.key in stored])
        return stored

    async def say(self, table: str, line: SaidLine, keep: int | None = None) -> bool:
        """Store a line of chat; False if another one has its number. `keep`: forget all but that many lines."""
        return await self._writer.say(table, line, keep)

    async def chat(self, table: str, limit: int, before: int | None = None) -> list[SaidLine]:
        """The latest lines of a table's chat in order, or the latest before a number."""
        query = select(chat.c.number, chat.c.seat, chat.c.name, chat.c.text).where(chat.c.table_id == table)
        if before is not None:
            query = query.where(chat.c.number < before)
        query = query.order_by(chat.c.number.desc()).limit(limit)
        return [SaidLine(*row) for row in reversed(await self.all(query))]

    async def entries(self, table: str, start: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries of a table from a number on, at most that many."""
        query = select(entries).where(entries.c.table_id == table, entries.c.number >= start).order_by(entries.c.number)
        return [_entry(row) for row in await self.all(query.limit(limit))]

    async def counts(self, ids: Sequence[str]) -> dict[str, int]:
        """How many entries tables have, those without any left out."""
        latest = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id).scalar_subquery()
        found = await self.all(select(tables.c.id, latest).where(tables.c.id.in_(ids))) if ids else []
        return {str(table): int(number) + 1 for table, number in found if number is not None}

    async def all(self, query: Any) -> Sequence[Any]:
        """All rows that a query finds."""
        return await self.read(lambda connection: connection.execute(query).all())

    # Tables

    async def create(
        self, row: Mapping[str, Any], seated: Sequence[SeatRow], most: int, begun: Sequence[Entry] = ()
    ) -> bool:
        """Store a new table, unless its address has that many that are not finished. One after the other for each.

        `begun`: what has happened there already, if it goes on from another one.
        """
        address, table = str(row["address"]), str(row["id"])

        def create(connection: Connection) -> bool:
            if self.unfinished(connection, address) >= most:
                return False
            connection.execute(tables.insert().values(**row))
            connection.execute(seats.insert(), [seat_values(table, seat) for seat in seated])
            if begun:
                connection.execute(entries.insert(), [entry_values(table, entry) for entry in begun])
            return True

        return await self.write(create)

    def alone(self, connection: Connection, what: str) -> None:
        """Let nobody else count or change something meanwhile, like an address's tables."""
        self.database.lock(connection, int.from_bytes(hashlib.sha256(what.encode()).digest()[:8], "big", signed=True))

    def unfinished(self, connection: Connection, address: str) -> int:
        """How many tables that are not finished somebody has made; nobody else makes some there meanwhile."""
        self.alone(connection, address)
        made = (tables.c.address == address, tables.c.status != "finished", tables.c.set_aside.is_(None))
        return int(connection.execute(select(func.count()).where(*made)).scalar_one())

    def seats_of(self, connection: Connection, address: str) -> int:
        """How many seats of tables that are not finished somebody has taken; nobody else takes some meanwhile."""
        self.alone(connection, address)
        query = (
            select(func.count())
            .select_from(seats.join(tables, seats.c.table_id == tables.c.id))
            .where(seats.c.address == address, tables.c.status != "finished", tables.c.set_aside.is_(None))
        )
        return int(connection.execute(query).scalar_one())

    async def table(self, table: str) -> TableRow | None:
        """A table with its seats."""
        return await self.read(lambda connection: read_table(connection, table))

    async def change(self, table: str, work: Callable[[Connection, TableRow | None], R]) -> R:
        """Let some work read a table and change it, while nobody else does. If it raises, nothing has changed."""

        def change(connection: Connection) -> R:
            connection.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
            found = work(connection, read_table(connection, table))
            self.bus.announce(connection, {table: True})
            return found

        return await self.write(change)

    async def amend(self, table: str, work: Callable[[Ledger], R]) -> R:
        """The same for work that knows of no database."""
        return await self.change(table, lambda connection, row: work(RowLedger(self, connection, table, row)))

    async def touch(self, times: Mapping[str, float]) -> None:
        """Note when something last happened at tables. In groups, so that moves need not wait long for their turn."""
        change = update(tables).where(tables.c.id == bindparam("table")).values(active=bindparam("at"))
        rows = [{"table": table, "at": at} for table, at in times.items()]
        for start in range(0, len(rows), LARGEST_GROUP):
            group = rows[start : start + LARGEST_GROUP]
            await self.write(lambda connection, group=group: connection.execute(change, group))  # type: ignore[misc]

    async def forget(self, before: float, solvers_before: float) -> int:
        """Delete tables where nothing has happened since a time; returns how many. In groups, as moves come between.

        Who has solved no puzzle since another time is forgotten, too.
        """
        latest = select(tables.c.id).where(tables.c.active < before).order_by(tables.c.active).limit(LARGEST_GROUP)

        def forget(connection: Connection) -> int:
            old = [row.id for row in connection.execute(latest)]
            for part in (analyses, chat, entries, seats):
                connection.execute(delete(part).where(part.c.table_id.in_(old)))
            connection.execute(delete(tables).where(tables.c.id.in_(old)))
            return len(old)

        forgotten = 0
        while count := await self.write(forget):
            forgotten += count
        await self.write(lambda connection: forget_solvers(connection, solvers_before))
        return forgotten

    # Tables that cannot be played here

    async def set_aside(self, table: str, reason: str) -> None:
        """Note why a table cannot be gone on with; nobody looks after it any more."""
        change = update(tables).where(tables.c.id == table).values(set_aside=reason, keeper=None, kept_until=0.0)
        await self.write(lambda connection: connection.execute(change))

    async def of_other_rules(self, versions: Mapping[str, int]) -> list[tuple[str, str, int]]:
        """Running games that began by other rules than these: their ids, boards and versions."""
        query = select(tables.c.id, tables.c.board, tables.c.rules_version).where(tables.c.status == "running")
        found = [(str(row.id), str(row.board), int(row.rules_version)) for row in await self.all(query)]
        return [each for each in found if versions.get(each[1]) != each[2]]


def forget_solvers(connection: Connection, before: float) -> None:
    """Forget who has solved no puzzle since a time; of who deleted their rating nothing is left after a day."""
    gone = select(solvers.c.token).where(solvers.c.active < before)
    connection.execute(delete(puzzle_tries).where(puzzle_tries.c.solver.in_(gone)))
    connection.execute(delete(solvers).where(solvers.c.active < before))
    nobodys = ~select(solvers.c.token).where(solvers.c.token == puzzle_tries.c.solver).exists()
    connection.execute(delete(puzzle_tries).where(puzzle_tries.c.at < time.time() - _DAY, nobodys))


def _entry(row: Row[Any]) -> Entry:
    data = json.loads(row.data) if row.data else {}
    return Entry(row.number, row.kind, row.seat, row.at, row.action, data)


def seat_row(row: Row[Any]) -> SeatRow:
    """Who sits in a seat, by its row."""
    return SeatRow(row.seat, row.kind, row.name, row.level, row.token, row.entropy, row.address)


def read_table(connection: Connection, table: str) -> TableRow | None:
    """A table with its seats, inside a transaction."""
    found = connection.execute(select(tables).where(tables.c.id == table)).first()
    if found is None:
        return None
    chairs = connection.execute(select(seats).where(seats.c.table_id == table).order_by(seats.c.seat))
    return table_row(dict(found._mapping), tuple(seat_row(row) for row in chairs))


__all__ = ["NotStored", "Store", "StoreFailed", "entry_values", "read_table"]
