"""The engine against the plain rules of oracles.py: what is legal, what is connected, the longest path, the score."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import branchline as bl
from branchline import _native
from branchline.engine.commons import Commons, Setting
from branchline.mechanics.routes.longest_path import LongestPathSearch
from branchline.mechanics.routes.tracks import Tracks
from branchline.testing import POLICIES, Trial, play, step
from tests.engine import oracles
from tests.engine.oracles import Edge

USA = bl.board("usa")
GOLDEN = Path(__file__).parents[1] / "golden" / "usa"
COMPILED = _native.mode() == "compiled"  # else games take forty times as long: fewer of them, and not every position
CONFIGURATIONS = [
    (variant, seats)
    for at, variant in enumerate(USA.variants)
    for seats in range(USA.seats[0], USA.seats[1] + 1)
    if COMPILED or seats % len(USA.variants) == at
]
GAMES = {"uniform": 3, "by_kind": 2, "builder": 5, "stall": 1}  # of each configuration, by the way to play


@pytest.mark.parametrize(("variant", "seats"), CONFIGURATIONS)
@pytest.mark.parametrize("way", GAMES)
def test_final_scores(variant: str, seats: int, way: str) -> None:
    """COM-081..COM-087: the score sheets say what the table shows."""
    for seed in range(GAMES[way] if COMPILED else 1):
        trial = Trial("usa", variant, seats, seed)
        game = trial.new_game()
        play(game, POLICIES[way], trial.rng())
        scores = game.scores()
        for viewer in (None, 0):
            view = game.observe(viewer)
            sheets = oracles.score_lines(game.board, game.variant, view)
            assert [dict(sheet.lines) for sheet in scores] == sheets, (seed, viewer)
        assert [sheet.total for sheet in scores] == [sum(sheet.values()) for sheet in sheets]
        for sheet in scores:
            edges = oracles.owned(game.board, view, sheet.seat)
            done = {t.id for t in game.variant.tickets if oracles.is_completed(edges, t)}
            held = {*(view.tickets.held[sheet.seat] or ())}
            assert {*sheet.completed} == held & done
            assert {*sheet.failed} == held - done
        assert list(scores.winners) == oracles.winners(sheets, [len(sheet.completed) for sheet in scores])


@pytest.mark.parametrize(("variant", "seats"), CONFIGURATIONS)
@pytest.mark.parametrize("way", GAMES)
def test_legal_actions(variant: str, seats: int, way: str) -> None:
    """COM-009, COM-017..COM-032, COM-042..COM-069: what the engine lists is what the rules allow, nothing else."""
    trial = Trial("usa", variant, seats, 7)
    game = trial.new_game()
    rng = trial.rng()
    looks = trial.rng(1)
    while not game.is_over:
        for seat in {*game.pending, int(rng.below(seats))} if COMPILED or looks.below(4) == 0 else ():
            view = game.observe(seat)
            assert {*view.actions} == oracles.legal_values(game.board, game.variant, view)
            assert len(view.actions) == len({*view.actions})
        step(game, POLICIES[way], rng)


@pytest.mark.parametrize("variant", USA.variants)
def test_who_passes_can_do_nothing(variant: str) -> None:
    """COM-015, COM-016: when all have passed, nothing is left for anybody: no card, no ticket, no route."""
    record = bl.load(GOLDEN / f"{variant}-all_passed.json")
    game = bl.replay(record)
    assert game.observe(None).ended_by == "all passed"
    for seat in range(game.seats):
        view = game.observe(seat)
        assert not any(view.market.row)
        assert view.market.deck == view.tickets.deck == 0
        assert not list(oracles.claims(game.board, game.variant, view))


# Small networks of any shape


def edges_of(places: int, most: int) -> st.SearchStrategy[list[Edge]]:
    pairs = st.tuples(st.integers(0, places - 1), st.integers(0, places - 1)).filter(lambda pair: pair[0] != pair[1])
    edge = st.builds(lambda pair, length: (pair[0], pair[1], length), pairs, st.integers(1, 6))
    return st.lists(edge, min_size=1, max_size=most)


def laid(edges: list[Edge], owners: list[int] | None = None) -> Tracks:
    """A board with just these routes, all of them claimed: by their owners, or by seat 0."""
    routes = tuple(bl.Route(k, f"route-{k}", a, b, "gray", length) for k, (a, b, length) in enumerate(edges))
    tracks = Tracks(Commons(Setting(replace(USA, routes=routes), USA.variants["classic"], 2)))
    for route in routes:
        tracks.claim(owners[route.index] if owners else 0, route.index)
    return tracks


def longest_path(tracks: Tracks) -> int:
    return int(LongestPathSearch(tracks.terrain).of(tracks, 0))


@settings(max_examples=300, deadline=None)
@given(edges_of(places=7, most=11))
def test_longest_path_of_small_networks(edges: list[Edge]) -> None:
    """COM-082, R8."""
    assert longest_path(laid(edges)) == oracles.longest_trail(edges)


@settings(max_examples=100, deadline=None)
@given(edges_of(places=4, most=10))
def test_longest_path_of_dense_networks(edges: list[Edge]) -> None:
    """COM-082, R8: few places and many parallel tracks."""
    assert longest_path(laid(edges)) == oracles.longest_trail(edges)


@settings(max_examples=100, deadline=None)
@given(st.lists(edges_of(places=8, most=5), min_size=2, max_size=4))
def test_longest_path_is_in_one_part(parts: list[list[Edge]]) -> None:
    """COM-082: of several networks that do not touch, the longest path of any."""
    moved = [[(a + 8 * k, b + 8 * k, length) for a, b, length in part] for k, part in enumerate(parts)]
    together = [edge for part in moved for edge in part]
    assert longest_path(laid(together)) == max(oracles.longest_trail(part) for part in parts)


@settings(max_examples=100, deadline=None)
@given(edges_of(places=7, most=8), edges_of(places=7, most=8))
def test_longest_path_of_two_seats(mine: list[Edge], others: list[Edge]) -> None:
    """COM-073, COM-082: each seat's routes count for itself; one searcher serves all seats one after the other."""
    tracks = laid(mine + others, owners=[0] * len(mine) + [1] * len(others))
    searcher = LongestPathSearch(tracks.terrain)
    lengths = [int(searcher.of(tracks, seat)) for seat in (0, 1, 0)]
    assert lengths == [oracles.longest_trail(edges) for edges in (mine, others, mine)]


