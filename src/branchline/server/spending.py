"""Time is what a server has least of: each address has a budget of it, whatever it asks for.

Work that is done for a client on the event loop is timed step by step, while nobody else can be served, and taken from
the budget of where the client is. Who has spent too much waits, or is told to.
"""

from __future__ import annotations

import time
import types
from collections.abc import Coroutine, Generator
from contextvars import ContextVar
from typing import Any, TypeVar

from branchline.server.limiting import KeptByAddress

T = TypeVar("T")
PAYER: ContextVar[TimeBudget | None] = ContextVar("payer", default=None)  # whoever the present work is done for


class TimeBudget:
    """So many seconds of work every second, and some saved up."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._at = time.monotonic()

    def spend(self, seconds: float) -> None:
        """So much was done. The debt is bounded too: one piece of work shuts nobody out for long."""
        self._refill()
        self._left = max(-self._most, self._left - seconds)

    def wait(self) -> float:
        """Seconds until there is something left."""
        self._refill()
        return max(0.0, -self._left / self._rate)

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now


class TimeBudgets(KeptByAddress[TimeBudget]):
    """A budget for each address."""

    def __init__(self, rate: float, most: float) -> None:
        super().__init__(lambda: TimeBudget(rate, most))


async def charged(work: Coroutine[Any, Any, T], budget: TimeBudget | None = None) -> T:
    """Do some work, and take its time from a budget; without one, from that of whoever it is done for."""
    payer = budget or PAYER.get()
    if payer is None:
        return await work
    token = PAYER.set(payer)
    try:
        return await _timed(work, payer)
    finally:
        PAYER.reset(token)


@types.coroutine
def _timed(work: Coroutine[Any, Any, T], budget: TimeBudget) -> Generator[Any, Any, T]:
    """What `yield from` does, with a clock that runs while the work does."""
    step, given = work.send, None
    while True:
        began = time.thread_time()
        try:
            waiting_for = step(given)
        except StopIteration as done:
            found: T = done.value
            return found
        finally:
            budget.spend(time.thread_time() - began)
        try:
            given = yield waiting_for
            step = work.send
        except BaseException as error:  # noqa: BLE001  (it is for the work: it was cancelled, or what it awaits failed)
            step, given = work.throw, error
