"""The printed tracks: bare lines, slots with the signs of their colors, and monograms beside them.

Slots are drawn once for each kind, length and color, and used wherever they lie.
"""

from __future__ import annotations

from math import cos, radians, sin

from branchline.drawing.curves import curve_of, track_line
from branchline.drawing.layout import MARK_RADIUS, SLOT_WIDTH, Layout, Point, Slot, Track
from branchline.drawing.svg import attributes, escape, moved, n, polyline
from branchline.model.board import GRAY, Board, Route

_SIGN = 0.57  # a sign of 22 units becomes 12.5
_RIM = 2.2  # the colored edge of a slot, which is hollow
RUN_END = 3.4  # how far the run of a track reaches beyond its first and last slot

# What is used elsewhere is out of reach of rules like ".bd .fine"; so templates say themselves how they look.
_FINE = 'fill="none" stroke="currentColor" stroke-width="1" stroke-opacity=".34"'
_WAVE = 'fill="none" stroke="currentColor" stroke-width="1.4" stroke-opacity=".8" stroke-linecap="round"'
_CARDS = 'fill="var(--panel)" stroke="currentColor" stroke-width="1.2"'


def upright(angle: float) -> float:
    """The same direction, turned so that a sign on it is not upside down."""
    return angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle


def car_length(track: Track) -> int:
    """The length of a car as drawn: whole units, so that few shapes serve all tracks."""
    return int(track.car)


def draw_lines(board: Board, layout: Layout) -> str:
    """The bare line of every track."""
    parts = []
    for route in board.routes:
        track = layout.tracks[route.id]
        a, b = (layout.places[board.cities[end].id] for end in (route.a, route.b))
        shifts = (0.0, -track.wrap) if track.wrap else (0.0,)  # once more at the edge where the line comes back
        path = "".join(_line(track, Point(a.x + by, a.y), Point(b.x + by, b.y), layout.unit) for by in shifts)
        at_sea = None if route.kind == "train" else "sea-line"
        parts.append(f"<path{attributes(id=f'line-{route.index}', class_=at_sea, d=path)}/>")
    return f'<g class="lines">{"".join(parts)}</g>'


def _line(track: Track, a: Point, b: Point, unit: float) -> str:
    """One line: a single curve, or point by point where parallel tracks part."""
    if track.lane:
        return polyline(track_line(track, a, b, unit))
    curve = curve_of(track, a, b)
    ends = (curve.a, curve.b) if not (track.bend or track.skew) else (curve.a, curve.control, curve.b)
    start, *rest = (f"{n(point.x)} {n(point.y)}" for point in ends)
    return f"M{start}{'L' if len(rest) == 1 else 'Q'}{' '.join(rest)}"


def slot_definitions(board: Board, layout: Layout) -> str:
    """Each sort of slot that the board has, and the run of every track."""
    sorts: dict[str, str] = {}
    for route in board.routes:
        length = car_length(layout.tracks[route.id])
        sorts[_sort(route, length)] = _slot_shape(route, length, layout.unit)
    shapes = "".join(f'<g id="{name}">{shape}</g>' for name, shape in sorts.items())
    runs = "".join(
        f'<path id="run-{route.index}" d="{_run(layout.tracks[route.id], layout)}"/>' for route in board.routes
    )
    wild = (
        f'<g id="slot-wild"><circle r="{n(7.8 * layout.unit)}"/>'
        f'<use href="#sign-wild" transform="scale({0.6 * layout.unit:.3g})"/></g>'
    )
    return shapes + wild + runs


def _sort(route: Route, length: int) -> str:
    pair = "-pair" if "pair" in route.tags else ""
    return f"slot-{route.kind}-{length}-{route.color}{pair}"


def _slot_shape(route: Route, length: int, unit: float) -> str:
    half, across = (length - _RIM * unit) / 2, (SLOT_WIDTH - _RIM) * unit / 2
    if route.kind == "ship":
        body = _hull_slot(half, across, unit)
    elif route.kind == "ferry":
        body = _ferry_slot(half, across, unit)
    else:
        body = _bar(half, across, 3.6 * unit)
    if "pair" in route.tags:
        return body + _pair_of_cards(unit)
    if route.color == GRAY:
        return body
    return body + f'<use href="#sign-{route.color}" transform="scale({_SIGN * unit:.3g})"/>'


def _bar(half: float, across: float, corner: float) -> str:
    return f'<rect x="{n(-half)}" y="{n(-across)}" width="{n(2 * half)}" height="{n(2 * across)}" rx="{n(corner)}"/>'


