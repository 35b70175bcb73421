"""Kills a server with kill -9 at random moments while games are played on it, and checks that nothing was lost.

    python benchmarks/crashes.py                    # 200 games on SQLite
    python benchmarks/crashes.py --postgres         # on a PostgreSQL that needs no installing
    python benchmarks/crashes.py --games 20 --kills 30 --board usa

Afterward every acknowledged move must be there under its number, every game must have been finished, and its record
must replay. The exit status is 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.server.crashing import Crashes, crash_games
from tests.server.helpers import QUICK, ServerProcess, postgres_server


def main() -> int:
    """Play, kill, compare, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=20, help="games that are played side by side")
    parser.add_argument("--kills", type=int, default=4, help="for each such group of games")
    parser.add_argument("--board", default="san_francisco")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    console = Console()
    total = Crashes()
    rng = random.Random(options.seed)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = f"sqlite:///{folder}/tables.db"
        if options.postgres:
            database = stack.enter_context(postgres_server()).get_uri()
        progress = stack.enter_context(Progress())
        settings = replace(QUICK, database=database, lease_seconds=1.0)
        process = ServerProcess(settings, Path(folder) / "server.log").start()
        task = progress.add_task("games", total=options.games)
        try:
            for first in range(0, options.games, options.at_once):
                games = min(options.at_once, options.games - first)
                done = asyncio.run(crash_games(process, games, options.kills, rng, options.board))
                total.kills += done.kills
                total.acknowledged += done.acknowledged
                total.interrupted += done.interrupted
                total.arrived += done.arrived
                progress.advance(task, games)
        except AssertionError as error:
            console.print(f"[red]{error}")
            return 1
        finally:
            process.stop()
    console.print(
        f"{options.games} games, {total.kills} kills: all {total.acknowledged:,} acknowledged moves are there. "
        f"{total.interrupted} were on their way when the server died; {total.arrived} of those had been stored."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
