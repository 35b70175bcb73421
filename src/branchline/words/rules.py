"""What a board adds to the common rules, explained by its mechanics themselves."""

from __future__ import annotations

import inspect

from branchline.boards import registry
from branchline.model.board import Board
from branchline.model.faces import FACES, Words


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
