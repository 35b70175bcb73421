"""Words for tokens: "place stack at Twin Peaks", "take token at Sunset"."""

from __future__ import annotations

import re

from branchline.mechanics.tokens import Tokens
from branchline.model.actions import Action, PlaceStack, TakeToken
from branchline.model.board import Board, City
from branchline.model.errors import NotationError, closest
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import matches


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
    found = matches(words, ids)
    if len(found) != 1:
        hint = f"; it can mean {', '.join(found)}" if found else closest(words, ids)
        raise NotationError(f"no place is called '{words}'{hint}")
    return ids[found[0]]


def describe_place(context: Context, action: PlaceStack) -> str:
    """Lay a free stack."""
    return f"place stack at {_place_text(context, action.place)}"


def describe_take(context: Context, action: TakeToken) -> str:
    """Take a token."""
    return f"take token at {_place_text(context, action.place)}"


def parse_place(context: Context, rest: str) -> Action:
    """Place stack at Twin Peaks."""
    return PlaceStack(_find_place(context, rest))


def parse_take(context: Context, rest: str) -> Action:
    """Take token at Sunset."""
    return TakeToken(_find_place(context, rest))


FACES.add(
    Tokens,
    Notation(
        describe={PlaceStack: describe_place, TakeToken: describe_take},
        parse={"place stack": parse_place, "take token": parse_take},
        forms=("place stack at A", "take token at A"),
    ),
)
