"""What players own or may take: cars and ships on their slots, and the things of mechanics.

Each sort of piece is drawn once, as a template that takes its colors from where it is used: `fill` is the seat's color.
"""

from __future__ import annotations

from branchline.drawing.layout import SLOT_WIDTH, Layout, Point, Track
from branchline.drawing.palette import CREAM, INK, SEATS
from branchline.drawing.scene import Scene
from branchline.drawing.svg import attributes, moved, n, polyline
from branchline.drawing.symbols import pattern_definitions
from branchline.drawing.tracks import car_length, stretches, upright
from branchline.model.board import Board, Route
from branchline.model.faces import FACES, Drawn

_LARGER = 1.2  # how far a piece reaches beyond its slot, in units


def piece_definitions(board: Board, layout: Layout) -> str:
    """The templates of all pieces the board may need, and the patterns of the seats."""
    sorts = {}
    for route in board.routes:
        name = _sort(route, layout.tracks[route.id])
        sorts[name] = _templates(route.kind == "ship", name, car_length(layout.tracks[route.id]), layout.unit)
    parts = [pattern_definitions(layout.unit), *sorts.values()]
    parts += [face.templates(board, layout) for face in FACES.all(Drawn) if face.templates is not None]
    return "".join(parts)


def _sort(route: Route, track: Track) -> str:
    return f"{'ship' if route.kind == 'ship' else 'car'}-{car_length(track)}"


def _templates(ship: bool, name: str, length: int, unit: float) -> str:
    """A shell in the outline's color, a keyline, the body; and its roof once more for the pattern."""
    half, across = length / 2 + _LARGER * unit, (SLOT_WIDTH / 2 + _LARGER) * unit
    outline = _hull if ship else _block
    shell = outline(half, across, unit)
    key = outline(half - 1.4 * unit, across - 1.4 * unit, unit)
    roof = outline(half - 2.4 * unit, across - 2.4 * unit, unit)
    return (
        f'<path id="{name}-shell" d="{shell}"/><path id="{name}-roof" d="{roof}"/><g id="{name}">'
        f'<use href="#{name}-shell" fill="{INK}" stroke-width="1.2" stroke="var(--piece)"/>'
        f'<path fill="{CREAM}" d="{key}"/><use href="#{name}-roof"/></g>'
    ) + (_deck(name, half, unit) if ship else "")


def _block(half: float, across: float, unit: float) -> str:
    """A rectangle with rounded corners."""
    corner = 3 * unit
    x, y = half - corner, across - corner
    return (
        f"M{n(-x)} {n(-across)}H{n(x)}Q{n(half)} {n(-across)} {n(half)} {n(-y)}V{n(y)}Q{n(half)} {n(across)} {n(x)}"
        f" {n(across)}H{n(-x)}Q{n(-half)} {n(across)} {n(-half)} {n(y)}V{n(-y)}Q{n(-half)} {n(-across)} {n(-x)}"
        f" {n(-across)}Z"
    )


def _hull(half: float, across: float, unit: float) -> str:
    """A ship from above: a pointed bow, a round stern."""
    bow, shoulder, stern = half - 6 * unit, half - 19 * unit, -half + 5 * unit
    return (
        f"M{n(half)} 0Q{n(bow)} {n(-across)} {n(shoulder)} {n(-across)}H{n(stern)}Q{n(-half)} {n(-across)} {n(-half)} 0"
        f"Q{n(-half)} {n(across)} {n(stern)} {n(across)}H{n(shoulder)}Q{n(bow)} {n(across)} {n(half)} 0Z"
    )


def _deck(name: str, half: float, unit: float) -> str:
    """A light deck with two funnels."""
    height = 8.4 * unit
    deck = f'x="{n(-half + 11 * unit)}" y="{n(-height / 2)}" width="{n(2 * half - 38 * unit)}" height="{n(height)}"'
    return (
        f'<g id="{name}-deck"><rect {deck} rx="{n(height / 2)}" fill="#FFF8E8" stroke="{INK}" stroke-width=".9"/>'
        f'<g stroke="{INK}" stroke-width=".8"><circle cx="{n(-8 * unit)}" r="{n(2.6 * unit)}"/>'
        f'<circle cx="{n(3 * unit)}" r="{n(2.6 * unit)}"/></g></g>'
    )


