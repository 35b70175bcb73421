"""The ground a board is drawn on: `land.json` in the board's folder, read into plain values.

The file is made by `tools/geography.py` from public-domain geography, warped so that it fits the places of the board. A
board without one is drawn on plain paper.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from branchline.drawing.layout import LayoutError, Point
from branchline.drawing.palette import THEMES, Theme, checked_tones
from branchline.drawing.short_paths import shortened
from branchline.model.board import Board

FILE = "land.json"
SHAPES = ("graticule", "focus", "park", "street", "state", "border", "river", "lake", "bridge")  # from bottom to top
MOTIFS = ("wave", "sail", "fog", "mist", "hill", "pine", "tree", "field", "grass", "mesa")  # what a place is known by


class Peak(NamedTuple):
    """A small engraved mountain."""

    x: float
    y: float
    scale: float


class Motif(NamedTuple):
    """A small engraved sign of the place and its season: one of MOTIFS."""

    kind: str
    x: float
    y: float
    scale: float


class Name(NamedTuple):
    """The name of a water or a region: printed on the ground, not a place of the game."""

    text: str
    x: float
    y: float
    size: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Land:
    """The ground, as SVG paths in the units of the board."""

    coast: str  # the outline of all land
    shapes: Mapping[str, str]  # by the names in SHAPES
    peaks: tuple[Peak, ...] = ()
    waters: tuple[Name, ...] = ()
    regions: tuple[Name, ...] = ()
    rose: Point | None = None
    motifs: tuple[Motif, ...] = ()
    tones: Mapping[Theme, Mapping[str, str]] = field(default_factory=dict)  # colors of GROUND, where it has its own


def load_land(board: Board) -> Land | None:
    """The ground of a board, from its folder; None: plain paper."""
    return _load(board.file(FILE))


@lru_cache(maxsize=32)
def _load(path: Path) -> Land | None:
    if not path.is_file():
        return None
    try:
        return land_from_json(json.loads(path.read_text("utf-8")))
    except (ValueError, KeyError, TypeError) as error:
        raise LayoutError(f"{path} is no ground of a board: {error!r}") from error


def land_from_json(data: Mapping[str, Any]) -> Land:
    """A ground from its JSON form."""
    unknown = [name for name in data["shapes"] if name not in SHAPES]
    if unknown:
        raise ValueError(f"there is no shape '{unknown[0]}'")
    motifs = tuple(Motif(*entry) for entry in data.get("motifs", []))
    strange = [motif.kind for motif in motifs if motif.kind not in MOTIFS]
    if strange:
        raise ValueError(f"there is no motif '{strange[0]}'")
    return Land(
        coast=shortened(data["coast"]),
        shapes={name: shortened(path) for name, path in data["shapes"].items()},
        peaks=tuple(Peak(*entry) for entry in data.get("peaks", [])),
        waters=tuple(Name(*entry) for entry in data.get("waters", [])),
        regions=tuple(Name(*entry) for entry in data.get("regions", [])),
        rose=Point(*data["rose"]) if "rose" in data else None,
        motifs=motifs,
        tones={theme: checked_tones(data["tones"].get(theme, {})) for theme in THEMES} if "tones" in data else {},
    )
