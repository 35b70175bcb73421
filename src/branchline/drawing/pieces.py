"""What players own or may take: cars and ships on their slots, harbors, passengers, tokens.

Each sort of piece is drawn once, as a template that takes its colors from where it is used: `fill` is the seat's color.
"""

from __future__ import annotations

from branchline.drawing.layout import SLOT_WIDTH, Layout, Point, Track
from branchline.drawing.palette import SEATS
from branchline.drawing.scene import Scene
from branchline.drawing.svg import attributes, moved, n, polyline
from branchline.drawing.symbols import TOKENS, pattern_definitions
from branchline.drawing.tracks import car_length, stretches
from branchline.model.board import Board, Route

# Templates say themselves how they look; see tracks.py. Only their outline changes with the theme.
_INK, _CREAM = "#14100A", "#FFF3DC"
_HARBOR = (
    '<g id="harbor"><path fill="#140E04" fill-opacity=".42" d="M-12 11V-4L0-14 12-4V11Z" transform="translate(1.6 3)"/>'
    f'<path fill="{_CREAM}" stroke="{_INK}" stroke-width="2" d="M-12 11V-4L0-14 12-4V11Z"/>'
    '<path d="M-9.4 8.6V-2.8L0-10.6 9.4-2.8V8.6Z"/>'
    '<use href="#sign-anchor" transform="translate(0 .6)scale(.64)"/></g>'
)
_PAWN = '<path id="pawn" d="M0-8.6A3.1 3.1 0 0 1 1.9-3.1L4.4 7.4H-4.4L-1.9-3.1A3.1 3.1 0 0 1 0-8.6Z"/>'
_DISC = 3.4  # from one token of a stack to the next


def piece_definitions(board: Board, layout: Layout) -> str:
    """The templates of all pieces the board may need, and the patterns of the seats."""
    sorts = {}
    for route in board.routes:
        name = _sort(route, layout.tracks[route.id])
        sorts[name] = _templates(route.kind == "ship", name, car_length(layout.tracks[route.id]), layout.unit)
    parts = [pattern_definitions(layout.unit), *sorts.values()]
    if any("port" in city.tags for city in board.cities):
        parts.append(_HARBOR)
    if "passengers" in board.extras or any(label.pawns for label in layout.labels.values()):
        parts.append(_PAWN)
    if "tokens" in board.extras:
        parts += [_token(number, picture) for number, picture in enumerate(TOKENS)]
    return "".join(parts)


def _sort(route: Route, track: Track) -> str:
    return f"{'ship' if route.kind == 'ship' else 'car'}-{car_length(track)}"


def _templates(ship: bool, name: str, length: int, unit: float) -> str:
    """A shell in the outline's color, a keyline, the body; and its roof once more for the pattern."""
    half, across = length / 2 + 0.75 * unit, (SLOT_WIDTH / 2 + 0.8) * unit
    outline = _hull if ship else _block
    shell = outline(half, across, unit)
    key = outline(half - 1.5 * unit, across - 1.5 * unit, unit)
    roof = outline(half - 2.6 * unit, across - 2.6 * unit, unit)
    return (
        f'<path id="{name}-shell" d="{shell}"/><path id="{name}-roof" d="{roof}"/><g id="{name}">'
        f'<use href="#{name}-shell" fill="{_INK}" stroke-width="1.2" stroke="var(--piece)"/>'
        f'<path fill="{_CREAM}" d="{key}"/><use href="#{name}-roof"/></g>'
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
        f'<g id="{name}-deck"><rect {deck} rx="{n(height / 2)}" fill="#FFF8E8" stroke="{_INK}" stroke-width=".9"/>'
        f'<g stroke="{_INK}" stroke-width=".8"><circle cx="{n(-8 * unit)}" r="{n(2.6 * unit)}"/>'
        f'<circle cx="{n(3 * unit)}" r="{n(2.6 * unit)}"/></g></g>'
    )


def _token(number: int, picture: str) -> str:
    return (
        f'<g id="token-{number}"><circle r="10" fill="#E9C46A" stroke="#3A2600" stroke-width="1.4"/>'
        f'<path transform="scale(.62)" fill="#3A2600" fill-rule="evenodd" d="{picture}"/></g>'
    )


