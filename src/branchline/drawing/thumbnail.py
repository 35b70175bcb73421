"""A board as a small picture: land, places, and every slot as a stroke with a rim in its color.

Light enough for a page of many.
"""

from __future__ import annotations

from math import cos, radians, sin

from branchline.drawing.land import Land, load_land
from branchline.drawing.layout import SLOT_WIDTH, Layout, check_layout, load_layout, radius
from branchline.drawing.palette import Theme, resolved
from branchline.drawing.svg import attributes, n
from branchline.model.board import Board

_RIM = 4.0  # the colored edge of a slot: wider than on the board itself, to be seen in a small picture


def draw_thumbnail(board: Board, *, theme: Theme = "day") -> str:
    """The picture of a board for a catalog, as an SVG that stands for itself."""
    layout = load_layout(board)
    check_layout(board, layout)
    view = f"0 0 {n(layout.size.x)} {n(layout.size.y)}"
    head = attributes(xmlns="http://www.w3.org/2000/svg", viewBox=view, width=layout.size.x, height=layout.size.y)
    land = load_land(board)
    parts = [_ground(layout, land), _slots(board, layout), _places(board, layout)]
    return resolved(f"<svg{head}>{''.join(parts)}</svg>", theme, land.tones.get(theme) if land else None)


def _ground(layout: Layout, land: Land | None) -> str:
    sheet = f'width="{n(layout.size.x)}" height="{n(layout.size.y)}"'
    if land is None:
        return f'<rect {sheet} fill="var(--focus)"/>'
    coast = 'fill="none" stroke-linejoin="round"'
    parts = [f'<rect {sheet} fill="var(--water)"/><defs><path id="coast" d="{land.coast}"/></defs>']
    parts += [
        f'<use href="#coast" {coast} stroke="var(--{line})" stroke-width="{n(wide * layout.unit)}"/>'
        for wide, line in ((46, "w1"), (20, "w3"))
    ]
    focus = land.shapes.get("focus")
    ground = "land" if focus else "focus"
    parts.append(f'<use href="#coast" fill="var(--{ground})" stroke="var(--coast)" stroke-width="2.4"/>')
    if focus:
        parts.append(f'<path d="{focus}" fill="var(--focus)"/>')
    for name in ("park", "lake"):
        if name in land.shapes:
            color, opacity = ("park", ".32") if name == "park" else ("water", "1")
            parts.append(f'<path d="{land.shapes[name]}" fill="var(--{color})" fill-opacity="{opacity}"/>')
    return "".join(parts)


def _slots(board: Board, layout: Layout) -> str:
    """Two paths for each color: the rims of its slots, and their pale insides."""
    strokes: dict[str, list[str]] = {}
    for route in board.routes:
        track = layout.tracks[route.id]
        for slot in track.slots:
            turn, half = radians(slot.angle), track.car / 2
            dx, dy = cos(turn) * half, sin(turn) * half
            line = f"M{slot.x - dx:.0f} {slot.y - dy:.0f}L{slot.x + dx:.0f} {slot.y + dy:.0f}"
            strokes.setdefault(route.color, []).append(line)
    wide = SLOT_WIDTH * layout.unit
    parts = []
    for color, lines in strokes.items():
        path = f'<path d="{"".join(lines)}"'
        parts.append(f'{path} stroke="var(--{color}-rim)" stroke-width="{n(wide)}"/>')
        parts.append(f'{path} stroke="var(--{color}-ground)" stroke-width="{n(wide - 2 * _RIM * layout.unit)}"/>')
    return f'<g fill="none">{"".join(parts)}</g>'


def _places(board: Board, layout: Layout) -> str:
    discs = "".join(
        f'<circle cx="{n(layout.places[city.id].x)}" cy="{n(layout.places[city.id].y)}"'
        f' r="{n(radius(city, layout.unit))}"/>'
        for city in board.cities
        if not city.country
    )
    return f'<g fill="var(--panel)" stroke="var(--ink)" stroke-width="{n(5 * layout.unit)}">{discs}</g>'
