"""The curve of a track from place to place: a quadratic Bezier, and for parallel tracks a curve beside it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from math import ceil, hypot

from branchline.drawing.layout import SLOT_WIDTH, TRACK_GAP, Layout, Point, Slot, Track
from branchline.model.board import Board, Route

_STEP = 24.0  # from point to point of a drawn line
_STEPS = 48  # straight pieces that stand for a curve when its length is measured
PARTING = 18.0  # parallel tracks run together until this many units before their cars


class Curve:
    """The middle of a bundle of parallel tracks, measured along its length."""

    def __init__(self, a: Point, b: Point, bend: float = 0.0, skew: float = 0.0) -> None:
        dx, dy = b.x - a.x, b.y - a.y
        self.a, self.b = a, b
        self.control = Point((a.x + b.x) / 2 - 2 * bend * dy + skew * dx, (a.y + b.y) / 2 + 2 * bend * dx + skew * dy)
        self.points = [self._bezier(step / _STEPS) for step in range(_STEPS + 1)]
        self._ends = [0.0]
        for p, q in pairwise(self.points):
            self._ends.append(self._ends[-1] + hypot(q.x - p.x, q.y - p.y))

    @property
    def length(self) -> float:
        """How long the curve is."""
        return self._ends[-1]

    def distance(self, point: int) -> float:
        """How far one of its points is from the start."""
        return self._ends[point]

    def _bezier(self, t: float) -> Point:
        first, middle, last = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        a, c, b = self.a, self.control, self.b
        return Point(first * a.x + middle * c.x + last * b.x, first * a.y + middle * c.y + last * b.y)

    def at(self, distance: float) -> tuple[Point, Point]:
        """The point at a distance from the start, and the direction there."""
        distance = min(max(distance, 0.0), self.length)
        piece = min(bisect_right(self._ends, distance) - 1, _STEPS - 1)
        p, q = self.points[piece], self.points[piece + 1]
        length = (self._ends[piece + 1] - self._ends[piece]) or 1.0
        part = (distance - self._ends[piece]) / length
        return Point(p.x + (q.x - p.x) * part, p.y + (q.y - p.y) * part), Point(
            (q.x - p.x) / length, (q.y - p.y) / length
        )


def curve_of(track: Track, a: Point, b: Point) -> Curve:
    """The curve of the bundle that a track belongs to."""
    return Curve(a, Point(b.x + track.wrap, b.y), track.bend, track.skew)


def track_line(track: Track, a: Point, b: Point, unit: float) -> list[Point]:
    """The bare line of a track, point by point. Parallel tracks leave their place together and part before the cars."""
    curve = curve_of(track, a, b)
    length, side = curve.length, track.lane * (SLOT_WIDTH + TRACK_GAP) * unit
    first = _distance_of(track.slots[0], track, curve) - track.car / 2
    last = _distance_of(track.slots[-1], track, curve) + track.car / 2
    steps = ceil(length / (_STEP * unit))
    distances = {length, *(length * step / steps for step in range(steps))}
    if side:
        bends = [PARTING * unit * k / 4 for k in range(5)]
        distances.update(first - bend for bend in bends)
        distances.update(last + bend for bend in bends)
    line = []
    for distance in sorted(distance for distance in distances if 0 <= distance <= length):
        at, along = curve.at(distance)
        off = side * min(_parted(distance, first, unit), _parted(length - distance, length - last, unit))
        line.append(Point(at.x - along.y * off, at.y + along.x * off))
    return line


def line_samples(board: Board, layout: Layout, route: Route, apart: float) -> Iterator[Point]:
    """Points along the bare line of a route, no farther apart than that many units, as far as they are on the board."""
    track = layout.tracks[route.id]
    a, b = (layout.places[board.cities[end].id] for end in (route.a, route.b))
    for p, q in pairwise(track_line(track, a, b, layout.unit)):
        steps = ceil(hypot(q.x - p.x, q.y - p.y) / (apart * layout.unit))
        for step in range(steps):
            x, y = p.x + (q.x - p.x) * step / steps, p.y + (q.y - p.y) * step / steps
            yield Point(x % layout.size.x if track.wrap else x, y)


def _parted(distance: float, cars: float, unit: float) -> float:
    """How far apart, from 0 to 1, tracks are at a distance from their place, if their cars begin at `cars`."""
    begin = max(cars - PARTING * unit, 0.0)
    part = min(max((distance - begin) / max(cars - begin, 1.0), 0.0), 1.0)
    return part * part * (3 - 2 * part)


def _distance_of(slot: Slot, track: Track, curve: Curve) -> float:
    """Where along the curve a slot lies."""

    def offset(point: Point) -> Point:
        dx = slot.x - point.x
        if track.wrap:  # the slot may be drawn at the other edge
            dx -= track.wrap * round(dx / track.wrap)
        return Point(dx, slot.y - point.y)

    offsets = [offset(point) for point in curve.points]
    nearest = min(range(len(offsets)), key=lambda number: hypot(*offsets[number]))
    distance = curve.distance(nearest)
    _, along = curve.at(distance)
    return distance + offsets[nearest].x * along.x + offsets[nearest].y * along.y
