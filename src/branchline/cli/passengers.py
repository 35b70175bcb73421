"""Passengers in the terminal: where they wait, and who has them."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from branchline.boards import registry
from branchline.cli.faces import FACES, Terminal, counts_table
from branchline.cli.screen import card_mark, in_rows, seat_chip
from branchline.mechanics.passengers.passengers import Passengers
from branchline.model.board import City, Route
from branchline.model.observation import Observation, PassengersView
from branchline.words.passengers import passengers_in_words


class PassengersTerminal(Terminal):
    """By color, and by place."""

    def of_seats(self, seen: Observation, view: PassengersView) -> RenderableType | None:
        if not any(any(taken.values()) for taken in view.taken):
            return None
        colors = list(view.taken[0])
        heads = [Text.assemble(card_mark(color), f" {color}") for color in colors]
        rows = [(seat_chip(s), [taken.get(c, 0) for c in colors]) for s, taken in enumerate(view.taken)]
        return counts_table("passengers", heads, rows)

    def on_table(
        self, seen: Observation, view: PassengersView, width: int, all_of_it: bool
    ) -> tuple[str, RenderableType] | None:
        if not all_of_it:
            return None
        board = registry.board(seen.board)
        chips = [
            Text(f"{board.goal_name(place)}: {passengers_in_words(waiting)}  ")
            for place, waiting in view.waiting.items()
            if waiting
        ]
        return "Waiting", in_rows(chips, width) if chips else Text("nobody", "dim")

    def at_place(self, seen: Observation, view: PassengersView, place: City) -> str:
        waiting = view.waiting.get(place.country or place.id, {})
        return f"Passengers: {passengers_in_words(waiting)}." if waiting else "No passengers wait here."

    def brought_by(self, seen: Observation, view: PassengersView, route: Route) -> str:
        board = registry.board(seen.board)
        ends = [board.cities[route.a], board.cities[route.b]]
        return "+".join(str(sum(view.waiting.get(end.country or end.id, {}).values())) for end in ends)


FACES.add(Passengers, PassengersTerminal(brings="waiting"))
