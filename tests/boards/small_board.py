"""A small board file that uses every part of the format, and ways to break it."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.boards.loading import load_board
from branchline.model.board import Board
from branchline.model.errors import BoardFileError

SMALL = """\
id = "three_rivers"
title = "Three Rivers"
summary = "Three towns and a border."
seats = [2, 3]
rules_version = 1
size = [400, 300]

[words]
regions = ["north", "south"]
place_tags = ["port"]
route_tags = ["steep"]
marks = ["nr"]

[cards]
red = 8
blue = 8
wild = 4

[points]
1 = 1
2 = 2
3 = 4

[numbers]
pieces = 12
hand = 2
row = 3
reset = 2
deal = 1
keep = 1
draw = 2
draw_keep = 1
trigger = 2

[variants.short]
title = "Short"
summary = "The plain game."
tickets = "plain"

[variants.long]
title = "Long"
summary = "More tickets."
tickets = "long"
deal = 2
longest_path = 10

[places]
"Ashford" = { at = [100, 50], lonlat = [1.5, 51] }
"Upper Bourne" = { at = [200, 250], lonlat = [1.25, 50.5], region = "south", tags = ["port"] }
"Crail" = { at = [300, 50], lonlat = [2, 51], id = "crail_town" }

[countries.Dale]
at = [390, 150]
lonlat = [3, 51]
region = "north"
dead_ends.east = { at = [400, 160], lonlat = [3, 50.75] }
dead_ends.west = { at = [380, 160], lonlat = [2.75, 50.75], region = "south" }

[routes]
lines = [
  "Ashford - Upper Bourne: red 2, blue 2, gray 3 ferry 2",
  "Crail - Ashford [nr]: gray 1 steep",
  "Crail - Dale (east): blue 3 ship worth 9",
  "upper_bourne - Dale (west): gray 1",
]

[tickets]
lines = [
  "Ashford - Crail: 3 | plain long",
  "Upper Bourne - Crail: 4 | plain",
  "Upper Bourne - Crail: 5 | long",
  "Dale - Upper Bourne: 6",
  "Ashford - Crail - Dale: 9/6/15 | long",
  "Ashford - Upper Bourne: 2 | long",
  "Ashford - Dale: 2 | long",
]

[extras.weather]
rain = true
"""


def load(folder: Path, text: str) -> Board:
    path = folder / "board.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(BoardFileError) as caught:
        load(folder, text)
    return [str(fault) for fault in caught.value.faults]


def line_of(text: str, snippet: str) -> int:
    """The number of the last line with that snippet; 1 if it is not there, as for a missing section."""
    numbers = [number for number, line in enumerate(text.splitlines(), 1) if snippet in line]
    return numbers[-1] if snippet else 1


def changed(*changes: tuple[str, str]) -> str:
    text = SMALL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
