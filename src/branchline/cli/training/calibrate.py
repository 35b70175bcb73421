"""`branchline train calibrate`: whether the chances that a trained network predicts come true."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from branchline.bots.seeds import derived
from branchline.bots.workers import cores, spread
from branchline.cli.screen import make_console
from branchline.model.errors import BadSetup

if TYPE_CHECKING:
    from branchline.champions.setups import Setup
    from branchline.lab.statistics import Estimate
    from branchline.training.evaluating import Sighting

BATCH = 32  # games of each kind that a process plays before it hands over what it saw


@dataclass(frozen=True)
class Tenth:
    """What came of all that was predicted in a tenth of the scale."""

    name: str
    looks: int
    predicted: float  # on average
    won: Estimate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.epilog = "The games are new ones, between planners, between champions, and of one champion among planners."
    parser.add_argument("file", metavar="FILE", help="a trained network, like runs/first/champion.npz")
    parser.add_argument(
        "--setups", nargs="+", metavar="SETUP", required=True, help="BOARD, BOARD/SEATS or BOARD/VARIANT/SEATS"
    )
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="for each setup and lineup (2000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed (0)")
    parser.add_argument("--out", metavar="DIR", default="runs/calibration", help="for the tables and pictures")
    parser.add_argument("--processes", type=int, metavar="N", help="how many processes (one for each core)")


def run(options: argparse.Namespace) -> int:
    """Play, and tell for each setup, and for all of them together, what came of what was predicted."""
    from branchline.champions.setups import Setup
    from branchline.champions.weights import load_weights

    for name, least in (("games", 1), ("processes", 1)):
        if (number := getattr(options, name)) is not None and number < least:
            raise BadSetup(f"--{name} must be at least {least}, not {number}")
    setups = [Setup.read(text) for text in options.setups]
    network = load_weights(options.file).network
    for setup in setups:
        network.read(setup.board, setup.variant, setup.seats)  # it says so now if it has not learned it
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    console = make_console()
    every: list[Sighting] = []
    for setup in setups:
        seen = _watch(options, setup)
        _tell(console, folder, str(setup), seen)
        every += seen
    if len(setups) > 1:
        _tell(console, folder, "all setups", every)
    return 0


def _tell(console: Console, folder: Path, what: str, seen: Sequence[Sighting]) -> None:
    """Print and keep tables for each kind of games and for all of them, and draw a picture."""
    from branchline.training.watched_games import LINEUPS

    by_lineup = {lineup: tenths([one for one in seen if one.lineup == k]) for k, lineup in enumerate(LINEUPS)}
    found = by_lineup | {"all": tenths(seen)}
    name = what.replace("/", "-").replace(" ", "-")
    (folder / f"{name}.md").write_text(_markdown(what, found), encoding="utf-8")
    (folder / f"{name}.svg").write_text(_picture(what, by_lineup), encoding="utf-8")
    for lineup, some in found.items():
        console.print(_table(f"{what}, {lineup} games", some))
    console.print(f"In {folder / name}.md, and as a picture in {folder / name}.svg\n", soft_wrap=True)


def _watch(options: argparse.Namespace, setup: Setup) -> list[Sighting]:
    """Let games be played in other processes."""
    from branchline.training.evaluating import watch
    from branchline.training.watched_games import LINEUPS, Job

    seed = derived(options.seed, "calibration") >> 64  # no game that it may have learned from
    sizes = [min(BATCH, options.games - first) for first in range(0, options.games, BATCH)]
    jobs = [
        Job(options.file, setup, number, len(LINEUPS) * size, seed, varied=False) for number, size in enumerate(sizes)
    ]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found: list[Sighting] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{setup}, batches of games", total=len(jobs))
        for some in spread(watch, jobs, min(options.processes or cores(), len(jobs))):
            found += some
            bar.advance(task)
    return found


def tenths(sightings: Sequence[Sighting]) -> list[Tenth]:
    """What came of it, for each tenth of the scale that was ever predicted. Looks of one game are not independent."""
    from branchline.lab.contest.estimates import share
    from branchline.training.evaluating import TENTHS

    found = []
    for k in range(TENTHS):
        here = [one for one in sightings if one.tenth == k]
        looks = sum(one.looks for one in here)
        if looks:
            won = share([one.won for one in here], [one.looks for one in here])
            name = f"{100 * k // TENTHS} to {100 * (k + 1) // TENTHS} %"
            found.append(Tenth(name, looks, sum(one.predicted for one in here) / looks, won))
    return found


def _cells(each: Tenth) -> tuple[str, ...]:
    return (
        each.name,
        f"{each.looks:,}",
        f"{100 * each.predicted:.1f} %",
        f"{100 * each.won.value:.1f} %",
        f"{100 * each.won.low:.1f} to {100 * each.won.high:.1f} %",
        f"{100 * (each.predicted - each.won.value):+.1f}".replace("-", "−"),
    )


_TITLES = ("predicted", "looks", "on average", "won", "95 % interval", "off by")


def _table(title: str, found: Sequence[Tenth]) -> Table:
    table = Table(title=title, box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left")
    for name in _TITLES:
        table.add_column(name, justify="right", no_wrap=True)
    for each in found:
        table.add_row(*_cells(each))
    return table


def _markdown(setup: str, found: Mapping[str, Sequence[Tenth]]) -> str:
    lines = [f"# How true the predicted chances are: {setup}", ""]
    for lineup, some in found.items():
        lines += [f"## {lineup}", "", f"| {' | '.join(_TITLES)} |", "|" + "--:|" * len(_TITLES)]
        lines += [f"| {' | '.join(_cells(each))} |" for each in some]
        lines.append("")
    return "\n".join(lines)


_STYLE = """<style>
text { font: 14px system-ui, sans-serif; fill: #444 } .title { font-weight: 600 }
.grid, .axis { stroke: #ddd; fill: none } .axis { stroke: #888 }
.band { opacity: .15; stroke: none } .curve { fill: none; stroke-width: 2 }
.s0 { stroke: #999; fill: #999 } .s1 { stroke: #1b6ca8; fill: #1b6ca8 }
.s2 { stroke: #b5402a; fill: #b5402a } .s3 { stroke: #3a7d34; fill: #3a7d34 } .curve { fill: none }
</style>"""


def _picture(setup: str, found: Mapping[str, Sequence[Tenth]]) -> str:
    """What was predicted against what came, with intervals; on the gray line, all would be true."""
    from branchline.lab.report.charts import Curve, curves

    lines = {"true": Curve([(0, 0), (100, 1)])}
    for lineup, some in found.items():
        points = [(100 * each.predicted, each.won.value) for each in some]
        lines[lineup] = Curve(points, [(each.won.low, each.won.high) for each in some])
    drawn = curves(lines, "predicted, in percent", f"{setup}: the share of wins by the share that was predicted")
    start = drawn.index(">") + 1
    head = drawn[: start - 1] + ' xmlns="http://www.w3.org/2000/svg">'
    return head + _STYLE + drawn[start:]
