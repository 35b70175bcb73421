"""Analyses of finished games: one queue in a process of its own, with limits, progress, and results that are kept."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from branchline.analysis.analysis_files import from_json, judges_today
from branchline.client import Client, Refused
from branchline.notation.record import checksum
from tests.server.helpers import QUICK, ServerProcess, run, serving
from tests.server.short_games import short_game, until

NEVER = 100_000  # worlds: nobody waits for that
NICE = 10  # lower than the other tests, but not so low that it stands still while they run
LIMITS = replace(QUICK.limits, analyses_per_address=2, analyses_in_all=3)
Start = Callable[..., ServerProcess]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose third analysis of a game never ends, and whose queue is short."""
    folder = tmp_path_factory.mktemp("analyses")
    process = serving(QUICK, folder, analysis_worlds=(8, 16, NEVER), analysis_niceness=NICE, limits=LIMITS)
    yield process
    if process.process is not None and process.process.poll() is None:
        process.stop()
    assert "Traceback" not in process.log.read_text(), process.log.read_text()


@pytest.fixture
def process(shared: ServerProcess) -> ServerProcess:
    """That server with an empty queue."""
    change(shared, "delete from analyses")
    until = time.monotonic() + 30
    while analyzing(shared):
        assert time.monotonic() < until, "nobody noticed that the game is gone"
        time.sleep(0.1)
    return shared


def change(process: ServerProcess, statement: str) -> None:
    """Change something behind a server's back."""
    with sqlite3.connect(process.settings.database.removeprefix("sqlite:///"), timeout=10) as database:
        database.execute(statement)
    database.close()


async def deeply(client: Client, process: ServerProcess, table: str) -> None:
    """Let a game be looked at so deeply that it never ends, as if it had been looked at before."""
    path = f"/api/tables/{table}/analysis"
    if (await client.ask("GET", path))["status"] == "none":
        made = "'{}', {}".format(*judges_today("san_francisco", "classic", 2))
        change(process, f"insert into analyses (table_id, evaluator, version) values ('{table}', {made})")
    change(process, f"update analyses set worlds = 16 where table_id = '{table}'")
    assert (await client.ask("POST", path))["wanted"] == NEVER
    await until(client, table, "running")


def test_a_game_is_analyzed_and_looked_at_more_deeply(process: ServerProcess) -> None:
    """Asked for, it waits, is made, is kept; asked for again, a deeper one takes its place."""

    async def look() -> None:
        async with Client(process.url) as client:
            table = (await short_game(client)).table
            path = f"/api/tables/{table}/analysis"
            assert (await client.ask("GET", path))["status"] == "none"
            asked = await client.ask("POST", path)
            assert asked["wanted"] == 8
            assert asked["status"] in ("waiting", "running")
            again = await client.ask("POST", path)  # is the same job
            assert again["wanted"] == 8
            first = await until(client, table, "ready", 8)
            assert not first["deepest"]
            assert judges_today("san_francisco", "classic", 2)[0] in first["words"]
            found = await client.ask("GET", f"{path}/8")
            await check(client, table, found)
            await client.ask("POST", path)
            await until(client, table, "ready", 16)
            with pytest.raises(Refused, match="no such analysis"):
                await client.ask("GET", f"{path}/8")
            assert (await client.ask("GET", f"{path}/16"))["analysis"]["worlds"] == 16
            change(process, f"update analyses set worlds = {NEVER}")
            deepest = await client.ask("POST", path)
            assert (deepest["status"], deepest["deepest"], deepest["wanted"]) == ("ready", True, 0)

    async def check(client: Client, table: str, found: dict[str, Any]) -> None:
        """It is the library's own form, of this record, with everything to show beside it."""
        record = await client.record(table)
        analysis = from_json(found["analysis"])
        assert analysis.record == checksum(record.to_json())
        assert analysis.seats[0].name == "Mara"
        assert (analysis.evaluator, analysis.evaluator_version) == judges_today("san_francisco", "classic", 2)
        assert len(found["study"]["decisions"]) == len(record.decisions)
        for judged, shown in zip(analysis.decisions, found["study"]["decisions"], strict=True):
            assert len(shown["choices"]) == len(judged.candidates)
            building = [choice for choice in shown["choices"] if choice["words"].startswith("build ")]
            assert all(choice["routes"] for choice in building)
        assert all(sum(shares) == pytest.approx(1) for shares in analysis.open_shares)
        tickets = [ticket for seat in found["study"]["seats"] for ticket in seat["tickets"]]
        assert {ticket["number"] for ticket in tickets} <= {decision.number for decision in analysis.decisions}
        assert len(tickets) >= 2

    run(look())


def test_running_games_and_missing_ones_are_refused(process: ServerProcess) -> None:
    async def refused() -> None:
        async with Client(process.url) as client:
            seated = await client.create("san_francisco", name="Mara", seats=["person", "casual"])
            await client.start(seated)
            for method, path in (("GET", "analysis"), ("POST", "analysis"), ("GET", "analysis/16")):
                with pytest.raises(Refused, match="The game is not over"):
                    await client.ask(method, f"/api/tables/{seated.table}/{path}")
                with pytest.raises(Refused, match="no such table"):
                    await client.ask(method, f"/api/tables/abcdefghjk/{path}")

    run(refused())


