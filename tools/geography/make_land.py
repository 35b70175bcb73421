"""Makes the `land.json` of boards: real coasts and borders, bent so that the cities lie where the board has them.

    npm install world-atlas us-atlas topojson-client
    node tools/geography/decode.mjs node_modules geography.json
    python tools/geography/make_land.py geography.json usa germany

Then run motifs.py. Needs SciPy and Shapely. What is not in the public data (lakes, rivers, ranges, some borders,
names) are our own rough lines in features.json. A board of your own gets an entry there, and every place in its
board.toml a `lonlat`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from ground import decorated, save_land
from paths import line_path, ring_path, smoothed
from shapely import make_valid, segmentize, transform
from shapely.geometry import LineString, MultiLineString, Polygon, box
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.prepared import prep
from warp import folds, make_warp, unrolled

import branchline as bl
from branchline.drawing.land import FILE, Land, Name
from branchline.drawing.layout import Point, load_layout

FEATURES = Path(__file__).with_name("features.json")
_SMALLER = (1.0, 0.85, 0.72, 0.62)  # sizes that are tried for the name of a water or a region
_MARGIN = 30  # how far the ground reaches beyond the frame


class Mapmaker:
    """Turns geometry in longitudes and latitudes into paths of one board."""

    def __init__(self, name: str, settings: dict[str, Any]) -> None:
        self.board, self.settings = bl.board(name), settings
        self.layout = load_layout(self.board)
        self.warp = make_warp(self.board, self.layout, settings)
        width, height = self.board.size
        self.frame = box(-_MARGIN, -_MARGIN, width + _MARGIN, height + _MARGIN)
        self.edge = (1 - _MARGIN, 1 - _MARGIN, width + _MARGIN - 1, height + _MARGIN - 1)
        self.round = bool(settings.get("round"))
        self.window = box(-400, -58, 400, 83) if self.round else box(*settings["window"])
        self.step = 1.2 if self.round else 0.35  # degrees between the points of a line that is bent
        self.turns = (-360, 0, 360) if self.round else (0,)

    def bent(self, geometry: BaseGeometry, turn: int) -> BaseGeometry:
        """A geometry on the board."""

        def bend(points: Any) -> Any:  # rounded, so that a ring ends exactly where it begins
            return self.warp(points[:, 0] + turn, points[:, 1]).round(6)

        return transform(segmentize(geometry, self.step), bend)

    def area(self, geometry: BaseGeometry, tolerance: float, smallest: float) -> tuple[str, BaseGeometry]:
        """An area as a path, and as a shape on the board."""
        pieces = []
        for turn in self.turns:
            for part in _parts(geometry.intersection(self.window), "Polygon"):
                if self.round and not (part.bounds[2] + turn >= -190 and part.bounds[0] + turn <= 290):
                    continue
                shape = self.bent(part, turn)
                pieces += _parts((shape if shape.is_valid else shape.buffer(0)).intersection(self.frame), "Polygon")
        whole = unary_union(pieces).buffer(0.8).buffer(-0.8).simplify(tolerance)
        path = ""
        for part in _parts(whole, "Polygon"):
            if part.area >= smallest:
                holes = [hole for hole in part.interiors if Polygon(hole).area > smallest]
                path += "".join(ring_path(ring.coords, self.edge) for ring in (part.exterior, *holes))
        return path, whole

    def line(self, geometry: BaseGeometry, tolerance: float) -> str:
        """Lines as a path."""
        path = ""
        for turn in self.turns:
            for part in _parts(geometry.intersection(self.window), "LineString"):
                if part.length >= self.step / 4:
                    shape = self.bent(part, turn).intersection(self.frame)
                    path += "".join(line_path(p.simplify(tolerance).coords) for p in _parts(shape, "LineString"))
        return path

    def spot(self, lon: float, lat: float) -> Point:
        """A point of the board."""
        x, y = self.warp([unrolled(self.settings, lon)], [lat])[0]
        return Point(float(x), float(y))


def make_land(name: str, settings: dict[str, Any], geography: dict[str, Any]) -> Land:
    """The ground of one board."""
    maker = Mapmaker(name, settings)
    world, tolerance = geography["world"][settings["scale"]], settings["tolerance"]
    coast, dry = maker.area(_union(world["land"]), tolerance, settings["smallest_island"])
    shapes = {"graticule": maker.line(_graticule(settings), 1.0)}
    focus, played = _focus(settings.get("focus", ""), world, geography["states"]), None
    if focus is not None:
        shapes["focus"], played = maker.area(focus, tolerance, settings["smallest_island"])
    own = [smoothed(line) for line in settings["borders"]]
    shapes["border"] = maker.line(MultiLineString([*map(_continuous, _lines(world["borders"])), *own]), tolerance)
    if settings.get("state_lines"):
        shapes["state"] = maker.line(MultiLineString(list(_lines(geography["states"]["lines"]))), tolerance)
    lakes = [Polygon(smoothed([*ring, ring[0]])).buffer(0) for ring in settings["lakes"].values()]
    shapes["lake"] = maker.area(unary_union(lakes), 0.8, 30)[0] if lakes else ""
    shapes["river"] = "".join(maker.line(LineString(smoothed(line)), 0.6) for line in settings["rivers"].values())
    print(f"{name}: {folds(maker.warp, maker.board, settings)} folds, {sum(map(len, shapes.values()))} characters")
    waters = [list(_on_water(maker, entry, dry)) for entry in settings["waters"]]
    regions = [list(_on_land(maker, entry, dry, played)) for entry in settings["regions"]]
    return decorated(maker.board, maker.layout, Land(coast, shapes), waters, regions, list(_peaks(maker)))


def _focus(what: str, world: dict[str, Any], states: dict[str, Any]) -> BaseGeometry | None:
    """The country or state that is played."""
    kind, _, name = what.partition(" ")
    if not kind:
        return None
    return _union(states["nation"] if kind == "nation" else (world["countries"] | states["states"])[name])


def _graticule(settings: dict[str, Any]) -> MultiLineString:
    """Meridians and parallels."""
    (west, south, east, north), step = settings["window"], settings["graticule"]
    lons = range(math.ceil(west / step) * step, int(east) + 1, step)
    lats = range(math.ceil(south / step) * step, int(north) + 1, step)
    meridians = [LineString([(lon, max(south, -58)), (lon, min(north, 82))]) for lon in lons]
    return MultiLineString(meridians + [LineString([(west, lat), (east, lat)]) for lat in lats])


def _peaks(maker: Mapmaker) -> Iterator[Point]:
    """Mountains along the ranges, at even distances."""
    apart = 42 if maker.round else 34
    for ridge in maker.settings["ranges"]:
        line = LineString([maker.spot(lon, lat) for lon, lat in ridge])
        count = max(2, int(line.length / apart))
        for number in range(count + 1):
            peak = line.interpolate(number / count, normalized=True)
            yield Point(peak.x, peak.y)


def _on_water(maker: Mapmaker, entry: list[Any], dry: BaseGeometry) -> Iterator[Name]:
    """All ways to write the name of a water, on water only."""
    ground = prep(dry)
    return (name for name, room in _ways(maker, entry, 0.32, 290) if not ground.intersects(room))


def _on_land(maker: Mapmaker, entry: list[Any], dry: BaseGeometry, played: BaseGeometry | None) -> Iterator[Name]:
    """All ways to write the name of a region: on land, near its middle, and on its side of the border of the focus."""
    home, reach = dry, 120.0
    if played is not None:
        inside = played.contains(ShapelyPoint(maker.spot(*entry[:2])))
        home = dry.intersection(played) if inside else dry.difference(played)
        reach = reach if inside else 2 * reach
    ground = prep(home)
    return (name for name, room in _ways(maker, entry, 0.5, reach) if ground.contains(room))


def _ways(maker: Mapmaker, entry: list[Any], letter: float, reach: float) -> list[tuple[Name, BaseGeometry]]:
    """A name around its true place, and the room it takes: large before small, then near before far."""
    lon, lat, text, largest = entry
    at = maker.spot(lon, lat)
    ways = []
    for size in (round(largest * part, 1) for part in _SMALLER):
        half = len(text) * size * letter
        for dy in range(-170, 171, 17):
            for dx in range(-240, 241, 24):
                if math.hypot(dx, dy) <= reach:
                    name = Name(text, round(at.x + dx), round(at.y + dy), size)
                    room = box(name.x - half, name.y - size * 0.75, name.x + half, name.y + size * 0.2)
                    ways.append((name, room))
    return sorted(ways, key=lambda way: (-way[0].size, math.dist((way[0].x, way[0].y), at)))


def _union(polygons: list[Any]) -> BaseGeometry:
    """Polygons as one area; rings that cross 180 degrees made continuous, those around a pole left out."""
    areas = []
    for rings in polygons:
        outer, *holes = map(_unrolled_ring, rings)
        if outer is not None:
            area = Polygon(outer, [hole for hole in holes if hole is not None])
            areas.append(area if area.is_valid else make_valid(area))
    return unary_union(areas)


def _unrolled_ring(ring: list[Any]) -> Any:
    points = _continuous(ring)
    if abs(points[-1, 0] - points[0, 0]) > 180:
        return None
    points[:, 0] -= 360 * np.round((points[:, 0].min() + points[:, 0].max()) / 2 / 360)
    return points


def _continuous(line: Any) -> Any:
    points = np.array(line, float)
    return np.column_stack([np.degrees(np.unwrap(np.radians(points[:, 0]))), points[:, 1]])


def _lines(lines: list[Any]) -> Iterator[Any]:
    return (line for line in lines if len(line) > 1)


def _parts(geometry: BaseGeometry, kind: str) -> list[Any]:
    """All polygons, or all lines, in a geometry."""
    if geometry.is_empty:
        return []
    if geometry.geom_type == kind or (kind == "LineString" and geometry.geom_type == "LinearRing"):
        return [geometry]
    return [part for inner in getattr(geometry, "geoms", []) for part in _parts(inner, kind)]


def main() -> None:
    """Make the ground of some boards."""
    features = json.loads(FEATURES.read_text("utf-8"))
    parser = argparse.ArgumentParser(description="Make the land.json of boards.")
    parser.add_argument("geography", type=Path, help="what decode.mjs has written")
    parser.add_argument("boards", nargs="*", default=list(features), metavar="BOARD", help="all in features.json")
    options = parser.parse_args()
    geography = json.loads(options.geography.read_text("utf-8"))
    for name in options.boards:
        board = bl.board(name)
        save_land(make_land(name, features[board.id], geography), board.path.parent / FILE)


if __name__ == "__main__":
    main()
