"""How many tables a server holds: bots through real sockets, at the pace of people.

    python benchmarks/server.py                        # 100, 500 and 2,000 tables, a move per 5 s and table
    python benchmarks/server.py --tables 100 --pace 0  # as fast as it goes
    python benchmarks/server.py --postgres --tables 500
    python benchmarks/server.py --tables 200 --spectators 2000   # all of them at the first table

The server runs in a process of its own, the bots in this one; both share the cores of this machine, so two cores are
enough to try it. Each table has two bots with a socket each; they choose among the legal actions that they are offered.
At every tenth table (`--served`) the second seat is a bot of the server, which thinks in the server's processes.

A move's time is what its player waits: from sending it until the server says that it is stored, after everybody was
told. `heard` is the time until the other seat of the table has heard of it. `held` counts the tables at which both
lines stood to the end and moves were made. `cores` are those that the server used, `bots` those of this process. No
move can be stored sooner than the disk takes it: `disk` is what bare writes beside the database took meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.protocol import State

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from branchline.client import Client, Seated
from tests.server.helpers import QUICK, ServerProcess, people, postgres_server


@dataclass
class Measured:
    """What was measured with a number of tables."""

    tables: int
    moves: list[float] = field(default_factory=list)  # seconds that a player waited
    heard: list[float] = field(default_factory=list)  # seconds until the other seat heard of it
    disk: list[float] = field(default_factory=list)  # seconds that bare writes took
    held: int = 0
    seconds: float = 0.0
    memory: float = 0.0  # bytes per table
    server_cores: float = 0.0
    own_cores: float = 0.0
    refused: int = 0
    bytes: int = 0  # that all players heard
    watching: int = 0  # spectators whose lines stood to the end
    watched: int = 0  # bytes that they heard
    late: int = 0  # moves that could not be sent in time, as this process was busy


async def say_hello(server: str, table: str, token: str | None = None) -> ClientConnection:
    """A line to a table, for a seat or to watch."""
    url = f"ws{server.removeprefix('http')}/api/tables/{table}/socket"
    socket = await connect(url, max_size=None, compression=None, ping_interval=None, open_timeout=60)
    await socket.send(json.dumps({"type": "hello", "token": token}))
    return socket


class Duel:
    """One or two bots at one table, each with a socket of its own."""

    def __init__(self, server: str, seated: list[Seated], pace: float, measured: Measured, rng: random.Random) -> None:
        self.server = server
        self.seated = seated
        self.pace = pace
        self.measured = measured
        self.rng = rng
        self.sent: dict[ClientConnection, float] = {}  # who made the latest move, and when
        self.kinds: dict[int, str] = {}  # of choices, by their numbers
        self.moves = 0  # while measuring
        self.measuring = False

    async def connect(self) -> None:
        """Take the seats."""
        self.sockets = [await say_hello(self.server, each.table, each.token) for each in self.seated]

    async def play(self) -> None:
        """Decide at the table's pace until told to stop."""
        await asyncio.sleep(self.rng.uniform(0, self.pace))
        await asyncio.gather(*(self._play_seat(socket) for socket in self.sockets))

    async def _play_seat(self, socket: ClientConnection) -> None:
        answered = -1
        async for text in socket:
            now = time.perf_counter()
            assert isinstance(text, str)
            if self.measuring:
                self.measured.bytes += len(text)
            kind = text[9 : text.index('"', 9)]  # {"type":"update",...
            if kind == "accepted":
                self._note_accepted(socket, now)
            elif kind == "error":
                self.measured.refused += 1
            elif kind == "update":
                self._note_heard(socket, now)
            if kind not in ("welcome", "update", "state") or '"decision":null' in text:
                continue  # nothing to decide: not worth reading, and the server should have the time
            message = json.loads(text)
            decision = (message.get("game") or message).get("decision")
            if decision is None:
                continue
            told = decision["told"] if kind == "update" else decision["choices"]
            self.kinds.update((each["number"], each["action"]["kind"]) for each in told)
            if kind != "update":
                decision = {**decision, "choices": [each["number"] for each in told]}
            if decision["number"] != answered:
                answered = decision["number"]
                await self._wait()
                await self._act(socket, decision)

    async def _act(self, socket: ClientConnection, decision: dict[str, Any]) -> None:
        """Take one of the legal actions; new tickets as seldom as people do."""
        choices = decision["choices"]
        usual = [number for number in choices if self.kinds[number] != "draw_tickets"]
        action = self.rng.choice(usual if usual and self.rng.random() < 0.95 else choices)
        self.sent = {socket: time.perf_counter()}
        await socket.send(json.dumps({"type": "act", "decision": decision["number"], "action": action}))

    def _note_accepted(self, socket: ClientConnection, now: float) -> None:
        if self.measuring and socket in self.sent:
            self.moves += 1
            self.measured.moves.append(now - self.sent[socket])

    def _note_heard(self, socket: ClientConnection, now: float) -> None:
        if self.measuring and self.sent and socket not in self.sent:
            (sent,) = self.sent.values()
            self.measured.heard.append(now - sent)

    async def _wait(self) -> None:
        """A move per that many seconds and table."""
        if self.pace:
            due = time.perf_counter() + self.pace * self.rng.uniform(0.5, 1.5)
            await asyncio.sleep(due - time.perf_counter())
            if self.measuring and time.perf_counter() - due > 0.05:
                self.measured.late += 1

    @property
    def stood(self) -> bool:
        """Whether all lines are open and moves were made while it was measured."""
        return self.moves > 0 and all(socket.state is State.OPEN for socket in self.sockets)

    async def close(self) -> None:
        """Leave."""
        for socket in self.sockets:
            socket.transport.abort()


