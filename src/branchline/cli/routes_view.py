"""Routes as lists: what a seat can build now and how it could pay, or all that leads to one place."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from branchline.boards import registry
from branchline.bots.planning import Network
from branchline.cli.screen import card_mark, cards_in_words, counted, payment, route_name
from branchline.model.actions import ClaimRoute
from branchline.model.board import GRAY, WILD, Board, City, Route
from branchline.model.errors import NotationError, closest
from branchline.model.observation import Observation
from branchline.notation.names import matches

_SHOWN_WAYS = 3  # of the ways to pay for a route; further ones only differ in which cards they waste

Claims = list[tuple[Route, list[ClaimRoute]]]


def claimable(seen: Observation) -> Claims:
    """The routes that the seat can build now, with its ways to pay, those with the fewest wilds first."""
    board = registry.board(seen.board)
    routes = {route.id: route for route in board.routes}
    ways: dict[str, list[ClaimRoute]] = {}
    for action in seen.actions:
        if isinstance(action, ClaimRoute):
            ways.setdefault(action.route, []).append(action)
    found: dict[tuple[int, int, str], tuple[Route, list[ClaimRoute]]] = {}
    for route_id, claims in ways.items():
        route = routes[route_id]  # of tracks that differ in nothing but their number, the first will do
        found.setdefault((route.a, route.b, route.color), (route, sorted(claims, key=lambda way: way.wilds)))
    return sorted(found.values(), key=lambda pair: route_name(board, pair[0]))


def claims_table(seen: Observation, claims: Claims, *, numbered: bool = False) -> Table:
    """Routes to build, with what they bring and take."""
    board = registry.board(seen.board)
    network = Network(seen)
    planned = network.plan(network.tickets(seen.held)).routes
    table = _routes_table(numbered=numbered)
    for number, (route, ways) in enumerate(claims, 1):
        head = [Text(str(number), "bold")] if numbered else []
        on_way = bool(planned & {route.index, *route.twins})
        table.add_row(*head, *_facts(board, route, on_way), ways_text(route, ways))
    return table


def place_table(seen: Observation, place: City, names: Sequence[str]) -> Table:
    """All routes of a place, and how matters stand with each."""
    board = registry.board(seen.board)
    network = Network(seen)
    planned = network.plan(network.tickets(seen.held)).routes
    ways = {route.index: found for route, found in claimable(seen)}
    table = _routes_table(numbered=False)
    for route in board.routes:
        if place.index in (route.a, route.b):
            state = _state(seen, network, route, ways.get(route.index), names)
            table.add_row(*_facts(board, route, route.index in planned), state)
    return table


def ways_text(route: Route, ways: Sequence[ClaimRoute]) -> str:
    """The ways to pay, in words."""
    words = [payment(route, way.color, way.wilds) for way in ways[:_SHOWN_WAYS]]
    more = len(ways) - len(words)
    return " or ".join(words) + (f", {counted(more, 'more way')}" if more else "")


def find_place(board: Board, typed: str) -> City:
    """The place that a word means."""
    names = [city.name for city in board.cities]
    found = matches(typed, names)
    if len(found) > 1:
        raise NotationError(f"'{typed}' can mean {' or '.join(found)}")
    if not found:
        raise NotationError(f"no place is called '{typed}'{closest(typed, names)}")
    return board.cities[names.index(found[0])]


def _routes_table(*, numbered: bool) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    if numbered:
        table.add_column("", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("route", no_wrap=True)
    table.add_column("cars", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("")
    return table


def _facts(board: Board, route: Route, on_way: bool) -> list[Text]:
    """A star if a ticket wants it, the ends, length and color, points."""
    cars = Text.assemble(
        f"{route.length} ", card_mark(route.color), f" {'any' if route.color == GRAY else route.color}"
    )
    name = Text(route_name(board, route), "bold" if on_way else "")
    return [Text("★" if on_way else " ", "yellow"), name, cars, Text(str(board.points_of(route)))]


def _state(
    seen: Observation, network: Network, route: Route, ways: list[ClaimRoute] | None, names: Sequence[str]
) -> Text:
    """How matters stand with a route, in a few words."""
    if ways:
        return Text(ways_text(route, ways), "green")
    return Text(why_not(seen, network, route, names), "dim" if route.index not in network.open else "")


def why_not(seen: Observation, network: Network, route: Route, names: Sequence[str]) -> str:
    """What keeps the seat from building a route that it cannot pay for or may not build."""
    owners = seen.tracks.owners[route.index]
    if owners:
        return "built by you" if seen.seat in owners else f"built by {names[owners[0]]}"
    if route.index not in network.open:
        return "closed: the other track is taken"
    if route.length > network.pieces:
        return f"takes {route.length} trains; you have {network.pieces} left"
    colors = [color for color in network.board.colors if route.color in (color, GRAY)]
    best = max(colors, key=lambda color: seen.hand.get(color, 0))
    held = [(best, seen.hand.get(best, 0)), (WILD, seen.hand.get(WILD, 0))]
    return f"takes {route.length}; you have {cards_in_words([card for card in held if card[1]])}"
