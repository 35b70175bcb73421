"""The rules once more, as plainly as possible and without any code of the engine: slow, and only from what can be seen.

Everything is worked out from an observation and the board's data, with networkx for what is connected.
"""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from branchline.model.actions import Action, ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.model.board import GRAY, WILD, Board, Route, Ticket, Variant
from branchline.model.observation import Observation

Edge = tuple[int, int, int]  # two places and a length


def network(edges: Iterable[Edge]) -> nx.MultiGraph[int]:
    """A graph of places; parallel tracks are edges of their own."""
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    for number, (a, b, length) in enumerate(edges):
        graph.add_edge(a, b, key=number, length=length)
    return graph


def owned(board: Board, view: Observation, seat: int) -> list[Edge]:
    """A seat's routes."""
    return [(r.a, r.b, r.length) for r in board.routes if seat in view.tracks.owners[r.index]]


def longest_trail(edges: list[Edge]) -> int:
    """The longest path that uses no edge twice: every set of edges that some path can use up, from every start (R8)."""
    graph = network(edges)
    best = 0
    reached = {(place, 0): 0 for place in graph}  # (where a path ends, the edges it used as bits) -> its length
    waiting = list(reached)
    while waiting:
        place, used = waiting.pop()
        length = reached[place, used]
        best = max(best, length)
        for _, other, number in graph.edges(place, keys=True):
            state = (other, used | 1 << number)
            if not used >> number & 1 and state not in reached:
                reached[state] = length + edges[number][2]
                waiting.append(state)
    return best


def is_completed(edges: list[Edge], ticket: Ticket) -> bool:
    """Whether a path joins the ends of a ticket; any dead end of a country will do (COM-072, COM-075)."""
    graph = network(edges)
    pairs = [(a, b) for a in ticket.ends[0] for b in ticket.ends[-1]]
    return any(a in graph and b in graph and nx.has_path(graph, a, b) for a, b in pairs)


def score_lines(board: Board, variant: Variant, view: Observation) -> list[dict[str, int]]:
    """The final score of every seat, line by line, from what lies on the table after the game (COM-081..COM-086)."""
    seats = range(view.seats)
    routes = [owned(board, view, seat) for seat in seats]
    by_id = {ticket.id: ticket for ticket in variant.tickets}
    sheets: list[dict[str, int]] = []
    completed: list[int] = []
    for seat in seats:
        tickets = [by_id[name] for name in view.tickets.held[seat] or ()]
        done = [ticket for ticket in tickets if is_completed(routes[seat], ticket)]
        completed.append(len(done))
        value = sum(ticket.points if ticket in done else -ticket.points for ticket in tickets)
        claimed = [r for r in board.routes if seat in view.tracks.owners[r.index]]
        sheets.append({"routes": sum(board.route_points[r.length] for r in claimed), "tickets": value})
    numbers = variant.numbers
    bonuses = (("longest_path", [longest_trail(edges) for edges in routes]), ("globetrotter", completed))
    for name, values in bonuses:
        bonus: int = getattr(numbers, name)
        if bonus:
            for seat in seats:
                sheets[seat][name] = bonus if values[seat] == max(values) > 0 else 0
    return sheets


def winners(sheets: list[dict[str, int]], completed: list[int]) -> list[int]:
    """Points, then completed tickets, then those of the tied who hold the longest path, if any (USA-039..USA-041)."""
    totals = [sum(sheet.values()) for sheet in sheets]
    best = max(zip(totals, completed, strict=True))
    tied = [seat for seat, rating in enumerate(zip(totals, completed, strict=True)) if rating == best]
    holders = [seat for seat in tied if sheets[seat].get("longest_path")]
    return holders or tied


# What a seat may do


def legal_values(board: Board, variant: Variant, view: Observation) -> set[Action]:
    """All that the viewing seat may do now."""
    mine = [decision for decision in view.open if decision.seat == view.seat]
    if not mine or not (view.together or view.open[-1].seat == view.seat):
        return set()
    if mine[-1].question == "keep tickets":
        return {*choices(variant, view)}
    found: set[Action] = {TakeCard(card) for card in view.market.row if card is not None}
    if view.market.deck:
        found.add(DrawCard())
    if mine[-1].question == "second card":
        return found - {TakeCard(WILD)}
    if view.tickets.deck:
        found.add(DrawTickets())
    return found | {*claims(board, variant, view)}


def choices(variant: Variant, view: Observation) -> Iterable[KeepTickets]:
    """Every choice of tickets that keeps enough of them."""
    offer = view.tickets.offer
    fewest = variant.numbers.keep if view.tickets.counts[0] is None else variant.numbers.draw_keep
    for mask in range(1, 1 << len(offer)):
        kept = tuple(ticket for k, ticket in enumerate(offer) if mask >> k & 1)
        if len(kept) >= min(fewest, len(offer)):
            yield KeepTickets(kept)


def claims(board: Board, variant: Variant, view: Observation) -> Iterable[ClaimRoute]:
    """Every route that the viewing seat can claim, with every way to pay for it (COM-042..COM-064)."""
    assert view.seat is not None
    for route in board.routes:
        if is_open(route, view, variant.numbers.single_track) and view.pieces[view.seat] >= route.length:
            for wilds in range(route.wilds, min(route.length, view.hand.get(WILD, 0)) + 1):
                if wilds == route.length:
                    yield ClaimRoute(route.id, WILD, wilds)
                    continue
                for color in board.colors if route.color == GRAY else [route.color]:
                    if view.hand.get(color, 0) >= route.length - wilds:
                        yield ClaimRoute(route.id, color, wilds)


def is_open(route: Route, view: Observation, single_track: int) -> bool:
    """Whether the viewing seat may claim a route: nobody has, and its twins leave it open (COM-056..COM-060)."""
    owners = view.tracks.owners
    if owners[route.index]:
        return False
    if view.seats <= single_track:
        return not any(owners[twin] for twin in route.twins)
    return not any(view.seat in owners[twin] for twin in route.twins)
