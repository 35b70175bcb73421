"""Two workers and PostgreSQL on a bad network: slow, losing packets, cut for a while for one of the workers.

    sudo python benchmarks/bad_network.py              # 50 ms each way, 2 % of packets lost, a cut of 20 seconds
    sudo python benchmarks/bad_network.py --tables 5 --cut 5

Each of the three has a network namespace of its own (Linux, and root, are needed). The lines between the workers and
the database are a program that delays and drops their packets, so that the machine needs nothing like netem. Two people
play at every table, one through each worker; at some tables bots play beside them, which both workers may look after.
The exit status is 1 if an acknowledged move is not in the database, or a game cannot be replayed from its rows, as
after a seat has acted twice.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx
import psycopg
import uvloop
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.restarts import MOVES
from branchline.client import Client, Seated
from branchline.server.settings import Settings
from branchline.server.store.store import Store
from branchline.server.tables.hub import Hub
from branchline.server.worker.background import Background
from tests.server.crashing import Crashes, lost_moves, play_noting
from tests.server.helpers import postgres_server

_NEW_NETWORK = 0x40000000  # setns: of a network namespace
_TUN, _TUN_WITHOUT_HEADER = 0x400454CA, 0x1001
_LARGEST = 65_536
_GENEROUS = {
    "TABLES_PER_ADDRESS": "10000",
    "TABLE_BURST": "1000",
    "SEATS_PER_ADDRESS": "10000",
    "TIME_PER_SECOND": "100",
    "BOT_PAUSE": "0.3",
    "LOG": "warning",
}


def tell(*words: str) -> None:
    """Run a command of the network."""
    subprocess.run(["ip", *words], check=True)


def end_of_line(space: str, name: str) -> int:
    """A device in a namespace, whose packets this process reads and writes."""
    with Path(f"/run/netns/{space}").open() as there:
        if ctypes.CDLL(None, use_errno=True).setns(there.fileno(), _NEW_NETWORK):
            raise OSError(ctypes.get_errno(), f"cannot enter {space}")
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, _TUN, struct.pack("16sH", name.encode(), _TUN_WITHOUT_HEADER))
    return device


def carry(spaces: tuple[str, str], delay: float, loss: float, ready: Any, cut: Any) -> None:
    """Carry packets between two namespaces, late and not all of them; none at all while the line is cut."""
    ends = [end_of_line(space, other) for space, other in zip(spaces, reversed(spaces), strict=True)]
    ready.set()
    on_the_way: list[tuple[float, int, int, bytes]] = []
    number = 0
    while True:
        wait = max(0.0, on_the_way[0][0] - time.monotonic()) if on_the_way else 1.0
        for end in select.select(ends, [], [], wait)[0]:
            packet = os.read(end, _LARGEST)
            number += 1
            if not cut.is_set() and random.random() >= loss:
                other = ends[1 - ends.index(end)]
                heapq.heappush(on_the_way, (time.monotonic() + delay, number, other, packet))
        while on_the_way and on_the_way[0][0] <= time.monotonic():
            _, _, end, packet = heapq.heappop(on_the_way)
            with contextlib.suppress(OSError):  # the device is not up yet
                os.write(end, packet)


class Network:
    """Three namespaces: the database's, and those of two workers, which clients reach without trouble."""

    def __init__(self, stack: contextlib.ExitStack, delay: float, loss: float) -> None:
        self.database, *self.workers = (f"bl{os.getpid()}{name}" for name in "dab")
        context = get_context("spawn")
        self.cuts = [context.Event() for _ in self.workers]
        for space in (self.database, *self.workers):
            tell("netns", "add", space)
            stack.callback(tell, "netns", "delete", space)
            tell("-n", space, "link", "set", "lo", "up")
        for number, (space, cut) in enumerate(zip(self.workers, self.cuts, strict=True)):
            ready = context.Event()
            line = context.Process(target=carry, args=((self.database, space), delay, loss, ready, cut), daemon=True)
            line.start()
            stack.callback(line.kill)
            ready.wait(30)
            self._address(self.database, space, f"10.77.{number}.1")
            self._address(space, self.database, f"10.77.{number}.2")
            outside = f"{space}o"
            tell("link", "add", outside, "type", "veth", "peer", "name", "clients", "netns", space)
            tell("addr", "add", f"10.78.{number}.1/24", "dev", outside)
            tell("link", "set", outside, "up")
            self._address(space, "clients", f"10.78.{number}.2")

    @staticmethod
    def _address(space: str, device: str, address: str) -> None:
        tell("-n", space, "addr", "add", f"{address}/24", "dev", device)
        tell("-n", space, "link", "set", device, "up")


