"""Talking: it has a budget and a limit of its own, can be turned off, and never holds up a game."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from branchline.client import Client
from branchline.server.settings import Limits
from branchline.server.store.schema import entries
from branchline.server.store.store import Store
from branchline.table import lobby
from branchline.table.live_table import LiveTable
from branchline.table.protocol.requests import CreateTable
from branchline.table.rows import Entry, SaidLine
from tests.server.helpers import ServerProcess, people, run
from tests.server.test_malformed import hello

WANTED = CreateTable.model_validate({"board": "usa", "name": "Mara", "seats": [{"kind": "person"}, {"kind": "person"}]})


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path, postgres: Callable[[], str]) -> str:
    """The address of an empty database of either kind."""
    return postgres() if request.param == "postgres" else f"sqlite:///{tmp_path}/tables.db"


async def ask(line: ClientConnection, **message: Any) -> dict[str, Any]:
    """Send a message, and wait for the answer to it."""
    await line.send(json.dumps({"ref": 7, **message}))
    async for text in line:
        answer: dict[str, Any] = json.loads(text)
        if answer.get("ref") == 7:
            return answer
    raise AssertionError("the line was cut")


async def next_of(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while (message := json.loads(await line.recv()))["type"] != kind:
        pass
    found: dict[str, Any] = message
    return found


def test_spectators_have_a_small_budget_together(start: Callable[..., ServerProcess]) -> None:
    """Ten spectators talk as fast as they can: few lines come through, and people at the table still talk and play."""
    process = start(limits=Limits(spectator_lines_per_second=0.5, line_burst=6, lines_per_second=0.5))

    async def chatter(line: ClientConnection) -> int:
        answers = [await ask(line, type="say", text=f"line {number}") for number in range(20)]
        refused = [answer for answer in answers if answer["type"] == "error"]
        assert all(answer["code"] == "too_fast" for answer in refused)
        return len(answers) - len(refused)

    async def work() -> None:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 2)
            watching = [await hello(process.url, seated[0].table, None) for _ in range(10)]
            began = time.monotonic()
            said = sum(await asyncio.gather(*map(chatter, watching)))
            assert 1 <= said <= 7 + 0.5 * (time.monotonic() - began)
            async with client.sit(seated[0]) as seat:
                decision = await seat.decision()
                assert decision is not None
                await seat.act(decision["choices"][0]["number"])
            mine = await hello(process.url, seated[0].table, seated[0].token)
            assert (await ask(mine, type="say", text="Good luck!"))["type"] == "accepted"
            for line in (*watching, mine):
                await line.close()

    run(work())
    with sqlite3.connect(process.settings.database.removeprefix("sqlite:///")) as database:
        kinds = {row[0] for row in database.execute("select kind from entries")}
        assert kinds == {"started", "move"}  # what is said takes no number from the game
    database.close()


def test_a_page_at_a_time_and_no_more_rows_than_needed(start: Callable[..., ServerProcess]) -> None:
    limits = {"chat_page": 10, "chat_rows": 40, "line_burst": 5000, "lines_per_second": 5000.0}
    process = start(limits=Limits(**limits, spectator_lines_per_second=5000.0, messages_per_second=5000))  # type: ignore[arg-type]

    async def work() -> None:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 2)
            line = await hello(process.url, seated[0].table, seated[0].token)
            for number in range(120):
                await ask(line, type="say", text=f"line {number}")
            async with client.sit(seated[1]) as late:
                assert [each["text"] for each in late.chat] == [f"line {number}" for number in range(110, 120)]
                first = late.chat[0]["number"]
            page = await ask(line, type="earlier", before=first)
            assert [each["text"] for each in page["lines"]] == [f"line {number}" for number in range(100, 110)]
            assert page["more"]
            seen = [*page["lines"]]
            while page["more"]:
                page = await ask(line, type="earlier", before=page["lines"][0]["number"])
                seen[:0] = page["lines"]
            assert seen[-1]["text"] == "line 109"
            assert [each["number"] for each in seen] == sorted({each["number"] for each in seen})
            await line.close()

    run(work())
    with sqlite3.connect(process.settings.database.removeprefix("sqlite:///")) as database:
        assert database.execute("select count(*) from chat").fetchone()[0] <= 40 + 50
    database.close()


def test_mute_for_oneself_and_silence_for_all(start: Callable[..., ServerProcess]) -> None:
    process = start()

    async def work() -> None:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 3)
            host, other, third = [await hello(process.url, seated[0].table, each.token) for each in seated]
            watching = await hello(process.url, seated[0].table, None)
            assert (await ask(other, type="mute", seat=2))["type"] == "accepted"
            await ask(third, type="say", text="rude")
            await ask(host, type="say", text="kind")
            assert (await next_of(other, "chat"))["lines"][0]["text"] == "kind"
            assert (await ask(other, type="mute", seat=2, on=False))["type"] == "accepted"
            assert (await ask(other, type="silence", seat=2))["code"] == "not_host"
            assert (await ask(host, type="silence", seat=0))["code"] == "no_seat"
            for seat, line in ((2, third), (None, watching)):
                assert (await ask(host, type="silence", seat=seat))["type"] == "accepted"
                assert (await ask(host, type="silence", seat=seat))["code"] == "not_allowed"
                assert (await ask(line, type="say", text="rude"))["code"] == "not_allowed"
            assert (await client.table(seated[0].table))["silent"] == [None, 2]
            assert (await ask(host, type="silence", seat=2, on=False))["type"] == "accepted"
            assert (await ask(third, type="say", text="sorry"))["type"] == "accepted"
            for line in (host, other, third, watching):
                await line.close()
        process.stop()
        process.start()
        async with Client(process.url) as client:
            line = await hello(process.url, seated[0].table, None)
            assert (await ask(line, type="say", text="again"))["code"] == "not_allowed"  # it is remembered
            await line.close()

    run(work())


def test_a_long_table_is_loaded_while_others_go_on(database: str) -> None:
    """Very many entries, as chats of old servers left them: the loop goes round many times meanwhile."""

    async def work() -> None:
        store = await Store.open(database, "test")
        table, token, _ = await lobby.create(store, WANTED, "here", 20)
        blank = {"table_id": table, "kind": "say", "seat": None, "at": 1.0}
        rows = [{**blank, "number": number} for number in range(8_000)]
        await store.write(lambda connection: connection.execute(entries.insert(), rows))
        row = await store.table(table)
        assert row is not None
        rounds = 0

        async def count() -> None:
            nonlocal rounds
            while True:
                rounds += 1
                await asyncio.sleep(0)

        loaded = LiveTable(store, row, Limits())
        counting = asyncio.create_task(count())
        await loaded.load()
        counting.cancel()
        assert loaded.count == 8_000
        assert rounds > 20
        assert token
        await store.close()

    run(work())


def test_a_line_is_stored_beside_the_game(database: str) -> None:
    """A line whose table is gone is refused; a number is given once; the latest are kept."""

    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        lines = [SaidLine(number, None, "Mara", f"line {number}") for number in range(30)]
        moves = [store.append(table, Entry(number, "resumed", None, 1.0)) for number in range(10)]
        stored = await asyncio.gather(*(store.say(table, line) for line in lines), *moves)
        assert stored == [True] * 40
        assert not await store.say(table, lines[3])
        assert await store.say(table, SaidLine(30, 1, "June", "the last"), keep=5)
        assert [line.number for line in await store.chat(table, 100)] == [26, 27, 28, 29, 30]
        assert [line.number for line in await store.chat(table, 2, before=29)] == [27, 28]
        await store.close()

    run(work())


def test_lines_of_old_servers_are_kept(tmp_path: Path) -> None:
    """What was said was among the entries once. A newer server finds it, and the numbers of the game stay."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine, text

    from branchline.server.store import migrating

    url = f"sqlite:///{tmp_path}/tables.db"
    engine = create_engine(url)
    with engine.begin() as connection:
        how = Config()
        how.set_main_option("script_location", str(Path(migrating.__file__).with_name("migrations")))
        how.attributes["connection"] = connection
        command.upgrade(how, "0001")
        columns = "id, board, variant, timer, private, hot_seat, status, rules_version, created, active, address"
        values = "'abcdefghij', 'usa', 'classic', '{}', false, false, 'open', 1, 0, 0, ''"
        connection.execute(text(f"insert into tables ({columns}, automated) values ({values}, false)"))
        for number in range(3):
            data = json.dumps({"name": "Mara", "text": f"line {number}"})
            row = {"number": number, "data": data, "at": 1000.5}
            insert = "insert into entries (table_id, number, kind, seat, data, at) values ('abcdefghij', :number, "
            connection.execute(text(f"{insert} 'say', 1, :data, :at)"), row)
    engine.dispose()

    async def work() -> None:
        store = await Store.open(url, "test")
        found = await store.chat("abcdefghij", 10)
        assert [(line.seat, line.name, line.text) for line in found] == [(1, "Mara", f"line {n}") for n in range(3)]
        assert [entry.data for entry in await store.entries("abcdefghij")] == [{}, {}, {}]
        await store.close()

    run(work())
