"""Ways across the map, against networkx."""

from __future__ import annotations

import networkx as nx
import pytest

import branchline as bl
from branchline.bots import make_bot
from branchline.bots.match import let_decide
from branchline.planning import Reach


def played(decisions: int, seats: int, seed: int) -> bl.Game:
    """A game between builders, some decisions in."""
    game = bl.new_game("usa", seats=seats, seed=seed)
    bots = [make_bot("builder", seat) for seat in range(seats)]
    for _ in range(decisions):
        seat = game.to_move
        if seat is None:
            break
        let_decide(game, seat, bots[seat])
    return game


def graph_for(game: bl.Game, seat: int) -> nx.Graph[int]:
    """The seat's own routes for nothing and those it may still claim, found by asking the rules, for their length."""
    graph: nx.Graph[int] = nx.Graph()
    owners = game.observe(seat).tracks.owners
    single = game.seats <= game.variant.numbers.single_track
    for route in game.board.routes:
        twins = {owner for twin in route.twins for owner in owners[twin]}
        if seat in owners[route.index]:
            cost = 0
        elif owners[route.index] or seat in twins or (single and twins):
            continue
        else:
            cost = route.length
        known = graph.get_edge_data(route.a, route.b, {"cost": cost})["cost"]
        graph.add_edge(route.a, route.b, cost=min(cost, known))
    return graph


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("decisions", [4, 60, 120])
def test_what_a_ticket_still_takes(seats: int, decisions: int) -> None:
    for seed in range(3):
        game = played(decisions, seats, seed)
        for seat in range(seats):
            reach = Reach(game.observe(seat))
            graph = graph_for(game, seat)
            for ticket in game.variant.tickets:
                (a,), (b,) = ticket.ends
                missing = reach.missing(ticket)
                if not nx.has_path(graph, a, b):
                    assert missing is None
                    continue
                shortest = nx.shortest_path_length(graph, a, b, weight="cost")
                if shortest > game.observe(seat).pieces[seat]:
                    assert missing is None
                else:
                    assert missing is not None
                    assert reach.trains(missing) == shortest


def test_a_plan_completes_its_tickets_within_its_trains() -> None:
    for seed in range(5):
        game = played(40, 3, seed)
        reach = Reach(game.observe(0))
        plan = reach.plan(reach.tickets(game.observe(0).held))
        assert plan.trains == reach.trains(plan.routes) <= reach.pieces
        for ticket in plan.tickets:
            assert reach.missing(ticket, plan.routes) == frozenset()
        for ticket in plan.done:
            assert reach.missing(ticket) == frozenset()


def test_a_joint_plan_is_never_longer_than_the_tickets_one_by_one() -> None:
    game = bl.new_game("usa", variant="mega", seats=2, seed=4)
    reach = Reach(game.observe(0))
    tickets = reach.tickets(game.observe(0).tickets.offer)[:3]
    singles = [reach.missing(ticket) for ticket in tickets]
    assert reach.plan(tickets).trains <= sum(reach.trains(routes or ()) for routes in singles)


def test_dear_routes_are_avoided() -> None:
    game = bl.new_game("usa", seats=2, seed=4)
    ticket = next(ticket for ticket in game.variant.tickets if ticket.id == "boston-miami")
    plain = Reach(game.observe(0)).missing(ticket)
    assert plain is not None
    dear = Reach(game.observe(0), dict.fromkeys(plain, 1000)).missing(ticket)
    assert dear is not None
    assert not plain & dear
