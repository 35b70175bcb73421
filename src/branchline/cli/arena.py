"""`branchline arena`: bots against each other, with ratings."""

from __future__ import annotations

import argparse
import hashlib
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from branchline.boards import registry
from branchline.bots import bot_names
from branchline.cli.processes import add_processes, check_processes
from branchline.cli.screen import make_console
from branchline.model.errors import BadSetup

if TYPE_CHECKING:
    from branchline.lab.contest.results import Arena, Standing
    from branchline.lab.contest.schedule import ContestPlan

_REFRESH = 0.5  # seconds between looks at the current estimates
_LIMIT = 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    bots = ", ".join(bot_names())
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help=f"the bots: {bots}; with settings, like 'search(seconds=0.5)'; or module:Class",
    )
    parser.add_argument("--board", nargs="+", default=["usa"], help="the boards, or 'all' (usa)")
    parser.add_argument("--variant", nargs="+", help="the variants of the board, or 'all' (its first one)")
    parser.add_argument(
        "--seats", nargs="+", metavar="N", help="the numbers of seats, or 'all' that a board has (as many as bots)"
    )
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="games for each board, variant and number of seats (1000)"
    )
    parser.add_argument("--seed", type=lambda text: int(text, 0), default=0, metavar="N", help="the seed (0)")
    parser.add_argument(
        "--seatings",
        default="all",
        metavar="WHICH",
        help="play each deal in 'all' seatings, only in 'rotations', or with bots 'drawn' for it, in rotation",
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=_LIMIT,
        metavar="S",
        help=f"seconds for a decision; 0 means no limit ({_LIMIT:g})",
    )
    parser.add_argument(
        "--isolate", action="store_true", help="run every bot in its own process, where it sees only its observations"
    )
    parser.add_argument(
        "--out", metavar="DIR", help="the folder for results; an earlier run there is continued (runs/arena-...)"
    )
    add_processes(parser)
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; 'local' starts one on this machine")


def run(options: argparse.Namespace) -> int:
    """Play, with a progress bar and the current estimates, and show the result."""
    check_processes(options)
    from branchline.lab.contest.arena import hold
    from branchline.lab.contest.schedule import make_plan
    from branchline.lab.contest.summary import write_summary

    plan = make_plan(
        options.bots,
        [board.id for board in registry.boards()] if options.board == ["all"] else options.board,
        variants=options.variant,
        seats=_seats(options.seats),
        games=options.games,
        seed=options.seed,
        seatings=options.seatings,
        limit=options.time_limit or None,
        isolate=options.isolate,
    )
    folder = Path(options.out or Path("runs", f"arena-{digest(plan)}"))
    console = make_console()
    shown = _Shown(plan)
    try:
        with Live(shown.view(), console=Console(stderr=True), auto_refresh=False, transient=True) as live:
            shown.live = live
            done = hold(plan, folder, processes=options.processes, ray=options.ray, progress=shown.update)
    except KeyboardInterrupt:
        console.print(f"Stopped. The finished games are in {folder}; the same command goes on from there.")
        raise
    show(done, console)
    console.print(f"\nMore in {write_summary(done)}", soft_wrap=True)
    return 0


def _seats(words: list[str] | None) -> list[int] | None:
    """Numbers of seats; an empty list means all."""
    if words == ["all"]:
        return []
    try:
        return None if words is None else [int(word) for word in words]
    except ValueError:
        raise BadSetup(f"--seats takes numbers, or 'all', not '{' '.join(words or [])}'") from None


def digest(plan: ContestPlan) -> str:
    """A short name for a plan, the same whenever it means the same games."""
    divisions = [(d.board, d.variant, d.seats) for d in plan.divisions]
    essence = (plan.bots, divisions, plan.seed, plan.seatings, plan.limit, plan.isolate)
    return hashlib.sha256(repr(essence).encode()).hexdigest()[:8]


