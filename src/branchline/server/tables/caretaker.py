"""Looks after tables with bots and clocks: one task for each, on one worker at a time.

A worker takes a table for a few seconds and says again and again that it is still there; if it dies, another one takes
over. That two look after the same table is possible for a moment and harmless: a decision is stored once.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import TYPE_CHECKING

import structlog

from branchline.server.settings import Settings
from branchline.server.store import keeping
from branchline.server.store.store import Store, StoreFailed
from branchline.table import playing
from branchline.table.bots.pool import BotPool
from branchline.table.live_table import LiveTable
from branchline.table.tending import Tending

if TYPE_CHECKING:
    from branchline.server.tables.hub import Hub

_log = structlog.get_logger("branchline.caretaker")
_ROUNDS = "caretaker"
_AT_ONCE = 100  # tables taken over in one round


class Caretaker:
    """All tables that this worker looks after."""

    def __init__(self, hub: Hub, store: Store, settings: Settings, pool: BotPool, worker: str) -> None:
        self.hub = hub
        self.store = store
        self.settings = settings
        self.worker = worker
        self._tending = Tending(pool, settings)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def tables(self) -> int:
        """How many tables it looks after."""
        return len(self._tasks)

    def start(self) -> None:
        """Begin the rounds."""
        self.hub.background.start(_ROUNDS, self._go_round)

    async def stop(self) -> None:
        """Leave all tables to other workers."""
        await self.hub.background.stop(_ROUNDS)
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()
        with contextlib.suppress(StoreFailed):
            await keeping.let_go(self.store, self.worker)

    def looks_after(self, table: str) -> bool:
        """Whether this worker looks after a table."""
        return table in self._tasks

    def leave(self, table: str) -> None:
        """Look after a table no more."""
        if table in self._tasks:
            self._tasks[table].cancel()

    def take(self, table: LiveTable) -> None:
        """Look after a table that this worker was given."""
        if table.id not in self._tasks:
            task = asyncio.create_task(self._tending.tend(table), name=f"table {table.id}")
            self._tasks[table.id] = task
            self._tending.prepare_bots(table)
            task.add_done_callback(lambda _: self._tasks.pop(table.id, None))

    async def see_to(self, table: LiveTable) -> None:
        """Look after a table from now on, if somebody has to and nobody does."""
        played = table.played
        if played is None or played.game.is_over or not table.row.automated or self.looks_after(table.id):
            return
        if await keeping.keep(self.store, table.id, self.worker, self.settings.lease_seconds):
            self.take(table)

    # Rounds

    async def _go_round(self) -> None:
        """Say that this worker is still there, and look for tables that nobody looks after."""
        pause = self.settings.lease_seconds / 3
        while True:
            try:
                mine = await keeping.keep_on(self.store, self.worker, self.settings.lease_seconds)
                for table in [table for table in self._tasks if table not in mine]:
                    self._tasks[table].cancel()
                forsaken = mine - self._tasks.keys()  # kept, but nobody is at it: its task has failed
                for table in [*forsaken, *await keeping.unkept(self.store, _AT_ONCE)]:
                    if table in self.hub.tables or self.hub.has_room():
                        await self._take_over(table)
            except Exception:  # noqa: BLE001  (the rounds must go on, whatever happens to one table or to the database)
                _log.exception("round failed")
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))

    async def _take_over(self, table_id: str) -> None:
        if not await keeping.keep(self.store, table_id, self.worker, self.settings.lease_seconds):
            return
        try:
            table = await self.hub.table(table_id)
            if table.played is not None and table.played.clocks.kind != "none" and not table.played.game.is_over:
                await playing.resume(table)
        except StoreFailed:
            raise
        except Exception:  # noqa: BLE001  (the next table must not wait for what is wrong with this one)
            _log.exception("table cannot be looked after", table=table_id)
            return
        if table.aside is None:
            self.take(table)
