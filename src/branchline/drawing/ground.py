"""What is printed under the tracks: water, land, borders, mountains, names; and the frame around it all."""

from __future__ import annotations

from collections.abc import Set

from branchline.drawing.land import SHAPES, Land, Name
from branchline.drawing.layout import Layout
from branchline.drawing.svg import escape, moved, n

_PEAK = (
    '<g id="peak"><path fill="currentColor" fill-opacity=".18" stroke="none" d="M0-9L12 7H3L1 1 3-3Z"/>'
    '<path d="M-12 7L-4-3-2-1 0-9 4-2 6-3 12 7M0-9L2-2 0 2 2 7M6-3L7 2"/></g>'
)
# Small signs of a place and its season, engraved like the mountains.
_MOTIFS = {
    "wave": '<path d="M-13 1Q-9.5-4-6 1T1 1 8 1 15 1M-7 7Q-3.5 2 0 7T7 7"/>',
    "sail": (
        '<path fill="currentColor" fill-opacity=".2" '
        'd="M-11 5H11Q8 10 4 10H-5Q-9 10-11 5ZM0 4V-13Q9-6 9 2Q4 0 0 2M-2 3V-9Q-8-4-9 2Z"/>'
    ),
    "fog": '<path d="M-24 3Q-17-5-9-1-2-9 7-3 17-7 24 3M-16 8H19M-26 12H6"/>',
    "mist": '<path d="M-26 0Q-19-4-12 0T2 0 16 0 26-1M-15 5.5Q-9 2-3 5.5T9 5.5 18 5M-20-5.5Q-14-8-8-5.5T4-6"/>',
    "hill": '<path d="M-16 6Q-7-9 3 2M-4-2Q5-12 17 6M-8 4Q-6 0-3-1M6 1Q9-2 11-3"/>',
    "pine": '<path fill="currentColor" fill-opacity=".22" d="M0-11L5-2H2.5L6.5 5H-6.5L-2.5-2H-5ZM0 5V9"/>',
    "tree": '<path fill="currentColor" fill-opacity=".2" d="M0 9V2M-1 3Q-8 4-7-2-9-8-2-9 5-12 7-5 10 1 3 3 1 4-1 3Z"/>',
    "field": '<path d="M-14 6L-6-6M-8 6L-1-6M-2 6L4-6M4 6L9-6M10 6L14-6"/>',
    "grass": '<path d="M-9 4Q-8-2-11-5M-8 4Q-7-3-5-6M-7 4Q-4 0-2-1M5 6Q6 1 3-2M6 6Q7 0 9-3M7 6Q10 2 12 2"/>',
    "mesa": '<path d="M-17 7L-12-1-9-5H-1L2 1 4-2H12L17 7M-9-5L-7 1M-4-5L-3 2M8-2L9 3"/>',
}
_ROSE = (
    '<circle r="34"/><circle r="30" stroke-dasharray="2 3.2"/>'
    '<path class="solid" d="M0-46L5-5 0 0ZM0 46L-5 5 0 0ZM46 0L5 5 0 0ZM-46 0L-5-5 0 0Z"/>'
    '<path d="M0-46L-5-5 0 0ZM0 46L5 5 0 0ZM46 0L5-5 0 0ZM-46 0L-5 5 0 0Z"/>'
    '<path d="M22-22L6-3M22 22L6 3M-22 22L-6 3M-22-22L-6-3"/>'
)
AFLOAT = frozenset({"wave", "sail", "fog"})  # motifs of the water
_WATER_LINES = ((46, "w1"), (30, "w2"), (14, "w3"))


def draw_ground(layout: Layout, land: Land | None) -> str:
    """Everything below the tracks; without land data plain paper."""
    width, height = n(layout.size.x), n(layout.size.y)
    if land is None:
        return f'<g class="ground"><rect class="paper" width="{width}" height="{height}"/></g>'
    parts = [f'<rect class="water" width="{width}" height="{height}"/>', _shape(land, "graticule")]
    parts.append(f'<defs><path id="coast" d="{land.coast}"/>{_PEAK}{_signs(land)}</defs>')
    for wide, name in _WATER_LINES:
        parts.append(f'<use href="#coast" class="water-line {name}" stroke-width="{n(wide * layout.unit)}"/>')
    around = "" if land.shapes.get("focus") else " focus"
    parts.append(f'<use href="#coast" class="land{around}"/>')
    parts += [_shape(land, name) for name in SHAPES[1:]]
    parts += [_name(name, "region", 0.34) for name in land.regions]
    peaks = "".join(f'<use href="#peak" transform="{moved(x, y, 0, scale)}"/>' for x, y, scale in land.peaks)
    parts.append(f'<g class="peaks">{peaks}</g>')
    parts += [_motifs(land, "afloat", AFLOAT), _motifs(land, "ashore", _MOTIFS.keys() - AFLOAT)]
    parts += [_name(name, "sea", 0.14) for name in land.waters]
    if land.rose is not None:
        parts.append(f'<g class="rose" transform="{moved(*land.rose, 0, 1.05 * layout.unit)}">{_ROSE}</g>')
    return f'<g class="ground">{"".join(parts)}</g>'


def _signs(land: Land) -> str:
    """The motifs that a board has, each drawn once."""
    kinds = {motif.kind for motif in land.motifs}
    return "".join(f'<g id="motif-{kind}">{_MOTIFS[kind]}</g>' for kind in sorted(kinds))


def _motifs(land: Land, where: str, kinds: Set[str]) -> str:
    uses = "".join(
        f'<use href="#motif-{kind}" transform="{moved(x, y, 0, scale)}"/>'
        for kind, x, y, scale in land.motifs
        if kind in kinds
    )
    return f'<g class="motifs {where}">{uses}</g>' if uses else ""


def _shape(land: Land, name: str) -> str:
    path = land.shapes.get(name)
    return f'<path class="{name}" d="{path}"/>' if path else ""


def _name(name: Name, kind: str, spacing: float) -> str:
    """A spaced name; capitals for regions."""
    text = name.text.upper() if kind == "region" else name.text
    return (
        f'<text class="{kind}" transform="{moved(name.x, name.y, name.turn)}" font-size="{n(name.size)}"'
        f' letter-spacing="{n(name.size * spacing)}">{escape(text)}</text>'
    )


def draw_frame(layout: Layout) -> str:
    """The neatline: a double frame."""
    (width, height), inner = layout.size, 7 * layout.unit
    return (
        f'<g class="frame"><rect x="1.5" y="1.5" width="{n(width - 3)}" height="{n(height - 3)}" stroke-width="3"/>'
        f'<rect x="{n(inner)}" y="{n(inner)}" width="{n(width - 2 * inner)}" height="{n(height - 2 * inner)}"'
        f' stroke-opacity=".55"/></g>'
    )
