"""Finds room for what is drawn beside the tracks: monograms, stands beside places, mountains, names and the rose.

All of it is found once, when a layout or a ground is made, and stored with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, pi, sin

from branchline.drawing.curves import curve_of, line_samples
from branchline.drawing.layout import MARK_RADIUS, SLOT_WIDTH, STAND_RADIUS, TRACK_GAP, Layout, Point, radius
from branchline.drawing.shapes import Disc, Shape, cells, inside, label_box, overlaps, slot_box
from branchline.model.board import Board, Route
from branchline.model.faces import FACES, Drawn

_PLACES_ALONG = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8, 0.15, 0.85)


class Room:
    """All shapes of a drawing by where they are, so that what is near a spot is found quickly."""

    def __init__(self, size: Point) -> None:
        self.size = size
        self._cells: dict[tuple[int, int], list[Shape]] = {}

    def add(self, shape: Shape) -> None:
        """Take up the room of a shape."""
        for cell in cells(shape):
            self._cells.setdefault(cell, []).append(shape)

    def near(self, shape: Shape) -> Iterator[Shape]:
        """What may overlap a shape; some of it comes several times."""
        for cell in cells(shape):
            yield from self._cells.get(cell, ())

    def free(self, shape: Shape) -> bool:
        """Whether nothing overlaps a shape and it is on the board."""
        return inside(shape, *self.size) and not overlaps(shape, self.near(shape))


def room_of(board: Board, layout: Layout) -> Room:
    """The room that a layout takes up: slots, bare lines, places, labels, monograms, stands."""
    room, unit = Room(layout.size), layout.unit
    for route in board.routes:
        track = layout.tracks[route.id]
        for slot in track.slots:
            room.add(slot_box(slot, track.car, unit))
        for point in line_samples(board, layout, route, 5.0):
            room.add(Disc(*point, 3 * unit))
    for city in board.cities:
        room.add(Disc(*layout.places[city.id], radius(city, unit)))
    for label in layout.labels.values():
        room.add(label_box(label))
    for spots in layout.marks.values():
        for spot in spots:
            room.add(Disc(*spot, MARK_RADIUS * unit))
    for spot in layout.stands.values():
        room.add(Disc(*spot, STAND_RADIUS * unit))
    return room


# Beside the tracks


def with_marks_and_stands(board: Board, layout: Layout) -> Layout:
    """The layout with room for monograms beside tracks and for what may come to stand beside places."""
    layout = replace(layout, marks={}, stands={})
    layout = replace(layout, marks=_place_marks(board, layout))
    return replace(layout, stands=_place_stands(board, layout))


def _place_marks(board: Board, layout: Layout) -> dict[str, tuple[Point, ...]]:
    """A row of discs beside each connection that has marks, those with the most marks first."""
    room = room_of(board, layout)
    firsts = [route for route in board.routes if route.marks and route.track == 1]
    found: dict[str, tuple[Point, ...]] = {}
    for route in sorted(firsts, key=lambda route: -len(route.marks)):
        spots = min(_mark_rows(board, layout, route), key=lambda row: (_trouble(row[1], room, layout.unit), row[0]))[1]
        found[route.id] = spots
        for spot in spots:
            room.add(Disc(*spot, MARK_RADIUS * layout.unit))
    return {route.id: found[route.id] for route in firsts}


def _trouble(spots: Sequence[Point], room: Room, unit: float) -> int:
    """How many of some monograms would not lie free."""
    return sum(not room.free(Disc(*spot, (MARK_RADIUS + 0.8) * unit)) for spot in spots)


def _mark_rows(board: Board, layout: Layout, route: Route) -> Iterator[tuple[float, tuple[Point, ...]]]:
    """Where the monograms of a connection could lie, each with how much it is to be avoided."""
    unit, count = layout.unit, len(route.marks)
    a, b = (layout.places[board.cities[end].id] for end in (route.a, route.b))
    curve = curve_of(layout.tracks[route.id], a, b)
    lanes = 1 + len(route.twins)
    beside = (lanes - 1) / 2 * (SLOT_WIDTH + TRACK_GAP) + SLOT_WIDTH / 2 + MARK_RADIUS + 1.8
    step = 2.12 * MARK_RADIUS
    for part in _PLACES_ALONG:
        at, along = curve.at(part * curve.length)
        for side in (1, -1):
            for off, flat in ((beside, True), (beside, False), (beside + 5, True)):
                spots = []
                for number in range(count):
                    forth = (number - (count - 1) / 2) * step if flat else 0.0
                    out = (off if flat else off + number * step) * side
                    spots.append(
                        Point(
                            at.x + (along.x * forth - along.y * out) * unit,
                            at.y + (along.y * forth + along.x * out) * unit,
                        )
                    )
                yield abs(part - 0.5) + (0 if flat else 0.15) + (off - beside) / 100, tuple(spots)


def _place_stands(board: Board, layout: Layout) -> dict[str, Point]:
    """Free room beside each place where something may come to stand; else the place itself is used."""
    stand_places = [face.stands_at(board) for face in FACES.all(Drawn) if face.stands_at is not None]
    wanted = {place for places in stand_places for place in places}
    room, unit = room_of(board, layout), layout.unit
    found = {}
    for city in board.cities:
        if city.id not in wanted:
            continue
        home = layout.places[city.id]
        for gap in (2.0, 6.0, 11.0, 17.0, 24.0):
            far = radius(city, unit) + (STAND_RADIUS + gap) * unit
            turns = [number * pi / 12 for number in range(24)]
            spots = [Point(home.x + cos(turn) * far, home.y + sin(turn) * far) for turn in turns]
            free = [spot for spot in spots if room.free(Disc(*spot, (STAND_RADIUS + 1) * unit))]
            if free:
                found[city.id] = free[0]
                room.add(Disc(*free[0], STAND_RADIUS * unit))
                break
    return found
