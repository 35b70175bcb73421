"""Places, their names, and the bonuses for reaching or linking them."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

from branchline.drawing.layout import Label, Layout, Point, radius
from branchline.drawing.svg import attributes, escape, moved, n
from branchline.model.board import Board, City

_LINE = 0.96  # from one line of a name to the next, in parts of its size


def draw_places(board: Board, layout: Layout, lit: Collection[str] = ()) -> str:
    """The mark of every place; a lit one has a halo."""
    parts = []
    for city in board.cities:
        glows = city.id in lit or (city.country and city.country in lit)
        kinds = "place lit" if glows else "place"
        at = moved(*layout.places[city.id])
        head = attributes(id=f"place-{city.id}", class_=kinds, data_place=city.country or city.id, transform=at)
        size = radius(city, layout.unit)
        halo = f'<circle class="halo" r="{n(size + 7 * layout.unit)}"/>'
        parts.append(f"<g{head}>{halo}{_mark(city, size, layout.unit)}</g>")
    return f'<g class="places">{"".join(parts)}</g>'


def _mark(city: City, size: float, unit: float) -> str:
    """What stands for a place: a disc, and inside it what the place is."""
    if "junction" in city.tags:
        return f'<use class="junction" href="#sign-wild" transform="scale({(size + 4) / 11:.3g})"/>'
    if city.country:
        half = size * 0.86
        box = f'x="{n(-half)}" y="{n(-half)}" width="{n(2 * half)}" height="{n(2 * half)}" rx="{n(2 * unit)}"'
        return f'<rect class="end" {box} transform="rotate(45)"/>'
    disc = f'<circle class="disc" r="{n(size - 1.2 * unit)}" stroke-width="{n(2.4 * unit)}"/>'
    if "port" in city.tags:
        return disc + f'<use class="anchor" href="#sign-anchor" transform="scale({size * 1.35 / 22:.3g})"/>'
    if "tourist_spot" in city.tags:
        return disc + f'<use class="spot" href="#sign-yellow" transform="scale({size * 1.3 / 22:.3g})"/>'
    if "big" in city.tags:
        ring = f'<circle class="ring" r="{n(size * 0.58)}" stroke-width="{n(2.2 * unit)}"/>'
        return disc + ring + f'<circle class="dot" r="{n(size * 0.25)}"/>'
    return disc + f'<circle class="dot" r="{n(size * 0.4)}"/>'


def draw_labels(board: Board, layout: Layout) -> str:
    """The names of all places, and each country's name once."""
    countries = {country.id for country in board.countries}
    big = {city.id for city in board.cities if "big" in city.tags}
    parts = [_label(name, label, layout, name in countries, name in big) for name, label in layout.labels.items()]
    return f'<g class="labels" stroke-width="{n(4.2 * layout.unit)}">{"".join(parts)}</g>'


def _label(name: str, label: Label, layout: Layout, country: bool, big: bool) -> str:
    kinds = "label country" if country else "label big" if big else "label"
    head = attributes(
        id=f"label-{name}",
        class_=kinds,
        data_place=name,
        x=label.at.x,
        y=label.at.y,
        font_size=label.size,
        text_anchor=None if label.anchor == "start" else label.anchor,
        letter_spacing=label.size * 0.12 if country else None,
    )
    lines = [escape(line.upper() if country else line) for line in label.lines]
    if len(lines) == 1:
        return f"<text{head}>{lines[0]}</text>"
    step = n(label.size * _LINE)
    rest = "".join(f'<tspan x="{n(label.at.x)}" dy="{step}">{line}</tspan>' for line in lines[1:])
    return f"<text{head}>{lines[0]}{rest}</text>"


# House rules on the map


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
