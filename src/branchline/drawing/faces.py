"""The faces of mechanics on a drawn board: what lies on it besides cars, and the room that it takes.

What a mechanic shows on the map comes as *things*, a value of its own that stands in a scene under its name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from branchline.drawing.layout import Layout
from branchline.model.board import Board
from branchline.model.faces import Faces


@dataclass(frozen=True)
class Drawn:
    """How one mechanic is drawn. All of it may be left out but its name, which its part of a view has too."""

    name: str
    things: Callable[[Any], Any] | None = None  # what of its view lies on the board
    templates: Callable[[Board, Layout], str] | None = None  # what it is drawn with; "": the board has none of it
    layer: Callable[[Board, Layout, Any, bool], str] | None = None  # its things; with `True` all that could be there
    beside: Callable[[Any, str], str] | None = None  # those of its things that stand beside a place
    stands_at: Callable[[Board], Collection[str]] | None = None  # places that need room for that
    waiting: Callable[[Board], Mapping[str, int]] | None = None  # how many pawns wait at a place: room by its name


FACES: Faces[Drawn] = Faces("branchline.drawing.mechanics")


def waiting_at(board: Board) -> dict[str, int]:
    """How many pawns wait at each place when a game begins."""
    waits = [face.waiting(board) for face in FACES.all() if face.waiting is not None]
    return {place: count for each in waits for place, count in each.items()}


def stand_places(board: Board) -> frozenset[str]:
    """The places beside which something may come to stand."""
    return frozenset(place for face in FACES.all() if face.stands_at is not None for place in face.stands_at(board))
