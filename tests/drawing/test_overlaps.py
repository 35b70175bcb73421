"""The drawing test: on every board no true shapes of tracks, places, names and bare lines overlap.

Shapes are in the units of the board and scale with it, so this holds on a phone as on a large screen.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import hypot

import pytest

import branchline as bl
from branchline.drawing.layout import Layout, Point, Slot, load_layout
from branchline.drawing.measure import overlaps_of

BOARDS = [board.id for board in bl.boards()]


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_overlaps(name: str) -> None:
    """Slots, places, names and lines keep apart, and stay on the board."""
    board = bl.board(name)
    assert overlaps_of(board, load_layout(board)) == []


@pytest.mark.parametrize("name", BOARDS)
def test_pieces_have_room(name: str) -> None:
    """Three units of air around slots, places and names, so that claimed pieces hardly ever touch."""
    board = bl.board(name)
    layout = load_layout(board)
    near = Counter(hit.kind for hit in overlaps_of(board, layout, margin=3 * layout.unit))
    solid = {kind: count for kind, count in near.items() if not kind.startswith("line-")}
    assert sum(solid.values()) <= 4, solid


@pytest.mark.parametrize("name", BOARDS)
def test_cars_are_long_enough_and_places_near_home(name: str) -> None:
    """A car can be seen and touched, and a place is where people expect it."""
    board = bl.board(name)
    layout = load_layout(board)
    shortest = min(track.car for track in layout.tracks.values())
    assert shortest / layout.unit >= 42
    moves = [hypot(layout.places[city.id].x - city.x, layout.places[city.id].y - city.y) for city in board.cities]
    assert max(moves) / layout.unit <= 85


# The test must be able to fail: each of these spoils the layout of one board in one way.


def _moved_slot(layout: Layout, route: str, to: Point) -> Layout:
    track = layout.tracks[route]
    first = Slot(to.x, to.y, track.slots[0].angle)
    return replace(layout, tracks={**layout.tracks, route: replace(track, slots=(first, *track.slots[1:]))})


def _moved_label(layout: Layout, name: str, to: Point) -> Layout:
    label = layout.labels[name]
    _, _, width, height = label.box
    box = (to.x - width / 2, to.y - height / 2, width, height)
    return replace(layout, labels={**layout.labels, name: replace(label, box=box)})


def _kinds(layout: Layout) -> set[str]:
    return {hit.kind for hit in overlaps_of(bl.board("usa"), layout)}


def test_spoiled_layouts_are_found() -> None:
    """Every kind of overlap is seen."""
    layout = load_layout(bl.board("usa"))
    other = layout.tracks["denver-helena"].slots[1]
    on_slot, on_place = Point(other.x, other.y), layout.places["denver"]
    line = layout.tracks["seattle-helena"] if "seattle-helena" in layout.tracks else layout.tracks["helena-seattle"]
    gap = Point((line.slots[0].x + line.slots[1].x) / 2, (line.slots[0].y + line.slots[1].y) / 2)
    assert "slot-slot" in _kinds(_moved_slot(layout, "calgary-helena", on_slot))
    assert "slot-place" in _kinds(_moved_slot(layout, "calgary-helena", on_place))
    assert "slot-label" in _kinds(_moved_label(layout, "omaha", on_slot))
    assert "label-place" in _kinds(_moved_label(layout, "omaha", on_place))
    assert "line-label" in _kinds(_moved_label(layout, "omaha", gap))
    left, top, width, height = layout.labels["denver"].box
    assert "label-label" in _kinds(_moved_label(layout, "omaha", Point(left + width / 2, top + height / 2)))
    assert "line-slot" in _kinds(_moved_slot(layout, "calgary-helena", gap))
    assert "outside" in _kinds(_moved_slot(layout, "calgary-helena", Point(2.0, 500.0)))
    near = Point(on_place.x + 5, on_place.y)
    assert "place-place" in _kinds(replace(layout, places={**layout.places, "omaha": near}))
    on_line = replace(layout, places={**layout.places, "las_vegas": gap})
    assert {"line-place", "slot-place"} & _kinds(on_line)
