"""What the words of several mechanics need: parts of a view, routes as ends of sentences, what pieces are called."""

from __future__ import annotations

from typing import TypeVar

from branchline.boards import registry
from branchline.model.observation import Observation, View
from branchline.words.faces import faces_of
from branchline.words.plain import route_name

Part = TypeVar("Part", bound=View)


def part(seen: Observation, kind: type[Part]) -> Part | None:
    """The part of a view that is of this kind, if the board has it."""
    return next((found for found in seen.parts.values() if isinstance(found, kind)), None)


def for_route(seen: Observation, route_id: str | None) -> str:
    """A route as the end of a sentence: " for Denver – Omaha"."""
    board = registry.board(seen.board)
    return next((f" for {route_name(board, route)}" for route in board.routes if route.id == route_id), "")


def piece_noun(seen: Observation) -> str:
    """What the pieces are called, one of them: where they are of several sorts they are no trains."""
    return next((face.piece for face in faces_of(seen) if face.piece), "train")
