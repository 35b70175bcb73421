"""The shapes that are drawn, as far as they can overlap: boxes at any angle, and discs.

Plain Python, as the drawing itself needs no other package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, hypot, radians, sin
from typing import NamedTuple

from branchline.drawing.layout import SLOT_WIDTH, Label, Slot

_CELL = 120.0


class Box(NamedTuple):
    """A rectangle: its middle, the direction of its length, and half its length and width."""

    x: float
    y: float
    ux: float
    uy: float
    length: float
    width: float

    def grown(self, by: float) -> Box:
        """The box with a margin."""
        return self._replace(length=self.length + by, width=self.width + by)

    @property
    def reach(self) -> tuple[float, float]:
        """How far it reaches from its middle, across and down."""
        across, down = abs(self.ux), abs(self.uy)
        return across * self.length + down * self.width, down * self.length + across * self.width


class Disc(NamedTuple):
    """A circle with its inside."""

    x: float
    y: float
    radius: float

    def grown(self, by: float) -> Disc:
        """The disc with a margin."""
        return self._replace(radius=self.radius + by)


Shape = Box | Disc


def slot_box(slot: Slot, car: float, unit: float) -> Box:
    """The room of one car."""
    turn = radians(slot.angle)
    return Box(slot.x, slot.y, cos(turn), sin(turn), car / 2, SLOT_WIDTH * unit / 2)


def label_box(label: Label) -> Box:
    """The room of a name, pawns included."""
    left, top, width, height = label.box
    return upright(left + width / 2, top + height / 2, width / 2, height / 2)


def upright(x: float, y: float, across: float, down: float) -> Box:
    """A box that is not turned, by its middle and half its sides."""
    return Box(x, y, 1.0, 0.0, across, down)


def depth(one: Shape, other: Shape) -> float:
    """How deep two shapes overlap; 0 or less: they do not."""
    if isinstance(one, Disc):
        return _discs(one, other) if isinstance(other, Disc) else _box_disc(other, one)
    return _box_disc(one, other) if isinstance(other, Disc) else _boxes(one, other)


def overlaps(one: Shape, others: Iterable[Shape]) -> bool:
    """Whether a shape overlaps any of some others."""
    return any(depth(one, other) > 0.01 for other in others)


def inside(shape: Shape, width: float, height: float) -> bool:
    """Whether a shape lies within a board of that size."""
    across, down = shape.reach if isinstance(shape, Box) else (shape.radius, shape.radius)
    return across <= shape.x <= width - across and down <= shape.y <= height - down


def cells(shape: Shape) -> Iterator[tuple[int, int]]:
    """The squares of a wide grid that a shape may lie in: what shares none of them with it cannot overlap it."""
    across, down = shape.reach if isinstance(shape, Box) else (shape.radius, shape.radius)
    for column in range(int((shape.x - across) // _CELL), int((shape.x + across) // _CELL) + 1):
        for row in range(int((shape.y - down) // _CELL), int((shape.y + down) // _CELL) + 1):
            yield column, row


def _discs(one: Disc, other: Disc) -> float:
    return one.radius + other.radius - hypot(one.x - other.x, one.y - other.y)


def _box_disc(box: Box, disc: Disc) -> float:
    dx, dy = disc.x - box.x, disc.y - box.y
    along = abs(dx * box.ux + dy * box.uy) - box.length
    beside = abs(dy * box.ux - dx * box.uy) - box.width
    return disc.radius - hypot(max(along, 0.0), max(beside, 0.0)) - min(max(along, beside), 0.0)


def _boxes(one: Box, other: Box) -> float:
    """Separating axes: two boxes are apart if they are apart as seen along one of their four sides."""
    dx, dy = other.x - one.x, other.y - one.y
    far = one.length + one.width + other.length + other.width
    if abs(dx) > far or abs(dy) > far:
        return far - max(abs(dx), abs(dy))
    same = abs(one.ux * other.ux + one.uy * other.uy)
    across = abs(one.ux * other.uy - one.uy * other.ux)
    gap = abs(dx * one.ux + dy * one.uy) - one.length - other.length * same - other.width * across
    gap = max(gap, abs(dy * one.ux - dx * one.uy) - one.width - other.length * across - other.width * same)
    gap = max(gap, abs(dx * other.ux + dy * other.uy) - other.length - one.length * same - one.width * across)
    gap = max(gap, abs(dy * other.ux - dx * other.uy) - other.width - one.length * across - one.width * same)
    return -gap