class DiskProbe:
    """Writes a little now and then while it is measured, until it is on the disk, and notes how long that takes."""

    def __init__(self, folder: str, noted: list[float]) -> None:
        self._path = Path(folder) / "probe"
        self._noted = noted
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _write(self) -> None:
        with self._path.open("wb") as file:
            while not self._stop.wait(0.05):
                began = time.perf_counter()
                file.seek(0)
                file.write(bytes(20_000))
                file.flush()
                os.fsync(file.fileno())
                self._noted.append(time.perf_counter() - began)


async def sit_down(
    url: str, options: argparse.Namespace, measured: Measured, progress: Progress
) -> tuple[list[Duel], list[asyncio.Task[None]]]:
    """Fill all tables, a few at a time, and let spectators come to the first one."""
    rng = random.Random(measured.tables)
    task = progress.add_task(f"{measured.tables} tables sit down", total=measured.tables)
    few = asyncio.Semaphore(4)

    async def fill(client: Client, number: int) -> Duel:
        async with few:
            if (number + 1) * options.served // 100 > number * options.served // 100:
                host = await client.create(options.board, name="Player 0", seats=["person", options.level])
                await client.start(host)
                seated = [host]
            else:
                seated = await people(client, options.board, 2)
            duel = Duel(url, seated, options.pace, measured, random.Random(rng.random()))
            await duel.connect()
            progress.advance(task)
            return duel

    async def watch(table: str) -> ClientConnection:
        async with few:
            socket = await say_hello(url, table)
            await socket.recv()
            progress.advance(coming)
            return socket

    async def listen(socket: ClientConnection) -> None:
        async for text in socket:
            measured.watched += len(text)

    async with Client(url, seconds=120) as client:
        duels = list(await asyncio.gather(*(fill(client, number) for number in range(measured.tables))))
        coming = progress.add_task(f"{options.spectators} spectators come", total=options.spectators)
        watched = duels[0].seated[0].table
        sockets = await asyncio.gather(*(watch(watched) for _ in range(options.spectators)))
        return duels, [asyncio.create_task(listen(socket)) for socket in sockets]


