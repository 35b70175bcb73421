"""Shapes as SVG paths with soft corners, and rough lines made smooth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

Frame = tuple[float, float, float, float]


def smoothed(rough: Sequence[Sequence[float]], steps: int = 6) -> npt.NDArray[np.float64]:
    """A smooth line through some rough points (Catmull-Rom)."""
    points = np.array([rough[0], *rough, rough[-1]], float)
    line = []
    for at in range(1, len(points) - 2):
        a, b, c, d = points[at - 1 : at + 3]
        for t in np.linspace(0, 1, steps, endpoint=False):
            bend = 2 * a - 5 * b + 4 * c - d
            line.append(0.5 * (2 * b + (c - a) * t + bend * t * t + (3 * b - a - 3 * c + d) * t**3))
    return np.array([*line, points[-1]])


def ring_path(ring: Iterable[Any], frame: Frame) -> str:
    """A closed shape with soft corners: a curve through the middles of its sides. Corners on the frame stay sharp."""
    points = _distinct([(round(x), round(y)) for x, y in ring])
    if len(points) > 1 and points[0] == points[-1]:
        points = points[:-1]
    if len(points) < 4:
        return ""

    def on_frame(point: tuple[int, int]) -> bool:
        x, y = point
        return x <= frame[0] or x >= frame[2] or y <= frame[1] or y >= frame[3]

    path = "M" + _pair(_middle(points[-1], points[0]))
    for at, point in enumerate(points):
        after, before = points[(at + 1) % len(points)], points[at - 1]
        if on_frame(point):
            path += f"L{point[0]} {point[1]}"
            continue
        if on_frame(before):
            path += "L" + _pair(_middle(before, point))
        path += f"Q{point[0]} {point[1]} {_pair(_middle(point, after))}"
    return path + "Z"


def line_path(line: Iterable[Any]) -> str:
    """An open line with soft corners."""
    points = [(round(x, 1), round(y, 1)) for x, y in line]
    if len(points) < 2:
        return ""
    path = "M" + _pair(points[0])
    for point, after in pairwise(points[1:]):
        path += f"Q{_pair(point)} {_pair(_middle(point, after))}"
    return path + "L" + _pair(points[-1])


def _distinct(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [point for at, point in enumerate(points) if at == 0 or point != points[at - 1]]


def _middle(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _pair(point: tuple[float, float]) -> str:
    return " ".join(f"{value:.1f}".rstrip("0").rstrip(".") for value in point)
