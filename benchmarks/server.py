"""How many tables a server holds: bots through real sockets, at the pace of people.

    python benchmarks/server.py                        # 100, 500 and 2,000 tables, a move per 5 s and table
    python benchmarks/server.py --tables 100 --pace 0  # as fast as it goes
    python benchmarks/server.py --database postgresql://… --tables 500

The server runs in a process of its own, the bots in this one; both share the cores of this machine, so two cores are
enough to try it. A move's time is what its player waits: from sending it until the server says that it is stored, after
everybody was told. `heard` is the time until the other seat of the table has heard of it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil  # type: ignore[import-untyped]
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from branchline.client import Client, Seated
from tests.server.helpers import QUICK, ServerProcess, people


@dataclass
class Measured:
    """What was measured with a number of tables."""

    tables: int
    moves: list[float] = field(default_factory=list)  # seconds that a player waited
    heard: list[float] = field(default_factory=list)  # seconds until the other seat heard of it
    seconds: float = 0.0
    memory: float = 0.0  # bytes per table
    server_cpu: float = 0.0  # cores
    refused: int = 0
    late: int = 0  # moves that could not be sent in time, as this process was busy


class Duel:
    """Two bots at one table, each with a socket of its own."""

    def __init__(self, server: str, seated: list[Seated], pace: float, measured: Measured, rng: random.Random) -> None:
        self.server = server
        self.seated = seated
        self.pace = pace
        self.measured = measured
        self.rng = rng
        self.sent: dict[int, float] = {}  # decision -> when
        self.measuring = False

    async def connect(self) -> None:
        """Take both seats."""
        self.sockets = [await self._hello(each) for each in self.seated]

    async def _hello(self, seated: Seated) -> ClientConnection:
        url = f"ws{self.server.removeprefix('http')}/api/tables/{seated.table}/socket"
        socket = await connect(url, max_size=None, compression=None, ping_interval=None, open_timeout=60)
        await socket.send(json.dumps({"type": "hello", "token": seated.token}))
        return socket

    async def play(self) -> None:
        """Decide at the table's pace until told to stop."""
        await asyncio.sleep(self.rng.uniform(0, self.pace))
        await asyncio.gather(*(self._play_seat(socket) for socket in self.sockets))

    async def _play_seat(self, socket: ClientConnection) -> None:
        acted, answered = 0.0, -1
        async for text in socket:
            now = time.perf_counter()
            message = json.loads(text)
            if message["type"] == "accepted":
                if self.measuring:
                    self.measured.moves.append(now - acted)
                continue
            if message["type"] == "error":
                self.measured.refused += 1
                continue
            game = message.get("game") or message
            if message["type"] == "update" and self.sent:
                self._note_heard(message, now)
            decision = game.get("decision") if message["type"] in ("welcome", "update", "state") else None
            if decision is None or decision["number"] == answered:
                continue
            answered = decision["number"]
            await self._wait()
            action = self.rng.choice(decision["choices"])["number"]
            acted = time.perf_counter()
            self.sent = {decision["number"]: acted}
            await socket.send(json.dumps({"type": "act", "decision": decision["number"], "action": action}))

    def _note_heard(self, message: dict[str, object], now: float) -> None:
        """The other seat hears of a move: the one whose decision is not open any more."""
        (sent,) = self.sent.values()
        if self.measuring and message["decision"] is not None:
            self.measured.heard.append(now - sent)

    async def _wait(self) -> None:
        """A move per so many seconds and table."""
        if self.pace:
            due = time.perf_counter() + self.pace * self.rng.uniform(0.5, 1.5)
            await asyncio.sleep(due - time.perf_counter())
            if self.measuring and time.perf_counter() - due > 0.05:
                self.measured.late += 1

    async def close(self) -> None:
        """Leave."""
        for socket in self.sockets:
            socket.transport.abort()


async def measure(process: ServerProcess, board: str, tables: int, pace: float, seconds: float) -> Measured:
    """Hold tables and play at their pace for a while."""
    assert process.process is not None
    server = psutil.Process(process.process.pid)
    measured = Measured(tables)
    rng = random.Random(tables)
    before = server.memory_info().rss
    duels: list[Duel] = []
    with Progress(transient=True) as progress:
        task = progress.add_task(f"{tables} tables sit down", total=tables)
        async with Client(process.url, seconds=120) as client:
            for _ in range(tables):
                seated = await people(client, board, 2)
                duel = Duel(process.url, seated, pace, measured, random.Random(rng.random()))
                await duel.connect()
                duels.append(duel)
                progress.advance(task)
        playing = [asyncio.create_task(duel.play()) for duel in duels]
        await asyncio.sleep(2 * pace + 1)  # until everybody plays
        task = progress.add_task("playing", total=seconds)
        began, cpu = time.perf_counter(), sum(server.cpu_times()[:2])
        for duel in duels:
            duel.measuring = True
        while time.perf_counter() - began < seconds:
            await asyncio.sleep(0.5)
            progress.update(task, completed=time.perf_counter() - began)
        measured.seconds = time.perf_counter() - began
        measured.server_cpu = (sum(server.cpu_times()[:2]) - cpu) / measured.seconds
    measured.memory = (server.memory_info().rss - before) / tables
    for each in playing:
        each.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for duel in duels:
        await duel.close()
    return measured


def percentile(values: list[float], part: float) -> float:
    """A percentile, in milliseconds."""
    return 1000 * statistics.quantiles(values, n=1000, method="inclusive")[round(1000 * part) - 1] if values else 0.0


def report(results: list[Measured], pace: float) -> Table:
    """The figures, a line for each number of tables."""
    table = Table(title=f"One move per {pace:g} s and table" if pace else "As fast as it goes")
    waited = ("p50 ms", "p99 ms", "heard p50", "heard p99")
    for title in ("tables", "moves/s", *waited, "cores", "kB/table", "late", "refused"):
        table.add_column(title, justify="right")
    for each in results:
        table.add_row(
            f"{each.tables:,}",
            f"{len(each.moves) / each.seconds:.0f}",
            f"{percentile(each.moves, 0.5):.1f}",
            f"{percentile(each.moves, 0.99):.1f}",
            f"{percentile(each.heard, 0.5):.1f}",
            f"{percentile(each.heard, 0.99):.1f}",
            f"{each.server_cpu:.2f}",
            f"{each.memory / 1024:.0f}",
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
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to measure each number of tables")
    parser.add_argument("--database", help="postgresql://… (default: SQLite in a file that is deleted afterward)")
    options = parser.parse_args()
    console = Console()
    results = []
    for tables in options.tables:
        with tempfile.TemporaryDirectory() as folder:
            database = options.database or f"sqlite:///{folder}/tables.db"
            limits = replace(QUICK.limits, sockets_per_address=100_000)
            settings = replace(QUICK, database=database, limits=limits)
            process = ServerProcess(settings, Path(folder) / "server.log").start()
            try:
                results.append(asyncio.run(measure(process, options.board, tables, options.pace, options.seconds)))
            finally:
                process.stop()
    console.print(report(results, options.pace))
    console.print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, {options.database or 'SQLite'}")


if __name__ == "__main__":
    main()
