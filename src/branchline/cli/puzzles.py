"""`branchline puzzles`: find positions in games between bots in which one decision is clearly the best."""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path

from branchline.boards import registry
from branchline.cli.screen import make_console
from branchline.model.errors import BadSetup
from branchline.words.plain import move_in_words

_COUNT = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("--board", required=True, help="the board, by its name or its folder")
    parser.add_argument("--variant", help="the variant of the board (its first one)")
    parser.add_argument("--seats", type=int, default=3, help="how many seats (3)")
    parser.add_argument("--count", type=int, default=_COUNT, metavar="N", help=f"how many puzzles to find ({_COUNT})")
    parser.add_argument("--bot", default="planner", help="who plays the games (planner)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the first game (0)")
    parser.add_argument("--out", required=True, metavar="FILE", help="where the puzzles go, as JSON")


def run(options: argparse.Namespace) -> int:
    """Find puzzles, and write down each as soon as it is found."""
    from branchline.analysis.puzzles import find_puzzles

    path = Path(options.out)
    if not path.absolute().parent.is_dir():
        raise BadSetup(f"there is no folder {path.parent} to write {path} into")
    if options.count < 1:
        raise BadSetup("at least one puzzle is to be found")
    board = registry.board(options.board)
    variant = options.variant or next(iter(board.variants))
    console = make_console()
    found = []
    puzzles = find_puzzles(board.id, variant, options.seats, bot=options.bot, seed=options.seed)
    for puzzle in islice(puzzles, options.count):
        found.append(puzzle.to_json())
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        points = f"{100 * puzzle.lead:.0f} ± {100 * puzzle.lead_se:.0f}"
        console.print(f"{len(found)}. {puzzle.theme}: {move_in_words(puzzle.best[0])} ({points} points)")
    return 0
