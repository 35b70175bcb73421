"""Paths in fewer letters draw the same picture."""

from __future__ import annotations

import json

import numpy as np
import pytest

import branchline as bl
from branchline.drawing import render_rgb
from branchline.drawing.short_paths import shortened

BOARDS = [board.id for board in bl.boards()]


@pytest.mark.parametrize("board", BOARDS)
def test_the_ground_looks_the_same_in_half_the_letters(board: str) -> None:
    data = json.loads(bl.board(board).file("land.json").read_text("utf-8"))
    paths = [data["coast"], *data["shapes"].values()]
    short = [shortened(path) for path in paths]
    drawn = [
        render_rgb(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1800 1200">'
            + "".join(
                f'<path d="{path}" fill="#a{at}3" fill-opacity=".3" stroke="#123"/>' for at, path in enumerate(some)
            )
            + "</svg>",
            "day",
            width=1800,
        ).astype(int)
        for some in (paths, short)
    ]
    assert drawn[0].std() > 5
    assert np.abs(drawn[0] - drawn[1]).max() <= 1
    curved = [k for k, path in enumerate(paths) if "C" not in path and "Q" in path]
    assert sum(len(short[k]) for k in curved) <= 0.55 * sum(len(paths[k]) for k in curved)


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("M10 10L20 10L20 .5Z", "m10 10l10 0 0-9.5z"),
        ("M0 0Q10 0 10 10Q10 20 20 20", "m0 0q10 0 10 10t10 10"),
        ("M0 0Q10 0 10 10Q10 21 20 20", "m0 0q10 0 10 10 0 11 10 10"),
        ("M5 5L6 6ZM7 7L8 8", "m5 5l1 1zm2 2l1 1"),
        ("M0 0C1 1 2 2 3 3", "M0 0C1 1 2 2 3 3"),
        ("M0 0L1.25 3", "M0 0L1.25 3"),
    ],
)
def test_steps_from_where_the_last_one_ended(path: str, short: str) -> None:
    assert shortened(path) == short
