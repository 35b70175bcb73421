"""Play many games on every board, and write down what they show: a map of each board, a report, and sentences.

    python examples/what_boards_show.py --games 5000 --runs runs --pictures pictures

The page "What the boards show" of the documentation was made in this way. It can be interrupted and goes on when it is
called again.
"""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

import branchline as bl
from branchline import lab
from branchline.drawing import Scene, draw_board, render_png
from branchline.lab.report.heatmap import claims_map
from branchline.lab.report.summary import summary

LONG_SIDE = 900  # of a picture


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000, help="games on each board (5000)")
    parser.add_argument("--bot", default="planner", help="who plays (planner)")
    parser.add_argument("--boards", nargs="+", default=[board.id for board in bl.boards()], help="which boards (all)")
    parser.add_argument("--runs", type=Path, help="the folder for the runs and their reports (a temporary one)")
    parser.add_argument("--pictures", type=Path, help="the folder for the maps (with the runs)")
    parser.add_argument("--quick", action="store_true", help="two games on two boards, to see how it goes")
    options = parser.parse_args()
    if options.quick:
        options.games, options.bot, options.boards = 2, "random", options.boards[:2]
    with TemporaryDirectory() as temporary:
        runs = options.runs or Path(temporary)
        pictures = options.pictures or runs
        pictures.mkdir(parents=True, exist_ok=True)
        for board in options.boards:
            show(board, options, runs, pictures)


def show(board: str, options: argparse.Namespace, runs: Path, pictures: Path) -> None:
    """One board: its run, report, map, and what there is to say, as Markdown."""
    processes = 1 if options.quick else None
    run = lab.simulate(board, bots=[options.bot], games=options.games, out=runs / board, processes=processes)
    lab.write_report(run)
    study = lab.Study(run)
    draw_claims(study, pictures / f"{board}.png")
    print(f"## {run.board.title}\n\n![How often each route is claimed]({board}.png)\n")
    for sentence in summary(study):
        print(f"- {sentence}")
    print()


def draw_claims(study: lab.Study, path: Path) -> None:
    """The map with how often each route is claimed, as a small PNG."""
    drawing = draw_board(study.board, Scene(values=claims_map(study)))
    wide = study.board.size[0] > study.board.size[1]
    png = render_png(drawing, width=LONG_SIDE) if wide else render_png(drawing, height=LONG_SIDE)
    with Image.open(BytesIO(png)) as picture:
        picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
