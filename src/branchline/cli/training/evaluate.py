"""`branchline train evaluate`: how strong a bot is, beside bots that stay the same, on any boards."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from branchline.boards import registry
from branchline.cli.arena import digest
from branchline.cli.processes import add_processes, check_processes
from branchline.cli.screen import make_console

if TYPE_CHECKING:
    from branchline.champions.setups import Setup
    from branchline.lab.statistics import Estimate

AGAINST = ("planner", "builder", "greedy", "planner(hasty)", "planner(hoarding)")
SEATS = (2, 3, 4)


@dataclass(frozen=True)
class Found:
    """What came of one setup and opponent."""

    setup: str
    against: str
    games: int
    wins: float  # a shared win counts in parts
    low: float  # with a chance of 95 % it is not lower ...
    high: float  # ... and not higher
    fair: float  # times the wins that one of several equals has
    score: float
    decision: float  # what one took, in microseconds
    forfeits: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.epilog = "Every deal is played with the bot in each seat. Stopped, the same command goes on."
    parser.add_argument("bot", metavar="BOT", help="who is measured, like 'search(seconds=0.1)' or 'champion(FILE)'")
    parser.add_argument(
        "--against", nargs="+", metavar="BOT", default=list(AGAINST), help=f"one at a time ({' '.join(AGAINST)})"
    )
    parser.add_argument(
        "--setups",
        nargs="+",
        metavar="SETUP",
        help="BOARD, BOARD/SEATS or BOARD/VARIANT/SEATS (all boards with 2, 3 and 4 seats)",
    )
    parser.add_argument("--games", type=int, default=400, metavar="N", help="for each setup and opponent (400)")
    parser.add_argument("--seed", type=lambda text: int(text, 0), default=0, metavar="N", help="the seed (0)")
    parser.add_argument("--out", metavar="DIR", default="runs/evaluate", help="where games are kept (runs/evaluate)")
    add_processes(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON, for programs")


def run(options: argparse.Namespace) -> int:
    """Play all games that are missing, and print a table."""
    check_processes(options)
    setups = _setups(options.setups)
    found: list[Found] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        for setup in setups:
            found += [_evaluate(setup, opponent, options, bar) for opponent in options.against]
    if options.json:
        print(json.dumps([asdict(each) for each in found], indent=1))
    else:
        make_console().print(_table(options.bot, found))
    return 0


def _setups(named: list[str] | None) -> list[Setup]:
    from branchline.champions.setups import Setup

    if named is not None:
        return [Setup.read(text) for text in named]
    return [
        Setup(board.id, next(iter(board.variants)), seats)
        for board in registry.boards()
        for seats in SEATS
        if board.seats[0] <= seats <= board.seats[1]
    ]


def _evaluate(setup: Setup, opponent: str, options: argparse.Namespace, bar: Progress) -> Found:
    """One bot at a table of others that are all the same."""
    from branchline.lab.contest.arena import hold
    from branchline.lab.contest.schedule import make_plan

    plan = make_plan(
        [options.bot, *[opponent] * (setup.seats - 1)],
        [setup.board],
        variants=[setup.variant],
        seats=[setup.seats],
        games=options.games,
        seed=options.seed,
    )
    task = bar.add_task(f"{setup} against {opponent}", total=plan.total())

    def progress(games: int, total: int, _rows: object) -> None:
        bar.update(task, completed=games, total=total)

    done = hold(plan, Path(options.out, digest(plan)), processes=options.processes, progress=progress)
    bar.remove_task(task)
    division = plan.divisions[0]
    own = next(each for each in done.standings(division) if each.bot == plan.bots[0])
    wins: Estimate = own.win
    return Found(
        setup=str(setup),
        against=opponent,
        games=plan.total(),
        wins=wins.value,
        low=wins.low,
        high=wins.high,
        fair=wins.value * setup.seats,
        score=own.score.value,
        decision=own.microseconds,
        forfeits=sum(own.forfeits.values()),
    )


def _table(bot: str, found: list[Found]) -> Table:
    table = Table(title=bot, box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left")
    table.add_column("setup", no_wrap=True)
    table.add_column("against", overflow="fold")
    for title in ("games", "wins", "95 % interval", "fair share"):
        table.add_column(title, justify="right", no_wrap=True)
    for each in found:
        forfeits = f", {each.forfeits} forfeited" if each.forfeits else ""
        table.add_row(
            each.setup,
            each.against + forfeits,
            f"{each.games:,}",
            f"{100 * each.wins:.1f} %",
            f"{100 * each.low:.1f} to {100 * each.high:.1f} %",
            f"{each.fair:.2f} ×",
        )
    return table
