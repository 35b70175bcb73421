"""A PostgreSQL server, which several workers share.

As with a file, all that is done in one transaction is done in one visit to a thread. Moves have a thread and a
connection for themselves, so that they wait for nothing else that this worker does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import URL, Connection, create_engine, text
from sqlalchemy.dialects import postgresql

from branchline.server.store.bus import Bus, LocalBus, PostgresBus
from branchline.server.store.threads import visit
from branchline.server.worker.background import Background
from branchline.table.home import StoreFailed

OTHERS = 6  # threads for everything but moves
R = TypeVar("R")


class PostgresServer:
    """Its connections. Who is to wait for whom, it knows itself."""

    kind = "postgresql"
    shared = True
    insert = staticmethod(postgresql.insert)

    def __init__(self, url: URL, worker: str, background: Background, *, visits: bool = False) -> None:
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise StoreFailed('PostgreSQL needs an extra: pip install "branchline[postgres]"') from None
        self._engine = create_engine(
            url.set(drivername="postgresql+psycopg"), pool_size=OTHERS + 1, max_overflow=0, pool_pre_ping=True
        )
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._hints = PostgresBus(plain, worker, background)
        self.bus: Bus = LocalBus() if visits else self._hints
        self._pen = ThreadPoolExecutor(1, thread_name_prefix="pen")
        self._others = ThreadPoolExecutor(OTHERS, thread_name_prefix="other")

    def start(self, background: Background) -> None:
        """Nothing to look after."""

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Do some work that only reads."""
        return await visit(self._others, self._engine, work)

    async def write(self, work: Callable[[Connection], R]) -> R:
        """Do some work in a transaction."""
        return await self._write(self._others, work)

    async def write_first(self, work: Callable[[Connection], R]) -> R:
        """Do some work in the next transaction."""
        return await self._write(self._pen, work)

    async def _write(self, threads: ThreadPoolExecutor, work: Callable[[Connection], R]) -> R:
        found, notices = await visit(threads, self._engine, self._hints.after(work))
        self._hints.tell(notices)
        return found

    def lock(self, connection: Connection, key: int) -> None:
        """Let no other transaction that asks for the same key go on before this one is over."""
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": key})

    def snapshot(self, connection: Connection) -> None:
        """Let all that a transaction reads be of one moment."""
        connection.execute(text("set transaction isolation level repeatable read"))

    async def close(self) -> None:
        """Finish what is being done, and close the connections."""
        for threads in (self._pen, self._others):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()
