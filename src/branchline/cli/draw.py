"""`branchline draw`: a board as a picture; with `--layout`, the layout of a new board."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from branchline.boards import registry
from branchline.drawing import EMPTY, NoRenderer, Scene, Theme, draw_board, render_png, scene_of
from branchline.drawing.layout import FILE, has_layout, save_layout
from branchline.drawing.measure import Overlap, overlaps_of
from branchline.game import replay
from branchline.model.board import Board
from branchline.model.errors import BadSetup
from branchline.notation.record import load

_WIDTH = 1600  # of a PNG, in pixels


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("board", nargs="?", metavar="BOARD", help="the id of a board, or the folder of your own")
    parser.add_argument("--record", metavar="FILE", help="draw a recorded game")
    parser.add_argument("--step", type=int, metavar="N", help="after decision N of the record (the last)")
    parser.add_argument("--night", action="store_true", help="in the colors of the night")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write, .svg or .png (BOARD.svg)")
    layout = parser.add_argument_group("a board of your own")
    layout.add_argument(
        "--layout",
        metavar="FOLDER",
        help="first lay out the tracks and names of the board in this folder, which takes minutes",
    )
    layout.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the layout (1)")
    layout.add_argument("--kicks", type=int, default=250, metavar="N", help="how many attempts to improve it (250)")
    parser.add_argument("--width", type=int, default=_WIDTH, metavar="N", help=f"pixels across a .png ({_WIDTH})")


def run(options: argparse.Namespace) -> int:
    """Draw a board."""
    if options.layout is not None:
        _lay_out(options)
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
    if not has_layout(board):
        hint = f"branchline draw --layout {board.path.parent}"
        print(f"This is a draft, as the board has no layout yet; '{hint}' finds room for everything.", file=sys.stderr)
    return 0


def _subject(options: argparse.Namespace) -> tuple[Board, Scene]:
    """The board that is meant, and what lies on it."""
    if options.record is None:
        if options.layout is not None:
            return registry.board(options.layout), EMPTY
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


def _lay_out(options: argparse.Namespace) -> None:
    """Make the layout of a board and write it into the board's folder."""
    if options.board is not None or options.record is not None:
        raise BadSetup("--layout names the board already; leave out the other one")
    if options.kicks < 0:
        raise BadSetup(f"trying takes 0 kicks or more, not {options.kicks}")
    board = registry.board(options.layout)
    try:
        from branchline.drawing.solve import Effort, solve_layout
    except ImportError as error:
        raise NoRenderer('laying out a board needs NumPy: pip install "branchline[drawing]"') from error
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[words]}"))
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(board.title, words="")

        def show(done: int, total: int, words: str) -> None:
            bar.update(task, completed=done, total=total, words=words)

        effort = Effort(kicks=options.kicks, straightening=options.kicks // 8)
        layout = solve_layout(board, effort=effort, seed=options.seed, progress=show)
    left = overlaps_of(board, layout)
    save_layout(layout, board.path.parent / FILE)
    print(f"{board.path.parent / FILE}: {_verdict(left)}", file=sys.stderr)


def _verdict(left: list[Overlap]) -> str:
    if not left:
        return "nothing overlaps"
    first = left[0]
    where = f"{first.one} and {first.other}" if first.other else first.one
    return (
        f"{len(left)} overlaps are left, the first between {where}; "
        "try another --seed or more --kicks, or move places apart in board.toml"
    )
