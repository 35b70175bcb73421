"""A PostgreSQL server, which several workers share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.ext.asyncio import create_async_engine

from branchline.server.background import Background
from branchline.server.spending import hurrying
from branchline.server.store.failing import StoreFailed

R = TypeVar("R")


class PostgresServer:
    """Its connections; who is to wait for whom, it knows itself."""

    kind = "postgresql"
    shared = True

    def __init__(self, url: URL) -> None:
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise StoreFailed('PostgreSQL needs an extra: pip install "branchline[postgres]"') from None
        self._engine = create_async_engine(url.set(drivername="postgresql+psycopg"), pool_size=8, pool_pre_ping=True)

    def start(self, background: Background) -> None:
        """Nothing to look after."""

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Do some work that only reads."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], R]) -> R:
        """Do some work in a transaction."""
        with hurrying():  # rows are locked meanwhile
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

    async def write_first(self, work: Callable[[Connection], R]) -> R:
        """The same: transactions do not wait for each other here."""
        return await self.write(work)

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.dispose()
