"""Lists of tables, as people see them before they go to one."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, get_args

from sqlalchemy import Connection, Select, func, select

from branchline.server.store.schema import entries, seats, tables
from branchline.server.store.store import Store, seat_row
from branchline.table.rows import SeatKind, SeatRow, TableRow, table_row


async def lobby(store: Store, status: str, limit: int) -> list[TableRow]:
    """Tables that everybody may see, the latest first."""
    query = select(tables).where(tables.c.status == status, tables.c.private.is_(False))
    return await _tables(store, query.order_by(tables.c.active.desc(), tables.c.id).limit(limit))


async def latest(store: Store, status: str | None, limit: int) -> list[TableRow]:
    """All tables, or those of a status, for those who run the server: the latest first."""
    query = select(tables) if status is None else select(tables).where(tables.c.status == status)
    return await _tables(store, query.order_by(tables.c.active.desc(), tables.c.id).limit(limit))


async def by_ids(store: Store, ids: Sequence[str]) -> list[TableRow]:
    """Tables by their ids."""
    return await _tables(store, select(tables).where(tables.c.id.in_(ids)).order_by(tables.c.active.desc()))


async def _tables(store: Store, query: Select[Any]) -> list[TableRow]:
    return await store.read(lambda connection: _read(connection, query))


def _read(connection: Connection, query: Select[Any]) -> list[TableRow]:
    """The tables that a query names, with their seats."""
    found = [dict(row._mapping) for row in connection.execute(query)]
    ids = [row["id"] for row in found]
    seated: dict[str, list[SeatRow]] = {table: [] for table in ids}
    for row in connection.execute(select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)):
        seated[row.table_id].append(seat_row(row))
    whole = [each for each in found if all(map(_is_whole, seated[each["id"]]))]
    rows: list[TableRow] = []
    for each in whole:
        with contextlib.suppress(ValueError, TypeError, KeyError):  # a damaged row is no reason to show none
            rows.append(table_row(each, tuple(seated[each["id"]])))
    return rows


def _is_whole(seat: SeatRow) -> bool:
    """Whether what a row says of a seat can be shown."""
    kinds = (isinstance(seat.seat, int), isinstance(seat.name, str), seat.level is None or isinstance(seat.level, str))
    return seat.kind in get_args(SeatKind) and all(kinds)


async def decision_counts(store: Store, ids: Sequence[str]) -> dict[str, int]:
    """How many decisions were taken at tables, those that were taken back included."""
    query = (
        select(entries.c.table_id, func.count())
        .where(entries.c.table_id.in_(ids), entries.c.kind == "move")
        .group_by(entries.c.table_id)
    )
    return {str(table): int(count) for table, count in await store.all(query)}
