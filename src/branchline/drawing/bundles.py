"""Parallel tracks of a board, which are drawn together; and how large everything can be drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

from branchline.model.board import Board


@dataclass(frozen=True, slots=True)
class Bundle:
    """Parallel tracks of one connection that are equally long: they share a curve."""

    a: int
    b: int
    cars: int
    routes: tuple[int, ...]
    wrap: float
    bend: float = 0.0  # how far the curve leaves the straight line, in parts of its length
    skew: float = 0.0  # how far its highest point lies off the middle
    shift: float = 0.0  # where the cars lie if there is room to spare: -1 at the first place, 1 at the second


def unit_of(board: Board) -> float:
    """How large things can be drawn so that cars fit between the places, and the board is not all letters."""
    rooms = []
    for route in board.routes:
        a, b = board.cities[route.a], board.cities[route.b]
        across = abs(a.x - b.x)
        if "wraps" in route.tags:
            across = board.size[0] - across
        rooms.append(hypot(across, a.y - b.y) / (route.length * 46.5 + 33))
    unit = min(0.78 * sorted(rooms)[len(rooms) // 10], min(board.size) / 400)
    return float(f"{unit:.2g}")


def bundles_of(board: Board) -> list[Bundle]:
    """The bundles of a board, straight but for those that share their two places: they bow apart."""
    groups: dict[tuple[int, int, int, bool, bool], list[int]] = {}
    for route in board.routes:
        wraps = "wraps" in route.tags
        groups.setdefault((route.a, route.b, route.length, route.kind == "ship", wraps), []).append(route.index)
    bundles = []
    for (a, b, cars, _, wraps), routes in groups.items():
        wrap = 0.0
        if wraps:  # to the copy of the second place beyond the edge
            wrap = board.size[0] if board.cities[b].x < board.cities[a].x else -board.size[0]
        bundles.append(Bundle(a, b, cars, tuple(routes), wrap))
    together: dict[tuple[int, int], list[int]] = {}
    for number, bundle in enumerate(bundles):
        together.setdefault((bundle.a, bundle.b), []).append(number)
    for numbers in together.values():
        for place, number in enumerate(numbers if len(numbers) > 1 else ()):
            bundles[number] = replace(bundles[number], bend=0.12 * (2 * place - 1))
    return bundles
