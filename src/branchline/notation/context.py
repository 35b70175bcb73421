"""What words are read against: the board and variant, the tickets on offer, and what is legal now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from branchline.model.actions import Action
from branchline.model.board import Board, Route, Ticket, Variant


@dataclass(frozen=True, slots=True)
class Context:
    """Offer and legal actions settle what the words leave open; to describe an action they are not needed."""

    board: Board
    variant: Variant
    offer: tuple[str, ...] = ()
    legal: Sequence[Action] = ()

    def ticket(self, ticket_id: str) -> Ticket:
        """The ticket of the variant with this id."""
        return next(ticket for ticket in self.variant.tickets if ticket.id == ticket_id)

    def route(self, route_id: str) -> Route:
        """The route with this id."""
        return next(route for route in self.board.routes if route.id == route_id)


Describe = Callable[[Context, Any], str]  # an action in words
Parse = Callable[[Context, str], Action]  # the action that the words after a verb mean
