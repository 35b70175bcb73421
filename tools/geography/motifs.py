"""Gives the grounds of boards their own colors, and small signs of the place and the season where nothing is drawn.

    python tools/geography/motifs.py usa germany

Reads moods.json: the colors of each board by day and by night, and its motifs as kind, where ("water", "focus" for the
country played, "around" for other land), the distance between two of them, and the part of the board. Run it after
make_land.py, or when a layout has changed. Needs the extra `drawing`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import hypot
from pathlib import Path
from typing import Any

from ground import save_land

import branchline as bl
from branchline.drawing import load_land, load_layout, render_rgb
from branchline.drawing.free_space import Room, room_of
from branchline.drawing.land import FILE, Land, Motif
from branchline.drawing.layout import Layout
from branchline.drawing.shapes import Disc, upright
from branchline.model.board import Board

MOODS = Path(__file__).with_name("moods.json")
_SIZES = {
    "mist": (27, 8),
    "fog": (27, 14),
    "hill": (18, 9),
    "mesa": (18, 9),
    "wave": (16, 7),
    "field": (15, 7),
}  # halves
_USUAL = (11, 12)
_AIR = 5  # to everything else
_TRIES = 6000


def with_mood(board: Board, land: Land, mood: dict[str, Any]) -> Land:
    """The ground in its own colors, with motifs where there is room."""
    layout = load_layout(board)
    room = _room(board, layout, land)
    dice, where = random.Random(board.id), _where(layout, land)
    found: list[Motif] = []
    for kind, on, apart, window in mood["motifs"]:
        found += _spread(kind, apart, window, layout, room, dice, partial(_lies, where, on))
    return replace(land, tones=mood["tones"], motifs=tuple(sorted(found)))


def _lies(where: Callable[[float, float], str], on: str, x: float, y: float) -> bool:
    return where(x, y) == on


def _spread(
    kind: str,
    apart: float,
    window: list[float],
    layout: Layout,
    room: Room,
    dice: random.Random,
    fits: Callable[[float, float], bool],
) -> list[Motif]:
    """Motifs of one kind, strewn over a part of the board, none nearer to another than wanted."""
    (width, height), unit = layout.size, layout.unit
    wide, high = (half * unit for half in _SIZES.get(kind, _USUAL))
    west, north, east, south = window
    found: list[Motif] = []
    for _ in range(_TRIES):
        x, y = dice.uniform(west * width, east * width), dice.uniform(north * height, south * height)
        box = upright(x, y, wide + _AIR * unit, high + _AIR * unit)
        if any(hypot(x - each.x, y - each.y) < apart * unit for each in found) or not room.free(box):
            continue
        if all(fits(x + dx, y + dy) for dx in (-wide, 0, wide) for dy in (-high, 0, high)):
            found.append(Motif(kind, round(x), round(y), round(unit * dice.uniform(0.86, 1.08), 2)))
            room.add(upright(x, y, wide, high))
    return found


def _room(board: Board, layout: Layout, land: Land) -> Room:
    """The room that tracks, places, names, mountains and the rose take up."""
    room, unit = room_of(board, layout), layout.unit
    for peak in land.peaks:
        room.add(upright(peak.x, peak.y, 13 * unit, 9 * unit))
    for name, letter in [(each, 0.32) for each in land.waters] + [(each, 0.5) for each in land.regions]:
        room.add(upright(name.x, name.y - 0.3 * name.size, len(name.text) * name.size * letter, 0.6 * name.size))
    if land.rose is not None:
        room.add(Disc(*land.rose, 52 * unit))
    return room


def _where(layout: Layout, land: Land) -> Callable[[float, float], str]:
    """What lies at a spot of the board, seen on a small picture of it."""
    width, height = layout.size
    focus = land.shapes.get("focus") or land.coast
    wet = land.shapes.get("lake", "")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    areas = (("#000000", f"M0 0H{width}V{height}H0Z"), ("#00ff00", land.coast), ("#ff0000", focus), ("#000000", wet))
    paths = "".join(f'<path fill="{color}" d="{path}"/>' for color, path in areas if path)
    picture = render_rgb(f"{head}{paths}</svg>", width=round(width))

    def where(x: float, y: float) -> str:
        at = picture[min(picture.shape[0] - 1, max(0, round(y))), min(picture.shape[1] - 1, max(0, round(x)))]
        return "focus" if at[0] > 200 else "around" if at[1] > 200 else "water" if max(at[:2]) < 60 else "shore"

    return where


def main() -> None:
    """Give boards their moods."""
    moods = json.loads(MOODS.read_text("utf-8"))
    parser = argparse.ArgumentParser(description="Give the land.json of boards its colors and motifs.")
    parser.add_argument("boards", nargs="*", default=list(moods), metavar="BOARD", help="all in moods.json")
    for name in parser.parse_args().boards:
        board = bl.board(name)
        land = load_land(board)
        if land is None:
            raise SystemExit(f"{name} has no {FILE}")
        land = with_mood(board, land, moods[board.id])
        print(f"{name}: {len(land.motifs)} motifs")
        save_land(land, board.path.parent / FILE)


if __name__ == "__main__":
    main()
