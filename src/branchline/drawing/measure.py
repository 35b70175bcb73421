"""Measures a layout: whether true shapes overlap, and how near they come.

Shapes scale with the board, so what holds here holds at every size on every screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from branchline.drawing.curves import line_samples
from branchline.drawing.layout import Layout, radius
from branchline.drawing.shapes import Disc, Shape, cells, depth, inside, label_box, slot_box
from branchline.model.board import Board, Route

LINE_WIDTH = 2.4
_SAMPLE = 5.0  # a bare line is measured at points this far apart


class Overlap(NamedTuple):
    """Two things that overlap, or one that leaves the board."""

    kind: str  # "slot-slot", "line-label" ..., or "outside"
    one: str
    other: str
    deep: float


class _Thing(NamedTuple):
    kind: str  # "slot", "place", "label" or "line"
    name: str
    shape: Shape
    joins: frozenset[str]  # names that it may touch: a line its own places and its own connection


def overlaps_of(board: Board, layout: Layout, margin: float = 0.0) -> list[Overlap]:
    """All overlaps of slots, places, labels and bare lines; with a margin, also what comes nearer than that."""
    things = [*_slots(board, layout), *_places(board, layout), *_labels(layout), *_lines(board, layout)]
    grown = [_grown(thing, margin / 2) for thing in things]
    found = {(hit.kind, hit.one, hit.other): hit for hit in _pairs(grown)}
    for thing in things:
        if thing.kind in ("slot", "label", "place") and not inside(thing.shape, *layout.size):
            found["outside", thing.name, ""] = Overlap("outside", thing.name, "", 0.0)
    return list(found.values())


def _grown(thing: _Thing, margin: float) -> _Thing:
    by = margin / 2 if thing.kind == "line" else margin  # a claim never covers the bare line
    return thing._replace(shape=thing.shape.grown(by))


def _pairs(things: Sequence[_Thing]) -> Iterator[Overlap]:
    """Overlapping pairs, looked for only among neighbors."""
    squares: dict[tuple[int, int], list[int]] = {}
    for number, thing in enumerate(things):
        for cell in cells(thing.shape):
            squares.setdefault(cell, []).append(number)
    seen = set()
    for numbers in squares.values():
        for pair in combinations(numbers, 2):
            if pair in seen:
                continue
            seen.add(pair)
            one, other = things[pair[0]], things[pair[1]]
            if one.kind == other.kind == "line" or other.name in one.joins or one.name in other.joins:
                continue
            deep = depth(one.shape, other.shape)
            if deep > 0.01:
                yield Overlap(_kind(one, other), one.name, other.name, round(deep, 2))


def _kind(one: _Thing, other: _Thing) -> str:
    if other.kind == "line":
        return f"line-{one.kind}"
    return f"{one.kind}-{other.kind}" if (one.kind, other.kind) != ("place", "label") else "label-place"


def _slots(board: Board, layout: Layout) -> Iterator[_Thing]:
    for route in board.routes:
        track = layout.tracks[route.id]
        for number, slot in enumerate(track.slots, 1):
            yield _Thing("slot", f"{route.id}/{number}", slot_box(slot, track.car, layout.unit), frozenset())


def _places(board: Board, layout: Layout) -> Iterator[_Thing]:
    for city in board.cities:
        yield _Thing("place", city.id, Disc(*layout.places[city.id], radius(city, layout.unit)), frozenset())


def _labels(layout: Layout) -> Iterator[_Thing]:
    for label in layout.labels.values():
        yield _Thing("label", f"'{' '.join(label.lines)}'", label_box(label), frozenset())


def _lines(board: Board, layout: Layout) -> Iterator[_Thing]:
    """The bare line of each track as discs along it. Its own connection's slots lie on it, its own places end it."""
    for route in board.routes:
        joins = _own(board, route)
        half = LINE_WIDTH * layout.unit / 2
        for point in line_samples(board, layout, route, _SAMPLE):
            yield _Thing("line", f"line of {route.id}", Disc(*point, half), joins)


def _own(board: Board, route: Route) -> frozenset[str]:
    """The names of the places of a route, and of the slots of all tracks of its connection."""
    ends = {route.a, route.b}
    slots = {
        f"{other.id}/{number}"
        for other in board.routes
        if {other.a, other.b} == ends and other.length == route.length
        for number in range(1, other.length + 1)
    }
    return frozenset(slots | {board.cities[end].id for end in ends})
