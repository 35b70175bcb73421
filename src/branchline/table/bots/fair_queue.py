"""Who is next for something scarce that one after the other may use: fair between tables, whatever each asks for.

This is self-clocked fair queuing. A request is tagged with when it would end if its table had its share for itself;
the lowest tag is next. So a table that asks for much waits for its own requests, not a table that asks for little, and
whoever has not asked for a while has saved nothing up.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
from collections.abc import AsyncIterator


class FairQueue:
    """Lets that many requests in at once, and the others wait for their turn."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._clock = 0.0  # the tag of what was let in last
        self._ends: dict[str, float] = {}  # of each table's latest request
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def __len__(self) -> int:
        """How many wait."""
        return sum(not turn.done() for _, _, turn in self._waiting)

    @contextlib.asynccontextmanager
    async def turn(self, table: str, cost: float) -> AsyncIterator[None]:
        """Wait for a turn of which that many seconds are expected; the place is free again at the end."""
        tag = max(self._clock, self._ends.get(table, 0.0)) + cost
        self._ends[table] = tag
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (tag, next(self._order), turn))
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was its turn just now
                self._give_back()
            raise
        try:
            yield
        finally:
            self._give_back()

    def _give_back(self) -> None:
        self._free += 1
        self._let_in()

    def _let_in(self) -> None:
        while self._free and self._waiting:
            tag, _, turn = heapq.heappop(self._waiting)
            if turn.done():  # who waited has given up
                continue
            self._free -= 1
            self._clock = max(self._clock, tag)
            turn.set_result(None)
        if not self._waiting:
            self._ends = {table: end for table, end in self._ends.items() if end > self._clock}
