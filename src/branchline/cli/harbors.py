"""Harbors in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from branchline.boards import registry
from branchline.cli.faces import FACES, Terminal, lists_table
from branchline.cli.screen import in_rows
from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.actions import BuildHarbor
from branchline.model.board import City
from branchline.model.observation import HarborsView, Observation


def _label(actions: Sequence[BuildHarbor]) -> str:
    return f"build a harbor ({len({action.city for action in actions})} within reach)"


class HarborsTerminal(Terminal):
    """Ports without a harbor, and whose the others are."""

    def moves(self, seen: Observation, view: HarborsView) -> list[tuple[str, str]]:
        port = next(city.name for city in registry.board(seen.board).cities if "port" in city.tags)
        return [(f"build harbor in {port}", "build a harbor")]

    def of_seats(self, seen: Observation, view: HarborsView) -> RenderableType | None:
        if not view.owners:
            return None
        board = registry.board(seen.board)
        places = [[board.goal_name(p) for p, s in view.owners.items() if s == seat] for seat in range(seen.seats)]
        return lists_table("harbors in", places)

    def on_table(
        self, seen: Observation, view: HarborsView, width: int, all_of_it: bool
    ) -> tuple[str, RenderableType] | None:
        if not all_of_it:
            return None
        cities = registry.board(seen.board).cities
        free = [Text(f"{city.name}  ") for city in cities if "port" in city.tags and city.id not in view.owners]
        return "Ports", in_rows([Text("without a harbor:"), *free], width)

    def at_place(self, seen: Observation, view: HarborsView, place: City) -> str:
        if "port" not in place.tags:
            return ""
        owner = view.owners.get(place.id)
        return "A port without a harbor." if owner is None else f"A harbor of seat {owner}."

    def pieces(self, seen: Observation, view: HarborsView) -> dict[str, list[str]]:
        return {"harbors": [str(left) for left in view.left]}


FACES.add(Harbors, HarborsTerminal(labels={BuildHarbor: _label}))
