"""Words for tokens: "place stack at Twin Peaks", "take token at Sunset"."""

from __future__ import annotations

import re

from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.actions import PlaceStack, TakeToken
from branchline.model.board import Board, City
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_one


def _place_name(board: Board, city: City) -> str:
    """A place by its name, or by its id where several have the same name, as dead ends of a country do."""
    return city.name if sum(other.name == city.name for other in board.cities) == 1 else city.id


def _place_text(context: Context, place_id: str) -> str:
    board = context.board
    return next(_place_name(board, city) for city in board.cities if city.id == place_id)


def _find_place(context: Context, typed: str) -> str:
    """The id of the place that some words mean."""
    ids = {_place_name(context.board, city): city.id for city in context.board.cities}
    words = re.sub(r"^(at|on)\s+", "", typed, flags=re.IGNORECASE)
    return find_one("place", words, ids)


FACES.add(
    Tokens,
    Notation(
        describe={
            PlaceStack: lambda context, action: f"place stack at {_place_text(context, action.place)}",
            TakeToken: lambda context, action: f"take token at {_place_text(context, action.place)}",
        },
        parse={
            "place stack": lambda context, rest: PlaceStack(_find_place(context, rest)),
            "take token": lambda context, rest: TakeToken(_find_place(context, rest)),
        },
        forms=("place stack at A", "take token at A"),
    ),
)
