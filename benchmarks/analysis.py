"""Does the analysis keep its promises? Tables for every board, from games between bots.

    python benchmarks/analysis.py sums [--games N] [--worlds N] [--board BOARD ...]
    python benchmarks/analysis.py planted [--games N] [--worlds N] [--board BOARD ...]

`sums`: for every seat the initial value, luck and play add up to the result; luck is 0 on average, for strong bots and
weak ones; and results vary less without luck. `planted`: blunders that were planted are found, and the decisions of
`search` are seldom called blunders.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from branchline.analysis import Analysis, analyze
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.bots.match import play_match
from branchline.bots.seeds import bot_seed
from branchline.bots.workers import cores, spread
from branchline.notation.record import Record

BOTS = ("planner", "casual", "greedy")  # each in every seat in turn


@dataclass(frozen=True)
class Job:
    """A game to play and analyze."""

    board: str
    bots: tuple[str, ...]
    seed: int
    worlds: int


@dataclass(frozen=True)
class Outcome:
    """What became of it."""

    job: Job
    analysis: Analysis
    seconds: float  # of processor time


def played(job: Job) -> Record:
    """A game between bots."""
    bots = [make_bot(spec, bot_seed(job.seed, seat)) for seat, spec in enumerate(job.bots)]
    variant = next(iter(registry.board(job.board).variants))
    game = play_match(job.board, variant, bots, job.seed, events=False)
    return game.record(**{f"seat_{seat}": f"bot {spec}" for seat, spec in enumerate(job.bots)})


def play_and_analyze(job: Job) -> Outcome:
    """In a process of its own: one game."""
    record = played(job)
    began = time.process_time()
    analysis = analyze(record, worlds=job.worlds, processes=1)
    return Outcome(job, analysis, time.process_time() - began)


def jobs_of(board: str, options: argparse.Namespace) -> Iterator[Job]:
    """Games in which the bots take turns with the seats."""
    for game in range(options.games):
        turned = tuple(BOTS[(game + seat) % len(BOTS)] for seat in range(len(BOTS)))
        yield Job(board, turned, options.seed + game, options.worlds)


def spread_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some values and its standard error."""
    count = len(values)
    middle = sum(values) / count
    return middle, sqrt(sum((value - middle) ** 2 for value in values) / (count * max(1, count - 1)))


def variance(values: Sequence[float]) -> float:
    """The variance of some values."""
    return spread_of(values)[1] ** 2 * len(values)


def sums(options: argparse.Namespace) -> None:
    """The table of sums, one line for each board and bot."""
    print("| board | bot | games | off by | result | luck | play | variance | without luck | seconds |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for board in options.board:
        outcomes = list(spread(play_and_analyze, jobs_of(board, options), options.processes))
        for bot in BOTS:
            print(_line(board, bot, outcomes), flush=True)


def _line(board: str, bot: str, outcomes: Sequence[Outcome]) -> str:
    seats = [(each.analysis, each.analysis.seats[each.job.bots.index(bot)]) for each in outcomes]
    off = max(abs(seat.initial + seat.luck + seat.play - seat.result) for _, seat in seats)
    luck, luck_se = spread_of([seat.luck for _, seat in seats])
    play, play_se = spread_of([seat.play for _, seat in seats])
    results = [seat.result for _, seat in seats]
    without = [seat.adjusted for _, seat in seats]
    seconds = sum(each.seconds for each in outcomes) / len(outcomes)
    parts = [
        f"{off:.0e}",
        f"{100 * spread_of(results)[0]:.0f}",
        f"{100 * luck:+.1f} ± {100 * luck_se:.1f}",
        f"{100 * play:+.1f} ± {100 * play_se:.1f}",
        f"{variance(results):.3f}",
        f"{variance(without):.3f}",
        f"{seconds:.0f}",
    ]
    return f"| {board} | {bot} | {len(outcomes)} | {' | '.join(parts)} |"


def main() -> None:
    """Read the options and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sums", "planted"])
    parser.add_argument("--games", type=int, default=500, help="games of each board (500)")
    parser.add_argument("--worlds", type=int, default=24, help="imagined for each decision (24)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--board", nargs="+", default=[board.id for board in registry.boards()])
    options = parser.parse_args()
    sums(options)


if __name__ == "__main__":
    main()
