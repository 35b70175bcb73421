"""The graph form holds the same numbers, on the nodes they belong to."""

from __future__ import annotations

import numpy as np
import pytest

from branchline.envs import BadArray, VectorEnv, encoding
from tests.envs.every import VARIANTS, positions


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_every_number_is_at_a_node_or_global(board: str, variant: str) -> None:
    of = encoding(board, variant, 2)
    graph = of.graph
    names = list(graph.features)
    for game in positions(board, variant, 2, seed=4, every=40):
        encoded = of.encode(game, 0)
        nodes = graph.nodes(encoded)
        assert nodes.shape == (graph.node_count, len(graph.features))
        rows = {"place": graph.places, "route": graph.routes, "ticket": graph.tickets}
        on_nodes = 0
        for field in of.fields:
            table = of.part(encoded, field.name)
            on_nodes += field.size() if field.per else 0
            for k, column in enumerate(field.columns if field.per else []):
                found = nodes[rows[field.per], names.index(f"{field.name}: {column}")]
                if field.row_of_place:
                    kept = [table[row, k] if row >= 0 else 0 for row in field.row_of_place]
                else:
                    kept = table[:, k].tolist()
                assert found.tolist() == kept
        assert graph.globals(encoded).shape == (of.size - on_nodes,) == (graph.global_count,)


def test_edges_link_routes_and_tickets_to_their_places() -> None:
    of = encoding("usa")
    graph = of.graph
    links = {(int(a), int(b)) for a, b in graph.edges.T}
    assert all((b, a) in links for a, b in links)
    for route in of.board.routes:
        node = graph.routes.start + route.index
        assert {b for a, b in links if a == node} == {route.a, route.b}
    for at, ticket in enumerate(of.variant.tickets):
        node = graph.tickets.start + at
        assert {b for a, b in links if a == node} == {place for end in ticket.ends for place in end}


def test_fixed_features_are_those_of_the_board() -> None:
    of = encoding("usa")
    names = list(of.graph.features)
    nodes = of.graph.nodes(np.zeros(of.size, np.int16))
    for route in of.board.routes:
        row = nodes[of.graph.routes.start + route.index]
        assert row[names.index("length")] == route.length
        assert row[names.index("points")] == of.board.printed_points(route)
        assert row[names.index(route.color)] == 1
    assert nodes[of.graph.tickets, names.index("points")].tolist() == [t.points for t in of.variant.tickets]


def test_a_whole_batch_at_once() -> None:
    env = VectorEnv("germany", games=3, seed=2)
    now = env.reset()
    graph = env.encoding.graph
    nodes = graph.nodes(now.observations)
    assert nodes.shape[0] == graph.globals(now.observations).shape[0] == 3
    assert all((nodes[g] == graph.nodes(now.observations[g])).all() for g in range(3))
    out = np.zeros(nodes.shape, np.float32)
    assert graph.nodes(now.observations, out=out) is out
    assert (out == nodes).all()


def test_bad_use_is_explained() -> None:
    graph = encoding("usa").graph
    with pytest.raises(BadArray, match=r"shape \(513,\), not \(10,\)"):
        graph.nodes(np.zeros(10, np.int16))
