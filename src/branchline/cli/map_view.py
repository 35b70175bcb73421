"""The map as a drawing of dots: places, the tracks between them, and who owns which.

Eight dots fit into a letter (the Braille block of Unicode), two across and four down, which a terminal shows as nearly
square. An owned track has its seat's color and, in its middle, its seat's number.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from branchline.boards import registry
from branchline.cli.screen import seat_color
from branchline.model.board import Board, Route
from branchline.model.observation import Observation

_BRAILLE = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # the bit of a dot by its row and column in a letter
_SIDE = 2.0  # dots between parallel tracks
_TALLEST = 44  # lines, so that a tall board fits into a window too
_PLACE = "●"
_WANTED = "bold yellow"  # a place on one of the seat's tickets


class Canvas:
    """A grid of letters that can be dotted and written on. Writing covers dots."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.dots = [[0] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self.letters: dict[tuple[int, int], tuple[str, str]] = {}  # (row, column) -> letter, style

    def line(self, a: tuple[float, float], b: tuple[float, float], style: str) -> None:
        """Dot a straight line."""
        steps = max(1, round(max(abs(a[0] - b[0]), abs(a[1] - b[1]))))
        for step in range(steps + 1):
            x = round(a[0] + (b[0] - a[0]) * step / steps)
            y = round(a[1] + (b[1] - a[1]) * step / steps)
            row, column = y // 4, x // 2
            if 0 <= row < self.height and 0 <= column < self.width:
                self.dots[row][column] |= _DOTS[y % 4][x % 2]
                self.styles[row][column] = style

    def is_free(self, row: int, column: int, length: int) -> bool:
        """Whether a word fits without covering another."""
        inside = 0 <= row < self.height and column >= 0 and column + length <= self.width
        return inside and not any((row, at) in self.letters for at in range(column, column + length))

    def write(self, row: int, column: int, word: str, style: str) -> None:
        """Put letters over whatever is there."""
        for at, letter in enumerate(word):
            self.letters[row, column + at] = (letter, style)

    def text(self) -> Text:
        """The finished drawing."""
        out = Text(no_wrap=True, overflow="crop")
        for row in range(self.height):
            for column in range(self.width):
                letter, style = self.letters.get((row, column), ("", ""))
                if not letter:
                    dots = self.dots[row][column]
                    letter, style = (chr(_BRAILLE + dots), self.styles[row][column]) if dots else (" ", "")
                out.append(letter, style)
            out.append("\n")
        out.rstrip()
        return out


def draw_map(seen: Observation, width: int) -> Text:
    """The whole board, as wide as given or as tall as fits; the places on the seat's tickets are set off."""
    board = registry.board(seen.board)
    across, down = board.size
    width = min(width, round(_TALLEST * 2 * across / down))
    canvas = Canvas(width, round(width * 2 * down / across / 4) + 1)
    scale = (width * 2 - 1) / across
    places = [(city.x * scale, city.y * scale) for city in board.cities]
    owned = []
    for route in board.routes:
        owners = seen.tracks.owners[route.index]
        if owners:
            owned.append((route, owners[0]))
        elif route.track == 1:  # the other tracks of a free connection would only blur it
            for a, b in _stretches(route, places):
                canvas.line(a, b, "dim")
    for route, owner in owned:
        for a, b in _stretches(route, places):
            canvas.line(a, b, f"bold {seat_color(owner)}")
    _mark_places(canvas, seen, board, places)
    for route, owner in owned:
        (ax, ay), (bx, by) = next(_stretches(route, places))
        row, column = round((ay + by) / 2) // 4, round((ax + bx) / 2) // 2
        if canvas.is_free(row, column, 1):
            canvas.write(row, column, str(owner), f"reverse {seat_color(owner)}")
    _name_places(canvas, seen, board, places)
    return canvas.text()


def _stretches(
    route: Route, places: list[tuple[float, float]]
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """A route's line; parallel tracks lie beside each other, and one over the map's edge leaves on both sides."""
    (ax, ay), (bx, by) = places[route.a], places[route.b]
    if "wraps" in route.tags:
        right = max(x for x, _ in places) + 4
        west, east = sorted(((ax, ay), (bx, by)))
        yield (west, (0.0, west[1]))
        yield (east, (right, east[1]))
        return
    length = max(1.0, ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)
    aside = (route.track - 1) * _SIDE / length
    dx, dy = (ay - by) * aside, (bx - ax) * aside
    yield ((ax + dx, ay + dy), (bx + dx, by + dy))


def _spots(places: list[tuple[float, float]]) -> list[tuple[int, int]]:
    """Places by row and column."""
    return [(round(y) // 4, round(x) // 2) for x, y in places]


def _wanted(seen: Observation, board: Board) -> set[int]:
    """The places that the seat's tickets name."""
    tickets = registry.variant(board, seen.variant).tickets
    return {end for ticket in tickets if ticket.id in seen.held for ends in ticket.ends for end in ends}


def _mark_places(canvas: Canvas, seen: Observation, board: Board, places: list[tuple[float, float]]) -> None:
    wanted = _wanted(seen, board)
    for index, (row, column) in enumerate(_spots(places)):
        canvas.write(row, column, _PLACE, _WANTED if index in wanted else "bold")


def _name_places(canvas: Canvas, seen: Observation, board: Board, places: list[tuple[float, float]]) -> None:
    """Write the full name where there is room, else its beginning; those on tickets first."""
    wanted = _wanted(seen, board)
    spots = _spots(places)
    for index in sorted(range(len(spots)), key=lambda i: (i not in wanted, i)):
        row, column = spots[index]
        name = board.cities[index].name
        for word in (name, name[:7], name[:4]):
            middle = column - len(word) // 2
            sides = ((row, column + 2), (row, column - 1 - len(word)), (row - 1, middle), (row + 1, middle))
            side = next((side for side in sides if canvas.is_free(*side, len(word))), None)
            if side is not None:
                canvas.write(*side, word, _WANTED if index in wanted else "default")
                break