def _ferry_slot(half: float, across: float, unit: float) -> str:
    left, right, low = n(-half + 6 * unit), n(half - 18 * unit), n(3 * unit)
    wave = f"q{n(3 * unit)} {n(-4 * unit)} {n(6 * unit)} 0t{n(6 * unit)} 0"
    return _bar(half, across, across) + f'<path {_WAVE} d="M{left} {low}{wave}M{right} {low}{wave}"/>'


def _hull_slot(half: float, across: float, unit: float) -> str:
    """Pointed at both ends, with two deck lines."""
    tip, shoulder, end = half - 4 * unit, half - 13 * unit, half
    hull = (
        f"M{n(-end)} 0Q{n(-tip)} {n(-across)} {n(-shoulder)} {n(-across)}H{n(shoulder)}Q{n(tip)} {n(-across)} {n(end)}"
        f" 0Q{n(tip)} {n(across)} {n(shoulder)} {n(across)}H{n(-shoulder)}Q{n(-tip)} {n(across)} {n(-end)} 0Z"
    )
    deck = across / 2
    lines = f"M{n(-shoulder)} {n(-deck)}H{n(shoulder)}M{n(-shoulder)} {n(deck)}H{n(shoulder)}"
    return f'<path d="{hull}"/><path {_FINE} d="{lines}"/>'


def _pair_of_cards(unit: float) -> str:
    card = f'y="{n(-7 * unit)}" width="{n(9.4 * unit)}" height="{n(14 * unit)}" rx="{n(1.6 * unit)}"'
    return (
        f'<g {_CARDS}><rect {card} transform="translate({n(-10 * unit)} 0)rotate(-8)"/>'
        f'<rect {card} transform="translate({n(0.6 * unit)} 0)rotate(8)"/></g>'
    )


def _run(track: Track, layout: Layout) -> str:
    """A line along all slots of a track, from a little before the first to a little after the last."""
    half = track.car / 2 + RUN_END * layout.unit
    return "".join(
        polyline([_along(slots[0], -half), *(Point(slot.x, slot.y) for slot in slots), _along(slots[-1], half)])
        for slots in stretches(track, layout)
    )


def stretches(track: Track, layout: Layout) -> list[list[Slot]]:
    """The slots of a track, cut where it leaves the board at one edge and comes back at the other."""
    found: list[list[Slot]] = [[]]
    for slot in track.slots:
        if found[-1] and abs(slot.x - found[-1][-1].x) > layout.size.x / 2:
            found.append([])
        found[-1].append(slot)
    return found


def _along(slot: Slot, distance: float) -> Point:
    turn = radians(slot.angle)
    return Point(slot.x + cos(turn) * distance, slot.y + sin(turn) * distance)


def draw_slots(board: Board, layout: Layout, classes: dict[int, str]) -> str:
    """The printed slots, one group for each route; `classes` adds to some of them, by route index."""
    parts = []
    for route in board.routes:
        track = layout.tracks[route.id]
        name = _sort(route, car_length(track))
        slots = "".join(
            f'<use href="#{name}" transform="{moved(slot.x, slot.y, upright(slot.angle))}"/>' for slot in track.slots
        )
        wilds = "".join(
            f'<use class="c-wild" href="#slot-wild" transform="{moved(slot.x, slot.y, upright(slot.angle))}"/>'
            for slot in track.slots[: route.wilds]
        )
        kinds = " ".join(filter(None, ("route", route.kind, f"c-{route.color}", classes.get(route.index))))
        head = attributes(id=f"route-{route.index}", class_=kinds, data_route=route.id)
        parts.append(f"<g{head}>{slots}{wilds}</g>")
    return f'<g class="slots" stroke-width="{n(_RIM * layout.unit)}">{"".join(parts)}</g>'


def draw_marks(board: Board, layout: Layout) -> str:
    """Monograms beside the tracks that carry marks."""
    parts = []
    unit = layout.unit
    for route in board.routes:
        for mark, spot in zip(route.marks, layout.marks.get(route.id, ()), strict=False):
            text = layout.monograms.get(mark, mark[:2].upper())
            size = (11 if len(text) < 2 else 9.4 if len(text) < 3 else 7.6) * unit
            parts.append(
                f"<g{attributes(class_='mark', data_mark=mark, transform=moved(*spot))}>"
                f'<circle r="{n(MARK_RADIUS * unit - 0.7)}"/>'
                f'<text y="{n(size * 0.345)}" font-size="{n(size)}">{escape(text)}</text></g>'
            )
    return f'<g class="marks">{"".join(parts)}</g>'
