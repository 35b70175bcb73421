"""Trains are told from empty slots and from other seats' trains: by day, by night, by every kind of sight.

Measured on the drawn board, with rims, symbols, patterns and light, as the mean color of what lies on a route.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

import branchline as bl
from branchline.drawing import Scene, Theme, draw_board, grounds_css, live_board, load_land, load_layout, render_rgb
from branchline.drawing.layout import Slot
from branchline.drawing.palette import CARDS, SEATS, THEMES, variables

Colors = npt.NDArray[np.float64]
BOARDS = [board.id for board in bl.boards()]
WIDTH = 1400  # pixels
SIGHTS: dict[str, list[list[float]]] = {  # of linear red, green and blue: Machado, Oliveira and Fernandes, 2009
    "all colors": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "without red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "without green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "without blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
    "no color": [[0.2126, 0.7152, 0.0722]] * 3,
}
# The smallest distances in OKLab, times 100: of a train to a slot, of two trains. Without any color, seats are told
# apart by their patterns. docs/drawn-board.md has all of them, and what they were before slots were hollow.
WANTED = {
    "all colors": (8.5, 7.2),
    "without red": (5.7, 4.6),
    "without green": (7.2, 4.5),
    "without blue": (6.0, 6.3),
    "no color": (3.1, 0.0),
}


def _linear(rgb: npt.NDArray[np.uint8]) -> Colors:
    part = rgb / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def _lab(color: Colors) -> Colors:
    """Linear red, green and blue as OKLab, times 100."""
    cones = np.array([[0.41222, 0.53633, 0.05145], [0.2119, 0.68070, 0.1074], [0.0883, 0.28172, 0.62998]])
    lab = np.array([[0.21045, 0.79362, -0.00407], [1.978, -2.42859, 0.45059], [0.0259, 0.78277, -0.80868]])
    seen: Colors = 100 * np.cbrt(np.clip(color, 0, 1) @ cones.T) @ lab.T
    return seen


def _pixels(slot: Slot, length: float, unit: float) -> Colors:
    """Points all over a slot."""
    turn = np.radians(slot.angle)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    xs, ys = np.meshgrid(np.linspace(-0.46, 0.46, 24) * length, np.linspace(-8, 8, 11) * unit)
    found: Colors = np.array([slot.x, slot.y]) + xs[..., None] * along + ys[..., None] * across
    return found.reshape(-1, 2)


@cache
def _means(board_id: str, theme: Theme, built: bool) -> dict[int, Colors]:
    """The mean color of every route; if built, the trains of all seats in turn."""
    board = bl.board(board_id)
    layout = load_layout(board)
    scene = Scene(owners={route.index: (route.index % len(SEATS),) for route in board.routes} if built else {})
    picture = _linear(render_rgb(draw_board(board, scene, theme=theme), theme, width=WIDTH))
    means = {}
    for route in board.routes:
        track = layout.tracks[route.id]
        if not track.wrap:
            spots = np.concatenate([_pixels(slot, track.car, layout.unit) for slot in track.slots])
            at = (spots * WIDTH / layout.size.x).round().astype(int)
            means[route.index] = picture[at[:, 1], at[:, 0]].mean(axis=0)
    return means


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("board", ["usa", "world"])  # trains on land and water, ships
def test_trains_are_no_slots(board: str, theme: Theme, sight: str) -> None:
    """The train of no seat looks like an empty slot, nor like another seat's."""
    seen = np.array(SIGHTS[sight], dtype=np.float64).T
    slots = [_lab(color @ seen) for color in _means(board, theme, built=False).values()]
    built = _means(board, theme, built=True)
    trains = [
        _lab(np.mean([color for route, color in built.items() if route % len(SEATS) == seat], axis=0) @ seen)
        for seat in range(len(SEATS))
    ]
    to_slot = min(float(np.linalg.norm(train - slot)) for train in trains for slot in slots)
    to_train = min(float(np.linalg.norm(a - b)) for a, b in combinations(trains, 2))
    assert to_slot >= WANTED[sight][0]
    assert to_train >= WANTED[sight][1]


def _hex_lab(color: str) -> Colors:
    rgb = np.array([int(color[k : k + 2], 16) for k in (1, 3, 5)], dtype=np.uint8)
    return _lab(_linear(rgb))


def _contrast(a: str, b: str) -> float:
    """How WCAG compares two colors."""
    light = sorted(
        float(_linear(np.array([int(color[k : k + 2], 16) for k in (1, 3, 5)], dtype=np.uint8)) @ SIGHTS["no color"][0])
        for color in (a, b)
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


def _on(board_id: str, theme: Theme) -> dict[str, str]:
    """The colors on a board: those of the theme, and those of its own ground."""
    land = load_land(bl.board(board_id))
    assert land is not None
    return variables(theme) | dict(land.tones[theme])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("board", BOARDS)
def test_slots_and_names_can_be_read(theme: Theme, board: str) -> None:
    """Symbols are crisp on every slot; every rim and name is seen on land and on water of every board."""
    values = _on(board, theme)
    for color in CARDS:
        assert _contrast(values[f"{color}-sign"], values[f"{color}-ground"]) >= 4.5
        for ground in ("focus", "land", "water"):
            assert _contrast(values[f"{color}-rim"], values[ground]) >= 2.9, (color, ground)
    for ground in ("focus", "land", "water", "halo"):
        assert _contrast(values["label"], values[ground]) >= 7, ground
    assert _contrast(values["sea"], values["water"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_each_board_is_a_place_of_its_own(theme: Theme) -> None:
    """No two boards have the same land and water, and each shows signs of its place."""
    seen = {board: _on(board, theme) for board in BOARDS}
    for one, other in combinations(BOARDS, 2):
        apart = [_hex_lab(seen[one][ground]) - _hex_lab(seen[other][ground]) for ground in ("focus", "water")]
        assert sum(float(np.linalg.norm(each)) for each in apart) >= 2, (one, other)
    for board in BOARDS:
        land = load_land(bl.board(board))
        assert land is not None
        assert len(land.motifs) > 20
        assert f' data-board="{board}"' in live_board(bl.board(board))
        assert f'.bd[data-board="{board}"]{{--water:{land.tones["day"]["water"]}' in grounds_css([bl.board(board)])
