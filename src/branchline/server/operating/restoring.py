"""Copying a database and replacing its tables, while servers go on or stand still for a moment."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

from branchline.server.operating import backups, house
from branchline.server.operating.orders import Answer, Desk
from branchline.table.home import StoreFailed

_NOTICED = 3.0  # seconds in which every worker has seen that it has to stand still
_AT_MOST = 300.0  # seconds that workers stand still for a restore that is not heard of
_AGAIN = 30.0  # seconds after which it says that it goes on


async def backup(desk: Desk, file: Path) -> Answer:
    """Copy all rows to a file, as they are at one moment."""
    count = await _copy(desk, file, None)
    return [{"what": "rows copied", "value": count}]


async def export(desk: Desk, table: str, file: Path) -> Answer:
    """Copy a table to a file, with all that happened and was said there."""
    count = await _copy(desk, file, table)
    if not count:
        file.unlink()
        raise backups.BadCopy(f"there is no table '{table}'")
    return [{"what": "rows copied", "value": count}]


async def _copy(desk: Desk, file: Path, table: str | None) -> int:
    def copy(connection: Any) -> int:
        desk.store.database.snapshot(connection)
        return backups.copy(connection, file, table)

    return await desk.store.read(copy)


async def import_table(desk: Desk, file: Path) -> Answer:
    """Add the table of a copy."""

    def add(connection: Any) -> str:
        table = backups.add_table(connection, file)
        house.note(connection, "operator", "import", table)
        return table

    return [{"what": "table", "value": await desk.store.write(add)}]


async def restore(desk: Desk, file: Path, wait: float = _NOTICED) -> Answer:
    """Replace all tables by those of a copy. Servers stand still meanwhile, and then show what there is now."""
    await desk.store.read(lambda connection: backups.check(connection, file, table=False))
    await desk.store.write(lambda connection: house.stand_still(connection, _AT_MOST))
    renewing = asyncio.create_task(_renew(desk))
    try:
        await asyncio.sleep(wait)
        writing = asyncio.ensure_future(desk.store.write(lambda connection: _replace(connection, file)))
        try:
            count = await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])  # its thread goes on
            raise
    finally:
        renewing.cancel()
        await asyncio.wait([renewing])
        await desk.store.write(lambda connection: house.stand_still(connection, None))
    return [{"what": "rows restored", "value": count}]


def _replace(connection: Any, file: Path) -> int:
    count = backups.restore(connection, file)
    house.note(connection, "operator", "restore", None, f"{count} rows")
    return count


async def _renew(desk: Desk) -> None:
    """Say again and again that it goes on. Where there is one writer, this waits for the rows: nobody else writes."""
    while True:
        await asyncio.sleep(_AGAIN)
        with contextlib.suppress(StoreFailed):
            await desk.store.write(lambda connection: house.go_on_standing_still(connection, _AT_MOST))
