"""The faces of mechanics in the server: what clients are told of them, what can be taken back, what is worth points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from branchline.model.board import Board
from branchline.model.events import Event, SeatEvent
from branchline.model.faces import Faces


@dataclass(frozen=True)
class Served:
    """What the server has to know of one mechanic. All of it may be left out."""

    # The name under which clients are told of its things, with the board, and what they are told; nothing: it has none.
    told: tuple[str, Callable[[Board], list[Any]]] | None = None
    # What a seat's own move may be followed by without telling anybody something new. Other events reveal something.
    nothing_new: tuple[type[SeatEvent], ...] = ()
    in_points: frozenset[str] = frozenset()  # questions whose answers differ in points alone


FACES: Faces[Served] = Faces("branchline.server.mechanics")


def told_of(board: Board) -> dict[str, list[Any]]:
    """What clients are told of the things of all mechanics, by their names."""
    all_told = {face.told[0]: face.told[1](board) for face in FACES.all() if face.told is not None}
    return {name: things for name, things in all_told.items() if things}


def tells_nothing_new(event: Event) -> bool:
    """Whether an event of some mechanic only carries out what its seat has decided."""
    return any(isinstance(event, face.nothing_new) for face in FACES.all())


def is_about_points(question: str) -> bool:
    """Whether the answers to a question differ in points alone."""
    return any(question in face.in_points for face in FACES.all())
