"""What the San Francisco board file says, counted. Each test names the clause it checks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.boards import loading
from branchline.model.board import GRAY, WILD, Board

COLORS = ("blue", "green", "black", "purple", "red", "orange")
FIXED = ["alcatraz", "golden_gate_bridge", "the_embarcadero", "sunset", "potrero_hill"]


@pytest.fixture(scope="module")
def board() -> Board:
    return loading.load_board(Path(loading.__file__).parent / "san_francisco" / "board.toml")


def test_sfo_001_two_to_four_seats(board: Board) -> None:
    """SFO-001"""
    assert board.seats == (2, 4)
    assert list(board.variants) == ["classic"]


def test_sfo_002_twenty_cable_cars(board: Board) -> None:
    """SFO-002"""
    assert board.variants["classic"].numbers.pieces == 20


def test_sfo_003_a_deck_of_44_cards(board: Board) -> None:
    """SFO-003: no yellow and no white."""
    assert board.colors == COLORS
    assert board.cards == dict.fromkeys(COLORS, 6) | {WILD: 8}
    assert sum(board.cards.values()) == 44


def test_sfo_004_005_hand_row_and_reset(board: Board) -> None:
    """SFO-004, SFO-005"""
    numbers = board.variants["classic"].numbers
    assert (numbers.hand, numbers.row, numbers.reset) == (2, 5, 3)


def test_sfo_007_twenty_four_tickets(board: Board) -> None:
    """SFO-007"""
    values = [ticket.points for ticket in board.tickets]
    assert (len(values), min(values), max(values)) == (24, 3, 10)
    assert len({frozenset(ticket.stops) for ticket in board.tickets}) == 24


def test_sfo_008_042_045_numbers_of_tickets_and_of_the_end(board: Board) -> None:
    """SFO-008, SFO-042, SFO-045, SFO-039, SFO-048"""
    numbers = board.variants["classic"].numbers
    assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (2, 1, 2, 1)
    assert (numbers.trigger, numbers.last_turns, numbers.single_track) == (2, 1, 2)
    assert (numbers.longest_path, numbers.globetrotter) == (0, 0)


def test_sfo_009_010_tokens_and_their_fixed_places(board: Board) -> None:
    """SFO-009, SFO-010: 21 tokens, 3 of each of 7 symbols; five symbols have a place of their own."""
    tokens = board.extras["tokens"]
    assert tokens["symbols"] * tokens["copies"] == 21
    assert list(tokens["places"]) == FIXED
    assert tokens["free_stacks"] == tokens["symbols"] - len(FIXED) == 2
    assert {city.id for city in board.cities if "tourist_spot" in city.tags} == set(FIXED)


def test_sfo_011_012_sizes_of_the_stacks(board: Board) -> None:
    """SFO-011, SFO-012: 12, 14 and 21 tokens lie on the board with 2, 3 and 4 seats."""
    tokens = board.extras["tokens"]
    assert tokens["stack"] == {"2": 2, "3": 2, "4": 3}
    assert tokens["free_stack"] == {"2": 1, "3": 2, "4": 3}
    assert [5 * tokens["stack"][n] + 2 * tokens["free_stack"][n] for n in "234"] == [12, 14, 21]


def test_sfo_022_the_board_says_that_it_is_a_reconstruction(board: Board) -> None:
    """SFO-022: in its file, and in the listing of boards."""
    assert "reconstruction" in board.note
    assert not board.note.startswith(" ")
    listed = next(found for found in bl.boards() if found.id == "san_francisco")
    assert listed.note == board.note


def test_sfo_022_every_place_says_where_it_comes_from(board: Board) -> None:
    """SFO-022"""
    basis = board.extras["basis"]
    named = [place for places in basis["places"].values() for place in places]
    assert sorted(named) == sorted(city.id for city in board.cities)
    assert basis["routes"].keys() <= {route.id for route in board.routes}


def test_sfo_023_locations_tracks_connections_and_spaces(board: Board) -> None:
    """SFO-023"""
    connections = Counter(frozenset((route.a, route.b)) for route in board.routes)
    assert (len(board.cities), len(board.routes), len(connections)) == (20, 56, 42)
    assert Counter(connections.values()) == {1: 28, 2: 14}
    assert sum(route.length for route in board.routes) == 117
    assert Counter(route.length for route in board.routes) == {1: 12, 2: 30, 3: 12, 4: 1, 5: 1}
    assert all(len(route.twins) == connections[frozenset((route.a, route.b))] - 1 for route in board.routes)


def test_sfo_024_five_ferry_tracks(board: Board) -> None:
    """SFO-024"""
    ferries = {route.id: (route.length, route.wilds, route.color) for route in board.routes if route.kind == "ferry"}
    assert ferries == {
        "pier_39-alcatraz": (2, 1, GRAY),
        "pier_39-alcatraz#2": (2, 1, GRAY),
        "fort_mason-alcatraz": (3, 1, GRAY),
        "the_embarcadero-alcatraz": (4, 1, GRAY),
        "golden_gate_bridge-fort_mason": (5, 1, GRAY),
    }
    alcatraz = next(city.index for city in board.cities if city.id == "alcatraz")
    assert {route.kind for route in board.routes if alcatraz in (route.a, route.b)} == {"ferry"}
    assert not any(route.wilds for route in board.routes if route.kind != "ferry")


def test_sfo_025_route_points(board: Board) -> None:
    """SFO-025"""
    assert board.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10}
    assert all(route.points is None for route in board.routes)


def test_sfo_047_what_a_set_is_worth(board: Board) -> None:
    """SFO-047"""
    assert board.extras["tokens"]["points"] == (0, 0, 1, 2, 4, 6, 9, 12)


def test_locations_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    keys = ("id", "name", "x", "y", "lon", "lat")
    assert (list(board.seats), list(board.size)) == (facts["players"], facts["size"])
    basis = {place: name for name, places in board.extras["basis"]["places"].items() for place in places}
    assert [
        (*(city[key] for key in keys), city.get("tourist_spot", False), city["basis"]) for city in facts["cities"]
    ] == [(*(getattr(city, key) for key in keys), "tourist_spot" in city.tags, basis[city.id]) for city in board.cities]


def test_routes_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    keys = ("color", "length", "kind", "wilds")
    assert [(route["a"], route["b"], *(route[key] for key in keys)) for route in facts["routes"]] == [
        (board.cities[route.a].id, board.cities[route.b].id, *(getattr(route, key) for key in keys))
        for route in board.routes
    ]
    assert {int(length): points for length, points in facts["route_points"].items()} == board.route_points


def test_tickets_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    assert [(ticket["a"], ticket["b"], ticket["points"]) for ticket in facts["tickets"]] == [
        (*ticket.stops, ticket.points) for ticket in board.tickets
    ]


def test_numbers_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    numbers = board.variants["classic"].numbers
    setup, pieces, deck = facts["setup"], facts["pieces"], facts["decks"]["transport"]
    assert (numbers.hand, numbers.row, numbers.reset) == (
        setup["transport_cards"],
        setup["faceup"],
        setup["wild_reset"],
    )
    assert (numbers.deal, numbers.keep) == (setup["tickets_dealt"], setup["tickets_keep_min"])
    assert (numbers.draw, numbers.draw_keep) == (setup["tickets_draw"], setup["tickets_draw_keep_min"])
    assert numbers.pieces == pieces["cable_cars_per_player"]
    assert (numbers.trigger, numbers.last_turns) == (
        pieces["end_trigger_pieces"],
        pieces["extra_turns_each_after_trigger"],
    )
    assert numbers.single_track == facts["double_routes"]["single_track_only_up_to_players"]
    assert list(board.colors) == facts["card_colors"]
    assert board.cards == dict.fromkeys(facts["card_colors"], deck["per_color"]) | {WILD: deck["wild_ferry"]}
    assert sum(board.cards.values()) == deck["total"]


def test_tokens_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    tokens, printed = board.extras["tokens"], facts["tourist_tokens"]
    assert (tokens["symbols"], tokens["copies"]) == (printed["symbols"], printed["tokens_per_symbol"])
    assert ([*tokens["places"]], tokens["free_stacks"]) == (printed["fixed_locations"], printed["free_stacks"])
    assert tokens["stack"] == printed["stack_size_by_players"]
    assert tokens["free_stack"] == printed["free_stack_size_by_players"]
    from_the_end = {"second player": 1, "last player": 1, "second to last player": 2}
    assert tokens["laid_by"] == {
        seats: tuple(from_the_end[who] for who in placers)
        for seats, placers in printed["free_stacks_placed_by"].items()
    }
    assert dict(enumerate(tokens["points"])) == {int(n): points for n, points in printed["points_by_count"].items()}
