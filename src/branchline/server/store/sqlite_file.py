"""A SQLite file: its settings, a thread that writes to it, and one that keeps its log short.

SQLite writes what changes to a log (WAL) first, and copies that into the file when it has grown: inside somebody's
commit, while everybody waits for as long as the disk takes. Here it is copied every second by a thread of its own. Most
of it beside the writes; the little that was written meanwhile, while writers wait for a moment. Then all of the log is
in the file and the next write begins it anew, so it stays as short as what a second brings.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import structlog
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from branchline.server.background import Background
from branchline.server.store.lock import FileLock, keep_private

MOMENT = 1.0  # seconds between two times that the log is copied
FEW = 50  # pages that are copied while writers wait; while more are new, they are copied beside the writes ...
TRIES = 4  # ... so often at most
HAND_OVER = 0.0005  # seconds after which Python lets another thread go on; usually ten times as long
_COPYING = "keep the log short"
T = TypeVar("T")
R = TypeVar("R")
_log = structlog.get_logger("branchline.sqlite")


class SqliteFile:
    """One worker has the file for itself, and one part of it writes at a time."""

    def __init__(self, url: URL) -> None:
        assert url.database is not None
        self.writing = asyncio.Lock()  # held by whoever writes: queue here, not at SQLite's own lock
        self.others = asyncio.Lock()  # taken first by all but the writer of moves, who so waits for one at most
        self._lock = FileLock(url.database)
        keep_private(url.database)
        self._pen = _Hand(url, "pen")
        self._copier = _Hand(url, "copier")
        self._background: Background | None = None

    def start(self, background: Background) -> None:
        """Keep the log short from now on, and let the threads have their turns soon: a write needs several."""
        sys.setswitchinterval(HAND_OVER)
        self._background = background
        background.start(_COPYING, self._keep_short)

    async def write(self, work: Callable[[Connection, T], R], given: T) -> R:
        """Do some work in a transaction: a hop to a thread and back, in place of one for each statement."""
        async with self.writing:
            return await self._pen.do(lambda connection: work(connection, given))

    async def shorten(self) -> None:
        """Copy the whole log into the file."""
        copied = 0
        for _ in range(TRIES):
            pages = await self._copier.do(_copy)
            if pages - copied <= FEW:
                break
            copied = pages
        async with self.writing:
            await self._copier.do(_copy)

    async def close(self) -> None:
        """Close the file, and let others have it."""
        if self._background is not None:
            await self._background.stop(_COPYING)
        await self._copier.close()
        await self._pen.close()
        self._lock.release()

    async def _keep_short(self) -> None:
        while True:
            await asyncio.sleep(MOMENT)
            try:
                await self.shorten()
            except (SQLAlchemyError, OSError) as error:
                _log.warning("log not copied", error=str(error))


class _Hand:
    """A thread with a connection of its own."""

    def __init__(self, url: URL, name: str) -> None:
        self._engine = create_engine(url.set(drivername="sqlite"))
        event.listen(self._engine, "connect", tune)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def do(self, work: Callable[[Connection], R]) -> R:
        """Do some work in a transaction."""

        def transact() -> R:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, transact)

    async def close(self) -> None:
        """Close the connection."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


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
