"""The colors of everything that is drawn, by day and by night.

Every color is a CSS variable: `--water`, `--ink`, `--red`, `--red-mark` ... A theme is a table of values, so a page
changes its theme without drawing anything again. `resolved` puts the values in for programs that know no variables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

Theme = Literal["day", "night"]
THEMES: tuple[Theme, ...] = get_args(Theme)

# Templates of pieces say themselves how they look; see tracks.py. Only their outline changes with the theme.
INK, CREAM = "#14100A", "#FFF3DC"

_ROLES: dict[str, tuple[str, str]] = {  # by day, by night
    "bg": ("#E9E0CE", "#0C141A"),
    "panel": ("#FBF7EE", "#16222B"),
    "panel2": ("#F3ECDD", "#1D2C36"),
    "ink": ("#1F2D36", "#F1E8D6"),
    "soft": ("#4F5C62", "#AEBBBE"),
    "line": ("#CDBFA5", "#30424D"),
    "accent": ("#A63A24", "#F08A6C"),  # "you, now", and the dot of a place
    "accent-ink": ("#FFFFFF", "#1A0F0B"),
    "good": ("#1F6B43", "#7FD3A0"),
    "warn": ("#8A5A00", "#F2C063"),
    "bad": ("#A63A24", "#F29A83"),
    "glow": ("#A66500", "#FFC84A"),  # the edge of what is legal or lit ...
    "glow2": ("#F2B632", "#FFC84A"),  # ... and its fill
    "water": ("#C5DADC", "#10212C"),
    "w1": ("#BCD3D7", "#132836"),  # the water lines, from far to near the coast
    "w2": ("#B2CCD1", "#17303F"),
    "w3": ("#A4C2C9", "#1D3A4A"),
    "focus": ("#F7F1E3", "#2C3A3E"),  # the country played
    "land": ("#E8DFCB", "#212E34"),  # the land around it
    "coast": ("#5E7478", "#7F99A2"),
    "state": ("#B9AC90", "#4A5C62"),
    "river": ("#8FB4BE", "#1E4456"),
    "park": ("#7FA37A", "#5F8A6A"),
    "relief": ("#8A7C5F", "#8C9A93"),
    "sea": ("#3A626D", "#86A9B5"),
    "grat": ("#3E6670", "#9CC4CF"),
    "label": ("#1F2D36", "#F4ECDB"),
    "halo": ("#F7F1E3", "#1B2529"),
    "track": ("#6B6250", "#8F9A96"),
    "piece": ("#14100A", "#FFF8E8"),  # the outline of an owned piece
    "shadow": ("#281E0A", "#000000"),
}

# What each board can have in colors of its own: its season and its mood.
_WATERS = ("water", "w1", "w2", "w3", "river", "sea")
GROUND = (*_WATERS, "focus", "land", "coast", "state", "park", "relief", "grat", "halo")


class Slot(NamedTuple):
    """The three tones of a printed slot: pale ground, strong rim, symbol."""

    ground: str
    rim: str
    sign: str


class CardColor(NamedTuple):
    """A card color: the face, edge and symbol of its cards, and its slots on the board by day and by night."""

    face: str
    edge: str
    mark: str
    day: Slot
    night: Slot


CARDS: Mapping[str, CardColor] = {
    "red": CardColor(
        "#B5261F", "#6E110C", "#FFF4EC", Slot("#FADBD4", "#BF352D", "#8E1C16"), Slot("#43201D", "#D96A5E", "#FFC4BC")
    ),
    "orange": CardColor(
        "#E37A1C", "#8A4206", "#2B1603", Slot("#FBDCB8", "#C05A06", "#7E3C06"), Slot("#432B10", "#D2832F", "#FFD9AE")
    ),
    "yellow": CardColor(
        "#F6D857", "#8C6A00", "#3A2C00", Slot("#FFF1A8", "#957100", "#5E4700"), Slot("#3D3610", "#B89F35", "#FFF0B0")
    ),
    "green": CardColor(
        "#3C9160", "#17502F", "#FFFFFF", Slot("#D5ECDB", "#2A7A4B", "#17502F"), Slot("#163624", "#4F9E70", "#BDEBD0")
    ),
    "blue": CardColor(
        "#24589F", "#0F2F5E", "#F0F7FF", Slot("#D3E2F7", "#3066B0", "#143D75"), Slot("#182E4E", "#5B8AD0", "#C6DCFA")
    ),
    "purple": CardColor(
        "#C985C6", "#6E2F6C", "#320B30", Slot("#F0D4EF", "#984A95", "#6E2F6C"), Slot("#3B233B", "#B877B5", "#F2C6F0")
    ),
    "black": CardColor(
        "#2B2C31", "#08080A", "#F3EFE6", Slot("#E4E1DE", "#303036", "#141417"), Slot("#08090B", "#828188", "#F3EFE6")
    ),
    "white": CardColor(
        "#FBF8F0", "#6F6A5E", "#4A463D", Slot("#FFFFFF", "#76705F", "#4A463D"), Slot("#33393A", "#ABA9A3", "#FFFFFF")
    ),
    "gray": CardColor(
        "#B4AFA3", "#6B665B", "#3B382F", Slot("#DCD7CB", "#6B665B", "#3B382F"), Slot("#232A2C", "#858279", "#E2DDD0")
    ),
    "wild": CardColor(
        "#EFE3C4", "#5A4A22", "#3A2F14", Slot("#EFE3C4", "#5A4A22", "#3A2F14"), Slot("#3B3524", "#B5A678", "#FFF4D6")
    ),
}


class SeatColor(NamedTuple):
    """How the pieces of a seat look: color, text on it, pattern; and the color by night where it would be too dark."""

    name: str
    face: str
    text: str
    pattern: str
    night: str = ""


SEATS: tuple[SeatColor, ...] = (
    SeatColor("Vermilion", "#B92F1C", "#FFFFFF", "band", "#CF3E2A"),
    SeatColor("Cobalt", "#1C4F9E", "#FFFFFF", "stripes", "#3A72CC"),
    SeatColor("Saffron", "#E5A80A", "#2B1D00", "dots"),
    SeatColor("Jade", "#5DBB9C", "#06281C", "chevrons", "#74D6B4"),
    SeatColor("Ink", "#2A2530", "#F2F0EA", "checks", "#6E667B"),
)

_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
_TONES = re.compile(r'<svg[^>]* style="([^"]*)"')
_DECLARED = re.compile(r"--([a-z0-9-]+):(#[0-9A-Fa-f]{6})")


def variables(theme: Theme) -> dict[str, str]:
    """The value of every CSS variable in a theme, by its name without the dashes."""
    night = theme == "night"
    values = {name: pair[night] for name, pair in _ROLES.items()}
    for name, card in CARDS.items():
        values[name] = card.face
        values[f"{name}-edge"] = card.edge
        values[f"{name}-mark"] = card.mark
        for tone, value in (card.night if night else card.day)._asdict().items():
            values[f"{name}-{tone}"] = value
    for number, seat in enumerate(SEATS):
        values[f"seat-{number}"] = (night and seat.night) or seat.face
        values[f"seat-{number}-text"] = seat.text
    return values


def theme_css() -> str:
    """Both themes as CSS: day unless something around says `data-theme="night"`."""
    day, night = variables("day"), variables("night")
    changed = {name: value for name, value in night.items() if value != day[name]}
    return f":root,[data-theme=day]{{{declared(day)}}}\n[data-theme=night]{{{declared(changed)}}}\n"


def declared(values: Mapping[str, str]) -> str:
    """Variables with their values, as CSS."""
    return ";".join(f"--{name}:{value}" for name, value in values.items())


def checked_tones(tones: Mapping[str, str]) -> Mapping[str, str]:
    """Colors of a ground, if they are colors and are of a ground."""
    for name, value in tones.items():
        if name not in GROUND or not _COLOR.fullmatch(value):
            raise ValueError(f"'{name}: {value}' is no color of a ground")
    return tones


def tones_css(board_id: str, tones: Mapping[Theme, Mapping[str, str]]) -> str:
    """The colors of one board's ground, for pages that show it."""
    board = f'.bd[data-board="{board_id}"]'
    day, night = declared(tones.get("day", {})), declared(tones.get("night", {}))
    return f"{board}{{{day}}}\n[data-theme=night] {board}{{{night}}}\n" if tones else ""


def resolved(svg: str, theme: Theme, tones: Mapping[str, str] | None = None) -> str:
    """The drawing with the colors of one theme, and those of its own ground, in place of the variables."""
    own = _TONES.match(svg)  # what a drawing for itself has declared
    values = variables(theme) | dict(tones or {})
    values |= dict(_DECLARED.findall(own[1])) if own else {}
    return _VARIABLE.sub(lambda found: values[found[1]], svg)