def start_database(stack: contextlib.ExitStack, space: str) -> str:
    """PostgreSQL in its namespace; returns its address for this process, which reaches it by a file."""
    server = stack.enter_context(postgres_server())
    address = str(server.get_uri())
    server.stop()
    with (server.pgdata / "pg_hba.conf").open("a") as rules:
        rules.write("host all all 10.77.0.0/16 trust\n")
    program = [str(server.bin_path / "postgres"), "-D", str(server.pgdata), "-h", "*", "-k", str(server.pgdata)]
    user = ["setpriv", f"--reuid={server.system_user}", "--clear-groups"]
    running = subprocess.Popen(["ip", "netns", "exec", space, *user, *program], stderr=subprocess.DEVNULL)
    stack.callback(running.wait)
    stack.callback(running.terminate)
    return address


def start_worker(stack: contextlib.ExitStack, space: str, number: int, log: Path) -> str:
    """A worker in its namespace; returns where clients find it."""
    database = f"postgresql://postgres@10.77.{number}.1/postgres"
    program = [sys.executable, "-c", "from branchline.cli.main import main; main()", "serve"]
    options = ["--host", "0.0.0.0", "--port", "8300", "--database", database, "--name", "*"]
    given = {f"BRANCHLINE_{name}": value for name, value in _GENEROUS.items()}
    with log.open("w") as file:
        running = subprocess.Popen(
            ["ip", "netns", "exec", space, *program, *options], stderr=file, stdout=file, env=os.environ | given
        )
    stack.callback(running.wait)
    stack.callback(running.terminate)
    return f"http://10.78.{number}.2:8300"


async def until_well(url: str) -> None:
    """Wait until a worker answers."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        for _ in range(600):
            with contextlib.suppress(httpx.HTTPError):
                if (await client.get("/healthz")).status_code == 200:
                    return
            await asyncio.sleep(0.1)
    raise SystemExit(f"{url} does not answer")


async def play(urls: list[str], network: Network, options: argparse.Namespace, done: Crashes) -> Counter[str]:
    """Play before, during and after the cut; returns what went wrong."""
    wrong: Counter[str] = Counter()
    for url in urls:
        await until_well(url)
    seated: list[tuple[str, Seated]] = []
    async with Client(urls[0]) as one, Client(urls[1]) as two:
        for number in range(options.tables):
            bot = ["greedy"] if number % 2 else []
            host = await one.create(options.board, name="Mara", seats=["person", "person", *bot])
            june = await two.join(host.table, name="June")
            await one.start(host)
            seated += [(urls[0], host), (urls[1], june)]
    rng = random.Random(options.seed)
    playing = [
        asyncio.create_task(play_noting(url, seat, done, random.Random(rng.random()), options.pace))
        for url, seat in seated
    ]
    await asyncio.sleep(options.seconds)
    before = done.acknowledged
    network.cuts[0].set()
    await asyncio.sleep(options.cut)
    network.cuts[0].clear()
    during = done.acknowledged - before
    await asyncio.sleep(options.seconds + options.cut)
    print(f"moves before, during and after the cut: {before}, {during}, {done.acknowledged - before - during}")
    for task in playing:
        if task.done() and (error := task.exception()) is not None:
            wrong[f"{type(error).__name__}: {error}"] += 1
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return wrong


async def replayed(database: str, ids: list[str]) -> int:
    """How many tables can be loaded from their rows: each move was the answer to an open decision of its seat."""
    store = await Store.open(database, "check")
    hub = Hub(store, Settings(), "check", Background())
    found = [await hub.table(each) for each in ids]
    await store.close()
    return sum(table.aside is None and table.played is not None for table in found)


def main() -> int:
    """Play on a bad network, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--delay", type=float, default=0.05, help="seconds, each way")
    parser.add_argument("--loss", type=float, default=0.02, help="part of the packets")
    parser.add_argument("--cut", type=float, default=20.0, help="seconds without a packet for one worker")
    parser.add_argument("--seconds", type=float, default=20.0, help="before the cut, and after it")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds that a player thinks")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    console, done = Console(), Crashes()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        network = Network(stack, options.delay, options.loss)
        database = start_database(stack, network.database)
        logs = [folder / f"{number}.log" for number in range(2)]
        urls = [start_worker(stack, network.workers[number], number, logs[number]) for number in range(2)]
        wrong = uvloop.run(play(urls, network, options, done))
        with psycopg.connect(database) as connection:
            lost = lost_moves(connection.execute(MOVES), done)
        whole = asyncio.run(replayed(database, [*done.tables]))
        wrong["tracebacks"] += sum("Traceback" in log.read_text() for log in logs)
    console.print(
        f"{len(lost)} of {done.acknowledged:,} acknowledged moves lost; {whole} of {len(done.tables)} games replay. "
        f"Longest wait for a move: {max(done.waits):.1f} s. What went wrong: {dict(+wrong) or 'nothing'}."
    )
    return 1 if lost or whole < len(done.tables) or +wrong else 0


if __name__ == "__main__":
    sys.exit(main())
