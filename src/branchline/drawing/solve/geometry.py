"""Many shapes at once, as NumPy arrays: cars along a curve, and how deep boxes and discs overlap.

A box is a row x, y, ux, uy, half length, half width; a disc is a row x, y, radius. For single ones see
drawing/shapes.py.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from branchline.drawing.curves import PARTING
from branchline.drawing.layout import SLOT_WIDTH, TRACK_GAP

Array = npt.NDArray[np.float64]

LONGEST, COMFORTABLE, SHORTEST = 60.0, 52.0, 42.0  # cars, in units
CAR_GAP = 4.5  # between the cars of a track
PLACE_GAP = 4.5  # between a place and the first car
NO_BOXES = np.zeros((0, 6))
NO_POINTS = np.zeros((0, 2))

_ZERO = np.zeros(1)
_T = np.linspace(0, 1, 33)
_BEZIER = np.stack([(1 - _T) ** 2, 2 * _T * (1 - _T), _T**2], axis=1)


class Run(NamedTuple):
    """A bundle of parallel tracks, laid: its boxes track by track, points on its bare lines, the length of a car."""

    boxes: Array
    leads: Array
    car: float


class Path:
    """A curve, measured along its length."""

    def __init__(self, a: Array, b: Array, bend: float, skew: float) -> None:
        along = b - a
        self.ends_and_control = a, (a + b) / 2 + 2 * bend * np.array([-along[1], along[0]]) + skew * along, b
        self.points = _BEZIER @ np.stack(self.ends_and_control)
        self.steps = self.points[1:] - self.points[:-1]
        self.lengths = np.hypot(self.steps[:, 0], self.steps[:, 1]) + 1e-9
        self.ends = np.concatenate([_ZERO, np.cumsum(self.lengths)])
        self.length = float(self.ends[-1])

    def at(self, distances: Array) -> tuple[Array, Array]:
        """Points at distances from the start, and the directions there."""
        piece = np.minimum(np.maximum(np.searchsorted(self.ends, distances) - 1, 0), len(self.steps) - 1)
        length = self.lengths[piece][:, None]
        part = (distances - self.ends[piece])[:, None] / length
        return self.points[piece] + self.steps[piece] * part, self.steps[piece] / length

    def sharpest(self) -> float:
        """Its greatest curvature: where a point that runs along it is slowest."""
        (ax, ay), (cx, cy), (bx, by) = self.ends_and_control
        px, py, qx, qy = cx - ax, cy - ay, ax - 2 * cx + bx, ay - 2 * cy + by
        change = qx * qx + qy * qy
        if change < 1e-9:
            return 0.0
        t = min(max(-(px * qx + py * qy) / change, 0.0), 1.0)
        speed = hypot(px + qx * t, py + qy * t)
        return float(abs(px * qy - py * qx) / (2 * max(speed, 1e-6) ** 3))


def lay_cars(path: Path, room: tuple[float, float], cars: int, lanes: int, shift: float, unit: float) -> Run:
    """Lay cars on parallel tracks along a path; `room` is what its places take at both ends."""
    start, end = room[0] + PLACE_GAP * unit, path.length - room[1] - PLACE_GAP * unit
    free = max(end - start, 1.0)
    apart = (SLOT_WIDTH + TRACK_GAP) * unit
    outermost = (lanes - 1) / 2 * apart + SLOT_WIDTH * unit / 2
    tighter = 1 - path.sharpest() * outermost  # on the inside of a bend there is less room
    pitch = free / cars
    car = max(min(LONGEST * unit, pitch * tighter - (CAR_GAP * unit if cars > 1 else 0.0)), 6.0)
    step = min(pitch, (car + CAR_GAP * unit) / max(tighter, 0.3))
    first = start + (free - step * cars) * (0.5 + 0.5 * shift)
    middles, along = path.at(np.array([first + step * (car_number + 0.5) for car_number in range(cars)]))
    beside = np.stack([-along[:, 1], along[:, 0]], axis=1)
    half = np.full((cars, 1), car / 2), np.full((cars, 1), SLOT_WIDTH * unit / 2)
    sides = [(lane - (lanes - 1) / 2) * apart for lane in range(lanes)]
    boxes = np.concatenate([np.hstack([middles + beside * side, along, *half]) for side in sides])
    inset = (step - car) / 2
    leads = _leads(path, room, (first + inset, first + step * cars - inset), sides, unit)
    return Run(boxes, leads, car)


def _leads(path: Path, room: tuple[float, float], cars: tuple[float, float], sides: list[float], unit: float) -> Array:
    """Points on the bare lines between the places and the cars. Parallel tracks part just before the cars."""
    before = np.arange(room[0] + 2, cars[0], 5 * unit)
    after = np.arange(cars[1], path.length - room[1] - 2, 5 * unit)
    distances = np.concatenate([before, after])
    if not len(distances):
        return NO_POINTS
    points, along = path.at(distances)
    near = np.concatenate([cars[0] - before, after - cars[1]])
    part = np.clip(1 - near / (PARTING * unit), 0, 1)
    part = part * part * (3 - 2 * part)
    beside = np.stack([-along[:, 1], along[:, 0]], axis=1)
    return np.concatenate([points + beside * (part * side)[:, None] for side in sides])


def box_depths(a: Array, b: Array) -> Array:
    """How deep each box of `a` overlaps each of `b`; 0 where they are apart."""
    ax, ay, aux, auy, al, aw = a.T[:, :, None]
    bx, by, bux, buy, bl, bw = b.T[:, None, :]
    dx, dy = bx - ax, by - ay
    same, cross = np.abs(aux * bux + auy * buy), np.abs(aux * buy - auy * bux)
    gap = np.abs(dx * aux + dy * auy) - al - bl * same - bw * cross
    np.maximum(gap, np.abs(dy * aux - dx * auy) - aw - bl * cross - bw * same, out=gap)
    np.maximum(gap, np.abs(dx * bux + dy * buy) - bl - al * same - aw * cross, out=gap)
    np.maximum(gap, np.abs(dy * bux - dx * buy) - bw - al * cross - aw * same, out=gap)
    depths: Array = np.maximum(0.0, -gap)
    return depths


def disc_depths(boxes: Array, discs: Array) -> Array:
    """How deep each box overlaps each disc; 0 where they are apart."""
    bx, by, ux, uy, length, width = boxes.T[:, :, None]
    dx, dy = discs[None, :, 0] - bx, discs[None, :, 1] - by
    along = np.abs(dx * ux + dy * uy) - length
    beside = np.abs(dy * ux - dx * uy) - width
    gap = np.hypot(np.maximum(along, 0), np.maximum(beside, 0)) + np.minimum(np.maximum(along, beside), 0)
    depths: Array = np.maximum(0.0, discs[None, :, 2] - gap)
    return depths


def grown(boxes: Array, margin: float) -> Array:
    """Boxes with a margin."""
    wider = boxes.copy()
    wider[:, 4:] += margin
    return wider


def reach(boxes: Array) -> Array:
    """How far boxes reach from their middles, across and down."""
    across, down = np.abs(boxes[:, 2]), np.abs(boxes[:, 3])
    return np.stack([across * boxes[:, 4] + down * boxes[:, 5], down * boxes[:, 4] + across * boxes[:, 5]], axis=1)


def beyond(boxes: Array, size: Array, margin: float) -> Array:
    """How far each box comes nearer to the edge of the board than the margin, summed over its sides."""
    far = reach(boxes)
    low = np.maximum(0, margin + far - boxes[:, :2])
    high = np.maximum(0, boxes[:, :2] + far + margin - size)
    total: Array = (low + high).sum(axis=1)
    return total
