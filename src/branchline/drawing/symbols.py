"""The signs of the cards and the patterns of the seats. Signs are paths in a box from -10 to 10."""

from __future__ import annotations

SIGNS = {
    "red": "M0-9.5L8 0 0 9.5-8 0Z",
    "orange": "M0-9L9.2 7.5H-9.2Z",
    "yellow": "M0-10L2.5-3.4 9.5-3.1 4 1.3 5.9 8.1 0 4.2-5.9 8.1-4 1.3-9.5-3.1-2.5-3.4Z",
    "green": (
        "M0-9.6A4.6 4.6 0 0 1 3.9-2.6 4.6 4.6 0 1 1 1.6 4.9L3 9.5H-3L-1.6 4.9A4.6 4.6 0 1 1-3.9-2.6 4.6 4.6 0 0 1"
        " 0-9.6Z"
    ),
    "blue": "M0-10C3.6-4.6 7-.9 7 3.2A7 7 0 0 1-7 3.2C-7-.9-3.6-4.6 0-10Z",
    "purple": "M3.6-9A9.3 9.3 0 1 0 9 4.6 7.6 7.6 0 0 1 3.6-9Z",
    "black": "M-3-9.2H3V-3H9.2V3H3V9.2H-3V3H-9.2V-3H-3Z",
    "white": "M0-9A9 9 0 1 1 0 9 9 9 0 0 1 0-9ZM0-4.6A4.6 4.6 0 1 0 0 4.6 4.6 4.6 0 0 0 0-4.6Z",
    "wild": (
        "M0-10.5L2.2-2.6 6.6-6.6 2.9-2 10.5 0 2.9 2 6.6 6.6 2.2 2.6 0 10.5-2.2 2.6-6.6 6.6-2.9 2-10.5 0-2.9-2-6.6"
        "-6.6-2.2-2.6Z"
    ),
    "anchor": (
        "M-1.3-4.2A2.9 2.9 0 1 1 1.3-4.2V-2.6H4.2V-.2H1.3V6.2C3.6 5.8 5.2 4.3 5.8 2.4L4 2.9 7.2-1 9.6 3.6 7.9 3.2C"
        "6.8 6.6 3.8 9 0 9S-6.8 6.6-7.9 3.2L-9.6 3.6-7.2-1-4 2.9-5.8 2.4C-5.2 4.3-3.6 5.8-1.3 6.2V-.2H-4.2V-2.6H-1.3ZM0"
        "-8.1A1.1 1.1 0 1 0 0-5.9 1.1 1.1 0 0 0 0-8.1Z"
    ),
}

# Laid over the color of a seat's piece: a piece is known by its pattern too. Tiles are as high as a piece and lie
# straight, because each has the light on the upper side of the roof and the shade on the lower one.
_STRIPES = "".join(f"M{x} 0h3l-28 40h-3Z" for x in range(0, 50, 10))
_CHEVRONS = "".join(f"M{x} 13l6 7-6 7" for x in (-1, 9))
_CHECKS = "".join(f"M{5 * (row % 2)} {5 * row}h5v5h-5Z" for row in range(8))
PATTERNS = {  # a name, the width of the tile, what is on it
    "band": (198, '<path d="M0 18.7H198V21.3H0Z" fill="#FFF1E0"/>'),
    "stripes": (10, f'<path d="{_STRIPES}" fill="#fff" fill-opacity=".5"/>'),
    "dots": (10, '<circle cx="5" cy="20" r="2.5" fill="#3A2600" fill-opacity=".85"/>'),
    "chevrons": (10, f'<path d="{_CHEVRONS}" fill="none" stroke="#06281C" stroke-width="1.8" stroke-opacity=".7"/>'),
    "checks": (10, f'<path d="{_CHECKS}" fill="#fff" fill-opacity=".34"/>'),
}
_LIGHT = '<path d="M0 11h{0}v4.6H0Z" fill="#fff" fill-opacity=".34"/><path d="M0 24.6h{0}V29H0Z" fill-opacity=".26"/>'


def sign_definitions() -> str:
    """All signs as `#sign-red` and so on; they take the text color of where they are used."""
    return "".join(
        f'<path id="sign-{name}" d="{path}" fill="currentColor" stroke="none" fill-rule="evenodd"/>'
        for name, path in SIGNS.items()
    )


def pattern_definitions(unit: float) -> str:
    """The patterns of all seats as `#seat-stripes` and so on, in the unit of a layout."""
    return "".join(
        f'<pattern id="seat-{name}" width="{width}" height="40" patternUnits="userSpaceOnUse"'
        f' patternTransform="scale({unit:.3g})translate({-width / 2:g} -20)">{tile}{_LIGHT.format(width)}</pattern>'
        for name, (width, tile) in PATTERNS.items()
    )