def draw_pieces(board: Board, layout: Layout, scene: Scene, *, templates: bool = False) -> str:
    """All pieces of a scene; with `templates` also, unseen, every claim, pawn and stand that could be there."""
    claims = []
    for route in board.routes:
        owners = scene.owners.get(route.index, ())
        claims += [_claim(route, layout, seat, place, len(owners)) for place, seat in enumerate(owners)]
        if templates and not owners:
            claims.append(_claim(route, layout, None, 0, 1))
    parts = [f'<g class="claims">{"".join(claims)}</g>', _passengers(board, layout, scene, templates)]
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
        turn = f"rotate({n(slot.angle)})" + (side if sharing > 1 else "")
        shade = f"translate({n(1.5 * layout.unit)} {n(3.2 * layout.unit)}){turn}"
        deck = f'<use href="#{name}-deck"/>' if ship else ""
        parts.append(
            f'<g class="car" transform="{moved(slot.x, slot.y)}">'
            f'<use class="shadow" href="#{name}-shell" transform="{shade}"/>'
            f'<g transform="{turn}"><use href="#{name}"/><use class="pattern" href="#{name}-roof"/>{deck}</g></g>'
        )
    kinds = "claim" if seat is None else f"claim seat-{seat % len(SEATS)}"
    unique = f"claim-{route.index}" if not place else f"claim-{route.index}-{place + 1}"
    return f"<g{attributes(id=unique, class_=kinds, data_route=route.id)}>{''.join(parts)}</g>"


def _coupler(track: Track, layout: Layout) -> str:
    """A bar from car to car."""
    return "".join(polyline(Point(slot.x, slot.y) for slot in slots) for slots in stretches(track, layout))


def _passengers(board: Board, layout: Layout, scene: Scene, templates: bool) -> str:
    groups = []
    facts = board.extras.get("passengers", {})
    for place, label in layout.labels.items():
        waiting = scene.passengers.get(place, ())
        most = facts.get("places", {}).get(place, facts.get("each", 0))
        spots = label.pawns or _beside(layout, layout.places.get(place, label.at), most)
        pawns = [
            f'<use class="pawn c-{color}" href="#pawn" transform="{moved(*spot, 0, layout.unit)}"/>'
            for color, spot in zip(waiting, spots, strict=False)
        ]
        if templates:
            pawns += [
                f'<use class="pawn" href="#pawn" transform="{moved(*spot, 0, layout.unit)}"/>'
                for spot in spots[len(waiting) :]
            ]
        if pawns:
            head = attributes(id=f"passengers-{place}", data_place=place)
            groups.append(f"<g{head}>{''.join(pawns)}</g>")
    return f'<g class="passengers">{"".join(groups)}</g>' if groups else ""


def _beside(layout: Layout, place: Point, count: int) -> tuple[Point, ...]:
    """Room beside a place whose layout has left none: the map was made for a board without passengers."""
    step = 15.0 * layout.unit
    return tuple(Point(place.x + step * (at + 1), place.y - step) for at in range(count))


def _stands(board: Board, layout: Layout, scene: Scene, templates: bool) -> str:
    """Beside a place, where there is room, else on it: its harbor or its stacks of tokens."""
    groups = []
    for city in board.cities:
        spot = layout.stands.get(city.id, layout.places[city.id])
        things = ""
        if city.id in scene.harbors:
            things += f'<use class="seat-{scene.harbors[city.id] % len(SEATS)}" href="#harbor"/>'
        for number, (symbol, height) in enumerate(scene.tokens.get(city.id, ())):
            things += _stack(symbol, height, Point(21.0 * number, 0.0))
        if things or (templates and city.id in layout.stands):
            head = attributes(id=f"stand-{city.id}", data_place=city.id, transform=moved(*spot, 0, layout.unit))
            groups.append(f"<g{head}>{things}</g>")
    return f'<g class="stands">{"".join(groups)}</g>' if groups else ""


def _stack(symbol: int, height: int, at: Point) -> str:
    """A stack of tokens, the top one showing its picture."""
    picture = symbol % len(TOKENS)
    return "".join(
        f'<use href="#token-{picture}" transform="{moved(at.x, at.y - _DISC * level)}"/>' for level in range(height)
    )
