"""What a ticket takes, by integer programming, from a board's data and a view alone: an oracle for `ways`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import networkx as nx
import numpy as np

import branchline as bl
from branchline.mechanics.fleet import FleetView
from branchline.mechanics.technologies import TechnologiesView
from branchline.mechanics.technologies.permissions import Permissions
from branchline.model.board import Route, Ticket
from branchline.model.observation import Observation

SHARED = 10_000  # more than any way takes: routes of others come last


@dataclass(frozen=True)
class Known:
    """What a seat has, and what it could still claim."""

    own: tuple[Route, ...]
    open: tuple[Route, ...]
    shared: frozenset[int]  # of these, those of others
    limits: Mapping[str, int]  # pieces by sort, and of all together ("")
    liking: Mapping[int, int] = field(default_factory=dict)

    def cost(self, routes: Iterable[Route]) -> int:
        """In tenths of a piece."""
        plain = ((route.index, 10 * route.length + SHARED * (route.index in self.shared)) for route in routes)
        return sum(max(cost + self.liking[index], 1) if index in self.liking else cost for index, cost in plain)

    def planning(self, planned: Iterable[int]) -> Known:
        """The same with some routes built already."""
        built = [route for route in self.open if route.index in planned]
        limits = {
            sort: most - sum(route.length for route in built if sort in ("", sort_of(route)))
            for sort, most in self.limits.items()
        }
        return replace(self, own=(*self.own, *built), open=tuple({*self.open} - {*built}), limits=limits)

    def fits(self, routes: Iterable[Route]) -> bool:
        chosen = list(routes)
        return all(
            sum(route.length for route in chosen if sort in ("", sort_of(route))) <= most
            for sort, most in self.limits.items()
        )


def sort_of(route: Route) -> str:
    """Which pieces lie on a route, where there are two sorts."""
    return "ship" if route.kind == "ship" else "train"


def known(game: bl.Game, seen: Observation, *, buying: bool = True) -> Known:
    """Read a view as the rulebooks say it."""
    seat, owners = seen.seat, seen.tracks.owners
    assert seat is not None
    single = game.seats <= game.variant.numbers.single_track
    permitted, may_share = allowances(game, seen, buying=buying)
    limits = limits_of(game, seen)
    own, free, shared = [], [], set()
    for route in game.board.routes:
        beside = {owner for twin in route.twins for owner in owners[twin]}
        if seat in owners[route.index]:
            own.append(route)
        elif route.index in permitted and seat not in beside:
            if owners[route.index]:
                if may_share:
                    free.append(route)
                    shared.add(route.index)
            elif not (single and beside):
                free.append(route)
    return Known(tuple(own), tuple(free), frozenset(shared), limits)


def limits_of(game: bl.Game, seen: Observation) -> dict[str, int]:
    """How many pieces a seat can lay: of all together, and where there are two sorts, of each."""
    seat = seen.seat
    assert seat is not None
    fleet = next((part for part in seen.parts.values() if isinstance(part, FleetView)), None)
    limits = {"": seen.pieces[seat]}
    if fleet is not None:
        facts = game.board.extras["fleet"]
        trains, ships = fleet.trains[seat], fleet.ships[seat]
        box_trains, box_ships = fleet.box_trains[seat], fleet.box_ships[seat]
        if trains is None or ships is None or box_trains is None or box_ships is None:
            limits |= {"train": facts["most_trains"], "ship": facts["most_ships"]}
        else:
            limits |= {"train": trains + min(ships, box_trains), "ship": ships + min(trains, box_ships)}
    return limits


def allowances(game: bl.Game, seen: Observation, *, buying: bool) -> tuple[set[int], bool]:
    """The routes for which a seat has all permissions or could buy them, and whether it could share those of others."""
    routes = game.board.routes
    if "start" not in game.board.extras:
        return {route.index for route in routes}, False
    assert seen.seat is not None
    view = next(part for part in seen.parts.values() if isinstance(part, TechnologiesView))
    facts = game.board.extras["technologies"]
    sold = [name for name, left in view.for_sale.items() if left and buying]
    permissions = Permissions(game.board, game.board.extras["start"])
    bits = 0
    for card in [*view.owned[seen.seat], *sold]:
        bits |= permissions.granted_by(facts[card])
    may_share = any(facts[card].get("claim_taken_route", False) for card in sold)
    return {route.index for route in routes if permissions.needs_of(route) & ~bits == 0}, may_share


def cheapest(at: Known, ticket: Ticket, places: int) -> int | None:
    """The least cost at which a ticket can be completed; None if it cannot be.

    One unit flows from the first stop to each of the others, over own routes for nothing and over open ones that are
    built. A stop with several places (a country) is left or reached at any of them.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp  # type: ignore[import-untyped]
    from scipy.sparse import coo_array  # type: ignore[import-untyped]

    source, count = places, len(at.open)
    others = ticket.ends[1:]
    arcs = [(r.a, r.b, k) for k, r in enumerate(at.open)] + [(r.a, r.b, -1) for r in at.own]
    arcs = [arc for a, b, k in arcs for arc in ((a, b, k), (b, a, k))]
    arcs += [(source, place, -1) for place in ticket.ends[0]]
    rows: list[tuple[int, int, float]] = []
    low: list[float] = []
    high: list[float] = []
    variables = count
    for goals in others:
        sink = source + 1
        mine = [*arcs, *((place, sink, -1) for place in goals)]
        base = len(low)
        low += [1.0 if node == source else -1.0 if node == sink else 0.0 for node in range(sink + 1)]
        high += low[base:]
        for a, b, built in mine:
            rows += [(base + a, variables, 1.0), (base + b, variables, -1.0)]
            if built >= 0:
                rows += [(len(low), built, 1.0), (len(low), variables, -1.0)]
                low.append(0.0)
                high.append(np.inf)
            variables += 1
    for sort, most in at.limits.items():
        rows += [(len(low), k, float(r.length)) for k, r in enumerate(at.open) if sort in ("", sort_of(r))]
        low.append(-np.inf)
        high.append(float(most))
    row, column, value = zip(*rows, strict=True)
    matrix = coo_array((value, (row, column)), shape=(len(low), variables)).tocsr()
    cost = np.zeros(variables)
    cost[:count] = [at.cost([route]) for route in at.open]
    whole = np.zeros(variables)
    whole[:count] = 1
    found = milp(cost, integrality=whole, bounds=Bounds(0, 1), constraints=LinearConstraint(matrix, low, high))
    if found.status == 2:
        return None
    assert found.status == 0, found.message
    return round(float(found.fun))


