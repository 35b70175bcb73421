"""What a ground is finished with: names, mountains and a compass rose where nothing else is drawn; and its file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from branchline.drawing.free_space import Room, room_of
from branchline.drawing.land import SHAPES, Land, Name, Peak
from branchline.drawing.layout import Layout, Point
from branchline.drawing.shapes import Disc, inside, upright
from branchline.model.board import Board

_NUDGES = ((0, 0), (12, 8), (-12, -8), (14, -10), (-14, 10), (24, 0), (-24, 0))
Candidates = Sequence[Name]  # all ways to write one name, the best first


def decorated(
    board: Board,
    layout: Layout,
    land: Land,
    waters: Iterable[Candidates],
    regions: Iterable[Candidates],
    peaks: Iterable[Point],
) -> Land:
    """The ground with names, mountains and a compass rose where nothing else is drawn."""
    room, unit = room_of(board, layout), layout.unit
    region_names = _place_names(regions, 0.5, room)
    peaks_there = _place_peaks(peaks, room, unit)
    water_names = _place_names(waters, 0.32, room)
    rose = _place_rose(room, unit)
    return replace(land, peaks=peaks_there, waters=water_names, regions=region_names, rose=rose)


def _place_names(names: Iterable[Candidates], letter: float, room: Room) -> tuple[Name, ...]:
    """Each name in the first way that has room; one without room is left out."""
    found = []
    for ways in names:
        for name in ways:
            box = upright(name.x, name.y - name.size * 0.3, len(name.text) * name.size * letter, name.size * 0.42)
            if room.free(box.grown(5)) and inside(box.grown(16), *room.size):
                found.append(name)
                room.add(box.grown(6))
                break
    return tuple(found)


def _place_peaks(peaks: Iterable[Point], room: Room, unit: float) -> tuple[Peak, ...]:
    found = []
    for number, peak in enumerate(peaks):
        for dx, dy in _NUDGES:
            spot = Point(peak.x + dx * unit, peak.y + dy * unit)
            if room.free(upright(*spot, 16 * unit, 12 * unit)):
                found.append(Peak(round(spot.x), round(spot.y), round(unit * (0.92 + 0.04 * ((number * 37) % 5)), 2)))
                room.add(upright(*spot, 6 * unit, 3 * unit))
                break
    return tuple(found)


def _place_rose(room: Room, unit: float) -> Point | None:
    """The free spot nearest to a corner."""
    width, height = room.size
    half = 62 * unit
    best: tuple[float, Point] | None = None
    for column in range(int((width - 2 * half) // 30) + 1):
        for row in range(int((height - 2 * half) // 30) + 1):
            spot = Point(half + 30 * column, half + 30 * row)
            corner = min(spot.x, width - spot.x) + min(spot.y, height - spot.y)
            if (best is None or corner < best[0]) and room.free(Disc(*spot, half)):
                best = corner, spot
    return None if best is None else best[1]


def save_land(land: Land, path: Path) -> None:
    """Write a ground, one line for each part."""
    data: dict[str, object] = {
        "coast": land.coast,
        "shapes": {name: land.shapes[name] for name in SHAPES if land.shapes.get(name)},
        "peaks": land.peaks,
        "waters": land.waters,
        "regions": land.regions,
        "rose": land.rose,
        "motifs": land.motifs,
        "tones": land.tones,
    }
    lines = [
        f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
        for key, value in data.items()
        if value
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
