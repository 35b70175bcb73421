"""Writing SVG: short numbers, safe text, a slot's or a piece's transform."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from branchline.drawing.layout import Point

__all__ = ["attributes", "escape", "moved", "n", "polyline"]


def n(value: float) -> str:
    """A number with at most one decimal, as short as SVG allows."""
    text = f"{value:.1f}".removesuffix(".0")
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return "-" + text[2:] if text != "-0" else "0"
    return text


def attributes(**values: str | float | None) -> str:
    """Attributes, each after a space. A `_` that ends a name is dropped, within it becomes `-`; None leaves one out."""
    parts = []
    for name, value in values.items():
        if value is not None:
            text = n(value) if isinstance(value, float | int) else value
            parts.append(f" {name.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return "".join(parts)


def moved(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """A transform to a spot, turned and scaled."""
    text = f"translate({n(x)} {n(y)})"
    if turn:
        text += f"rotate({n(turn)})"
    return text if scale == 1.0 else f"{text}scale({scale:.3g})"


def polyline(points: Iterable[Point]) -> str:
    """The path data of a line through points, in whole units."""
    return "M" + "L".join(f"{point.x:.0f} {point.y:.0f}" for point in points)
