"""What is kept of people and for how long, what they delete themselves, and games that are archived as records."""

from __future__ import annotations

import asyncio
import secrets
import time
from pathlib import Path

import structlog
from sqlalchemy import Connection, delete, select, update

from branchline.model.errors import BranchlineError
from branchline.server.operating.house import forget_notes
from branchline.server.settings import Settings
from branchline.server.store.ledger import RowLedger
from branchline.server.store.schema import analyses, chat, puzzle_tries, seats, solvers, tables
from branchline.server.store.store import Store
from branchline.table import lobby, records
from branchline.table.home import StoreFailed
from branchline.table.live_table import LiveTable
from branchline.table.rows import TableRow
from branchline.table.tokens import same_hash
from branchline.words.plain import counted

_DAY = 86_400.0  # seconds
_NOBODY = "Somebody"
_log = structlog.get_logger("branchline.retention")


def kept(settings: Settings) -> list[tuple[str, str]]:
    """What is kept, and for how long, by the settings of a server."""
    tables_for = f"until nothing has happened at the table for {_days(settings.forget_days)}"
    lines = [
        ("Your nickname, your seat, and what you decided in a game", tables_for),
        ("A hash of the secret in your browser that holds your seat", tables_for),
        (f"The latest {settings.limits.chat_rows:,} lines of chat of a table", tables_for),
        ("Analyses of finished games", tables_for),
        ("A hash of your network address, to limit tables and seats", "until the game is over"),
        (
            "Your puzzle rating, the puzzles you tried, and a hash of your network address with each try",
            f"until you have tried none for {_days(settings.forget_solvers_days)}",
        ),
        ("When you delete that: a hash of your network address with each puzzle you tried last", "1 day"),
        ("That a host sent a seat away or muted it, without names", _days(settings.audit_days)),
        ("Addresses and seats that are banned", "until those who run the server lift the ban"),
        ("Lines of the server's log, without names, addresses or anything you typed", "as its operators decide"),
        ("Backups", "as the operators of the server decide"),
    ]
    if settings.archive:
        lines.append(("Records of finished games, without names and chat", "as an archive, without an end"))
    return lines


def _days(number: float) -> str:
    return counted(int(number), "day") if number == int(number) else f"{number:g} days"


# What people delete themselves


async def erase(store: Store, table: str, token: str) -> bool:
    """Delete what a table knows of a person, by the hash of a token; False if it is nobody there, or still plays.

    A table without other people is deleted as a whole. Else the others keep their game, played with somebody.
    """

    def work(connection: Connection, row: TableRow | None) -> bool:
        mine = [] if row is None else [seat for seat in row.seats if same_hash(token, seat.token)]
        if row is None or not mine or row.status == "running":
            return False
        names = [seat.name for seat in mine]  # seats may have changed places since, and no two have the same name
        connection.execute(
            delete(chat).where(chat.c.table_id == table, chat.c.seat.is_not(None), chat.c.name.in_(names))
        )
        if row.status == "open":
            lobby.vacate(RowLedger(store, connection, table, row), row, mine)
            return True
        if not any(seat.kind == "person" and seat not in mine for seat in row.seats):
            connection.execute(delete(tables).where(tables.c.id == table))  # the rest goes along
            return True
        for seat in mine:
            here = (seats.c.table_id == table, seats.c.seat == seat.seat)
            connection.execute(update(seats).where(*here).values(name=_NOBODY, token=None, address=""))
        if same_hash(token, row.host):
            connection.execute(update(tables).where(tables.c.id == table).values(host=None))
        connection.execute(delete(analyses).where(analyses.c.table_id == table))  # they name who played
        return True

    seen = await store.table(table)
    if seen is None or not any(same_hash(token, seat.token) for seat in seen.seats):
        return False  # strangers have nothing written, and other workers hear nothing of them
    return await store.change(table, work)


async def erase_solver(store: Store, token: str) -> None:
    """Delete the rating of a solver and what they tried, by the hash of a token.

    That an address tried a puzzle is kept for a day, as nobody's: else deleting would let one try it again and again.
    """

    def work(connection: Connection) -> None:
        lately = (puzzle_tries.c.solver == token, puzzle_tries.c.at > time.time() - _DAY)
        nobody = {"solver": secrets.token_hex(32), "solved": False}
        connection.execute(update(puzzle_tries).where(*lately).values(**nobody))
        connection.execute(delete(puzzle_tries).where(puzzle_tries.c.solver == token))
        connection.execute(delete(solvers).where(solvers.c.token == token))

    await store.write(work)


# What is deleted by itself


async def forget(store: Store, settings: Settings, days: float | None = None) -> int:
    """Delete what is older than it is kept; returns how many tables. Finished games are archived first if so set."""
    now = time.time()
    before = now - (settings.forget_days if days is None else days) * _DAY
    if settings.archive:
        await _archive(store, settings, before)
    await store.write(lambda connection: forget_notes(connection, now - settings.audit_days * _DAY))
    return await store.forget(before, now - settings.forget_solvers_days * _DAY)


async def _archive(store: Store, settings: Settings, before: float) -> None:
    """Write the records of old finished games to files. One that cannot be shown is left out; the log says so."""
    folder = Path(settings.archive)
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    old = select(tables.c.id).where(tables.c.active < before, tables.c.status == "finished")
    for table in [str(row.id) for row in await store.all(old)]:
        try:
            await _archive_one(store, settings, table, folder)
        except (BranchlineError, ValueError, KeyError) as error:
            if isinstance(error, StoreFailed):
                raise
            _log.warning("game not archived", table=table, reason=str(error))


async def _archive_one(store: Store, settings: Settings, table: str, folder: Path) -> None:
    row = await store.table(table)
    if row is None:
        return
    live = LiveTable(store, row, settings.limits)
    await live.load()
    text = (await asyncio.to_thread(records.record, live, named=False)).dumps()
    file = folder / f"{row.board}-{table}.json"
    beside = file.with_suffix(f".{secrets.token_hex(8)}.part")  # other workers may do the same at this moment
    try:
        await asyncio.to_thread(beside.write_text, text, "utf-8")
        await asyncio.to_thread(beside.replace, file)
    finally:
        await asyncio.to_thread(beside.unlink, missing_ok=True)