def draw_pieces(board: Board, layout: Layout, scene: Scene, *, templates: bool = False) -> str:
    """All pieces of a scene; with `templates` also, unseen, every claim, pawn and stand that could be there."""
    claims = []
    for route in board.routes:
        owners = scene.owners.get(route.index, ())
        claims += [_claim(route, layout, seat, place, len(owners)) for place, seat in enumerate(owners)]
        if templates and not owners:
            claims.append(_claim(route, layout, None, 0, 1))
    parts = [f'<g class="claims">{"".join(claims)}</g>']
    for face in FACES.all(Drawn):
        if face.layer is not None:
            parts.append(face.layer(board, layout, scene.things.get(face.name, {}), templates))
    parts.append(_stands(board, layout, scene, templates))
    return f'<g class="pieces">{"".join(parts)}</g>'


def _claim(route: Route, layout: Layout, seat: int | None, place: int, sharing: int) -> str:
    """A route with a car on every slot, coupled. Seats that share a route share the width of its track."""
    track = layout.tracks[route.id]
    name = _sort(route, track)
    ship = route.kind == "ship"
    width = SLOT_WIDTH * layout.unit
    side = f"translate(0 {n((place - (sharing - 1) / 2) * width / sharing)})scale(1 {1 / sharing:.2g})"
    parts = (
        [] if ship else [f'<path class="coupler" d="{_coupler(track, layout)}" stroke-width="{n(4 * layout.unit)}"/>']
    )
    for slot in track.slots:
        turn = _lit_from_above(slot.angle, ship) + (side if sharing > 1 else "")
        shade = f"translate({n(2.2 * layout.unit)} {n(4.6 * layout.unit)}){turn}"
        deck = f'<use href="#{name}-deck"/>' if ship else ""
        parts.append(
            f'<g class="car" transform="{moved(slot.x, slot.y)}">'
            f'<use class="shadow" href="#{name}-shell" transform="{shade}"/>'
            f'<g transform="{turn}"><use href="#{name}"/><use class="pattern" href="#{name}-roof"/>{deck}</g></g>'
        )
    kinds = "claim" if seat is None else f"claim seat-{seat % len(SEATS)}"
    unique = f"claim-{route.index}" if not place else f"claim-{route.index}-{place + 1}"
    return f"<g{attributes(id=unique, class_=kinds, data_route=route.id)}>{''.join(parts)}</g>"


def _lit_from_above(angle: float, ship: bool) -> str:
    """Turned along its track, with the bright side of its roof up; the bow of a ship stays in front."""
    if not ship:
        return f"rotate({n(upright(angle))})"
    return f"rotate({n(angle)})" + ("scale(1 -1)" if abs(angle) > 90 else "")


def _coupler(track: Track, layout: Layout) -> str:
    """A bar from car to car."""
    return "".join(polyline(Point(slot.x, slot.y) for slot in slots) for slots in stretches(track, layout))


def _stands(board: Board, layout: Layout, scene: Scene, templates: bool) -> str:
    """Beside a place, where there is room, else on it: what mechanics have there."""
    groups = []
    standing = [(face.beside, scene.things[face.name]) for face in FACES.all(Drawn) if face.name in scene.things]
    for city in board.cities:
        spot = layout.stands.get(city.id, layout.places[city.id])
        things = "".join(beside(all_things, city.id) for beside, all_things in standing if beside is not None)
        if things or (templates and city.id in layout.stands):
            head = attributes(id=f"stand-{city.id}", data_place=city.id, transform=moved(*spot, 0, layout.unit))
            groups.append(f"<g{head}>{things}</g>")
    return f'<g class="stands">{"".join(groups)}</g>' if groups else ""
