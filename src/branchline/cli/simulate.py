"""`branchline simulate`: many games between bots, kept as tables."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from branchline.bots import bot_names
from branchline.cli.processes import add_processes, check_processes
from branchline.cli.screen import make_console
from branchline.model.errors import BadSetup
from branchline.words.plain import game_title


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    bots = ", ".join(bot_names())
    parser.add_argument("--board", required=True, help="the board, by id or folder")
    parser.add_argument("--variant", help="the variant of the board (its first one)")
    parser.add_argument("--seats", type=int, help="how many seats (as many as bots, or as few as the board allows)")
    parser.add_argument("--bots", nargs="+", default=["planner"], metavar="BOT", help=f"the bots: {bots} (planner)")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    parser.add_argument(
        "--out", required=True, metavar="DIR", help="the folder for the run; an earlier run there is continued"
    )
    parser.add_argument(
        "--seed", type=lambda text: int(text, 0), default=0, metavar="N", help="the seed of the run (0)"
    )
    add_processes(parser)
    parser.add_argument("--records", default="20", metavar="N", help="how many games to save as records, or 'all' (20)")


def run(options: argparse.Namespace) -> int:
    """Play, with a progress bar."""
    records = _records(options.records)
    check_processes(options)
    from branchline import lab

    console = make_console()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    shown = _Bar(Progress(*columns, console=Console(stderr=True)), options.board)
    try:
        done = lab.simulate(
            options.board,
            bots=options.bots,
            games=options.games,
            out=options.out,
            variant=options.variant,
            seats=options.seats,
            seed=options.seed,
            processes=options.processes,
            records=records,
            progress=shown.show,
        )
    except KeyboardInterrupt:
        shown.stop()
        console.print(f"Stopped. The finished games are in {options.out}; the same command goes on from there.")
        raise
    finally:
        shown.stop()
    settings = done.settings
    console.print(f"{game_title(done.board, done.variant, settings.seats)}: {settings.games:,} games in {done.folder}")
    console.print(f"What they say: branchline report {done.folder}")
    return 0


def _records(words: str) -> int | None:
    if words == "all":
        return None
    if not words.isdigit():
        raise BadSetup(f"--records takes a number or 'all', not '{words}'")
    return int(words)


class _Bar:
    """The progress bar. It appears when games are played, not before a wrong wish is refused, and starts with what an
    earlier run left.
    """

    def __init__(self, bar: Progress, board: str) -> None:
        self.bar = bar
        self.task = bar.add_task(Path(board).name, total=None, speed="")
        self.before: int | None = None

    def show(self, done: int, games: int) -> None:
        """That many games are done."""
        if self.before is None:
            self.before = done
            self.bar.start()
        task = self.bar.tasks[self.task]
        seconds = task.elapsed or 0.0
        speed = f"{(done - self.before) / seconds:.1f} games/s" if done > self.before and seconds > 0 else ""
        self.bar.update(self.task, completed=done, total=games, speed=speed)

    def stop(self) -> None:
        """Leave it as it is, if it was shown at all."""
        if self.bar.live.is_started:
            self.bar.stop()
