"""Which worker looks after a table, with its bots and clocks: one at a time, and as long as it is heard of.

A table's row is written when a worker takes it or leaves it. That a worker is still there is said once for all tables.
"""

from __future__ import annotations

import time

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from branchline.server.store.schema import tables, workers
from branchline.server.store.store import Store

_REMEMBERED = 600.0  # seconds after which the row of a worker that is gone is deleted


async def keep(store: Store, table: str, worker: str, seconds: float) -> bool:
    """Look after a table for a while; False if another worker does."""
    free = or_(tables.c.keeper == worker, _alone())
    change = update(tables).where(tables.c.id == table, free).values(keeper=worker, kept_until=time.time() + seconds)
    return await store.write(lambda connection: connection.execute(change).rowcount == 1)


async def keep_on(store: Store, worker: str, seconds: float) -> set[str]:
    """Look after the same tables for longer; returns which they are."""
    now = time.time()
    row = {"id": worker, "heard_until": now + seconds}
    here = store.database.insert(workers).values(row).on_conflict_do_update(index_elements=["id"], set_=row)
    mine = select(tables.c.id).where(tables.c.keeper == worker, tables.c.status == "running")

    def say_so(connection: Connection) -> set[str]:
        connection.execute(here)
        connection.execute(delete(workers).where(workers.c.heard_until < now - _REMEMBERED))
        return {str(row.id) for row in connection.execute(mine)}

    return await store.write(say_so)


async def let_go(store: Store, worker: str) -> None:
    """Leave all tables to other workers."""

    def go(connection: Connection) -> None:
        connection.execute(update(tables).where(tables.c.keeper == worker).values(keeper=None, kept_until=0.0))
        connection.execute(delete(workers).where(workers.c.id == worker))

    await store.write(go)


async def unkept(store: Store, limit: int) -> list[str]:
    """Running tables with bots or clocks that nobody looks after."""
    running = (tables.c.status == "running", tables.c.automated.is_(True), tables.c.set_aside.is_(None))
    query = select(tables.c.id).where(*running, _alone())
    return [str(row.id) for row in await store.all(query.limit(limit))]


def _alone() -> ColumnElement[bool]:
    """No worker that is heard of looks after a table."""
    now = time.time()
    heard = select(workers.c.id).where(workers.c.heard_until >= now)
    return or_(tables.c.keeper.is_(None), and_(tables.c.kept_until < now, tables.c.keeper.not_in(heard)))
