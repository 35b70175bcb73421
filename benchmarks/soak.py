"""Plays very many random games and checks every invariant after every decision.

    python benchmarks/soak.py --games 100000 --board usa --jobs 2
    python benchmarks/soak.py --variants classic mega --seats 2 5
    python benchmarks/soak.py --add path/to/my_board

The games are shared out evenly among all variants and numbers of seats. Game number k of each is dealt from the seed
plus k, and its choices come from a stream of its own, so that a broken game can be played again alone. The exit
status is 1 if any game broke; the seeds of those games are printed. Ctrl-C ends it and tells of what was played.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.engine.game_loop import ENDINGS
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet

CHOICES = 0x5EED << 96  # what tells the stream of a game's choices from the stream that it is dealt from
CHUNK_SECONDS = 0.5  # how long a worker plays before it reports


@dataclass(frozen=True)
class Configuration:
    """What is played."""

    board: str
    variant: str
    seats: int
    folder: str = ""  # of a board that is not part of the package


@dataclass(frozen=True)
class Job:
    """Some games of a configuration."""

    configuration: Configuration
    first_seed: int
    games: int


@dataclass
class Tally:
    """What came of some games."""

    configuration: Configuration
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)
    broken: list[tuple[int, str]] = field(default_factory=list)  # (seed, what happened)

    def add(self, other: Tally) -> None:
        """Count the other games in."""
        self.games += other.games
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.endings += other.endings
        self.broken += other.broken


def play_checked(rules: RuleSheet, seed: int) -> int:
    """Play one game with a check after every decision; returns how many decisions it took."""
    rng = Rng(seed ^ CHOICES)
    rules.start(seed, -1)
    rules.check()
    decisions = 0
    while not rules.over:
        rules.act_at_random(rng)
        rules.check()
        decisions += 1
    return decisions


def play_job(job: Job) -> Tally:
    """Play the games of a job, in a worker process. A broken game is noted, and the next one is played."""
    of = job.configuration
    if of.folder:
        bl.add_board(of.folder)
    rules = registry.new_rule_sheet(of.board, of.variant, of.seats)
    tally = Tally(of)
    started = time.perf_counter()
    for seed in range(job.first_seed, job.first_seed + job.games):
        try:
            tally.decisions += play_checked(rules, seed)
            tally.endings[ENDINGS[rules.ending]] += 1
        except Exception:  # noqa: BLE001  (whatever breaks a game is what this program is looking for)
            tally.broken.append((seed, traceback.format_exc(limit=-2).strip()))
            rules = registry.new_rule_sheet(of.board, of.variant, of.seats)
        tally.games += 1
    tally.seconds = time.perf_counter() - started
    return tally


def share_out(configurations: list[Configuration], games: int, seed: int, chunk: int) -> Iterator[Job]:
    """Cut the games into jobs, taking the configurations in turns so that all of them are played from the start."""
    each = -(-games // len(configurations))
    for start in range(0, each, chunk):
        for configuration in configurations:
            yield Job(configuration, seed + start, min(chunk, each - start))


def chunk_size(configuration: Configuration) -> int:
    """How many games take about as long as a worker should play before it reports."""
    tried = play_job(Job(configuration, 0, 3))
    return max(1, min(1000, int(3 * CHUNK_SECONDS / tried.seconds)))


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def soak(configurations: list[Configuration], games: int, seed: int, jobs: int, console: Console) -> list[Tally]:
    """Play them all, in several processes."""
    tallies = {configuration: Tally(configuration) for configuration in configurations}
    shares = list(share_out(configurations, games, seed, chunk_size(configurations[-1])))
    shown = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with (
        Progress(*shown, TextColumn("{task.fields[broken]}"), console=console) as progress,
        multiprocessing.get_context("spawn").Pool(jobs, ignore_interrupts) as pool,  # the same on all platforms
    ):
        task = progress.add_task("", total=sum(job.games for job in shares), broken="")
        broken = 0
        try:
            for tally in pool.imap_unordered(play_job, shares):
                tallies[tally.configuration].add(tally)
                broken += len(tally.broken)
                progress.update(task, advance=tally.games, broken=f"{broken} broken" if broken else "")
        except KeyboardInterrupt:
            console.print("Stopped before the end; this was played:")
    return list(tallies.values())


def table_of(tallies: list[Tally]) -> Table:
    """The results, a row for each configuration and one for all of them."""
    every = Tally(Configuration("all", "", 0))
    for tally in tallies:
        every.add(tally)
    endings = [ending for ending in ENDINGS if every.endings[ending]]

    def numbers(tally: Tally) -> list[str]:
        counts = [tally.games, tally.decisions, *(tally.endings[ending] for ending in endings)]
        counts += [len(tally.broken)] if every.broken else []
        return [*(f"{count:,}" for count in counts), f"{tally.seconds:.1f}"]

    title = f"Random games, every decision checked ({_native.mode()})"
    table = Table(title=title, show_footer=True, box=box.SIMPLE, padding=(0, 0, 0, 1), pad_edge=False)
    names = ["games", "decisions", *endings, *(["broken"] if every.broken else []), "seconds"]
    table.add_column("board, variant, seats", footer="all", no_wrap=True)
    for name, total in zip(names, numbers(every), strict=True):
        table.add_column(name.replace(" ", "\n"), footer=total, justify="right", no_wrap=True)
    for tally in tallies:
        of = tally.configuration
        table.add_row(f"{of.board} {of.variant} {of.seats}", *numbers(tally))
    return table


def report_broken(tally: Tally, console: Console) -> None:
    """Print the seeds of broken games, those that broke in the same way together."""
    seeds: dict[str, list[str]] = {}
    for seed, what in sorted(tally.broken):
        seeds.setdefault(what, []).append(str(seed))
    of = tally.configuration
    for what, alike in seeds.items():
        which = f"seed {alike[0]}" if len(alike) == 1 else f"seeds {', '.join(alike)}"
        console.print(f"\nbroken: {of.board} {of.variant}, {of.seats} seats, {which}", style="red", soft_wrap=True)
        console.print(what, markup=False, highlight=False, soft_wrap=True)


def configurations_of(
    boards: dict[str, str], variants: list[str] | None, seats: list[int] | None
) -> list[Configuration]:
    """All variants and numbers of seats of some boards (by id, with a folder or ""), or those that are asked for."""
    found = []
    for board in map(bl.board, boards):
        counts = range(board.seats[0], board.seats[1] + 1)
        found += [
            Configuration(board.id, variant, count, boards[board.id])
            for variant in board.variants
            for count in counts
            if (variants is None or variant in variants) and (seats is None or count in seats)
        ]
    unknown = {*(variants or ())} - {of.variant for of in found} or {*(seats or ())} - {of.seats for of in found}
    if unknown:
        raise bl.BadSetup(f"nothing is played with {', '.join(map(str, unknown))} on {', '.join(boards)}")
    return found


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description="Play very many random games and check every decision.")
    parser.add_argument("--games", type=int, default=20_000, help="how many in all (default 20,000)")
    parser.add_argument("--board", nargs="+", help="which boards (default: all)")
    parser.add_argument("--add", nargs="+", metavar="FOLDER", default=[], help="boards of your own")
    parser.add_argument("--variants", nargs="+", help="which variants (default: all)")
    parser.add_argument("--seats", nargs="+", type=int, help="which numbers of seats (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="processes (default: all cores)")
    chosen = parser.parse_args(arguments)
    console = Console()
    try:
        boards = {bl.add_board(folder).id: folder for folder in chosen.add}
        boards |= dict.fromkeys(chosen.board or [], "")
        boards = boards or {board.id: "" for board in bl.boards()}
        configurations = configurations_of(boards, chosen.variants, chosen.seats)
    except bl.BranchlineError as error:
        console.print(str(error), style="red")
        return 2
    tallies = soak(configurations, chosen.games, chosen.seed, chosen.jobs, console)
    console.print(table_of(tallies))
    for tally in tallies:
        report_broken(tally, console)
    return 1 if any(tally.broken for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
