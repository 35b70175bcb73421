"""What workers of one database tell each other, and what they take from each other: no more than it needs."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from branchline.server.settings import Settings
from branchline.server.store import analyses, keeping
from branchline.server.store.bus import channel_of
from branchline.server.store.schema import tables, workers
from branchline.server.store.store import Store
from branchline.server.tables.hub import Hub
from branchline.server.worker.background import Background
from branchline.table import lobby
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import CreateTable
from branchline.table.rows import Entry
from tests.server.helpers import run

WANTED = CreateTable.model_validate({"board": "usa", "name": "Mara", "seats": [{"kind": "person"}, {"kind": "person"}]})


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path, postgres: Callable[[], str]) -> str:
    """The address of an empty database of either kind."""
    return postgres() if request.param == "postgres" else f"sqlite:///{tmp_path}/tables.db"


async def made(store: Store, count: int = 1) -> list[str]:
    """The ids of some new tables."""
    return [(await lobby.create(store, WANTED, "here", 1000))[0] for _ in range(count)]


# Notices


def test_a_worker_hears_of_the_tables_that_it_has(postgres: Callable[[], str]) -> None:
    """Also of one that it took a moment ago, and no more of one that it put away."""

    async def work() -> None:
        url = postgres()
        here, there = await Store.open(url, "here"), await Store.open(url, "there")
        heard: list[str] = []

        async def hear(notice: dict[str, Any]) -> None:
            heard.append(notice["table"])

        here.bus.hear = hear
        mine, later, others, *_ = {channel_of(each): each for each in await made(there, 9)}.values()

        async def happens(number: int) -> list[str]:
            heard.clear()
            for table in (others, later, mine):
                assert await there.append(table, Entry(number, "resumed", None, 1.0))
            await there.bus.publish({"table": mine, "here": []})  # comes after all of these
            while heard.count(mine) < 2:
                await asyncio.sleep(0.01)
            return heard[:-1]

        await here.bus.follow(mine)
        assert await happens(0) == [mine]
        await here.bus.follow(later)
        assert sorted(await happens(1)) == sorted([mine, later])
        here.bus.unfollow(later)
        await here.bus.follow("another one that opens a channel")
        assert await happens(2) == [mine]
        for store in (here, there):
            await store.close()

    run(work())


def test_a_lost_hint_is_made_up_for(postgres: Callable[[], str]) -> None:
    """Rows are the truth: who looks at them finds what no notice told of."""

    async def work() -> None:
        url = postgres()
        here, there = await Store.open(url, "here"), await Store.open(url, "there")
        hub = Hub(here, Settings(), "here", Background())
        (name,) = await made(there)
        table = await hub.table(name)
        change = update(tables).values(when_left="resign")
        await there.write(lambda connection: connection.execute(change))  # nobody is told of it
        table.viewers.add(_Deaf())  # type: ignore[arg-type]
        assert table.row.when_left == "bot"
        await hub.catch_up()
        assert table.row.when_left == "resign"
        for store in (here, there):
            await store.close()

    run(work())


class _Deaf:
    """A viewer who is told things and does nothing."""

    held, token, seat, muted = (), None, None, frozenset[int]()

    class outbox:  # noqa: N801
        """It takes everything."""

        @staticmethod
        def put(_: str) -> None:
            """Take it."""


# Who looks after a table


def test_a_worker_says_once_that_it_is_there(database: str) -> None:
    """Rows of tables are written when somebody takes or leaves them; for all others one row says so."""

    async def work() -> None:
        store = await Store.open(database, "test")
        names = await made(store, 20)
        change = update(tables).values(status="running", automated=True)
        await store.write(lambda connection: connection.execute(change))
        await keeping.keep_on(store, "one", 60)
        for name in names:
            assert await keeping.keep(store, name, "one", -1)
        rows = select(tables.c.id, tables.c.keeper, tables.c.kept_until).order_by(tables.c.id)
        before = await store.all(rows)
        assert await keeping.keep_on(store, "one", 60) == {*names}
        assert await store.all(rows) == before
        assert await keeping.unkept(store, 99) == []
        assert not await keeping.keep(store, names[0], "two", 60)
        await keeping.keep_on(store, "one", -1)  # from now on nothing is heard of it
        assert {*await keeping.unkept(store, 99)} == {*names}
        assert await keeping.keep(store, names[0], "two", 60)
        await keeping.keep_on(store, "one", -700)
        await keeping.keep_on(store, "two", 60)
        await keeping.let_go(store, "two")
        assert (await store.all(select(func.count()).select_from(workers)))[0][0] == 0
        await store.close()

    run(work())


# Room


def test_a_worker_has_only_so_many_tables(tmp_path: Path) -> None:
    """Those that nobody looks at make room; when there are none, new ones have to wait."""

    async def work() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/tables.db", "test")
        hub = Hub(store, replace(Settings(), tables_in_memory=3), "test", Background())
        names = await made(store, 5)
        for name in names[:3]:
            (await hub.table(name)).viewers.add(object())  # type: ignore[arg-type]
        with pytest.raises(Refused, match="Too many tables") as full:
            await hub.table(names[3])
        assert full.value.code == "unavailable"
        hub.tables[names[1]].viewers.clear()
        await hub.table(names[4])
        assert {*hub.tables} == {names[0], names[2], names[4]}
        await store.close()

    run(work())


# Analyses


def test_a_deeper_look_gives_way(database: str) -> None:
    """A game that has an analysis waits for those that have none, even when its next one is being made."""

    async def work() -> None:
        store = await Store.open(database, "test")
        deep, first = await made(store, 2)
        await analyses.want(store, deep, 16, "one", 6, 3)
        await analyses.take(store, "me", 60, 1)
        assert await analyses.progress(store, deep, "me", 1, 9, 60)
        assert await analyses.keep(store, deep, "me", evaluator="x", version=1, worlds=16, result="{}")
        await analyses.want(store, deep, 64, "one", 6, 3)
        assert await analyses.take(store, "me", 60, 1) == (deep, 64)
        assert await analyses.progress(store, deep, "me", 1, 9, 60)
        await analyses.want(store, first, 16, "two", 6, 3)
        assert not await analyses.progress(store, deep, "me", 2, 9, 60)
        assert await analyses.take(store, "me", 60, 1) == (first, 16)
        assert await analyses.progress(store, first, "me", 2, 9, 60)
        assert await analyses.keep(store, first, "me", evaluator="x", version=1, worlds=16, result="{}")
        assert await analyses.take(store, "me", 60, 1) == (deep, 64)
        await store.close()

    run(work())


# The beginning


def test_a_server_waits_for_its_database_and_says_so() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # nobody listens there
        url = f"postgresql://somebody@127.0.0.1:{closed.getsockname()[1]}/tables"
        command = [
            sys.executable,
            "-c",
            "from branchline.cli.main import main; main()",
            "serve",
            "--port",
            "0",
            "--database",
            url,
        ]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stderr is not None
                said = [server.stderr.readline() for _ in range(3)]
                assert sum("waiting for the database" in line for line in said) >= 2
                assert server.poll() is None
            finally:
                server.kill()