def test_the_queue_is_bounded_and_says_so(process: ServerProcess) -> None:
    """A client has that many games in it, and everybody together; who is refused is told why, and who waits is told how
    many come first."""

    async def crowd() -> None:
        async with Client(process.url) as client:
            games = [(await short_game(client, own=2)).table for _ in range(4)]
            ask = [f"/api/tables/{table}/analysis" for table in games]
            await deeply(client, process, games[0])
            second = await client.ask("POST", ask[1])
            assert (second["status"], second["before"]) == ("waiting", 1)
            assert second["words"] == "Waiting to be analyzed: 1 game comes first."
            with pytest.raises(Refused, match="You have several games in the queue"):
                await client.ask("POST", ask[2])
            assert (await client.ask("GET", ask[2]))["status"] == "none"
            change(process, "update analyses set address = 'somebody else'")
            await client.ask("POST", ask[2])
            with pytest.raises(Refused, match="Too many games wait"):
                await client.ask("POST", ask[3])

    run(crowd())


def test_it_gives_way_to_everything_else(process: ServerProcess) -> None:
    """It is a process of its own, with a lower priority; it tells how far it is; and live tables do not notice."""

    async def watch() -> None:
        async with Client(process.url) as client:
            table = (await short_game(client)).table
            await client.ask("POST", f"/api/tables/{table}/analysis")
            while not (busy := analyzing(process)):
                await asyncio.sleep(0.02)
            niceness, seen = 0, set()
            while (state := await client.ask("GET", f"/api/tables/{table}/analysis"))["status"] != "ready":
                with contextlib.suppress(psutil.NoSuchProcess):
                    niceness = max(niceness, busy[0].nice())
                seen.add(state["total"])
                assert len(analyzing(process)) <= 1
                assert f"{state['done']} of {state['total']} decisions" in state["words"] or not state["total"]
                await asyncio.sleep(0.02)
            assert niceness == min(19, os.nice(0) + NICE)
            assert max(seen) > 0  # how many there are is told as soon as it is known

    run(watch())


def analyzing(process: ServerProcess) -> list[psutil.Process]:
    """The processes that analyze for a server."""
    assert process.process is not None
    found = []
    for child in psutil.Process(process.process.pid).children():
        with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
            if "branchline.server.study.analysis_process" in child.cmdline():
                found.append(child)
    return found


def test_trouble_is_told_and_asked_again(process: ServerProcess) -> None:
    """A process that dies, a version that changed: each is told, and asking makes it again."""

    async def trouble() -> None:
        async with Client(process.url) as client:
            table = (await short_game(client)).table
            path = f"/api/tables/{table}/analysis"
            await client.ask("POST", path)
            await until(client, table, "ready", 8)
            await deeply(client, process, table)
            while not (busy := analyzing(process)):
                await asyncio.sleep(0.05)
            busy[0].kill()
            while (state := await client.ask("GET", path))["status"] != "failed":
                await asyncio.sleep(0.05)
            assert state["words"] == "The game could not be analyzed: the process that made it ended."
            assert state["worlds"] == 16  # what there is stays
            change(process, "update analyses set version = 0")
            assert (await client.ask("GET", path))["worlds"] == 0
            assert (await client.ask("POST", path))["wanted"] == 8
            await until(client, table, "ready", 8)

    run(trouble())


def test_two_workers_have_one_queue(start: Start, postgres: Callable[[], str]) -> None:
    """Asked at one, told at the other; and both together work on one game at a time."""
    database = postgres()
    one, two = (start(database=database, analysis_worlds=(8, NEVER), analysis_niceness=NICE) for _ in range(2))

    async def both() -> None:
        async with Client(one.url) as client, Client(two.url) as other:
            games = [(await short_game(client)).table for _ in range(2)]
            for table in games:
                await client.ask("POST", f"/api/tables/{table}/analysis")
            for table in games:
                await until(other, table, "ready", 8)
                await other.ask("POST", f"/api/tables/{table}/analysis")
            until_both_looked = time.monotonic() + 3
            while time.monotonic() < until_both_looked:
                assert len(analyzing(one)) + len(analyzing(two)) <= 1
                states = [await client.ask("GET", f"/api/tables/{table}/analysis") for table in games]
                assert sum(state["status"] == "running" for state in states) <= 1
                await asyncio.sleep(0.05)
            body = httpx.get(f"{two.url}/api/tables/{games[0]}/analysis/8")
            assert json.loads(body.content)["analysis"]["worlds"] == 8

    run(both())


def test_a_restart_loses_nothing(process: ServerProcess) -> None:
    """What was being worked on when the power went is begun again, and what is kept is there. The last of these tests:
    it ends with a server that analyzes nothing, and says so."""

    async def begin() -> str:
        async with Client(process.url) as client:
            table = (await short_game(client)).table
            await client.ask("POST", f"/api/tables/{table}/analysis")
            await until(client, table, "ready", 8)
            await deeply(client, process, table)
            return table

    table = run(begin())
    orphans = analyzing(process)
    process.kill()
    for orphan in orphans:
        orphan.kill()
    process.start()

    async def look() -> None:
        async with Client(process.url) as client:
            state = await client.ask("GET", f"/api/tables/{table}/analysis")
            assert (state["worlds"], state["wanted"]) == (16, NEVER)
            assert (await client.ask("GET", f"/api/tables/{table}/analysis/16"))["analysis"]["worlds"] == 8
            await until(client, table, "running")
            while not analyzing(process):
                await asyncio.sleep(0.05)

    run(look())
    process.stop()
    with sqlite3.connect(process.settings.database.removeprefix("sqlite:///")) as database:
        worker, wanted = database.execute("select worker, wanted from analyses").fetchone()
    assert (worker, wanted) == (None, NEVER)  # left to whoever comes next
    process.settings = replace(process.settings, analysis_processes=0)
    process.start()

    async def do_without() -> None:
        async with Client(process.url) as client:
            with pytest.raises(Refused, match="does not analyze"):
                await client.ask("POST", f"/api/tables/{table}/analysis")
            assert (await client.ask("GET", f"/api/tables/{table}/analysis"))["worlds"] == 16

    run(do_without())
