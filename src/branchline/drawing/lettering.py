"""How wide names are, and where around its place a name can stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Literal

from branchline.drawing.layout import Label, Point, radius
from branchline.model.board import Board
from branchline.model.faces import FACES, Drawn

SIZE = 21.0  # of letters, in units
BIG = 1.1  # letters of a big city
LINE = 0.96  # from line to line, in parts of the size
_DESCENT = 0.21  # how far letters reach below their line, in parts of the size ...
_DESCENDING = frozenset("gjpqyçQ,()/")  # ... these do
PAWN = 9.5  # room of one pawn, in units
_STACKED = 19.0  # height of a row of pawns under a name

# Advance widths in thousandths of the size: Barlow Semi Condensed 600, Zilla Slab 600 italic. `_` is the space.
_NAMES = (
    "_200 &635 '153 (298 )298 -364 .242 /417 A552 B542 C533 D545 E513 F489 G537 H557 I243 J512 K549 L493 M627 N588 "
    "O544 P526 Q521 R537 S513 T516 U557 V540 W771 X538 Y528 Z480 a478 b498 c477 d498 e484 f333 g490 h491 i235 j231 "
    "k478 l219 m747 n491 o490 p502 q502 r342 s446 t328 u489 v460 w677 x466 y446 z412 Ö544 ß509 á477 ä477 ç477 è483 "
    "é483 í205 ñ491 ó488 ö488 ú491 ü491 ’173"
)
_COUNTRIES = (
    "_195 &699 '198 (281 )281 -325 .218 /385 A650 B596 C622 D678 E570 F544 G663 H732 I328 J456 K638 L532 M862 N725 "
    "O695 P571 Q705 R608 S532 T618 U692 V648 W935 X631 Y611 Z565 Ä650 É570 Ö695 Ü692"
)
_SPACING = 0.12  # between the capitals of a country, in parts of the size
_ANGLES = range(0, 360, 15)
_GAPS = (3.5, 8.0, 14.0, 21.0, 30.0)  # between a place and its name


def _table(widths: str) -> dict[str, int]:
    return {entry[0].replace("_", " "): int(entry[1:]) for entry in widths.split()}


_NAME_WIDTHS, _COUNTRY_WIDTHS = _table(_NAMES), _table(_COUNTRIES)


def name_width(text: str, size: float) -> float:
    """How wide the name of a place is, with a little to spare. Letters not in the table count as wide ones."""
    return sum(_NAME_WIDTHS.get(letter, 560) for letter in text) / 1000 * size * 1.025


def country_width(text: str, size: float) -> float:
    """How wide the name of a country is, in spaced capitals."""
    text = text.upper()
    return (sum(_COUNTRY_WIDTHS.get(letter, 680) for letter in text) / 1000 + _SPACING * len(text)) * size * 1.02


def line_breaks(name: str) -> list[tuple[str, ...]]:
    """The name in one line and, if it is long enough, in two lines of about the same length."""
    breaks: list[tuple[str, ...]] = [(name,)]
    words = name.split(" ")
    if len(words) > 1 and len(name) > 9:
        halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
        breaks.append(min(halves, key=lambda half: abs(len(half[0]) - len(half[1]))))
    return breaks


@dataclass(frozen=True, slots=True)
class Spot:
    """One way to write a name: its box relative to its place, its lines, and how much the way is to be avoided."""

    x: float  # the middle of the box
    y: float
    width: float
    height: float
    dislike: float
    lines: tuple[str, ...]
    size: float
    anchor: Literal["start", "middle", "end"]
    text_width: float
    pawns: int = 0
    stacked: bool = False  # pawns in a row under the name, not behind it

    def label(self, home: Point, unit: float) -> Label:
        """The label, if its place is there."""
        x, y = home.x + self.x, home.y + self.y
        anchor = "start" if self.pawns else self.anchor
        left, top = x - self.width / 2, y - self.height / 2
        at = {"start": left, "middle": x, "end": left + self.width}[anchor]
        box = (left, top, self.width, self.height)
        return Label(self.lines, Point(at, top + self.size * 0.72), anchor, self.size, box, self._pawns(left, y, unit))

    def _pawns(self, left: float, y: float, unit: float) -> tuple[Point, ...]:
        start = left if self.stacked else left + self.text_width + 4 * unit
        row = y + self.height / 2 - 8.5 * unit if self.stacked else y
        return tuple(Point(start + PAWN * (number + 0.5) * unit, row) for number in range(self.pawns))


def place_spots(name: str, size: float, radius: float, unit: float, pawns: int = 0) -> list[Spot]:
    """All ways to write the name of a place, around its mark."""
    return [
        spot
        for nth, (lines, stacked) in enumerate(_settings(name, pawns))
        for spot in _around(lines, nth, size, radius, unit, pawns, stacked)
    ]


def _settings(name: str, pawns: int) -> list[tuple[tuple[str, ...], bool]]:
    settings = [(lines, False) for lines in line_breaks(name)]
    return [*settings, ((name,), True)] if pawns >= 3 else settings


def text_height(lines: Sequence[str], size: float) -> float:
    """How high a name is, from the capitals of its first line to the lowest ink of its last."""
    descent = 0.0 if _DESCENDING.isdisjoint(lines[-1]) else _DESCENT
    return size * (0.74 + LINE * (len(lines) - 1) + descent)


def _block(
    widths: Sequence[float], height: float, unit: float, pawns: int, stacked: bool
) -> tuple[float, float, float]:
    """The width of the text, and the width and height of its box with pawns."""
    text = width = max(widths)
    if stacked:
        return text, max(width, PAWN * pawns * unit), height + _STACKED * unit
    return text, width + ((4 + PAWN * pawns) * unit if pawns else 0.0), height


def _around(
    lines: tuple[str, ...], nth: int, size: float, radius: float, unit: float, pawns: int, stacked: bool
) -> Iterator[Spot]:
    """Boxes that touch a circle around the place, near ones and those to the right and left liked best."""
    widths = [name_width(line, size) for line in lines]
    text, width, height = _block(widths, text_height(lines, size), unit, pawns, stacked)
    for gap in _GAPS:
        far = radius + gap * unit
        for angle in _ANGLES:
            across, down = cos(radians(angle)), sin(radians(angle))
            x = across * (far + width / 2)
            y = down * far if abs(down) < 0.3 else down * (far + height / 2)
            anchor: Literal["start", "middle", "end"] = (
                "start" if across > 0.3 else "end" if across < -0.3 else "middle"
            )
            side = 0.0 if angle in (0, 180) else 0.3 if angle in (90, 270) else 0.5
            dislike = nth * 0.8 + gap * 0.1 + side
            yield Spot(x, y, width, height, dislike, lines, size, anchor, text, pawns, stacked)


def country_spots(name: str, size: float, unit: float, pawns: int = 0) -> list[Spot]:
    """All ways to write the name of a country: anywhere around the middle of it."""
    spots = []
    for lines, stacked in _settings(name, pawns):
        widths = [country_width(line, size) for line in lines]
        capitals = [line.upper() for line in lines]
        text, width, height = _block(widths, text_height(capitals, size), unit, pawns, stacked)
        for dx in range(-210, 211, 30):
            for dy in range(-160, 161, 20):
                far = 0.008 * (abs(dx) + abs(dy))
                spot = Spot(dx * unit, dy * unit, width, height, far, lines, size, "middle", text, pawns, stacked)
                spots.append(spot)
    return spots


@dataclass(frozen=True, slots=True)
class NameWays:
    """The name of a place or a country, and all ways to write it."""

    id: str
    place: int | None  # None: a country, which has no mark of its own
    home: Point
    spots: list[Spot]


def all_names(board: Board, unit: float, letters: float = 1.0) -> list[NameWays]:
    """Every name of a board, with room for the pawns that wait there at the start."""
    waits = [face.waiting(board) for face in FACES.all(Drawn) if face.waiting is not None]
    waiting = {place: count for each in waits for place, count in each.items()}
    size = SIZE * unit * letters
    names = []
    for city in board.cities:
        if not city.country and "junction" not in city.tags:
            own = size * (BIG if "big" in city.tags else 1.0)
            spots = place_spots(city.name, own, radius(city, unit), unit, waiting.get(city.id, 0))
            names.append(NameWays(city.id, city.index, Point(city.x, city.y), spots))
    for country in board.countries:
        spots = country_spots(country.name, size, unit, waiting.get(country.id, 0))
        names.append(NameWays(country.id, None, Point(country.x, country.y), spots))
    return names
