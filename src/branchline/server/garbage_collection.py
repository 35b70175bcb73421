"""Garbage is collected seldom: when as much is new as there was before.

Python looks now and then among all that a program holds for things that only refer to each other. A server with
thousands of tables holds millions of things, and everybody waits while it looks. Moves make no such garbage at all, and
lines that come and go make little. So Python's own collecting is off here, and this takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator

from branchline.server.background import Background

_COLLECTOR = "garbage collection"
_MOMENT = 1.0  # seconds between two looks at how much is new
_LEAST = 500_000  # new things that are worth a collection, a few hundred tables


@contextlib.asynccontextmanager
async def rare_collections(background: Background) -> AsyncIterator[None]:
    """Inside, garbage is collected seldom."""
    gc.disable()
    background.start(_COLLECTOR, _collect)
    try:
        yield
    finally:
        await background.stop(_COLLECTOR)
        gc.enable()


async def _collect() -> None:
    held = 0
    while True:
        await asyncio.sleep(_MOMENT)
        new = gc.get_count()[0]
        if new > max(_LEAST, held):
            held += new - gc.collect()