async def measure(process: ServerProcess, folder: str, tables: int, options: argparse.Namespace) -> Measured:
    """Hold tables and play at their pace for a while."""
    assert process.process is not None
    server, own = psutil.Process(process.process.pid), psutil.Process()
    measured = Measured(tables)
    before = server.memory_info().rss
    with Progress(transient=True) as progress:
        duels, watching = await sit_down(process.url, options, measured, progress)
        gc.collect()
        gc.disable()  # its pauses here would be measured as the server's
        playing = [asyncio.create_task(duel.play()) for duel in duels]
        await asyncio.sleep(2 * options.pace + 1)  # until everybody plays
        task = progress.add_task("playing", total=options.seconds)
        began, used = time.perf_counter(), [sum(each.cpu_times()[:2]) for each in (server, own)]
        for duel in duels:
            duel.measuring = True
        with DiskProbe(folder, measured.disk):
            while time.perf_counter() - began < options.seconds:
                await asyncio.sleep(0.5)
                progress.update(task, completed=time.perf_counter() - began)
        measured.seconds = time.perf_counter() - began
    measured.server_cores, measured.own_cores = (
        (sum(each.cpu_times()[:2]) - then) / measured.seconds for each, then in zip((server, own), used, strict=True)
    )
    gc.enable()
    measured.memory = (server.memory_info().rss - before) / tables
    measured.held = sum(duel.stood for duel in duels)
    measured.watching = sum(not each.done() for each in watching)
    for each in (*playing, *watching):
        each.cancel()
    await asyncio.gather(*playing, *watching, return_exceptions=True)
    for duel in duels:
        await duel.close()
    return measured


def percentile(values: list[float], part: float) -> float:
    """A percentile, in milliseconds."""
    return 1000 * statistics.quantiles(values, n=1000, method="inclusive")[round(1000 * part) - 1] if values else 0.0


def report(results: list[Measured], pace: float) -> Table:
    """The figures, a line for each number of tables."""
    table = Table(title=f"One move per {pace:g} s and table" if pace else "As fast as it goes")
    waited = ("p50 ms", "p99 ms", "heard p50", "heard p99", "disk p99", "disk most")
    for title in ("tables", "held", "moves/s", *waited, "cores", "bots", "kB/table", "B/move", "late", "refused"):
        table.add_column(title, justify="right", no_wrap=True)
    for each in results:
        table.add_row(
            f"{each.tables:,}",
            f"{each.held:,}",
            f"{len(each.moves) / each.seconds:.0f}",
            f"{percentile(each.moves, 0.5):.1f}",
            f"{percentile(each.moves, 0.99):.1f}",
            f"{percentile(each.heard, 0.5):.1f}",
            f"{percentile(each.heard, 0.99):.1f}",
            f"{percentile(each.disk, 0.99):.1f}",
            f"{1000 * max(each.disk):.1f}",
            f"{each.server_cores:.2f}",
            f"{each.own_cores:.2f}",
            f"{each.memory / 1024:.0f}",
            f"{each.bytes / max(1, len(each.moves)):,.0f}",
            str(each.late),
            str(each.refused),
        )
    return table


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 500, 2000])
    parser.add_argument("--board", default="usa")
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between two moves at a table")
    parser.add_argument("--served", type=int, default=10, help="tables of 100 with a bot of the server")
    parser.add_argument("--level", default="medium", help="of those bots")
    parser.add_argument("--spectators", type=int, default=0, help="who watch the first table")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to measure each number of tables")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL that needs no installing")
    options = parser.parse_args()
    console = Console()
    results = []
    for tables in options.tables:
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            database = f"sqlite:///{folder}/tables.db"
            if options.postgres:
                database = stack.enter_context(postgres_server()).get_uri()
            limits = replace(
                QUICK.limits,  # all of these players share one address
                sockets_per_address=100_000,
                connections_per_address=100_000,
                seats_per_address=100_000,
            )
            settings = replace(QUICK, database=database, limits=limits)
            process = ServerProcess(settings, Path(folder) / "server.log").start()
            stack.callback(process.stop)
            results.append(uvloop.run(measure(process, folder, tables, options)))
    console.print(report(results, options.pace))
    if options.spectators:
        for each in results:
            console.print(f"{each.tables:,} tables: {each.watching:,} spectators to the end, {each.watched:,} bytes")
    console.print(
        f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, {'PostgreSQL' if options.postgres else 'SQLite'}"
    )


if __name__ == "__main__":
    main()
