"""Plans: the routes for tickets against brute force, what is given up, and when a plan holds."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import pytest
from mypy_extensions import i64

import branchline as bl
from branchline.boards import registry
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.routes.ways import CLOSED
from branchline.mechanics.tickets.tickets import Tickets
from branchline.planner.mind import Mind
from branchline.planner.plan import DONE, FOR_TICKET, GIVEN_UP, PLANNED
from branchline.planner.style import STYLES, Style

BOARDS = ("san_francisco", "usa")


def some_game(board: str, seed: int, decisions: int) -> tuple[RuleSheet, Mind]:
    """A game in which planners have taken some decisions."""
    rules = registry.new_rule_sheet(board, "classic", 2)
    mind = Mind(rules, Style())
    rules.start(seed, 0)
    while decisions > 0 and not rules.over:
        seat = rules.open.seat()
        rules.act(seat, mind.decide(seat))
        decisions -= 1
    return rules, mind


def graph_of(mind: Mind) -> nx.Graph[int]:
    """The network as the planner weighs it, the cheapest track of each connection."""
    graph: nx.Graph[int] = nx.Graph()
    terrain = mind.chart.terrain
    for route in range(terrain.routes):
        weight = mind.architect.prices.weight[route]
        a, b = int(terrain.a[route]), int(terrain.b[route])
        if weight != CLOSED and (not graph.has_edge(a, b) or graph[a][b]["weight"] > weight):
            graph.add_edge(a, b, weight=int(weight))
    return graph


def cheapest_tree(graph: nx.Graph[int], pairs: list[tuple[int, int]]) -> int:
    """The least weight of a tree that joins all places: over every set of up to two places beside them."""
    ends = sorted({end for pair in pairs for end in pair})
    distance = dict(nx.all_pairs_dijkstra_path_length(graph))
    others = [place for place in graph if place not in ends]
    best = sum(int(distance[a][b]) for a, b in pairs)
    for extra in range(2 if len(pairs) == 1 else 3):
        for steiner in combinations(others, extra):
            points = [*ends, *steiner]
            complete: nx.Graph[int] = nx.Graph()
            complete.add_weighted_edges_from(
                (a, b, distance[a][b]) for a, b in combinations(points, 2) if b in distance[a]
            )
            tree = nx.minimum_spanning_tree(complete)
            if all(nx.has_path(tree, a, b) for a, b in pairs):
                best = min(best, int(tree.size(weight="weight")))
    return best


def cheapest_forest(graph: nx.Graph[int], pairs: list[tuple[int, int]]) -> int:
    """The least weight that joins each pair: the tickets in one tree, or parted into several in any way."""
    whole = cheapest_tree(graph, pairs)
    for size in range(1, len(pairs)):
        for group in combinations(pairs, size):
            rest = [pair for pair in pairs if pair not in group]
            whole = min(whole, cheapest_forest(graph, list(group)) + cheapest_forest(graph, rest))
    return whole


@pytest.mark.parametrize("board", BOARDS)
def test_a_plan_for_two_tickets_is_nearly_the_cheapest(board: str) -> None:
    """Over many positions the trees cost little more than the best ones, and mostly just as much."""
    planned = best = exact = cases = 0
    for seed in range(14):
        rules, mind = some_game(board, seed, 8)
        tickets = rules.setting.variant.tickets
        mine = [(7 * seed) % len(tickets), (11 * seed + 5) % len(tickets)]
        for number in range(len(tickets)):
            mind.seen.tickets.held.holder[number] = i64(0 if number in mine else -1)
        mind.seen.look_at(0)
        plan = mind.plans[0]
        mind.architect.make(plan)
        pairs = [(tickets[t].ends[0][0], tickets[t].ends[-1][0]) for t in sorted({*mine})]
        if any(plan.fate[t] == GIVEN_UP for t in mine):
            continue
        cost = cheapest_forest(graph_of(mind), pairs)
        cases += 1
        planned += int(plan.cost)
        best += cost
        exact += int(plan.cost) == cost
        assert plan.cost >= cost
    assert cases >= 4
    assert exact >= 0.7 * cases
    assert planned <= 1.05 * best


@pytest.mark.parametrize("seed", range(6))
def test_planned_routes_join_the_planned_tickets(seed: int) -> None:
    rules, mind = some_game("usa", seed, 30)
    for seat in range(2):
        mind.seen.look_at(seat)
        plan = mind.plans[seat]
        mind.architect.make(plan)
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(mind.chart.places))
        for route in rules.setting.board.routes:
            if mind.seen.is_mine(route.index) or plan.wanted[route.index] == FOR_TICKET:
                graph.add_edge(route.a, route.b)
        for number, ticket in enumerate(rules.setting.variant.tickets):
            joined = nx.has_path(graph, ticket.ends[0][0], ticket.ends[-1][0])
            assert joined == (plan.fate[number] in (DONE, PLANNED)) or plan.fate[number] not in (DONE, PLANNED)
            if plan.fate[number] == PLANNED:
                assert joined
        assert plan.pieces <= rules.commons.pieces[seat]


def test_a_ticket_that_is_cut_off_is_given_up() -> None:
    rules, mind = some_game("usa", 3, 2)
    mind.seen.look_at(0)
    mind.architect.make(mind.plans[0])
    ticket = next(t for t in range(mind.chart.tickets) if mind.plans[0].fate[t] == PLANNED)
    start = rules.setting.variant.tickets[ticket].ends[0][0]
    for route in rules.setting.board.routes:
        if start in (route.a, route.b) and mind.seen.tracks.owners[route.index] == 0:
            mind.seen.tracks.claim(1, route.index)
    assert mind.plans[0].is_stale(mind.seen)
    mind.architect.make(mind.plans[0])
    assert mind.plans[0].fate[ticket] == GIVEN_UP


def test_a_plan_holds_until_a_route_or_a_ticket_is_taken() -> None:
    rules, mind = some_game("usa", 5, 10)
    mind.seen.look_at(0)
    plan = mind.plans[0]
    mind.architect.make(plan)
    assert not plan.is_stale(mind.seen)
    tickets = next(m for m in rules.mechanics if isinstance(m, Tickets))
    free = next(t for t in range(mind.chart.tickets) if tickets.held.holder[t] == -1)
    tickets.held.holder[free] = i64(0)
    assert plan.is_stale(mind.seen)
    mind.architect.make(plan)
    assert not plan.is_stale(mind.seen)
    mind.forget()
    assert plan.is_stale(mind.seen)


@pytest.mark.parametrize(("style", "keeps"), [("steady", True), ("usual", False)])
def test_the_steady_keep_a_plan_that_can_be_built_when_others_claim_elsewhere(style: str, keeps: bool) -> None:
    rules, _ = some_game("usa", 5, 10)
    mind = Mind(rules, STYLES[style]())
    mind.seen.look_at(0)
    wanted = mind.plan_for(0).wanted
    elsewhere = next(
        r.index for r in rules.setting.board.routes if wanted[r.index] == 0 and mind.seen.could_get(r.index)
    )
    mind.seen.tracks.claim(1, elsewhere)
    mind.plan_for(0)
    assert (mind.plans[0].owners[elsewhere] == 0) == keeps  # a plan notes who owns what when it is made
    lost = next(r.index for r in rules.setting.board.routes if mind.plans[0].wanted[r.index] == FOR_TICKET)
    mind.seen.tracks.claim(1, lost)
    assert mind.plan_for(0).wanted[lost] == 0


def test_the_hope_for_tickets_falls_when_the_pieces_run_out() -> None:
    rules, mind = some_game("usa", 2, 30)
    mind.seen.look_at(0)
    plan = mind.plans[0]
    mind.architect.make(plan)
    many = mind.architect.hope_for_tickets(plan, 0, 3)
    rules.commons.pieces[0] = i64(3)
    mind.seen.look_at(0)
    mind.architect.make(plan)
    assert mind.architect.hope_for_tickets(plan, 0, 3) < many


def test_the_observation_decides_and_nothing_else() -> None:
    """A mind that reads the true game decides like one that reads a game imagined from the seat's view."""
    for board in bl.boards():
        for variant in board.variants:
            truth = bl.new_game(board.id, variant=variant, seats=2, seed=11)
            imagined = registry.new_rule_sheet(board.id, variant, 2)
            open_eyed, honest = Mind(truth._rules, Style()), Mind(imagined, Style())
            decisions = 0
            while (seat := truth.to_move) is not None and decisions < 150:
                imagined.imagine(truth.observe(seat), decisions)
                action = int(honest.decide(seat))
                assert int(open_eyed.decide(seat)) == action, f"{board.id} {variant}, decision {decisions}"
                truth.apply(action, seat)
                decisions += 1
