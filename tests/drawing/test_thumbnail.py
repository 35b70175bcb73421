"""The small pictures of boards."""

from __future__ import annotations

import re

import pytest

import branchline as bl
from branchline.drawing.palette import CARDS, THEMES, Theme, variables
from branchline.drawing.thumbnail import draw_thumbnail


def brightness(color: str) -> float:
    """How bright a color is, as the eye sees it."""
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    lines = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * lines[0] + 0.7152 * lines[1] + 0.0722 * lines[2]


def contrast(one: str, other: str) -> float:
    """How far two colors are from each other: 1 for the same, 21 for black and white."""
    dark, bright = sorted((brightness(one), brightness(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_every_color_shows_on_the_ground(theme: Theme) -> None:
    """Black on a map at night, or white on one by day, has an edge that shows."""
    values = variables(theme)
    paths = re.findall(r'<path d="([^"]+)" stroke="(#\w+)"', draw_thumbnail(bl.board("usa"), theme=theme))
    drawn: dict[str, list[str]] = {}
    for path, color in paths:
        drawn.setdefault(path, []).append(color)
    assert {colors[-1] for colors in drawn.values()} == {values[f"{name}-ground"] for name in CARDS if name != "wild"}
    for colors in drawn.values():
        assert max(contrast(color, values["focus"]) for color in colors) > 1.5, colors
