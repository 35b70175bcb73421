"""Writes entries in groups: what arrives while one group is on its way to the disk goes together with the next, so that
a busy server writes few large groups and an idle one writes at once. Lines of chat go along, a few with each group,
and only after everything that belongs to games.

A group that the database refuses is written again piece by piece, so that one that cannot be stored (its table was
cleared away meanwhile) takes no other with it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DataError, IntegrityError

from branchline.table.home import NotStored, StoreFailed
from branchline.table.rows import Entry, SaidLine

ENTRY, LINE = "entry", "line"
LARGEST_GROUP = 200  # entries
_LINES = 20  # of chat that go along with a group
_MOST_LINES = 2000  # that may wait
Key = tuple[str, str, int]  # what it is, the table, the number there


@dataclass(eq=False, slots=True)
class Waiting:
    """Something on its way to the database, and who waits for it."""

    key: Key  # what no two of them have in common
    done: asyncio.Future[bool]

    @property
    def table(self) -> str:
        """The table that it belongs to."""
        return self.key[1]

    def answer(self, stored: bool) -> None:
        """Tell who waits, if somebody still does."""
        if not self.done.done():
            self.done.set_result(stored)

    def fail(self, error: StoreFailed) -> None:
        """Tell who waits that it was not stored, or that nobody knows."""
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # that nobody waits any more is no fault


@dataclass(eq=False, slots=True)
class Append(Waiting):
    """An entry."""

    entry: Entry
    changes: Mapping[str, Any]  # columns of the table that change with it


@dataclass(eq=False, slots=True)
class Say(Waiting):
    """A line of chat."""

    line: SaidLine
    keep: int | None  # how many lines the table keeps, if it is time to look


class GroupWriter:
    """Queues of entries and lines, and the work that empties them."""

    def __init__(self, insert: Callable[[Sequence[Waiting]], Awaitable[set[Key]]]) -> None:
        self._insert = insert  # stores a group in one transaction; returns the keys of those that were stored
        self._entries: deque[Append] = deque()
        self._lines: deque[Say] = deque()
        self._news = asyncio.Event()
        self.closed = False
        self._began: float | None = None  # when the group was begun that is being written

    @property
    def behind(self) -> float:
        """Seconds that the group which is being written has taken so far."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    async def append(self, table: str, entry: Entry, changes: Mapping[str, Any]) -> bool:
        """Store an entry under its number; False if another one has that number already."""
        waiting = Append((ENTRY, table, entry.number), self._promise(), entry, changes)
        self._entries.append(waiting)
        self._news.set()
        return await waiting.done

    async def say(self, table: str, line: SaidLine, keep: int | None) -> bool:
        """Store a line of chat; False if another one has that number already."""
        if len(self._lines) >= _MOST_LINES:
            raise NotStored("too much is being said")
        waiting = Say((LINE, table, line.number), self._promise(), line, keep)
        self._lines.append(waiting)
        self._news.set()
        return await waiting.done

    def _promise(self) -> asyncio.Future[bool]:
        if self.closed:
            raise StoreFailed("the server is stopping")
        return asyncio.get_running_loop().create_future()

    def close(self) -> None:
        """Come to an end when everything is written."""
        self.closed = True
        self._news.set()

    async def run(self) -> None:
        """Write what waits, group after group, until there is nothing more to come."""
        while True:
            while group := self._group():
                self._began = time.monotonic()
                try:
                    await self._write(group)
                finally:
                    self._began = None
            if self.closed:
                return
            await self._news.wait()
            self._news.clear()

    def _group(self) -> list[Waiting]:
        """What is written next. Of several for the same number the first one is tried."""
        first: dict[Key, Waiting] = {}
        for queue, most in ((self._entries, LARGEST_GROUP), (self._lines, _LINES)):
            for _ in range(min(most, len(queue))):
                each = queue.popleft()
                if first.setdefault(each.key, each) is not each:
                    each.answer(False)
        return [*first.values()]

    async def _write(self, group: Sequence[Waiting]) -> None:
        """Store a group, and tell all who wait whether theirs was stored."""
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
