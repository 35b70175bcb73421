"""Writes entries in groups: what arrives while one group is on its way to the disk goes together with the next, so that
a busy server writes few large groups and an idle one writes at once.

A group that the database refuses is written again entry by entry, so that one that cannot be stored (its table was
cleared away meanwhile) takes no other with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy.exc import DataError, IntegrityError

from branchline.server.store.failing import NotStored, StoreFailed
from branchline.server.store.rows import Entry

LARGEST_GROUP = 200
Key = tuple[str, int]
_log = structlog.get_logger("branchline.store")


@dataclass(eq=False, slots=True)
class Append:
    """An entry on its way to the database."""

    table: str
    entry: Entry
    changes: Mapping[str, Any]  # columns of the table that change with it
    done: asyncio.Future[bool]

    @property
    def key(self) -> Key:
        """What no two entries have in common."""
        return (self.table, self.entry.number)

    def answer(self, stored: bool) -> None:
        """Tell who waits, if somebody still does."""
        if not self.done.done():
            self.done.set_result(stored)

    def fail(self, error: StoreFailed) -> None:
        """Tell who waits that it was not stored, or that nobody knows."""
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # that nobody waits any more is no fault


class GroupWriter:
    """A queue of entries, and the work that empties it."""

    def __init__(self, insert: Callable[[Sequence[Append]], Awaitable[set[Key]]]) -> None:
        self._insert = insert  # stores a group in one transaction; returns the keys of those that were stored
        self._queue: asyncio.Queue[Append | None] = asyncio.Queue()
        self.closed = False
        self._began: float | None = None  # when the group was begun that is being written

    @property
    def behind(self) -> float:
        """Seconds that the group which is being written has taken so far."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    async def append(self, table: str, entry: Entry, changes: Mapping[str, Any]) -> bool:
        """Store an entry under its number; False if another one has that number already."""
        if self.closed:
            raise StoreFailed("the server is stopping")
        waiting = Append(table, entry, changes, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        return await waiting.done

    def close(self) -> None:
        """Come to an end when everything is written."""
        if not self.closed:
            self.closed = True
            self._queue.put_nowait(None)

    async def run(self) -> None:
        """Write what waits, group after group, until there is nothing more to come."""
        more = True
        while more:
            group = [await self._queue.get()]
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get_nowait())
            more = None not in group
            first: dict[Key, Append] = {}  # of several for the same number the first one is tried
            for each in group:
                if each is not None and first.setdefault(each.key, each) is not each:
                    each.answer(False)
            self._began = time.monotonic()
            try:
                await self._write([*first.values()])
            finally:
                self._began = None

    async def _write(self, group: Sequence[Append]) -> None:
        """Store a group, and tell all who wait whether theirs was stored."""
        if not group:
            return
        try:
            stored = await self._insert(group)
        except (IntegrityError, DataError) as error:
            if len(group) == 1:
                group[0].fail(NotStored(f"the database does not take it: {type(error).__name__}"))
            else:
                for each in group:
                    await self._write([each])
        except StoreFailed as error:
            for each in group:
                each.fail(error)
        except BaseException as error:  # a fault of this program, or the end: nobody may wait for ever
            for each in group:
                each.fail(StoreFailed(f"writing failed: {type(error).__name__}"))
            raise
        else:
            for each in group:
                each.answer(each.key in stored)
