"""Floods that never reach the application: one client sends them, and nobody else waits long or pays in memory."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from branchline.server.settings import Limits
from tests.server.attacking import FLOODS, REFUSED, TABLE, Visitor, flood, knock
from tests.server.helpers import ServerProcess

_LONGEST = 2.0  # seconds that somebody else waits at most; the machine may be busy. Unpaced it was five to eight
_MOST = 60_000_000  # bytes more than before


@pytest.mark.parametrize("name", [*FLOODS, *REFUSED])
def test_a_flood_stops_nobody_else(start: Callable[..., ServerProcess], name: str) -> None:
    process = start(limits=Limits())
    visitor = Visitor(process.url, "127.8.0.1")
    table = asyncio.run(_table(visitor))
    assert process.process is not None
    server = psutil.Process(process.process.pid)
    sent: list[None] = []
    work = flood if name in FLOODS else knock
    flooding = threading.Thread(target=work, args=(visitor, name, table, lambda: sent.append(None)))
    waits, memory, before = [], 0, server.memory_info().rss
    with httpx.Client(base_url=process.url, timeout=30) as honest:
        honest.get("/healthz")
        flooding.start()
        while flooding.is_alive():
            began = time.monotonic()
            assert honest.get("/healthz").status_code == 200
            waits.append(time.monotonic() - began)
            memory = max(memory, server.memory_info().rss)
            time.sleep(0.02)
        assert honest.get("/healthz").status_code == 200
    assert sent
    assert max(waits) < _LONGEST
    assert memory - before < _MOST


async def _table(visitor: Visitor) -> str:
    async with visitor.http:
        return str((await visitor.post("/api/tables", TABLE))["table"]["id"])


def test_a_socket_that_was_flooded_with_is_slow_but_works(start: Callable[..., ServerProcess]) -> None:
    """What is sent after a burst of pings is answered in the end: nothing is lost, and nobody is cut off for it."""
    process = start(limits=Limits())
    visitor = Visitor(process.url, "127.8.0.1")

    async def work() -> None:
        table = await _table(visitor)
        async with visitor.line(table) as line:
            await asyncio.wait_for(line.recv(), 10)
            for _ in range(3000):
                line.transport.write(b"\x8a\x80\0\0\0\0")
            await line.send('{"type": "ping", "ref": 7}')
            while '"pong"' not in str(await asyncio.wait_for(line.recv(), 20)):
                pass

    asyncio.run(work())
