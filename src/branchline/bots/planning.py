"""Ways across the map as one seat sees them: its own routes cost nothing, open ones their trains, the rest is closed.

Everything here is worked out from an observation and the board's data. Whether a route is open follows from who owns
which tracks and from how many seats there are, all of it public.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, permutations

from branchline.boards import registry
from branchline.model.board import Board, Ticket, Variant
from branchline.model.observation import Observation

_ORDERS = 6  # in how many orders tickets are joined to one plan; all of them, up to three tickets


@dataclass(frozen=True, slots=True)
class Plan:
    """Routes to claim, as few trains as were found, so that as many points of tickets as possible come in."""

    routes: frozenset[int]  # still to claim
    trains: int  # that they take
    tickets: tuple[Ticket, ...]  # that they complete
    done: tuple[Ticket, ...]  # that are complete already

    @property
    def points(self) -> int:
        """What the tickets to complete are worth."""
        return sum(ticket.points for ticket in self.tickets)


class Network:
    """The part of the map that a seat can still travel."""

    def __init__(self, observation: Observation, liking: Mapping[int, int] | None = None) -> None:
        """`liking` makes some routes longer or shorter than they are, in tenths of a train."""
        assert observation.seat is not None, "a spectator builds nothing"
        self.board: Board = registry.board(observation.board)
        self.variant: Variant = registry.variant(self.board, observation.variant)
        self.pieces = observation.pieces[observation.seat]
        self.mine = frozenset(observation.tracks.owned_by(observation.seat))
        self.open = _open_routes(self.board, observation, self.variant)
        self._tickets = {ticket.id: ticket for ticket in self.variant.tickets}
        self._links: list[list[tuple[int, int]]] = [[] for _ in self.board.cities]
        self._weights = [0] * len(self.board.routes)
        for index in sorted(self.mine | self.open):
            route = self.board.routes[index]
            self._links[route.a].append((route.b, index))
            self._links[route.b].append((route.a, index))
            if index not in self.mine:
                self._weights[index] = max(1, 10 * route.length + (liking or {}).get(index, 0))

    def tickets(self, ids: Iterable[str]) -> list[Ticket]:
        """Tickets by their ids."""
        return [self._tickets[ticket] for ticket in ids]

    def trains(self, routes: Iterable[int]) -> int:
        """How many trains some routes take."""
        return sum(self.board.routes[index].length for index in routes)

    def missing(self, ticket: Ticket, planned: frozenset[int] = frozenset()) -> frozenset[int] | None:
        """The routes to claim for a ticket, besides those planned: none if it is complete, None if it is lost."""
        found: frozenset[int] = frozenset()
        for start, goal in pairwise(ticket.ends):
            path = self._path(start, goal, planned | found)
            if path is None:
                return None
            found |= path
        return None if self.trains(found | planned) > self.pieces else found

    def plan(self, tickets: Sequence[Ticket]) -> Plan:
        """The best plan for some tickets: tried in several orders, as what one needs may help the next."""
        needs = [(ticket, self.missing(ticket)) for ticket in tickets]
        done = tuple(ticket for ticket, routes in needs if routes is not None and not routes)
        to_do = sorted((self.trains(routes), ticket.id) for ticket, routes in needs if routes)
        orders = islice(permutations(self.tickets(ticket for _, ticket in to_do)), _ORDERS)
        return max((self._plan_in_order(order, done) for order in orders), key=lambda plan: (plan.points, -plan.trains))

    def _plan_in_order(self, tickets: Iterable[Ticket], done: tuple[Ticket, ...]) -> Plan:
        """Add the cheapest way for one ticket after the other, and leave out those that the trains do not reach for."""
        routes: frozenset[int] = frozenset()
        reached = []
        for ticket in tickets:
            more = self.missing(ticket, routes)
            if more is not None:
                routes |= more
                reached.append(ticket)
        return Plan(routes, self.trains(routes), tuple(reached), done)

    def _path(self, start: Sequence[int], goal: Sequence[int], planned: frozenset[int]) -> frozenset[int] | None:
        """The routes to claim on the cheapest way between two goals (Dijkstra); what is planned costs nothing."""
        best = dict.fromkeys(start, 0)
        came: dict[int, tuple[int, int]] = {}
        queue = [(0, city) for city in start]
        while queue:
            cost, city = heapq.heappop(queue)
            if city in goal:
                return self._walked_back(city, came, planned)
            if cost > best[city]:
                continue
            for neighbor, route in self._links[city]:
                reached = cost + (0 if route in planned else self._weights[route])
                if reached < best.get(neighbor, reached + 1):
                    best[neighbor] = reached
                    came[neighbor] = (city, route)
                    heapq.heappush(queue, (reached, neighbor))
        return None

    def _walked_back(self, city: int, came: Mapping[int, tuple[int, int]], planned: frozenset[int]) -> frozenset[int]:
        """The routes of a way that are neither owned nor planned yet."""
        routes = set()
        while city in came:
            city, route = came[city]
            if route not in self.mine and route not in planned:
                routes.add(route)
        return frozenset(routes)


def _open_routes(board: Board, observation: Observation, variant: Variant) -> frozenset[int]:
    """The routes that the observing seat could claim if it had the cards."""
    owners, seat = observation.tracks.owners, observation.seat
    both_tracks = observation.seats > variant.numbers.single_track
    shut = {
        twin
        for index, who in enumerate(owners)
        if who and (seat in who or not both_tracks)  # R6: one of several tracks for a seat, or for all
        for twin in board.routes[index].twins
    }
    return frozenset(index for index, who in enumerate(owners) if not who and index not in shut)
