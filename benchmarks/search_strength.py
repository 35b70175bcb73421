"""Measures how strong the bot `search` is against `planner`: two seats, every board, paired deals, both seatings.

    python benchmarks/search_strength.py                              100 ms a decision, 200 games a board
    python benchmarks/search_strength.py --bot "search(playouts=200)" --games 40 --table usa san_francisco uk/advanced

A table is a board, or a board and a variant. Games that were played already are in the folder of results, so that it
can be interrupted; the table that it prints is Markdown. An interval holds in 95 of 100 cases.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from branchline import _native, lab

TABLES = ("usa", "germany", "san_francisco", "uk", "uk/advanced", "pennsylvania", "world")
HEAD = "| board | games | wins | 95 % | margin | 95 % | decision | slowest 1 % |\n|---|--:|--:|--:|--:|--:|--:|--:|"


def measure(table: str, options: argparse.Namespace, progress: Progress) -> str:
    """Play on one table; returns a row of the result."""
    board, _, variant = table.partition("/")
    task = progress.add_task(table, total=options.games)
    done = lab.arena(
        [options.bot, options.against],
        [board],
        variants=[variant] if variant else None,
        seats=[2],
        games=options.games,
        seed=options.seed,
        out=Path(options.out, table.replace("/", "-")),
        processes=options.processes,
        progress=lambda played, games, _rows: progress.update(task, completed=played, total=games),
    )
    (division,) = done.plan.divisions
    own = next(standing for standing in done.standings(division) if standing.bot == done.plan.bots[0])
    (met,) = done.pairings(division)
    sign = 1 if met.one == own.bot else -1
    low, high = sorted((sign * met.margin.low, sign * met.margin.high))
    wins = f"{100 * own.win.value:.1f} % | {100 * own.win.low:.1f} to {100 * own.win.high:.1f}"
    points = f"{sign * met.margin.value:+.1f} | {low:+.1f} to {high:+.1f}"
    times = f"{own.microseconds / 1000:.1f} ms | {own.p99 / 1000:.1f} ms"
    return f"| {division.title} | {done.played} | {wins} | {points} | {times} |"


def main() -> None:
    """Play on all tables and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="search(seconds=0.1)", help="whose strength is measured")
    parser.add_argument("--against", default="planner")
    parser.add_argument("--table", nargs="+", default=TABLES, metavar="BOARD[/VARIANT]")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games for each table (200)")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--processes", type=int, metavar="N", help="how many processes (one for each core)")
    parser.add_argument("--out", default="runs/search-strength", metavar="DIR")
    options = parser.parse_args()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        rows = [measure(table, options, progress) for table in options.table]
    print(f"{options.bot} against {options.against}, {_native.mode()}\n\n{HEAD}", *rows, sep="\n")


if __name__ == "__main__":
    main()
