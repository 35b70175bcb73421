"""Values along the routes: lines whose width and color tell a number, and the legend that explains them."""

from __future__ import annotations

from branchline.drawing.layout import SLOT_WIDTH, Layout
from branchline.drawing.scene import RouteValues
from branchline.drawing.svg import escape, n
from branchline.model.board import Board

_COLORS = ("#FBE3A6", "#F2A65A", "#D7573B", "#93284F", "#3A1148")  # light to dark, in order for every kind of sight
_BELOW = ("#DCE9EA", "#8DBBD0", "#3F82B0", "#1F5080", "#0E2647")  # the same, for the lower side of a scale that parts
LEGEND_HEIGHT = 74.0  # of the strip below the map, in units


def strength(value: float, shown: RouteValues) -> float:
    """How far along its side of the scale a value lies, from 0 to 1."""
    low, high = shown.scale
    start = low if shown.middle is None else shown.middle
    end = low if value < start else high
    return min(max((value - start) / (end - start), 0.0), 1.0) if end != start else 1.0


def shade(value: float, shown: RouteValues) -> str:
    """The color of a value."""
    colors = _BELOW if shown.middle is not None and value < shown.middle else _COLORS
    at = strength(value, shown) * (len(colors) - 1)
    low = min(int(at), len(colors) - 2)
    pair = zip(_channels(colors[low]), _channels(colors[low + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (at - low)):02X}" for a, b in pair)


def _channels(color: str) -> tuple[int, ...]:
    return tuple(int(color[k : k + 2], 16) for k in (1, 3, 5))


def draw_values(board: Board, layout: Layout, shown: RouteValues) -> str:
    """A line along each route with a value, thin and light to broad and dark; the greatest on top."""
    parts = []
    for index in sorted(shown.values, key=lambda index: (strength(shown.values[index], shown), index)):
        value = shown.values[index]
        wide = (3 + (SLOT_WIDTH - 3) * strength(value, shown)) * layout.unit
        title = f"{board.route_name(board.routes[index])}: {value:{shown.form}}"
        parts.append(
            f'<g data-route="{escape(board.routes[index].id)}"><title>{escape(title)}</title>'
            f'<use class="value-edge" href="#run-{index}" stroke-width="{n(wide + 2.6 * layout.unit)}"/>'
            f'<use href="#run-{index}" stroke="{shade(value, shown)}" stroke-width="{n(wide)}"/></g>'
        )
    return f'<g class="values">{"".join(parts)}</g>'


def draw_legend(layout: Layout, shown: RouteValues) -> str:
    """A strip below the map: what the values are, and the scale from thin and light to broad and dark."""
    unit, (width, height) = layout.unit, layout.size
    low, high = shown.scale
    left, middle = 30 * unit, height + LEGEND_HEIGHT * unit / 2
    start, steps, step = width * 0.55, 24, width * 0.32 / 24
    bars = []
    for k in range(steps):
        value = low + (high - low) * k / (steps - 1)
        tall = (3 + 15 * strength(value, shown)) * unit
        bars.append(
            f'<rect x="{n(start + step * k)}" y="{n(middle - tall / 2)}" width="{n(step + 0.3)}" height="{n(tall)}"'
            f' fill="{shade(value, shown)}"/>'
        )
    size = n(24 * unit)
    base = n(middle + 8 * unit)
    return (
        f'<g class="legend"><rect class="strip" y="{n(height)}" width="{n(width)}" height="{n(LEGEND_HEIGHT * unit)}"/>'
        f'<text x="{n(left)}" y="{base}" font-size="{size}">{escape(shown.title)}</text>{"".join(bars)}'
        f'<text x="{n(start - 12 * unit)}" y="{base}" font-size="{size}" text-anchor="end">{low:{shown.form}}</text>'
        f'<text x="{n(start + step * steps + 12 * unit)}" y="{base}" font-size="{size}">{high:{shown.form}}</text></g>'
    )
