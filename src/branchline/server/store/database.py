"""What the store asks of a database. All that is particular to one kind of database stands in the file of its class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from branchline.server.store.bus import Bus
from branchline.server.worker.background import Background

R = TypeVar("R")


class Database(Protocol):
    """Threads and connections. The store makes one from an address, the name of its worker, and its background."""

    kind: str
    shared: bool  # by several workers
    bus: Bus  # how they hear of each other
    insert: Callable[..., Any]  # the dialect's statement, which can do nothing on a conflict and return what it did

    def start(self, background: Background) -> None:
        """Begin to look after the database."""

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Do some work that only reads."""

    async def write(self, work: Callable[[Connection], R]) -> R:
        """Do some work in a transaction."""

    async def write_first(self, work: Callable[[Connection], R]) -> R:
        """Do some work in the next transaction."""

    def lock(self, connection: Connection, key: int) -> None:
        """Let no other transaction that asks for the same key go on before this one is over."""

    def snapshot(self, connection: Connection) -> None:
        """Let all that a transaction reads be of one moment. It comes first."""

    async def close(self) -> None:
        """Finish what is being done, and close."""
