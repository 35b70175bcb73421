"""What goes on behind a server goes on: a task that fails is started again, and health says what is wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from branchline.client import Client
from branchline.server.store.store import NotStored, Store
from branchline.server.worker import background as subject
from branchline.table import lobby
from branchline.table.protocol.requests import CreateTable
from branchline.table.rows import Entry
from tests.server.helpers import ServerProcess, people, run
from tests.server.test_malformed import hello

WANTED = CreateTable.model_validate({"board": "usa", "name": "Mara", "seats": [{"kind": "person"}, {"kind": "person"}]})


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path, postgres: Callable[[], str]) -> str:
    """The address of an empty database of either kind."""
    return postgres() if request.param == "postgres" else f"sqlite:///{tmp_path}/tables.db"


def test_a_task_that_fails_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "_FIRST_PAUSE", 0.001)
    monkeypatch.setattr(subject, "_SOUND", 0.2)

    async def scene() -> None:
        tries = 0
        there = asyncio.Event()

        async def work() -> None:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise ValueError("something nobody thought of")
            there.set()
            await asyncio.sleep(60)

        background = subject.Background()
        background.start("some work", work)
        async with asyncio.timeout(5):
            await there.wait()
        assert tries == 3
        assert background.troubled() == ["some work"]
        await asyncio.sleep(0.25)
        assert background.troubled() == []
        await background.stop("some work")

    run(scene())


def test_an_entry_that_cannot_be_stored_takes_no_other_with_it(database: str) -> None:
    """Of a group, those whose table is there are stored; the other hears that it was not."""

    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        gone = store.append("nosuchtable", Entry(0, "resumed", None, 1.0))
        fine = [store.append(table, Entry(number, "resumed", None, 1.0)) for number in range(5)]
        answers = await asyncio.gather(gone, *fine, return_exceptions=True)
        assert isinstance(answers[0], NotStored)
        assert answers[1:] == [True] * 5
        assert len(await store.entries(table)) == 5
        assert await store.append(table, Entry(5, "resumed", None, 1.0))
        await store.check()
        await store.close()

    run(work())


def test_chat_at_a_table_that_is_cleared_away_stops_nobody(start: Callable[..., ServerProcess]) -> None:
    """Somebody watches an empty table, talks, and gives the seat back meanwhile: other tables go on."""
    process = start()

    async def talk(socket: ClientConnection) -> None:
        for number in range(30):
            await socket.send(json.dumps({"type": "say", "text": f"line {number}"}))

    async def work() -> None:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 2)
            for _ in range(5):
                empty = await client.create("usa", name="Mara", seats=["person", "person"])
                watching = [await hello(process.url, empty.table, None) for _ in range(4)]
                await asyncio.gather(*(talk(socket) for socket in watching), client.leave(empty))
                for socket in watching:
                    await socket.close()
            async with client.sit(seated[0]) as seat:
                decision = await seat.decision()
                assert decision is not None
                await seat.act(decision["choices"][0]["number"])

    run(work())
    health = httpx.get(f"{process.url}/healthz")
    assert (health.status_code, health.json()["status"]) == (200, "ok")


def test_health_says_when_nothing_can_be_written(tmp_path: Path) -> None:
    """A server whose writer hangs can still read; it is not well."""
    from branchline.server.app import create_app
    from branchline.server.settings import Settings

    async def work() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/tables.db"))
        transport = httpx.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://x") as http,
        ):
            assert (await http.get("/healthz")).json()["status"] == "ok"
            services = app.state.services
            services.store._writer._began = -100.0  # a group that has been on its way for long
            assert (await http.get("/healthz")).status_code == 503
            services.store._writer._began = None
            services.hub.background._failed["housekeeper"] = float("inf")
            answer = await http.get("/healthz")
            assert (answer.status_code, answer.json()["status"]) == (503, "in trouble: housekeeper")

    run(work())
