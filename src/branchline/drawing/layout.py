"""Where everything of a board is drawn: `layout.json` in the board's folder, read into plain values.

The file is made by the layout solver (`branchline draw --layout FOLDER`) and holds drawing data only: no rule reads it.
Lengths are in the units of the board's `size`; `unit` scales all things drawn, such as the thickness of a track.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from branchline.model.board import Board, City
from branchline.model.errors import BranchlineError

FILE = "layout.json"

# What is drawn, in units of the layout's `unit`.
SLOT_WIDTH = 18.0
TRACK_GAP = 4.5  # between parallel tracks
PLACE_RADIUS, BIG_RADIUS, END_RADIUS = 12.0, 15.0, 9.0
MARK_RADIUS = 9.2  # of the monogram beside a track
STAND_RADIUS = 13.0  # of what may stand beside a place


class LayoutError(BranchlineError):
    """A board has no layout, or one that does not fit it."""


class Point(NamedTuple):
    """A point of the drawing."""

    x: float
    y: float


class Slot(NamedTuple):
    """Where one car lies: its middle, and the direction from the first place to the second, in degrees."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Track:
    """How one route is drawn: a curve from its first place to its second, and its cars on it."""

    car: float  # length of a car
    slots: tuple[Slot, ...]
    bend: float = 0.0  # of the curve: how far it leaves the straight line, in parts of its length
    skew: float = 0.0  # how far its highest point lies off the middle
    lane: float = 0.0  # which of the parallel tracks: -0.5 and 0.5 are the two of a double route
    wrap: float = 0.0  # added to the second place's x, where the curve leaves the board at one edge


@dataclass(frozen=True, slots=True)
class Label:
    """A name, written in one or two lines, and the room it takes."""

    lines: tuple[str, ...]
    at: Point  # where the first line begins, ends or has its middle, on its baseline
    anchor: Literal["start", "middle", "end"]
    size: float
    box: tuple[float, float, float, float]  # left, top, width, height
    pawns: tuple[Point, ...] = ()  # room for small things that wait there


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything that the drawing of a board needs to know beside the board itself."""

    unit: float
    size: Point
    places: Mapping[str, Point]  # by the id of a city
    labels: Mapping[str, Label]  # by the id of a city or country
    tracks: Mapping[str, Track]  # by the id of a route
    marks: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)  # monograms, by the id of a first track
    stands: Mapping[str, Point] = field(default_factory=dict)  # room beside a place, by its id
    monograms: Mapping[str, str] = field(default_factory=dict)  # what a mark of the board is written as


def radius(city: City, unit: float) -> float:
    """How large a place is drawn."""
    if city.country or "junction" in city.tags:
        return END_RADIUS * unit
    return (BIG_RADIUS if "big" in city.tags else PLACE_RADIUS) * unit


def has_layout(board: Board) -> bool:
    """Whether there is a layout in the folder of a board."""
    return board.file(FILE).is_file()


def load_layout(board: Board) -> Layout:
    """The layout of a board, from its folder."""
    if not has_layout(board):
        raise LayoutError(
            f"the board '{board.id}' has no {FILE}; make one with 'branchline draw --layout {board.path.parent}'"
        )
    return _load(board.file(FILE))


@lru_cache(maxsize=32)
def _load(path: Path) -> Layout:
    try:
        return layout_from_json(json.loads(path.read_text("utf-8")))
    except (ValueError, KeyError, TypeError) as error:
        raise LayoutError(f"{path} is no layout of a board: {error!r}") from error


def check_layout(board: Board, layout: Layout) -> None:
    """Raise LayoutError unless the layout has a place, a label and a slot for all that the board has."""
    for city in board.cities:
        if city.id not in layout.places:
            raise LayoutError(f"the layout of '{board.id}' has no place '{city.id}'; make it again")
    for route in board.routes:
        track = layout.tracks.get(route.id)
        if track is None or len(track.slots) != route.length:
            raise LayoutError(f"the layout of '{board.id}' does not fit the route '{route.id}'; make it again")


def layout_from_json(data: Mapping[str, Any]) -> Layout:
    """A layout from its JSON form."""
    return Layout(
        unit=float(data["unit"]),
        size=Point(*data["size"]),
        places={name: Point(*at) for name, at in data["places"].items()},
        labels={name: _label(entry) for name, entry in data["labels"].items()},
        tracks={name: _track(entry) for name, entry in data["routes"].items()},
        marks={name: _points(entry) for name, entry in data.get("marks", {}).items()},
        stands={name: Point(*at) for name, at in data.get("stands", {}).items()},
        monograms=dict(data.get("monograms", {})),
    )


def _points(entries: list[list[float]]) -> tuple[Point, ...]:
    return tuple(Point(*entry) for entry in entries)


def _label(entry: Mapping[str, Any]) -> Label:
    left, top, width, height = entry["box"]
    return Label(
        lines=tuple(entry["lines"]),
        at=Point(*entry["at"]),
        anchor=entry["anchor"],
        size=entry["size"],
        box=(left, top, width, height),
        pawns=_points(entry.get("pawns", [])),
    )


def _track(entry: Mapping[str, Any]) -> Track:
    bend, skew = entry.get("curve", (0.0, 0.0))
    slots = tuple(Slot(*slot) for slot in entry["slots"])
    return Track(entry["car"], slots, bend, skew, entry.get("lane", 0.0), entry.get("wrap", 0.0))


def layout_to_json(layout: Layout) -> dict[str, Any]:
    """The JSON form of a layout."""
    data: dict[str, Any] = {
        "unit": layout.unit,
        "size": _short(layout.size),
        "places": {name: _short(at) for name, at in layout.places.items()},
        "labels": {name: _label_to_json(label) for name, label in layout.labels.items()},
        "routes": {name: _track_to_json(track) for name, track in layout.tracks.items()},
        "marks": {name: [_short(at) for at in points] for name, points in layout.marks.items()},
        "stands": {name: _short(at) for name, at in layout.stands.items()},
        "monograms": dict(layout.monograms),
    }
    return {key: value for key, value in data.items() if value}


def _short(numbers: tuple[float, ...]) -> list[float]:
    """Rounded to a tenth, whole numbers without a point."""
    return [int(n) if n == int(n) else n for n in (round(float(n), 1) for n in numbers)]


def _label_to_json(label: Label) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "lines": list(label.lines),
        "at": _short(label.at),
        "anchor": label.anchor,
        "size": _short((label.size,))[0],
        "box": _short(label.box),
    }
    if label.pawns:
        entry["pawns"] = [_short(at) for at in label.pawns]
    return entry


def _track_to_json(track: Track) -> dict[str, Any]:
    entry: dict[str, Any] = {"car": _short((track.car,))[0]}
    if track.bend or track.skew:
        entry["curve"] = [round(track.bend, 3), round(track.skew, 3)]
    if track.lane:
        entry["lane"] = track.lane
    if track.wrap:
        entry["wrap"] = _short((track.wrap,))[0]
    return {**entry, "slots": [_short(slot) for slot in track.slots]}


def save_layout(layout: Layout, path: Path) -> None:
    """Write a layout, one line for each thing, so that changes can be read."""
    sections = []
    for key, value in layout_to_json(layout).items():
        if isinstance(value, dict):
            lines = [f"  {_plain(name)}: {_plain(entry)}" for name, entry in value.items()]
            sections.append(f"{_plain(key)}: {{\n" + ",\n".join(lines) + "\n}")
        else:
            sections.append(f"{_plain(key)}: {_plain(value)}")
    path.write_text("{\n" + ",\n".join(sections) + "\n}\n", "utf-8")


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
