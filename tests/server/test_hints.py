"""Workers on one PostgreSQL: notices are hints that leave after the commit, and the rows are the truth."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import event

from branchline.server.settings import Settings
from branchline.server.store.store import Store
from branchline.server.tables.hub import Hub
from branchline.server.worker.background import Background
from branchline.table import lobby
from branchline.table.protocol.requests import CreateTable, JoinTable
from branchline.table.rows import Entry
from tests.server.helpers import run

WANTED = CreateTable.model_validate({"board": "usa", "name": "Mara", "seats": [{"kind": "person"}, {"kind": "person"}]})


async def two(url: str) -> tuple[Store, Store, Hub, str]:
    """Two workers; the first one has a table in memory that somebody looks at."""
    here, there = await Store.open(url, "here"), await Store.open(url, "there")
    hub = Hub(here, Settings(), "here", Background())
    name, _, _ = await lobby.create(here, WANTED, "a", 20)
    viewers: Any = (await hub.table(name)).viewers
    viewers.add(Listener())
    return here, there, hub, name


class Listener:
    """Somebody who looks, as far as a table is concerned."""

    def __init__(self) -> None:
        self.held: tuple[int, ...] = ()
        self.seat = self.token = None
        self.muted: set[int] = set()
        self.outbox = self

    def put(self, text: str) -> None:
        """Hear something."""


def test_no_transaction_waits_for_a_notice(postgres: Callable[[], str]) -> None:
    """NOTIFY inside one takes a lock over the whole database until its commit."""

    async def work() -> None:
        here, there, hub, name = await two(postgres())
        said: list[str] = []
        engine: Any = there.database
        event.listen(engine._engine, "before_cursor_execute", lambda *given: said.append(str(given[2])))
        heard = asyncio.Event()

        async def hear(notice: dict[str, Any]) -> None:
            if notice.get("table") == name:
                heard.set()

        here.bus.hear = hear
        assert await there.append(name, Entry(0, "silenced", None, time.time()))
        await lobby.join(there, name, JoinTable(name="June"), "b", 20)
        async with asyncio.timeout(10):
            await heard.wait()
        assert said
        assert not [each for each in said if "notify" in each]
        del hub
        for store in (here, there):
            await store.close()

    run(work())


def test_what_a_lost_hint_would_have_told_is_found(postgres: Callable[[], str]) -> None:
    async def work() -> None:
        here, there, hub, name = await two(postgres())
        table = hub.tables[name]

        async def deaf(_: dict[str, Any]) -> None:
            pass

        here.bus.hear = deaf
        await lobby.join(there, name, JoinTable(name="June"), "b", 20)
        assert await there.append(name, Entry(0, "silenced", None, time.time()))
        assert (table.names[1], table.count) == ("Seat 2", 0)
        await hub.catch_up()
        assert (table.names[1], table.count) == ("June", 1)
        for store in (here, there):
            await store.close()

    run(work())
