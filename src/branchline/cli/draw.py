"""`branchline draw`: a board as a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from branchline.boards import registry
from branchline.drawing import EMPTY, Scene, Theme, draw_board, render_png, scene_of
from branchline.game import replay
from branchline.model.board import Board
from branchline.model.errors import BadSetup
from branchline.notation.record import load

_WIDTH = 1600  # of a PNG, in pixels


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("board", nargs="?", metavar="BOARD", help="a board by its id, or the folder of your own")
    parser.add_argument("--record", metavar="FILE", help="draw the board as it is in a recorded game")
    parser.add_argument("--step", type=int, metavar="N", help="after decision N of the record (the last)")
    parser.add_argument("--night", action="store_true", help="in the colors of the night")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to: an .svg or .png file (BOARD.svg)")
    parser.add_argument("--width", type=int, default=_WIDTH, metavar="N", help=f"pixels across a .png ({_WIDTH})")


def run(options: argparse.Namespace) -> int:
    """Draw a board."""
    board, scene = _subject(options)
    theme: Theme = "night" if options.night else "day"
    out = options.out or Path(f"{board.id}.svg")
    if out.suffix not in (".svg", ".png"):
        raise BadSetup(f"a picture is an .svg or a .png file, not '{out.name}'")
    if not 16 <= options.width <= 20_000:
        raise BadSetup(f"a picture is 16 to 20000 pixels wide, not {options.width}")
    svg = draw_board(board, scene, theme=theme)
    content = svg.encode() if out.suffix == ".svg" else render_png(svg, theme, width=options.width)
    try:
        out.write_bytes(content)
    except OSError as error:
        raise BadSetup(f"{out} cannot be written: {error.strerror}") from error
    print(f"{out}: {board.title}, {len(content) / 1000:.0f} kB", file=sys.stderr)
    return 0


def _subject(options: argparse.Namespace) -> tuple[Board, Scene]:
    """The board that is meant, and what lies on it."""
    if options.record is None:
        if options.board is None:
            raise BadSetup("name a board to draw, or a game with --record FILE")
        if options.step is not None:
            raise BadSetup("--step needs a game: add --record FILE")
        return registry.board(options.board), EMPTY
    record = load(options.record)
    last = len(record.decisions)
    step = last if options.step is None else options.step
    if not 0 <= step <= last:
        raise BadSetup(f"the record has {last} decisions; there is no step {step}")
    if options.board not in (None, record.board):
        raise BadSetup(f"the record is of a game on '{record.board}', not on '{options.board}'")
    game = replay(record, decisions=step, events=False)
    return game.board, scene_of(game.observe(None))
