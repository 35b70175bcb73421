"""The cheapest ways in the encoding agree with a plain search of the map."""

from __future__ import annotations

import networkx as nx
import pytest

import branchline as bl
from branchline.envs import encoding
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
