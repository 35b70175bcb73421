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

# Laid over the color of a seat's piece: a piece is known by its pattern too.
PATTERNS = {  # a name, and the size of the tile, how it is turned or moved, what is on it
    "band": (198, 40, "translate(-99 -20)", '<path d="M0 18.1H198V21.9H0Z" fill="#FFF1E0"/>'),
    "stripes": (8, 8, "rotate(35)", '<path d="M0 0H3.2V8H0Z" fill="#fff" fill-opacity=".72"/>'),
    "dots": (9, 9, "", '<circle cx="4.5" cy="4.5" r="2.3" fill="#3A2600" fill-opacity=".82"/>'),
    "chevrons": (
        10,
        12,
        "translate(0 -6)",
        '<path d="M-1 0L5 6-1 12M9 0L15 6 9 12" fill="none" stroke="#06281C" stroke-width="2.4" stroke-opacity=".75"/>',
    ),
    "checks": (10, 10, "translate(0 -5)", '<path d="M0 0H5V5H0ZM5 5H10V10H5Z" fill="#fff" fill-opacity=".62"/>'),
}


def sign_definitions() -> str:
    """All signs as `#sign-red` and so on; they take the text color of where they are used."""
    return "".join(
        f'<path id="sign-{name}" d="{path}" fill="currentColor" stroke="none" fill-rule="evenodd"/>'
        for name, path in SIGNS.items()
    )


def pattern_definitions(unit: float) -> str:
    """The patterns of all seats as `#seat-stripes` and so on, in the unit of a layout."""
    return "".join(
        f'<pattern id="seat-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse"'
        f' patternTransform="scale({unit:.3g}){turn}">{tile}</pattern>'
        for name, (width, height, turn, tile) in PATTERNS.items()
    )
