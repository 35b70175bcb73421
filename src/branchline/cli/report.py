"""`branchline report`: what a simulation says, as one HTML file."""

from __future__ import annotations

import argparse
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from branchline.cli.processes import add_processes, check_processes
from branchline.cli.screen import make_console
from branchline.model.errors import BadSetup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.epilog = "What --luck and --skill measure stays in the folder of the run and is in all later reports."
    parser.add_argument("run", metavar="DIR", help="the folder of a run, as 'branchline simulate' makes it")
    parser.add_argument("--out", metavar="FILE", help="the file to write (report.html in the folder of the run)")
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    parser.add_argument(
        "--luck", type=int, metavar="N", help="first measure luck in the first N games, and when they are decided"
    )
    parser.add_argument(
        "--skill", type=int, metavar="N", help="first play N games for each doubling of a player's thinking time"
    )
    add_processes(parser, "how many processes (one for each core)")


def run(options: argparse.Namespace) -> int:
    """Write the page."""
    from branchline import lab

    console = make_console()
    if options.out is not None and not Path(options.out).absolute().parent.is_dir():
        raise BadSetup(f"there is no folder {Path(options.out).parent} to write {options.out} into")
    _check(options)
    found = lab.Run(options.run)
    try:
        if options.luck is not None:
            with _bar("Measuring luck") as show:
                lab.measure_luck(found, options.luck, processes=options.processes, progress=show)
        if options.skill is not None:
            with _bar("Thinking longer") as show:
                lab.trace_skill(found, options.skill, processes=options.processes, progress=show)
    except KeyboardInterrupt:
        console.print(f"Stopped. What is done stays in {options.run}; the same command goes on from there.")
        raise
    with console.status("Reading the games …"):
        path = lab.write_report(found, options.out)
    console.print(f"The report is in {path}")
    if options.open:
        webbrowser.open(path.absolute().as_uri())
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuse numbers that make no sense before anything is measured."""
    for name in ("luck", "skill"):
        if getattr(options, name) is not None and getattr(options, name) < 1:
            raise BadSetup(f"--{name} takes at least 1 game, not {getattr(options, name)}")
    check_processes(options)


@contextmanager
def _bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on the error stream, and how to move it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, games: bar.update(task, completed=done, total=games)
