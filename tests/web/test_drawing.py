"""The drawing test in the browser: what Chromium really draws is measured, at the sizes of three screens.

`tests/drawing/test_overlaps.py` measures the layouts; here the page is asked where every slot, place and name came to
lie, with the fonts and the rounding of the browser, and the same measure looks for overlaps.
"""

from __future__ import annotations

from dataclasses import replace
from math import atan2, degrees, hypot
from typing import Any

import pytest
from playwright.sync_api import Page

import branchline as bl
from branchline.drawing.layout import SLOT_WIDTH, Label, Layout, Point, Slot, Track, load_layout
from branchline.drawing.measure import Overlap, overlaps_of
from tests.web.player import Player, open_table, with_fonts
from tests.web.visiting import asked

SCREENS = {"phone": (390, 844), "laptop": (1440, 900), "large": (2560, 1440)}
SMALLEST = {"phone": 11, "laptop": 9, "large": 11}  # pixels of a name; a laptop shows tall boards as a whole

# In pixels from the corner of the drawing: corners of slots, middles of places, and the ink of names, line by line.
_MEASURE = """() => {
  const svg = document.querySelector(".map .layer svg");
  const corner = svg.getBoundingClientRect();
  const at = (element, x, y) => {
    const point = new DOMPoint(x, y).matrixTransform(element.getScreenCTM());
    return [point.x - corner.x, point.y - corner.y];
  };
  const slot = (use) => {
    const { x, y, width, height } = use.getBBox();
    const sides = [[x, y + height / 2], [x + width, y + height / 2], [x + width / 2, y], [x + width / 2, y + height]];
    return sides.map((side) => at(use, ...side));
  };
  const pen = document.createElement("canvas").getContext("2d");
  const ink = (text) => {
    const style = getComputedStyle(text);
    const pixels = parseFloat(style.fontSize) * text.getScreenCTM().a;
    pen.font = `${style.fontStyle} ${style.fontWeight} 1000px ${style.fontFamily}`; // small ink is told in whole pixels
    const lines = new Map(); // by the height of their baselines: how far each reaches, and what it says
    [...text.textContent].forEach((letter, nth) => {
      const { x, y } = text.getStartPositionOfChar(nth);
      const line = lines.get(y) ?? { left: x, right: x, words: "" };
      lines.set(y, { left: line.left, right: text.getEndPositionOfChar(nth).x, words: line.words + letter });
    });
    return { pixels, lines: [...lines].map(([y, { left, right, words }]) => {
      const drawn = pen.measureText(words);
      const up = (drawn.actualBoundingBoxAscent * pixels) / 1000;
      const down = (drawn.actualBoundingBoxDescent * pixels) / 1000;
      const base = at(text, 0, y)[1];
      return [at(text, left, y)[0], base - up, at(text, right, y)[0], base + down];
    }) };
  };
  const all = (selector, what) => Object.fromEntries([...svg.querySelectorAll(selector)].map(what));
  const cars = ":scope > use[href^='#slot-']:not([href='#slot-wild'])";
  return {
    width: corner.width,
    slots: all(".route", (route) => [route.dataset.route, [...route.querySelectorAll(cars)].map(slot)]),
    places: all("[id^=place-]", (place) => [place.id, at(place, 0, 0)]),
    names: all("text[id^=label-]", (name) => [name.id, ink(name)]),
  };
}"""


def measured(page: Page, layout: Layout) -> tuple[Layout, float]:
    """The layout as it is on the screen, in the units of the board, and the size of its smallest name in pixels."""
    seen = page.evaluate(_MEASURE)
    scale = layout.size.x / seen["width"]
    assert seen["slots"].keys() == layout.tracks.keys()
    tracks = {route: _track(layout.tracks[route], slots, scale, layout.unit) for route, slots in seen["slots"].items()}
    places = {place: Point(*(scale * each for each in seen["places"][f"place-{place}"])) for place in layout.places}
    labels = {name: _label(label, seen["names"][f"label-{name}"], scale) for name, label in layout.labels.items()}
    smallest = min(name["pixels"] for name in seen["names"].values())
    return replace(layout, tracks=tracks, places=places, labels=labels), smallest


def _track(drawn: Track, slots: list[Any], scale: float, unit: float) -> Track:
    """A track of slots, each given by the middles of its four sides."""
    assert len(slots) == len(drawn.slots)
    found, longest = [], 0.0
    for (x0, y0), (x1, y1), top, bottom in slots:
        longest = max(longest, scale * hypot(x1 - x0, y1 - y0))
        assert scale * hypot(bottom[0] - top[0], bottom[1] - top[1]) < SLOT_WIDTH * unit + 0.5
        found.append(Slot(scale * (x0 + x1) / 2, scale * (y0 + y1) / 2, degrees(atan2(y1 - y0, x1 - x0))))
    return replace(drawn, slots=tuple(found), car=longest)


def _label(drawn: Label, name: dict[str, Any], scale: float) -> Label:
    """A name with the room that its ink takes."""
    lines = name["lines"]
    assert len(lines) == len(drawn.lines)
    left, top = min(line[0] for line in lines), min(line[1] for line in lines)
    right, bottom = max(line[2] for line in lines), max(line[3] for line in lines)
    return replace(drawn, box=(scale * left, scale * top, scale * (right - left), scale * (bottom - top)))


def settle(page: Page, screen: str) -> None:
    """The page at the size of a screen, when its map has come to rest."""
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    page.locator(".screen.phone" if screen == "phone" else ".screen:not(.phone)").wait_for()
    page.locator(".map .layer svg .hits").wait_for(state="attached")
    with_fonts(page)
    page.wait_for_timeout(300)  # a moment after the last change the map is drawn again at its new scale


@pytest.mark.parametrize("name", [board.id for board in bl.boards()])
def test_nothing_overlaps_on_any_screen(page: Page, server: str, name: str) -> None:
    board = bl.board(name)
    layout = load_layout(board)
    open_table(page, server, name)
    Player(page).play_until(lambda: asked(page) == "turn")  # tickets bring their ends into sight, from far away
    for screen in SCREENS:
        settle(page, screen)
        found, smallest = measured(page, layout)
        assert overlaps_of(board, found) == [], screen
        assert smallest >= SMALLEST[screen], screen


def test_what_is_moved_onto_a_track_is_found(page: Page, server: str) -> None:
    """The measure looks at the page: a name or a car that is pushed aside there is seen at once."""
    board = bl.board("san_francisco")
    layout = load_layout(board)
    open_table(page, server, board.id)
    settle(page, "laptop")
    route, *_ = board.routes
    there = layout.tracks[route.id].slots[0]
    name = next(city.id for city in board.cities if city.id not in (board.cities[route.a].id, board.cities[route.b].id))

    def overlaps() -> list[Overlap]:
        return overlaps_of(board, measured(page, layout)[0])

    page.evaluate(
        "([id, x, y]) => { const text = document.getElementById(id); text.setAttribute('y', y);"
        " for (const line of [text, ...text.children]) line.setAttribute('x', x); }",
        [f"label-{name}", there.x, there.y],
    )
    assert "slot-label" in {hit.kind for hit in overlaps()}
    page.reload()
    settle(page, "laptop")
    assert overlaps() == []
    page.evaluate(
        "([id, x, y]) => document.querySelector(`${id} use`).setAttribute('transform', `translate(${x} ${y})`)",
        [f"#route-{board.routes[-1].index}", there.x, there.y],
    )
    assert "slot-slot" in {hit.kind for hit in overlaps()}
