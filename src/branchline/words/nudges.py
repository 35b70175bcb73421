"""Nudges: what to look at, without saying what to do."""

from __future__ import annotations

from branchline.model.actions import Action
from branchline.model.board import Board
from branchline.model.faces import FACES, Words


def nudge_in_words(board: Board, action: Action) -> str:
    """Which kind of decision an action is, and around which place of the map, where there is one."""
    named = getattr(action, "route", None)
    route = next((route for route in board.routes if route.id == named), None)
    if route is not None:
        return f"Think of building. Look around {board.cities[route.a].name}."
    nudges: dict[type[Action], str] = FACES.table(Words, "nudges")
    return nudges.get(type(action), "Take your time, and look at all the answers.")
