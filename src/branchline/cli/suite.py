"""`branchline suite`: eight tasks that stay the same, to compare bots of all kinds by."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from branchline.cli.processes import add_processes, check_processes
from branchline.cli.screen import make_console

if TYPE_CHECKING:
    from branchline.lab.suite import TaskResult

DEALS = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the subcommands and their options."""
    commands = parser.add_subparsers(dest="doing", metavar="COMMAND", required=True)
    commands.add_parser("tasks", help="list the tasks")
    play = commands.add_parser("run", help="play the tasks with a bot and keep the games in a result file")
    play.epilog = "Every deal is played with the bot in each seat. Stopped, the same command goes on."
    play.add_argument("bot", metavar="BOT", help="who is measured: a name, with settings, or module:Class")
    play.add_argument("--track", default="programs", help="agents, programs or models: how long a decision may take")
    play.add_argument("--task", nargs="+", metavar="TASK", help="only these tasks (all)")
    play.add_argument("--deals", type=int, default=DEALS, metavar="N", help=f"of each task ({DEALS})")
    play.add_argument("--luck", action="store_true", help="also measure win shares without the luck of the draw (slow)")
    play.add_argument("--out", metavar="FILE", help="the result file (runs/suite/BOT.jsonl)")
    add_processes(play)
    show = commands.add_parser("show", help="show what result files say")
    show.add_argument("files", nargs="+", metavar="FILE")
    show.add_argument("--json", action="store_true", help="print the figures as JSON, for programs")
    check = commands.add_parser("verify", help="play all games of a result file again; the bot itself is not needed")
    check.add_argument("file", metavar="FILE")
    add_processes(check)


def run(options: argparse.Namespace) -> int:
    """Do what the subcommand says."""
    return _DOING[options.doing](options)


def _tasks(_: argparse.Namespace) -> int:
    from branchline.boards.registry import board
    from branchline.lab.suite import TASKS, VERSION

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for title in (f"suite {VERSION}", "board", "variant", "seats", "opponents"):
        table.add_column(title)
    for task in TASKS.values():
        found = board(task.board)
        table.add_row(task.name, found.title, found.variants[task.variant].title, str(task.seats), task.opponent)
    make_console().print(table)
    return 0


def _run(options: argparse.Namespace) -> int:
    from branchline.lab import suite

    check_processes(options)
    letters = [letter if letter.isalnum() else "-" for letter in options.bot]
    path = Path(options.out or Path("runs", "suite", "".join(letters).strip("-") + ".jsonl"))
    with _bar() as progress:
        suite.run(
            options.bot,
            path,
            track=options.track,
            deals=options.deals,
            tasks=options.task or suite.TASKS,
            luck=options.luck,
            processes=options.processes,
            progress=progress,
        )
    _print(path)
    make_console().print(f"\nThe games are in {path}. Check them: branchline suite verify {path}", soft_wrap=True)
    return 0


def _show(options: argparse.Namespace) -> int:
    from branchline.lab import suite

    if not options.json:
        for path in options.files:
            _print(Path(path))
        return 0
    found = {path: [_plain(each) for each in suite.results(path)] for path in options.files}
    print(json.dumps(found, indent=1))
    return 0


def _verify(options: argparse.Namespace) -> int:
    from branchline.lab import suite

    check_processes(options)
    with _bar() as progress:
        games = suite.verify(options.file, processes=options.processes, progress=progress)
    make_console().print(f"All {games:,} games of {options.file} come true.", soft_wrap=True)
    return 0


_DOING: dict[str, Callable[[argparse.Namespace], int]] = {
    "tasks": _tasks,
    "run": _run,
    "show": _show,
    "verify": _verify,
}


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar, which appears with the first game."""
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, games: bar.update(task, completed=done, total=games)


def _print(path: Path) -> None:
    from branchline.lab import suite
    from branchline.lab.contest.words import duration, give_or_take
    from branchline.lab.report.words import percent_between

    header, _ = suite.read(path)
    found = suite.results(path)
    console = make_console()
    console.print(f"{header.bot} · track {header.track} · suite {header.suite}", soft_wrap=True)
    table = _table("games", "wins", "margin", "decision", "forfeits")
    for each in found:
        cells = [f"{len(each.games):,}", percent_between(each.wins), give_or_take(each.margin)]
        table.add_row(each.task.name, *cells, duration(1000 * each.milliseconds), f"{each.forfeits:,}")
    console.print(table)
    if header.luck:
        table = _table("wins without luck", "as precise as")
        for each in found:
            without = percent_between(each.play) if each.play else "–"
            table.add_row(each.task.name, without, f"{each.saved:.1f} × the games" if each.saved else "–")
        console.print(table)


def _table(*titles: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("task", no_wrap=True)
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def _plain(found: TaskResult) -> dict[str, object]:
    return {
        "task": found.task.name,
        "games": len(found.games),
        "wins": [found.wins.value, found.wins.low, found.wins.high],
        "without_luck": [found.play.value, found.play.low, found.play.high] if found.play else None,
        "margin": found.margin.value,
        "milliseconds": found.milliseconds,
        "forfeits": found.forfeits,
    }
