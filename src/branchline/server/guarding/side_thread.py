"""Long work beside the event loop: one thing after the other in a thread, with a bound on what waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from branchline.table.protocol.refusing import Refused
from branchline.table.time_budgets import PAYER

_MOST = 40  # pieces of work that may wait
T = TypeVar("T")


class SideThread:
    """A thread for work that would hold everybody up. What it works on must not change meanwhile."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="side")
        self._waiting = 0

    async def do(self, work: Callable[[], T]) -> T:
        """Do some work; its time is taken from the budget of whoever it is done for."""
        if self._waiting >= _MOST:
            raise Refused("too_fast", "Too many ask for that just now. Try again in a moment.")
        payer = PAYER.get()

        def timed() -> T:
            began = time.thread_time()
            try:
                return work()
            finally:
                if payer is not None:
                    payer.spend(time.thread_time() - began)

        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, timed)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Finish what is begun."""
        self._thread.shutdown(cancel_futures=True)
