"""Analyzing games on a machine that serves nobody: the queue is in the database, and whoever takes a game has it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal

import structlog

from branchline.server.guarding.side_thread import SideThread
from branchline.server.settings import Settings
from branchline.server.store.store import Store, StoreFailed
from branchline.server.study.analyst import Analyst
from branchline.server.worker.background import Background
from branchline.server.worker.logs import set_up_logs
from branchline.table import timekeeping
from branchline.table.live_table import LiveTable
from branchline.table.protocol.refusing import Refused

_log = structlog.get_logger("branchline.worker")


class StoredTables:
    """Tables as they are stored; they are read when they are needed, and not kept."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    async def table(self, table_id: str) -> LiveTable:
        """A table."""
        row = await self._store.table(table_id)
        if row is None:
            raise Refused("no_table", "There is no such table.")
        table = LiveTable(self._store, row, self._settings.limits)
        await table.load()
        return table


def work(settings: Settings) -> None:
    """Analyze games until told to stop."""
    set_up_logs(settings.log)
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    name = f"worker-{os.getpid()}-{secrets.token_hex(4)}"
    structlog.contextvars.bind_contextvars(worker=name)
    background, side_thread = Background((StoreFailed, OSError)), SideThread()
    store = await Store.open(settings.database, name, background, visits=True)
    if store.shared:
        timekeeping.CLOCK.set(await store.time())
    background.start("clock", timekeeping.CLOCK.run)  # by which leases are renewed
    analyst = Analyst(store, StoredTables(store, settings), side_thread, settings, name)
    analyst.start(background)
    _log.info("working", database=store.database.kind)
    print(f"Analyzes games, {settings.analysis_processes} at once (Ctrl-C stops it)", flush=True)
    try:
        await stop.wait()
    finally:
        await analyst.stop(background)
        await background.stop("clock")
        side_thread.close()
        with contextlib.suppress(StoreFailed):
            await store.close()