class _Shown:
    """The progress bar, and what the games say so far."""

    def __init__(self, plan: ContestPlan) -> None:
        self.plan = plan
        self.live: Live | None = None
        self.bar = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self.task = self.bar.add_task("", total=plan.total(), speed="")
        self.before: int | None = None
        self.looked = 0.0
        # division -> bot -> deal -> wins and seats
        self.wins: dict[Any, dict[str, dict[int, list[float]]]] = defaultdict(lambda: defaultdict(dict))
        self.forfeits = 0

    def update(self, done: int, games: int, rows: Sequence[dict[str, Any]]) -> None:
        """That many games are done, and these are new."""
        for row in rows:
            division = (row["board"], row["variant"], row["seats"])
            counts = self.wins[division][row["bot"]].setdefault(row["deal"], [0.0, 0])
            counts[0] += row["win"]
            counts[1] += 1
            self.forfeits += len(row["forfeits"])
        if self.before is None:
            self.before = done
        seconds = self.bar.tasks[0].elapsed or 0.0
        speed = f"{(done - self.before) / seconds:.1f} games/s" if done > self.before and seconds > 0 else ""
        self.bar.update(self.task, completed=done, total=games, speed=speed)
        if self.live is not None and (time.monotonic() - self.looked > _REFRESH or done == games):
            self.looked = time.monotonic()
            self.live.update(self.view(), refresh=True)

    def view(self) -> Group:
        """What stands on the screen."""
        return Group(self.bar, *([self._table()] if self.wins else []))

    def _table(self) -> Table:
        from branchline.lab.contest.estimates import share

        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column("wins so far")
        for bot in dict.fromkeys(self.plan.bots):
            table.add_column(bot, justify="right")
        for division in self.plan.divisions:
            by_bot = self.wins.get((division.board, division.variant, division.seats), {})
            cells = []
            for bot in dict.fromkeys(self.plan.bots):
                counts = list(by_bot.get(bot, {}).values())
                found = share([wins for wins, _ in counts], [int(seats) for _, seats in counts])
                cells.append(f"{100 * found.value:.1f} % ± {50 * (found.high - found.low):.1f}" if counts else "")
            table.add_row(division.title, *cells)
        if self.forfeits:
            table.add_row(Text(f"{self.forfeits} forfeited decisions", "red"))
        return table


# The result


def show(done: Arena, console: Console) -> None:
    """The result, a table for each division, and the ratings."""
    from branchline.lab.contest.words import duration, give_or_take, rated, tallied
    from branchline.lab.report.words import percent_between

    for division in done.plan.divisions:
        standings = done.standings(division)
        if not standings:
            continue
        console.print()
        console.print(Text(division.title, "bold"))
        console.print(_standings_table(standings))
        for each in standings:
            if each.tallies:
                console.print(f"{each.bot}: {tallied(each)}", soft_wrap=True)
        for pairing in done.pairings(division):
            console.print(
                f"{pairing.one} was ahead of {pairing.other} in {percent_between(pairing.ahead)} "
                f"of {pairing.ahead.cases:,} meetings, by {give_or_take(pairing.margin)} points on average.",
                soft_wrap=True,
            )
    ratings = done.ratings()
    if ratings:
        listed = ", ".join(f"{each.bot} {rated(each)}" for each in ratings)
        console.print(f"\nRatings: {listed}", soft_wrap=True)
    for forfeit in done.forfeits():
        where = f"{forfeit.times:,} ×, first in game {forfeit.game}, decision {forfeit.decision}"
        console.print(Text(f"forfeited: {forfeit.bot}, {where}: {forfeit.kind}: {forfeit.detail}", "red"))
    if (done.folder / "faults").is_dir():
        console.print(f"Where the bots failed, with the games up to there: {done.folder / 'faults'}", soft_wrap=True)
    slowest = max((s.p99 for d in done.plan.divisions for s in done.standings(d)), default=0.0)
    if slowest > 1e6:
        console.print(f"Some decisions took long: 1 of 100 more than {duration(slowest)}.")


def _standings_table(standings: Sequence[Standing]) -> Table:
    from branchline.lab.contest.words import duration, give_or_take
    from branchline.lab.report.words import percent_between

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("bot", overflow="fold")
    for title in ("wins per seat", "score", "decision", "p99", "forfeits"):
        table.add_column(title, justify="right", no_wrap=True)
    for each in standings:
        cells = [percent_between(each.win), give_or_take(each.score), duration(each.microseconds), duration(each.p99)]
        table.add_row(each.bot, *cells, f"{sum(each.forfeits.values()):,}")
    return table
