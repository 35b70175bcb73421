"""`branchline puzzles`: find positions in games between bots in which one decision is clearly the best."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from branchline.boards import registry
from branchline.cli.screen import make_console
from branchline.model.errors import BadSetup
from branchline.words.plain import move_in_words

_COUNT = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("--board", nargs="+", metavar="BOARD", help="the boards, by id or folder (all)")
    parser.add_argument("--variant", help="the variant of the board (its first one)")
    parser.add_argument(
        "--seats", type=int, nargs="+", default=[2, 3], metavar="N", help="how many seats; several take turns (2 3)"
    )
    parser.add_argument(
        "--count", type=int, default=_COUNT, metavar="N", help=f"how many puzzles for each board ({_COUNT})"
    )
    parser.add_argument(
        "--bot",
        nargs="+",
        default=["planner"],
        metavar="BOT",
        help="the bots that play; several take turns in the seats (planner)",
    )
    parser.add_argument(
        "--evaluator", default="predicted", help="the evaluator: predicted, or playouts where that misleads (predicted)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the first game (0)")
    parser.add_argument(
        "--out", metavar="FOLDER", help="where the puzzles go, in a file for each board; existing files are extended"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="find none; judge those in the folder, or those that ship, again in other worlds (by --seed)",
    )
    parser.add_argument("--drop", action="store_true", help="with --check: remove those that fail from their files")


def run(options: argparse.Namespace) -> int:
    """Find puzzles, and write down each as soon as it is found; or check those that were found."""
    boards = [registry.board(name) for name in options.board] if options.board else registry.boards()
    if options.check:
        return _check(options, [board.id for board in boards])
    if options.drop:
        raise BadSetup("--drop goes with --check: only what was checked is taken out")
    if options.out is None:
        raise BadSetup("--out names the folder that the puzzles go into")
    if options.count < 1:
        raise BadSetup(f"at least one puzzle is to be found, not {options.count}")
    folder = Path(options.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetup(f"{folder} cannot be a folder for puzzles: {error.strerror}") from error
    console = make_console()
    try:
        with _bar() as bar:
            _take_turns({board.id: _search(options, board.id, console, bar) for board in boards})
    except KeyboardInterrupt:
        console.print(f"Stopped. What was found is in {folder}; the same command goes on from there.")
        raise
    return 0


def _take_turns(searches: dict[str, Iterator[int]]) -> None:
    """Boards take turns game by game, and have the same time."""
    spent = dict.fromkeys(searches, 0.0)
    while searches:
        board = min(searches, key=lambda each: spent[each])
        began = time.process_time()
        if next(searches[board], None) is None:
            del searches[board]
        spent[board] += time.process_time() - began


def _bar() -> Progress:
    """How far every board is, on the error stream: a game may take minutes and have no puzzle."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[words]}"))
    return Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)


def _tell(words: str, console: Console, bar: Progress) -> None:
    """Say something on the output, which may go elsewhere than the bar."""
    bar.stop()
    console.print(words)
    bar.start()


def _search(options: argparse.Namespace, board: str, console: Console, bar: Progress) -> Iterator[int]:
    """Look for the puzzles that a board still lacks, and write them down; the seed of each game that is done."""
    from branchline.analysis.puzzle_files import append, file_of, read
    from branchline.analysis.puzzles import puzzles_of
    from branchline.thinking.evaluators import make_evaluator

    path = file_of(Path(options.out), board)
    known = read(path)
    found = len(known)
    task = bar.add_task(board, total=options.count, completed=min(found, options.count), words="")
    if found >= options.count:
        _tell(f"{board}: {path} has {found} puzzles already", console, bar)
        return
    variant = options.variant or next(iter(registry.board(board).variants))
    evaluators = [make_evaluator(options.evaluator, board, variant, seats) for seats in options.seats]
    for seed in count(max([options.seed, *(puzzle.record.seed + 1 for puzzle in known)])):
        bar.update(task, words=f"looking at game {seed}")
        evaluator = evaluators[seed % len(evaluators)]
        for puzzle in puzzles_of(evaluator, seed, bots=options.bot):
            append(path, puzzle)
            found += 1
            bar.update(task, completed=found)
            lead = f"{100 * puzzle.lead:.0f} ± {100 * puzzle.lead_se:.0f}"
            move = move_in_words(puzzle.answers[0].words)
            _tell(f"{board} {found}. {puzzle.theme}: {move} ({lead} points)", console, bar)
            if found == options.count:
                return
        yield seed


def _check(options: argparse.Namespace, boards: list[str]) -> int:
    """Judge puzzles again; whether all of them stand."""
    from branchline.analysis.puzzle_files import SHIPPED, file_of, read, write
    from branchline.analysis.puzzles import check
    from branchline.thinking.evaluators import make_evaluator

    folder = SHIPPED if options.out is None else Path(options.out)
    if not folder.is_dir():
        raise BadSetup(f"there is no folder {folder} to check")
    console = make_console()
    failed = 0
    with _bar() as bar:
        for board in boards:
            path = file_of(folder, board)
            puzzles = read(path)
            good = []
            task = bar.add_task(board, total=len(puzzles), words="")
            for puzzle in puzzles:
                record = puzzle.record
                evaluator = make_evaluator(puzzle.evaluator, record.board, record.variant, record.seats)
                stands, lead = check(puzzle, evaluator, seed=options.seed)
                bar.advance(task)
                if stands:
                    good.append(puzzle)
                else:
                    points = f"{100 * lead.value:.0f} ± {100 * lead.se:.0f}"
                    _tell(f"{puzzle.id} does not stand: {points} points in other worlds", console, bar)
            _tell(f"{board}: {len(good)} of {len(puzzles)} stand in other worlds as well", console, bar)
            failed += len(puzzles) - len(good)
            if options.drop and len(good) < len(puzzles):
                write(path, good)
    return 1 if failed else 0
