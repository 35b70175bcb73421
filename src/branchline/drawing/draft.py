"""A quick layout for a board that has none yet: straight tracks, and names where they fit best.

Nothing is moved, so things may overlap; the solver does better, but takes minutes and needs NumPy.
"""

from __future__ import annotations

from math import atan2, degrees

from branchline.drawing.bundles import Bundle, bundles_of, unit_of
from branchline.drawing.curves import Curve
from branchline.drawing.free_space import Room, with_marks_and_stands
from branchline.drawing.layout import SLOT_WIDTH, TRACK_GAP, Label, Layout, Point, Slot, Track, radius
from branchline.drawing.lettering import NameWays, Spot, all_names
from branchline.drawing.shapes import Disc, depth, inside, label_box, slot_box
from branchline.model.board import Board

_LONGEST = 60.0  # cars, in units
_CAR_GAP, _PLACE_GAP = 4.5, 4.5


def draft_layout(board: Board) -> Layout:
    """A layout made at once. The same board always gives the same one."""
    unit = unit_of(board)
    places = {city.id: Point(city.x, city.y) for city in board.cities}
    tracks: dict[str, Track] = {}
    for bundle in bundles_of(board):
        tracks.update(_tracks(board, bundle, unit))
    room = Room(Point(*board.size))
    for track in tracks.values():
        for slot in track.slots:
            room.add(slot_box(slot, track.car, unit))
    for city in board.cities:
        room.add(Disc(city.x, city.y, radius(city, unit)))
    labels = {}
    for name in all_names(board, unit):
        labels[name.id] = _written(name, room, unit)
        room.add(label_box(labels[name.id]))
    ordered = {route.id: tracks[route.id] for route in board.routes}
    return with_marks_and_stands(board, Layout(unit, Point(*board.size), places, labels, ordered))


def _tracks(board: Board, bundle: Bundle, unit: float) -> dict[str, Track]:
    """The tracks of a bundle, their cars in the middle between the places."""
    a, b = board.cities[bundle.a], board.cities[bundle.b]
    curve = Curve(Point(a.x, a.y), Point(b.x + bundle.wrap, b.y), bundle.bend)
    start = radius(a, unit) + _PLACE_GAP * unit
    free = max(curve.length - start - radius(b, unit) - _PLACE_GAP * unit, unit)
    pitch = min(free / bundle.cars, (_LONGEST + _CAR_GAP) * unit)
    car = max(pitch - _CAR_GAP * unit, unit)
    first = start + (free - pitch * bundle.cars) / 2
    tracks = {}
    for number, route in enumerate(bundle.routes):
        lane = number - (len(bundle.routes) - 1) / 2
        slots = tuple(_slot(curve, first + pitch * (k + 0.5), lane, unit, bundle.wrap) for k in range(bundle.cars))
        tracks[board.routes[route].id] = Track(car, slots, bundle.bend, 0.0, lane, bundle.wrap)
    return tracks


def _slot(curve: Curve, distance: float, lane: float, unit: float, wrap: float) -> Slot:
    at, along = curve.at(distance)
    off = lane * (SLOT_WIDTH + TRACK_GAP) * unit
    x = at.x - along.y * off
    return Slot(x % abs(wrap) if wrap else x, at.y + along.x * off, degrees(atan2(along.y, along.x)))


def _written(name: NameWays, room: Room, unit: float) -> Label:
    """The name where it disturbs least."""

    def trouble(spot: Spot) -> float:
        box = label_box(spot.label(name.home, unit))
        covered = sum(max(depth(box, other), 0.0) for other in room.near(box))
        return covered + spot.dislike + (0.0 if inside(box, *room.size) else 100.0)

    return min(name.spots, key=trouble).label(name.home, unit)
