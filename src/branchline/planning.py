"""Plans for tickets as one seat sees the map. Which ways are left, the rules say: `Game.ways`, in an imagined game.

What a seat can still build is public, so it does not matter what is imagined of the hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, permutations

from branchline.game import imagine
from branchline.model.board import Board, Ticket, Variant
from branchline.model.observation import Observation
from branchline.model.questions import Standing, Ways

_ORDERS = 6  # in how many orders tickets are joined to one plan; all of them, up to three tickets


@dataclass(frozen=True, slots=True)
class TicketPlan:
    """Routes to claim, as few trains as were found, so that as many points of tickets as possible come in."""

    routes: frozenset[int]  # still to claim
    trains: int  # that they take
    tickets: tuple[Ticket, ...]  # that they complete
    done: tuple[Ticket, ...]  # that are complete already

    @property
    def points(self) -> int:
        """What the tickets to complete are worth."""
        return sum(ticket.points for ticket in self.tickets)


class Reach:
    """What a seat can still reach: the part of the map that is open to it, and its ways there."""

    def __init__(
        self, observation: Observation, liking: Mapping[int, int] | None = None, *, buying: bool = True
    ) -> None:
        """`liking` makes some routes longer or shorter than they are, in tenths of a train.

        Routes that lack a permission are left out unless it can be had and the seat is `buying`.
        """
        assert observation.seat is not None, "a spectator builds nothing"
        self.seat = observation.seat
        self.world = imagine(observation, 0)
        self.board: Board = self.world.board
        self.variant: Variant = self.world.variant
        self.pieces = observation.pieces[observation.seat]
        self.mine = frozenset(observation.tracks.owned_by(observation.seat))
        self.buying = buying
        self._liking = dict(liking or {})
        self._tickets = {ticket.id: ticket for ticket in self.variant.tickets}
        self._indexes = {route.id: route.index for route in self.board.routes}
        self._taken = {index for index, owners in enumerate(observation.tracks.owners) if owners} - self.mine

    @cached_property
    def open(self) -> frozenset[int]:
        """The routes that the seat could claim with the cards, pieces and permissions for it."""
        standings = {route.index: self.world.standing(route.index, self.seat) for route in self.board.routes}
        out = (Standing.PERMISSION,) if not self.buying else ()
        return frozenset(index for index, now in standings.items() if not now.is_lost and now not in out)

    def tickets(self, ids: Iterable[str]) -> list[Ticket]:
        """Tickets by their ids."""
        return [self._tickets[ticket] for ticket in ids]

    def trains(self, routes: Iterable[int]) -> int:
        """How many trains some routes take."""
        return sum(self.board.routes[index].length for index in routes)

    def ways(self, ticket: Ticket, planned: frozenset[int] = frozenset()) -> Ways:
        """What a ticket still takes besides the routes that are planned."""
        return self.world.ways(ticket.id, self.seat, buying=self.buying, planned=planned, liking=self._liking)

    def shared(self, ways: Ways) -> list[str]:
        """The routes of others among those that a ticket takes."""
        return [route for route in ways.routes if self._indexes[route] in self._taken]

    def missing(self, ticket: Ticket, planned: frozenset[int] = frozenset()) -> frozenset[int] | None:
        """The routes to plan for a ticket, besides those planned: none if it is complete, None if there are none.

        No plan is made to share routes of others, even if that could still save a ticket.
        """
        ways = self.ways(ticket, planned)
        return None if ways.is_lost or self.shared(ways) else frozenset(self._indexes[route] for route in ways.routes)

    def plan(self, tickets: Sequence[Ticket]) -> TicketPlan:
        """The best plan for some tickets: tried in several orders, as what one needs may help the next."""
        needs = [(ticket, self.missing(ticket)) for ticket in tickets]
        done = tuple(ticket for ticket, routes in needs if routes is not None and not routes)
        to_do = sorted((self.trains(routes), ticket.id) for ticket, routes in needs if routes)
        orders = islice(permutations(self.tickets(ticket for _, ticket in to_do)), _ORDERS)
        return max((self._plan_in_order(order, done) for order in orders), key=lambda plan: (plan.points, -plan.trains))

    def _plan_in_order(self, tickets: Iterable[Ticket], done: tuple[Ticket, ...]) -> TicketPlan:
        """Add the cheapest way for one ticket after the other, and leave out those that the trains do not reach for."""
        routes: frozenset[int] = frozenset()
        reached = []
        for ticket in tickets:
            more = self.missing(ticket, routes)
            if more is not None:
                routes |= more
                reached.append(ticket)
        return TicketPlan(routes, self.trains(routes), tuple(reached), done)
