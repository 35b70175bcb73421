"""Restarts two workers behind nginx one after the other while people play, and lets people sit down across workers.

    python benchmarks/restarts.py                       # 100 tables, each worker restarted twice; then 1,000 joins
    python benchmarks/restarts.py --tables 20 --rounds 1 --joins 100

nginx runs with the settings of the docs, and has to be installed. First all tables play through nginx while each worker
is stopped with SIGTERM and started again. Then people join tables over HTTP at one worker and open their sockets at the
other one, which has the table in memory. The exit status is 1 if a seat or an acknowledged move was lost, or a request
through nginx failed. The longest pause is the longest time from a decision until it was known to be stored.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import httpx
import psycopg
import uvloop
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from branchline.client import Client, Refused, Seat
from tests.server.crashing import Crashes, lost_moves, play_noting
from tests.server.helpers import QUICK, ServerProcess, people, postgres_server
from tests.server.test_nginx import settings

_AT_ONCE = 20  # people who join
MOVES = "select table_id, number, seat, action from entries where kind = 'move'"


async def rolling(url: str, servers: list[ServerProcess], options: argparse.Namespace, done: Crashes) -> Counter[str]:
    """Play while one worker after the other is restarted; returns what went wrong."""
    wrong: Counter[str] = Counter()
    async with Client(url) as client:
        tables = [await people(client, options.board, 2) for _ in range(options.tables)]
    rng = random.Random(options.seed)
    playing = [
        asyncio.create_task(play_noting(url, seat, done, random.Random(rng.random()), options.pace))
        for table in tables
        for seat in table
    ]
    asking = asyncio.create_task(_ask(url, wrong))
    await asyncio.sleep(3)
    for _ in range(options.rounds):
        for process in servers:
            for work in (process.stop, process.start):
                await asyncio.to_thread(work)
                await asyncio.sleep(2)
    await asyncio.sleep(3)
    for task in (asking, *playing):
        if task.done() and (error := task.exception()) is not None:
            wrong[f"seat lost: {type(error).__name__}: {error}"] += 1
        task.cancel()
    await asyncio.gather(asking, *playing, return_exceptions=True)
    return wrong


async def _ask(url: str, wrong: Counter[str]) -> None:
    """Ask for the lobby again and again, as pages do."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        while True:
            status = (await client.get("/api/tables")).status_code
            if status != 200:
                wrong[f"lobby: {status}"] += 1
            await asyncio.sleep(0.05)


async def race(here: str, there: str, joins: int) -> Counter[str]:
    """Join at one worker, then open a socket at the other one, which has the table; returns how it ended."""
    found: Counter[str] = Counter()
    places = asyncio.Semaphore(_AT_ONCE)

    async def join(client: Client, other: Client) -> None:
        async with places:
            host = await client.create("usa", name="Mara", seats=["person", "person"])
            june = await other.join(host.table, name="June")
            try:
                async with Seat(here, host.table, token=june.token) as seat:
                    found["seated" if seat.you["seat"] == june.seats[0] else "in another seat"] += 1
            except Refused as refusal:
                found[refusal.code] += 1

    async with Client(here) as client, Client(there) as other:
        await asyncio.gather(*(join(client, other) for _ in range(joins)))
    return found


def main() -> int:
    """Restart, join, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=2, help="restarts of each worker")
    parser.add_argument("--joins", type=int, default=1000)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds that a player thinks")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    console, done = Console(), Crashes()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(postgres_server()).get_uri()
        limits = replace(QUICK.limits, seats_per_address=100_000)
        how = replace(QUICK, database=database, names=("*",), limits=limits)
        servers = [ServerProcess(how, folder / f"{name}.log").start() for name in ("one", "two")]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (folder / "nginx.conf").write_text(
            settings(folder, port, [each.url.removeprefix("http://") for each in servers])
        )
        nginx = stack.enter_context(subprocess.Popen(["nginx", "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL))
        stack.callback(nginx.terminate)
        time.sleep(1)
        wrong = uvloop.run(rolling(f"http://127.0.0.1:{port}", servers, options, done))
        with psycopg.connect(database) as connection:
            lost = lost_moves(connection.execute(MOVES), done)
        joined = uvloop.run(race(servers[0].url, servers[1].url, options.joins))
        for process in servers:
            process.stop()
            wrong["tracebacks"] += "Traceback" in process.log.read_text()
    console.print(
        f"{options.tables} tables, {2 * options.rounds} restarts: {len(lost)} of {done.acknowledged:,} moves lost, "
        f"{done.interrupted} were on their way when a line broke. Longest pause: {max(done.waits):.1f} s. "
        f"What went wrong: {dict(+wrong) or 'nothing'}."
    )
    console.print(f"{options.joins:,} joined at one worker and sat down at the other: {dict(joined)}")
    return 1 if lost or +wrong or [*joined] != ["seated"] else 0


if __name__ == "__main__":
    sys.exit(main())
