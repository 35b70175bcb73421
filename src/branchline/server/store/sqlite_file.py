"""A SQLite file: its settings, a thread that writes to it, two that read, and one that keeps its log short.

All that is done in one transaction is done in one visit to a thread: a hop for each statement would let everybody else
wait while the file is locked. The thread that writes takes moves before anything else, so a move waits for one other
write at most, however many there are.

SQLite writes what changes to a log (WAL) first, and copies that into the file when it has grown: inside somebody's
commit, while everybody waits for as long as the disk takes. Here it is copied every second by a thread of its own. Most
of it beside the writes; the little that was written meanwhile, while writers wait for a moment. Then all of the log is
in the file and the next write begins it again, so it stays as short as what a second brings.
"""

from __future__ import annotations

import asyncio
import itertools
import queue
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import structlog
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError

from branchline.server.store.bus import Bus, LocalBus
from branchline.server.store.lock import FileLock, keep_private
from branchline.server.store.threads import transact, visit
from branchline.server.worker.background import Background
from branchline.table.home import StoreFailed

MOMENT = 1.0  # seconds between two times that the log is copied
FEW = 50  # pages that are copied while writers wait; while more are new, they are copied beside the writes ...
TRIES = 4  # ... so often at most
HAND_OVER = 0.0005  # seconds after which Python lets another thread go on; usually ten times as long
READERS = 2  # threads
_COPYING = "keep the log short"
_FIRST, _NEXT, _LAST = range(3)  # what is written in which order
R = TypeVar("R")
_log = structlog.get_logger("branchline.sqlite")


class SqliteFile:
    """One worker has the file for itself, and one part of it writes at a time."""

    kind = "sqlite"
    shared = False
    insert = staticmethod(sqlite.insert)

    def __init__(self, url: URL, worker: str, background: Background, *, visits: bool = False) -> None:
        if not url.database or url.database == ":memory:":
            raise StoreFailed("tables are kept in a file: write sqlite:///FILE")
        if visits and not Path(url.database).is_file():
            raise StoreFailed("there is no such file")
        self.bus: Bus = LocalBus()
        self._lock = None if visits else FileLock(url.database)
        keep_private(url.database)
        self._engine = create_engine(url.set(drivername="sqlite"), pool_size=READERS + 2)
        event.listen(self._engine, "connect", tune)
        self._pen = _Pen(self._engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._copier = ThreadPoolExecutor(1, thread_name_prefix="copier")
        self._background: Background | None = None

    def start(self, background: Background) -> None:
        """Keep the log short from now on, and let the threads have their turns soon: a write needs several."""
        sys.setswitchinterval(HAND_OVER)
        self._background = background
        background.start(_COPYING, self._keep_short)

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Do some work that only reads."""
        return await visit(self._readers, self._engine, work)

    async def write(self, work: Callable[[Connection], R]) -> R:
        """Do some work in a transaction, when everything has been written that came before it."""
        return await self._pen.write(work, _NEXT)

    async def write_first(self, work: Callable[[Connection], R]) -> R:
        """Do some work in the next transaction."""
        return await self._pen.write(work, _FIRST)

    def lock(self, connection: Connection, key: int) -> None:
        """There is one writer."""

    def snapshot(self, connection: Connection) -> None:
        """Let all that a transaction reads be of one moment: the driver begins one for writing only."""
        connection.exec_driver_sql("BEGIN")

    async def shorten(self) -> None:
        """Copy the whole log into the file."""
        copied = 0
        for _ in range(TRIES):
            pages = await visit(self._copier, self._engine, _copy)
            if pages - copied <= FEW:
                break
            copied = pages
        await self._pen.write(_copy, _FIRST)

    async def close(self) -> None:
        """Write what is still to be written, close the file, and let others have it."""
        if self._background is not None:
            await self._background.stop(_COPYING)
        await self._pen.close()
        for threads in (self._copier, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()

    async def _keep_short(self) -> None:
        while True:
            await asyncio.sleep(MOMENT)
            try:
                await self.shorten()
            except (SQLAlchemyError, OSError) as error:
                _log.warning("log not copied", error=str(error))


class _Pen:
    """The thread that writes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.PriorityQueue[tuple[int, int, Callable[[], None] | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="pen", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], R], order: int) -> R:
        """Do some work in a transaction. Who no longer waits for it when its turn comes does not have it done."""
        if self._closed:
            raise StoreFailed("the server is stopping")
        promise: Future[R] = Future()

        def do() -> None:
            if promise.set_running_or_notify_cancel():
                try:
                    found = transact(self._engine, work)
                except BaseException as error:  # noqa: BLE001  (it is for whoever waits)
                    promise.set_exception(error)
                else:
                    promise.set_result(found)

        self._waiting.put((order, next(self._numbers), do))
        return await asyncio.wrap_future(promise)

    async def close(self) -> None:
        """Write what waits, then come to an end."""
        self._closed = True
        self._waiting.put((_LAST, next(self._numbers), None))
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while True:
            _, _, do = self._waiting.get()
            if do is None:
                return
            do()
            del do  # what was written is not kept until the next time


def _copy(connection: Connection) -> int:
    """Copy the log into the file, as far as it is written when this begins; returns how many pages that is."""
    _, pages, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
    return int(pages)


def tune(connection: Any, _: object) -> None:
    """Readers do not wait for writers (WAL); a commit is on the disk when it returns (FULL).

    Should nobody copy the log, a commit does when it has grown to 100 MB.
    """
    cursor = connection.cursor()
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=10000",
        "wal_autocheckpoint=25000",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
