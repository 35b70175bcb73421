"""What is printed under the tracks: water, land, borders, mountains, names; and the frame around it all."""

from __future__ import annotations

from branchline.drawing.land import SHAPES, Land, Name
from branchline.drawing.layout import Layout
from branchline.drawing.svg import escape, moved, n

_PEAK = (
    '<g id="peak"><path fill="currentColor" fill-opacity=".18" stroke="none" d="M0-9L12 7H3L1 1 3-3Z"/>'
    '<path d="M-12 7L-4-3-2-1 0-9 4-2 6-3 12 7M0-9L2-2 0 2 2 7M6-3L7 2"/></g>'
)
_ROSE = (
    '<circle r="34"/><circle r="30" stroke-dasharray="2 3.2"/>'
    '<path class="solid" d="M0-46L5-5 0 0ZM0 46L-5 5 0 0ZM46 0L5 5 0 0ZM-46 0L-5-5 0 0Z"/>'
    '<path d="M0-46L-5-5 0 0ZM0 46L5 5 0 0ZM46 0L5-5 0 0ZM-46 0L-5 5 0 0Z"/>'
    '<path d="M22-22L6-3M22 22L6 3M-22 22L-6 3M-22-22L-6-3"/>'
)
_WATER_LINES = ((46, "w1"), (30, "w2"), (14, "w3"))


def draw_ground(layout: Layout, land: Land | None) -> str:
    """Everything below the tracks; without land data plain paper."""
    width, height = n(layout.size.x), n(layout.size.y)
    if land is None:
        return f'<g class="ground"><rect class="paper" width="{width}" height="{height}"/></g>'
    parts = [f'<rect class="water" width="{width}" height="{height}"/>', _shape(land, "graticule")]
    parts.append(f'<defs><path id="coast" d="{land.coast}"/>{_PEAK}</defs>')
    for wide, name in _WATER_LINES:
        parts.append(f'<use href="#coast" class="water-line {name}" stroke-width="{n(wide * layout.unit)}"/>')
    around = "" if land.shapes.get("focus") else " focus"
    parts.append(f'<use href="#coast" class="land{around}"/>')
    parts += [_shape(land, name) for name in SHAPES[1:]]
    parts += [_name(name, "region", 0.34) for name in land.regions]
    peaks = "".join(f'<use href="#peak" transform="{moved(x, y, 0, scale)}"/>' for x, y, scale in land.peaks)
    parts.append(f'<g class="peaks">{peaks}</g>')
    parts += [_name(name, "sea", 0.14) for name in land.waters]
    if land.rose is not None:
        parts.append(f'<g class="rose" transform="{moved(*land.rose, 0, 1.05 * layout.unit)}">{_ROSE}</g>')
    return f'<g class="ground">{"".join(parts)}</g>'


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
