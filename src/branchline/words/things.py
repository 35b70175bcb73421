"""What mechanics say of a game, and what their words need: parts of a view, names of routes and pieces."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from branchline.boards import registry
from branchline.model.board import Board
from branchline.model.faces import FACES, Terminal, Words
from branchline.model.observation import Observation, View
from branchline.words.plain import route_name

Part = TypeVar("Part", bound=View)


def parts_of(seen: Observation) -> Iterator[tuple[type, str, View]]:
    """The parts of a view: the class of the mechanic, its name, and what it shows."""
    classes = registry.mechanics_of(seen.board, seen.variant, seen.seats)
    for name, view in seen.parts.items():
        if name in classes:
            yield classes[name], name, view


def faces_of(seen: Observation) -> list[Words]:
    """The words of all mechanics of a game that have any."""
    classes = registry.mechanics_of(seen.board, seen.variant, seen.seats).values()
    return [face for mechanic in classes if (face := FACES.of(mechanic, Words)) is not None]


def shown(seen: Observation) -> Iterator[tuple[Terminal, Any]]:
    """The face of each part of a view that has one, and the part."""
    for mechanic, _, view in parts_of(seen):
        face = FACES.of(mechanic, Terminal)
        if face is not None:
            yield face, view


def piece_columns(seen: Observation) -> dict[str, list[str]]:
    """How many pieces each seat has left, by what they are called."""
    columns = [face.pieces(seen, view) for face, view in shown(seen) if face.pieces is not None]
    found = {title: counts for each in columns for title, counts in each.items()}
    return found or {"trains": [str(count) for count in seen.pieces]}


def plain_value(value: Any) -> str:
    """A value of a view in few words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain_value(item)}" for key, item in value.items())
    if isinstance(value, tuple):
        return " · ".join(plain_value(item) or "–" for item in value)
    return "–" if value is None else str(value)


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


def added_rules(board: Board) -> list[tuple[str, list[str]]]:
    """A title and sentences for each mechanic that explains itself; for one of somebody's own, what its class says."""
    variant = next(iter(board.variants))
    found: dict[str, list[str]] = {}
    for name, mechanic in registry.mechanics_of(board.id, variant, board.seats[0]).items():
        face = FACES.of(mechanic, Words)
        if face is not None and face.rules is not None:
            found[face.title or name.capitalize()] = face.rules(board)
        elif face is None and not mechanic.__module__.startswith("branchline."):
            found[name.replace("_", " ").capitalize()] = [inspect.getdoc(mechanic) or f"This board has {name}."]
    return list(found.items())
