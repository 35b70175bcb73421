"""Kinds of decisions: what makes two of them the same to a person.

All ways to pay for a route, and both tracks of a double one, are one kind; so are all ways to pay for anything else.
Keeping tickets is one kind for each set of them, a card one for each color.
"""

from __future__ import annotations

from dataclasses import fields

from branchline.model.actions import Action, KeepTickets
from branchline.model.board import Board, Route
from branchline.words.plain import route_name

Kind = tuple[str, ...]
_WHAT = ("card", "deck", "place", "railroad", "city", "color", "mix", "count", "cards", "trains")


def kind_of(board: Board, action: Action) -> Kind:
    """The same two ends of a route, the same card, the same tickets: the same kind."""
    route = route_of(board, action)
    if route is not None:
        return ("route", *sorted(board.cities[end].id for end in (route.a, route.b)))
    if isinstance(action, KeepTickets):
        return ("keep", *sorted(action.tickets))
    details = [getattr(action, name) for name in _WHAT if hasattr(action, name)]
    details += [value for each in fields(action) if isinstance(value := getattr(action, each.name), str)]
    return (type(action).__name__, *(str(detail) for detail in details[:1]))


def route_of(board: Board, action: Action) -> Route | None:
    """The route that an action builds, if it builds one."""
    named = getattr(action, "route", None)
    return next((route for route in board.routes if route.id == named), None)


def kind_in_words(board: Board, action: Action, words: str) -> str:
    """What a kind is called, from one of its actions and its words: of a route, not how it is paid."""
    route = route_of(board, action)
    return words if route is None else f"build {route_name(board, route)}"
