"""House rules on the map: the places that bring a bonus, and the pairs of places that are to be linked."""

from __future__ import annotations

from math import hypot

from branchline.drawing.layout import Layout, Point
from branchline.drawing.svg import attributes, moved, n
from branchline.model.board import Board

_RADIUS = 15.0
_LIFT = 26.0  # from the middle of a place to that of its badge


def draw_bonuses(board: Board, layout: Layout) -> str:
    """A badge with the points at each place to reach; a dotted line with a badge between places to link."""
    spots = {city.index: layout.places[city.id] for city in board.cities}
    parts = []
    for bonus in board.bonuses:
        ends = [spots[some[0]] for some in bonus.ends]
        if bonus.kind == "reach":
            parts.append(_badge(layout, _beside(layout, bonus.goals[0], ends[0]), bonus.points))
        elif bonus.kind == "link":
            (ax, ay), (bx, by) = ends
            bend = Point((ax + bx) / 2 - (by - ay) / 8, (ay + by) / 2 + (bx - ax) / 8)
            path = f"M{n(ax)} {n(ay)}Q{n(bend.x)} {n(bend.y)} {n(bx)} {n(by)}"
            parts.append(f'<path class="link" d="{path}" stroke-width="{n(4 * layout.unit)}"/>')
            parts.append(_badge(layout, Point((ax + bx + 2 * bend.x) / 4, (ay + by + 2 * bend.y) / 4), bonus.points))
    return f'<g class="bonuses">{"".join(parts)}</g>' if parts else ""


def _beside(layout: Layout, goal: str, place: Point) -> Point:
    """Room for a badge: on the side of a place that its name leaves free."""
    left, top, width, height = layout.labels[goal].box
    across, down = place.x - left - width / 2, place.y - top - height / 2
    far = _LIFT * layout.unit / (hypot(across, down) or 1.0)
    return Point(place.x + far * across, place.y + far * down)


def _badge(layout: Layout, at: Point, points: int) -> str:
    head = attributes(class_="bonus", transform=moved(at.x, at.y, 0, layout.unit))
    return f'<g{head}><circle r="{n(_RADIUS)}"/><text y="6.2" font-size="17" text-anchor="middle">{points}</text></g>'
