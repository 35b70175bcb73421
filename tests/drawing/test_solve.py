"""The layout solver: it solves a small board, always in the same way, and its letters are as wide as it thinks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ImageFont

import branchline as bl
from branchline.boards.loading import load_board
from branchline.cli.main import main
from branchline.drawing import draw_board, load_layout
from branchline.drawing.bundles import unit_of
from branchline.drawing.draft import draft_layout
from branchline.drawing.layout import Layout, Point, check_layout
from branchline.drawing.lettering import country_spots, line_breaks, place_spots
from branchline.drawing.measure import overlaps_of
from branchline.drawing.raster import FONTS
from branchline.drawing.solve import Effort, solve_layout
from branchline.model.board import Board

SMALL = """
id = "small"
title = "Small"
summary = "Five towns."
seats = [2, 2]
rules_version = 1
size = [700, 500]

[words]
route_tags = []

[cards]
red  = 12
blue = 12
wild = 4

[points]
1 = 1
2 = 2
3 = 4

[numbers]
pieces = 10
hand = 3
row = 4
reset = 3
deal = 2
keep = 1
draw = 2
draw_keep = 1
trigger = 1

[places]
"Aber"        = { at = [100, 100] }
"Bergen Town" = { at = [560, 110] }
"Cole"        = { at = [350, 260] }
"Dale"        = { at = [120, 420] }
"Elm"         = { at = [580, 400] }

[routes]
lines = [
  "Aber - Bergen Town: red 3",
  "Aber - Cole: blue 2, gray 2",
  "Aber - Dale: gray 3",
  "Aber - Elm: red 3",
  "Bergen Town - Cole: gray 2",
  "Bergen Town - Elm: blue 2, red 2",
  "Cole - Dale: red 2",
  "Cole - Elm: gray 2",
  "Dale - Elm: gray 3",
]

[tickets]
lines = ["Aber - Elm: 5", "Dale - Bergen Town: 6", "Aber - Bergen Town: 4", "Dale - Elm: 4", "Cole - Aber: 2"]
"""
EXAMPLE = Path(__file__).parents[2] / "examples" / "own_board"
EFFORT = Effort(sweeps=4, kicks=20, straightening=0)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """A board with five places."""
    path = tmp_path_factory.mktemp("small") / "board.toml"
    path.write_text(SMALL, "utf-8")
    return load_board(path)


@pytest.fixture(scope="module")
def solved(small: Board) -> Layout:
    """Its layout."""
    return solve_layout(small, effort=EFFORT, seed=1)


def test_a_small_board_is_solved(small: Board, solved: Layout) -> None:
    """Nothing overlaps and all is there, on a board that is not solved by straight lines."""
    assert overlaps_of(small, solve_layout(small, effort=Effort(0, 0, 0)))
    check_layout(small, solved)
    assert overlaps_of(small, solved) == []
    assert 0.5 < solved.unit < 1.5


def test_the_same_seed_gives_the_same_layout(small: Board, solved: Layout) -> None:
    """Steps are counted, not timed."""
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int, words: str) -> None:
        assert words
        told.append((done, total))

    again = solve_layout(small, effort=EFFORT, seed=1, progress=tell)
    assert again == solved
    assert told[-1] == (24, 24)
    assert solve_layout(small, effort=Effort(2, 0, 0), seed=2) != solve_layout(small, effort=Effort(2, 0, 0), seed=3)


def test_the_example_board_has_its_layout() -> None:
    """The folder of docs/write-a-board.md is complete."""
    board = load_board(EXAMPLE / "board.toml")
    layout = load_layout(board)
    check_layout(board, layout)
    assert overlaps_of(board, layout) == []
    assert len(overlaps_of(board, draft_layout(board))) < 20  # a draft is no layout, but no heap either


def test_things_grow_with_the_board(small: Board) -> None:
    """The unit follows from the distances, whatever the board is measured in."""
    big = replace(
        small,
        size=(7000.0, 5000.0),
        cities=tuple(replace(city, x=city.x * 10, y=city.y * 10) for city in small.cities),
    )
    assert unit_of(big) == pytest.approx(10 * unit_of(small), rel=0.02)


def test_names_are_broken_and_passengers_have_room() -> None:
    """One line or two, and passengers find room within the box."""
    assert line_breaks("Denver") == [("Denver",)]
    assert line_breaks("Salt Lake City") == [("Salt Lake City",), ("Salt", "Lake City")]
    for spot in place_spots("Salt Lake City", 21.0, 12.0, 1.0, pawns=3):
        label = spot.label(Point(500.0, 400.0), 1.0)
        left, top, width, height = label.box
        for x, y in label.pawns:
            assert left - 0.1 <= x <= left + width + 0.1
            assert top <= y <= top + height
    assert {spot.anchor for spot in country_spots("Schweiz", 21.0, 1.0)} == {"middle"}


def _advance(font: ImageFont.FreeTypeFont, text: str) -> float:
    """How wide a text is, in parts of the size of its letters."""
    return font.getlength(text) / 1000


@pytest.mark.parametrize("name", [board.id for board in bl.boards()])
def test_boxes_hold_the_real_text(name: str) -> None:
    """The names fit into their boxes as the real fonts have them: the overlap test measures what is seen."""
    board = bl.board(name)
    plain = ImageFont.truetype(FONTS / "barlow-semi-condensed-600-normal.ttf", 1000)
    slab = ImageFont.truetype(FONTS / "zilla-slab-600-italic.ttf", 1000)
    countries = {country.id for country in board.countries}
    layout = load_layout(board)
    for place, label in layout.labels.items():
        room = label.box[2]
        if label.pawns and label.pawns[0].y < label.at.y + 1:  # passengers behind the name
            room = label.pawns[0].x - 4.75 * layout.unit - label.box[0]
        for line in label.lines:
            if place in countries:
                width = (_advance(slab, line.upper()) + 0.12 * len(line)) * label.size
            else:
                width = _advance(plain, line) * label.size
            assert width <= room + 0.7, (place, width, room)


def test_layouts_are_made_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`branchline draw --layout` writes layout.json and the picture."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "board.toml").write_text(SMALL, "utf-8")
    out = tmp_path / "small.svg"
    assert main(["draw", "--layout", str(folder), "--kicks", "0", "--out", str(out)]) == 0
    assert "layout.json" in capsys.readouterr().err
    assert out.read_text("utf-8").startswith("<svg")
    board = load_board(folder / "board.toml")
    assert draw_board(board) == out.read_text("utf-8")