@settings(max_examples=100, deadline=None)
@given(edges_of(places=9, most=9))
def test_what_is_connected(edges: list[Edge]) -> None:
    """COM-072: places are connected if a path of the seat's own routes joins them."""
    tracks = laid(edges)
    graph = oracles.network(edges)
    graph.add_nodes_from(range(9))
    for a in range(9):
        for b in range(9):
            assert tracks.connections.connected(0, a, b) == nx.has_path(graph, a, b)
            assert tracks.connections.connected(1, a, b) == (a == b)


@pytest.mark.parametrize(
    ("edges", "length"),
    [
        ([], 0),
        ([(0, 1, 6)], 6),
        ([(0, 1, 2), (1, 2, 3), (1, 3, 4)], 7),  # a fork
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1)], 3),  # a circle
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 5)], 8),  # a circle with a tail is one path
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 5), (1, 4, 5), (2, 5, 2)], 12),  # with three tails it is not
        ([(0, 1, 2), (0, 1, 3), (0, 1, 4)], 9),  # parallel tracks
    ],
)
def test_oracle_and_engine_know_simple_paths(edges: list[Edge], length: int) -> None:
    """COM-082: cases that can be counted by hand, so that oracle and engine are not wrong together."""
    assert oracles.longest_trail(edges) == length
    if edges:
        assert longest_path(laid(edges)) == length
