"""The cheapest ways in the encoding agree with a plain search of the map."""

from __future__ import annotations

import networkx as nx
import pytest

import branchline as bl
from branchline.encodings.core.guided_search import FAR, GuidedSearch
from branchline.encodings.core.ways import KeptWays
from branchline.envs import encoding
from branchline.mechanics.routes.tracks import tracks_of
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.board import Ticket
from branchline.model.observation import Observation
from tests.envs.every import VARIANTS, positions


def map_of(board: bl.Board, view: Observation, single_track: int) -> nx.Graph[int]:
    """What a seat can still travel, and at which price."""
    seat, owners = view.seat, view.tracks.owners
    ways: nx.Graph[int] = nx.Graph()
    ways.add_nodes_from(range(len(board.cities)))
    for route in board.routes:
        price = route.length
        if seat in owners[route.index]:
            price = 0
        elif (
            owners[route.index]
            or any(seat in owners[twin] for twin in route.twins)
            or (view.seats <= single_track and any(owners[twin] for twin in route.twins))
        ):
            continue
        if not ways.has_edge(route.a, route.b) or ways[route.a][route.b]["weight"] > price:
            ways.add_edge(route.a, route.b, weight=price)
    return ways


def pieces_for(ways: nx.Graph[int], ticket: Ticket) -> int:
    """What the cheapest way for a ticket between two goals takes; -1 if there is none."""
    prices = [
        nx.dijkstra_path_length(ways, a, b) for a in ticket.ends[0] for b in ticket.ends[1] if nx.has_path(ways, a, b)
    ]
    return int(min(prices, default=-1))


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_pieces_agree_with_a_plain_search(board: str, variant: str) -> None:
    checked = 0
    for seats in bl.board(board).seats:
        of = encoding(board, variant, seats)
        most = of.variant.numbers.pieces
        for game in positions(board, variant, seats, seed=2, every=17):
            for seat in range(seats):
                view = game.observe(seat)
                ways = map_of(of.board, view, of.variant.numbers.single_track)
                table = of.part(of.encode(game, seat), "tickets")
                free = of.part(of.encode(game, seat), "routes")[:, seats]
                for k, ticket in enumerate(of.variant.tickets):
                    if ticket.id in (*view.held, *view.tickets.offer) and len(ticket.ends) == 2:
                        pieces = min(pieces_for(ways, ticket), most)
                        assert table[k, 3] == pieces
                        assert table[k, 2] == (pieces == 0)
                        checked += 1
                wanted = sum(route.length for route in of.board.routes if free[route.index] >= 2)
                left = [int(table[k, 3]) for k, t in enumerate(of.variant.tickets) if t.id in view.held]
                assert max([*left, 0]) <= wanted
                assert most in left or wanted <= sum(n for n in left if n > 0)
    assert checked > 50


def routes_found(search: GuidedSearch) -> set[int]:
    """The routes to claim of the way that was found last."""
    found, place = set(), search.reached
    while search.came_by[place] >= 0:
        if search.weight[search.came_by[place]] > 0:
            found.add(int(search.came_by[place]))
        place = search.came_from[place]
    return found


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_a_search_that_knows_where_its_goal_is_finds_the_same_ways(board: str, variant: str) -> None:
    """For all tickets in whole games, with and without a bound on what a way may cost."""
    seats = bl.board(board).seats[1]
    checked = 0
    for game in positions(board, variant, seats, seed=4, every=31):
        rules = game._rules
        tickets = next(mechanic for mechanic in rules.mechanics if isinstance(mechanic, Tickets))
        ways = KeptWays(tracks_of(rules), tickets)
        for seat in range(seats):
            ways.look_anew(seat)
            search = ways.searches[seat]
            for leg in range(len(search.map.to_end)):
                cost = search.search(leg, ways.unused)
                assert search.search_straight(leg, FAR) == cost
                if cost < FAR:
                    straight = routes_found(search)
                    assert search.search_straight(leg, cost + 1) == cost == search.search(leg, ways.unused)
                    assert straight == routes_found(search)
                    checked += 1
                assert search.search_straight(leg, cost) == FAR
    assert checked > 100
