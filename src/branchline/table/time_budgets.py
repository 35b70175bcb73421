"""Time is what a server has least of: each address has a budget of it, whatever it asks for.

Work that is done for a client on the event loop is timed step by step, while nobody else can be served, and taken from
the budget of where the client is. Who has spent too much waits, or is told to. Who has spent more than a player does in
a second takes turns with others who have: between two of their steps everybody else is served. So hundreds of sockets
that ask for much at the same moment make a move wait for one step of theirs, not for hundreds.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import types
from collections import deque
from collections.abc import Coroutine, Generator, Iterator
from contextvars import ContextVar
from typing import Any, TypeVar

from branchline.table.limiting import Bucket, KeptByAddress

T = TypeVar("T")
_MODEST = 0.05  # seconds of work, not yet forgotten by the budget, up to which nobody has to take turns
PAYER: ContextVar[TimeBudget | None] = ContextVar("payer", default=None)  # whoever the present work is done for

_HURRYING: ContextVar[bool] = ContextVar("hurrying", default=False)


@contextlib.contextmanager
def hurrying() -> Iterator[None]:
    """While something is held that others wait for: nobody takes turns with it in the hand."""
    token = _HURRYING.set(True)
    try:
        yield
    finally:
        _HURRYING.reset(token)


class TimeBudget(Bucket):
    """That many seconds of work every second, and some saved up."""

    __slots__ = ()

    def spend(self, seconds: float) -> None:
        """So much was done. The debt is bounded too: one piece of work shuts nobody out for long."""
        self._refill()
        self._left = max(-self._burst, self._left - seconds)

    def is_modest(self) -> bool:
        """Whether little was spent lately."""
        self._refill()
        return self._burst - self._left <= _MODEST

    def wait(self) -> float:
        """Seconds until there is something left."""
        self._refill()
        return max(0.0, -self._left / self._rate)


class TimeBudgets(KeptByAddress[TimeBudget]):
    """A budget for each address."""

    def __init__(self, rate: float, most: float) -> None:
        super().__init__(lambda: TimeBudget(rate, most))


class Turns:
    """In each round of the event loop one step is made for those who ask for much, in the order in which they came."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> asyncio.Future[None] | None:
        """Take the turn of this round: None if that is possible at once, else what to wait for before asking again."""
        loop = asyncio.get_running_loop()
        if not self._taken:
            self._taken = True
            loop.call_soon(self._next_round)
            return None
        turn = loop.create_future()
        self._waiting.append(turn)
        return turn

    def _next_round(self) -> None:
        self._taken = False
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done() and not turn.get_loop().is_closed():
                self._taken = True  # until it had its turn
                turn.get_loop().call_soon(self._next_round)
                turn.set_result(None)
                return


TURNS = Turns()


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
    """What `yield from` does, with a clock that runs while the work does, and with turns."""
    step, given = work.send, None
    while True:
        if not (_HURRYING.get() or budget.is_modest()) and (turn := TURNS.take()) is not None:
            try:
                yield from turn
            except BaseException as error:  # noqa: BLE001  (it is for the work, which was cancelled)
                step, given = work.throw, error
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
