"""Garbage is collected in small portions: only among what is new, and never for long.

Python looks now and then among all that a program holds for things that only refer to each other. A server with
thousands of tables holds millions of things, and everybody waits while it looks. So Python's own collecting is off
here. Fifty times a second, if enough is new, this looks through what is new alone and then sets it apart (`gc.freeze`):
what has lived that long is not looked at again. Nothing that a server makes for tables and lines needs the collector to
go away; should some code make circles that live longer, the memory they take brings a look at everything, now and then.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import AsyncIterator
from pathlib import Path

from branchline.server.worker.background import Background

_COLLECTOR = "garbage collection"
_MOMENT = 0.02  # seconds between two looks at how much is new
_LEAST = 3_000  # new things that are worth a look; that takes a few milliseconds
_MEMORY_MOMENT = 0.5  # seconds between two looks at how much memory is taken, which the system tells slowly
_SOME = 50_000_000  # bytes more that are worth a look, too: a few things can hold much
_GROWTH = 300_000_000  # bytes more than after the last look at everything that bring the next one ...
_SELDOM = 600.0  # ... seconds after it at the earliest
_STATUS = Path("/proc/self/statm")
_PAGE = 4096


@contextlib.asynccontextmanager
async def rare_collections(background: Background) -> AsyncIterator[None]:
    """Inside, garbage is collected in small portions."""
    gc.collect()
    gc.freeze()
    gc.disable()
    background.start(_COLLECTOR, _collect)
    try:
        yield
    finally:
        await background.stop(_COLLECTOR)
        gc.unfreeze()
        gc.enable()


async def _collect() -> None:
    lately = at_first = memory = _memory()
    looked = measured = time.monotonic()
    while True:
        await asyncio.sleep(_MOMENT)
        now = time.monotonic()
        if now - measured >= _MEMORY_MOMENT:
            memory, measured = _memory(), now
        if gc.get_count()[0] > _LEAST or memory - lately > _SOME:
            gc.collect(0)
            gc.freeze()
            if memory - lately > _SOME:
                lately = memory = _memory()
        lately = min(lately, memory)
        if memory - at_first > _GROWTH and now - looked > _SELDOM:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            at_first, looked = _memory(), now


def _memory() -> int:
    """Bytes that this process has in memory; 0 where the system does not tell."""
    try:
        return int(_STATUS.read_text().split()[1]) * _PAGE
    except OSError:
        return 0
