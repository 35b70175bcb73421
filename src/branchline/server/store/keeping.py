"""Which worker looks after a table, with its bots and clocks: one at a time, and for a while."""

from __future__ import annotations

import time

from sqlalchemy import or_, select, update

from branchline.server.store.schema import tables
from branchline.server.store.store import Store


async def keep(store: Store, table: str, worker: str, seconds: float) -> bool:
    """Look after a table for a while; False if another worker does."""
    now = time.time()
    free = or_(tables.c.keeper == worker, tables.c.keeper.is_(None), tables.c.kept_until < now)
    change = update(tables).where(tables.c.id == table, free).values(keeper=worker, kept_until=now + seconds)
    return await store.write(lambda connection: connection.execute(change).rowcount == 1)


async def keep_on(store: Store, worker: str, seconds: float) -> set[str]:
    """Look after the same tables for longer; returns which they are."""
    mine = update(tables).where(tables.c.keeper == worker, tables.c.status == "running")
    change = mine.values(kept_until=time.time() + seconds).returning(tables.c.id)
    return {str(row.id) for row in await store.write(lambda connection: connection.execute(change).all())}


async def let_go(store: Store, worker: str, table: str | None = None) -> None:
    """Leave a table, or all of them, to other workers."""
    change = update(tables).where(tables.c.keeper == worker).values(keeper=None, kept_until=0.0)
    if table is not None:
        change = change.where(tables.c.id == table)
    await store.write(lambda connection: connection.execute(change))


async def unkept(store: Store, limit: int) -> list[str]:
    """Running tables with bots or clocks that nobody looks after."""
    alone = or_(tables.c.keeper.is_(None), tables.c.kept_until < time.time())
    running = (tables.c.status == "running", tables.c.automated.is_(True), tables.c.set_aside.is_(None))
    query = select(tables.c.id).where(*running, alone)
    return [str(row.id) for row in await store.all(query.limit(limit))]