def cheapest_chain(at: Known, ticket: Ticket) -> int | None:
    """The least cost of a direct track between each two neighbors of a tour, by trying all; None if there is none."""
    choices: list[Sequence[tuple[Route, ...]]] = []
    for first, second in zip(ticket.ends, ticket.ends[1:], strict=False):
        ends = {first[0], second[0]}
        if not any({route.a, route.b} == ends for route in at.own):
            choices.append([(route,) for route in at.open if {route.a, route.b} == ends])
    chains = [[route for some in chosen for route in some] for chosen in product(*choices)]
    return min((at.cost(chain) for chain in chains if at.fits(chain)), default=None)


def fault(
    game: bl.Game,
    ticket: Ticket,
    seat: int,
    *,
    buying: bool = True,
    planned: Sequence[int] = (),
    liking: Mapping[int, int] | None = None,
) -> str:
    """What is wrong with the engine's answer about a ticket; "" if nothing is."""
    at = replace(known(game, game.observe(seat), buying=buying), liking=liking or {}).planning(planned)
    ways = game.ways(ticket.id, seat, buying=buying, planned=planned, liking=liking)
    routes = {route.id: route for route in game.board.routes}
    least = cheapest(at, ticket, len(game.board.cities))
    if (least is None) != ways.is_lost:
        return f"{ticket.id}: least {least}, but the answer is {ways}"
    if least is not None:
        chosen = [routes[name] for name in ways.routes]
        if at.cost(chosen) != least or ways.pieces != sum(route.length for route in chosen):
            return f"{ticket.id}: least {least}, but the answer costs {at.cost(chosen)}: {ways}"
        if not at.fits(chosen) or not {*chosen} <= {*at.open} or not connects([*at.own, *chosen], ticket):
            return f"{ticket.id}: no way: {ways}"
    if ticket.tour_points is not None:
        least = cheapest_chain(at, ticket)
        found = None if ways.chain is None else [routes[name] for name in ways.chain]
        if (None if found is None else at.cost(found)) != least or (found and not at.fits(found)):
            return f"{ticket.id}: the chain costs {least}, but the answer is {ways}"
    return ""


def connects(routes: Sequence[Route], ticket: Ticket) -> bool:
    """Whether routes join all stops of a ticket."""
    graph: nx.Graph[int] = nx.Graph((route.a, route.b) for route in routes)
    graph.add_nodes_from(place for end in ticket.ends for place in end)
    pairs = zip(ticket.ends, ticket.ends[1:], strict=False)
    return all(any(nx.has_path(graph, a, b) for a in some for b in others) for some, others in pairs)
