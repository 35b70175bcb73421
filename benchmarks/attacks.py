"""Attacks a server with everything that ever stopped one, while honest tables play, and times these.

    python benchmarks/attacks.py                                   # ten minutes, 20 honest tables
    python benchmarks/attacks.py --seconds 60 --only "chatter" "never read"
    python benchmarks/attacks.py --postgres

First the honest tables play alone for a tenth of the time, then all attacks begin at once and go on to the end. Each
attack comes from an address of its own, each honest table too. The limits are those of a server as it comes. Afterward
every move that was accepted must be in the database. The exit status is 1 if one is not, if the server is not well, if
it took more than 400 MB of memory, or if the 99th percentile of what honest players waited during the attacks is above
200 ms.

The server, the honest players and the attackers share this machine: what the attackers' own work takes from it is in
the figures. `behind` is how late this process itself was, at most; a wait cannot be told from it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sqlite3
import sys
import tempfile
import time
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path
from queue import Empty

import httpx
import psutil  # type: ignore[import-untyped]
import uvloop
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from branchline.server.settings import Settings
from tests.server.attacking import ATTACKS, Outcome, attack, honest_table
from tests.server.helpers import ServerProcess, postgres_server

_MOST = 0.2  # seconds that 99 of 100 moves may take
_MOST_MEMORY = 400  # MB that the server may take


def percentile(values: list[float], part: float) -> float:
    """A percentile in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def watch(process: ServerProcess, seen: dict[str, float]) -> None:
    """Ask for health now and then, and note the memory and how late this process is."""
    assert process.process is not None
    server = psutil.Process(process.process.pid)
    async with httpx.AsyncClient(
        transport=httpx.AsyncHTTPTransport(local_address="127.9.0.1"), base_url=process.url
    ) as http:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.5)
            seen["behind"] = max(seen.get("behind", 0.0), time.perf_counter() - began - 0.5)
            seen["memory"] = max(seen.get("memory", 0.0), server.memory_info().rss / 1e6)
            try:
                seen["unwell"] = seen.get("unwell", 0.0) + ((await http.get("/healthz", timeout=10)).status_code != 200)
            except httpx.HTTPError:
                seen["unwell"] = seen.get("unwell", 0.0) + 1


async def run(process: ServerProcess, options: argparse.Namespace, outcome: Outcome) -> tuple[int, dict[str, float]]:
    """Play, attack, stop; returns how many moves were made before the attacks."""
    seen: dict[str, float] = {}
    rng = random.Random(options.seed)
    tasks = [asyncio.create_task(watch(process, seen))]
    honest = [
        asyncio.create_task(
            honest_table(process.url, f"127.1.{number // 200}.{number % 200 + 1}", options.pace, outcome, rng)
        )
        for number in range(options.tables)
    ]
    await asyncio.sleep(options.seconds / 10)
    before = len(outcome.waits)
    tried: Queue[dict[str, int]] = get_context("spawn").Queue()
    given = ([*(options.only or ATTACKS)], process.url, options.seconds * 0.9, tried)
    attackers = get_context("spawn").Process(target=attack_all, args=given, daemon=True)
    attackers.start()
    await asyncio.sleep(options.seconds * 0.9)
    with contextlib.suppress(Empty):
        outcome.tried.update(await asyncio.to_thread(tried.get, timeout=15))
    attackers.kill()
    for task in (*tasks, *honest):
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            outcome.errors[f"{type(error).__name__}: {error}"] += 1
        task.cancel()
    await asyncio.gather(*tasks, *honest, return_exceptions=True)
    return before, seen


def attack_all(names: list[str], url: str, seconds: float, tried: Queue[dict[str, int]]) -> None:
    """All attacks at once, in a process of their own: what they cost it is not what honest players wait for.

    It gives way to the server, as attackers on other machines take nothing from this one.
    """
    os.nice(10)

    async def work() -> None:
        outcome = Outcome()
        attacks = [attack(name, url, f"127.2.{number}.1", outcome) for number, name in enumerate(names, 1)]
        tasks = [asyncio.create_task(each) for each in attacks]
        await asyncio.sleep(seconds)
        tried.put(dict(outcome.tried))
        for task in tasks:
            task.cancel()

    uvloop.run(work())


def lost_moves(database: str, outcome: Outcome) -> int:
    """How many accepted moves are not in the database."""
    if database.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file:
            rows = set(file.execute("select table_id, number from entries where kind = 'move'"))
    else:
        import psycopg

        with psycopg.connect(database) as connection:
            rows = set(connection.execute("select table_id, number from entries where kind = 'move'"))
    return len(set(outcome.accepted) - rows)


def main() -> int:
    """Attack and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--tables", type=int, default=20, help="honest ones")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds that an honest player thinks")
    parser.add_argument("--only", nargs="+", choices=[*ATTACKS], help="which attacks (all)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    outcome = Outcome()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = f"sqlite:///{folder}/tables.db"
        if options.postgres:
            database = stack.enter_context(postgres_server()).get_uri()
        settings = replace(Settings(), database=database, log="warning")
        process = ServerProcess(settings, Path(folder) / "server.log").start()
        before, seen = uvloop.run(run(process, options, outcome))
        process.stop()
        lost = lost_moves(database, outcome)
        trouble = "Traceback" in process.log.read_text()
    report(outcome, before, seen, lost, trouble)
    during = percentile(outcome.waits[before:], 0.99)
    too_much = during > 1000 * _MOST or seen.get("memory", 0.0) > _MOST_MEMORY
    return 1 if lost or trouble or seen.get("unwell") or too_much else 0


def report(outcome: Outcome, before: int, seen: dict[str, float], lost: int, trouble: bool) -> None:
    """The figures."""
    console = Console()
    table = Table("honest players", "moves", "p50 ms", "p99 ms", "longest ms", box=None)
    for name, waits in (("alone", outcome.waits[:before]), ("under attack", outcome.waits[before:])):
        figures = [percentile(waits, 0.5), percentile(waits, 0.99), 1000 * max(waits, default=0.0)]
        table.add_row(name, f"{len(waits):,}", *(f"{figure:.1f}" for figure in figures))
    console.print(table, "")
    console.print(f"moves lost: {lost} of {len(outcome.accepted):,}; games finished: {outcome.games}")
    console.print(f"errors that honest players got: {dict(outcome.errors) or 'none'}")
    console.print(f"attacks: {dict(outcome.tried)}")
    state = f"unwell {seen.get('unwell', 0):.0f} times, {seen.get('memory', 0):.0f} MB at most"
    console.print(f"server: {state}, tracebacks in the log: {'yes' if trouble else 'none'}")
    console.print(f"this process was behind by {1000 * seen.get('behind', 0):.0f} ms at most")


if __name__ == "__main__":
    sys.exit(main())
