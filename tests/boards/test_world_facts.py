"""What is printed on the World board and its cards, counted in the board file. Each test names the clause it checks."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from branchline.boards import loading
from branchline.model.board import GRAY, WILD, Board

COLORS = ("purple", "yellow", "green", "red", "black", "white")
PAIRS = {
    "vancouver-anchorage": 2,
    "marseille-casablanca": 1,
    "tehran-lahore": 2,
    "lahore-beijing": 3,
    "luanda-dar_es_salaam": 2,
}
TOURS = {
    "murmansk-tiksi-novosibirsk-yakutsk-petropavlovsk": (30, 20, 36),
    "anchorage-vancouver-winnipeg-cambridge_bay": (18, 12, 24),
    "anchorage-cambridge_bay-reykjavik-murmansk-tiksi": (34, 23, 40),
    "manila-honolulu-port_moresby-darwin": (13, 9, 19),
    "lagos-luanda-dar_es_salaam-djibouti": (9, 6, 15),
    "mexico-caracas-lima-valparaiso": (15, 10, 21),
    "casablanca-al_qahira-tehran": (9, 6, 15),
    "tehran-lahore-mumbai-bangkok": (13, 9, 19),
}


@pytest.fixture(scope="module")
def world() -> Board:
    return loading.load_board(Path(loading.__file__).parent / "world" / "board.toml")


def of_deck(world: Board, deck: str) -> dict[str, int]:
    return {kind.name: kind.count for kind in world.card_kinds if kind.deck == deck}


def test_wld_001_two_to_five_seats(world: Board) -> None:
    """WLD-001"""
    assert world.seats == (2, 5)


def test_wld_002_a_train_deck_of_80(world: Board) -> None:
    """WLD-002: 7 plain and 4 marked cards of each color, and 14 wilds."""
    deck = of_deck(world, "train")
    expected = {f"{color} train": 7 for color in COLORS} | {f"{color} harbor train": 4 for color in COLORS} | {WILD: 14}
    assert deck == expected
    assert sum(deck.values()) == 80


def test_wld_003_a_ship_deck_of_60(world: Board) -> None:
    """WLD-003: 4 single and 6 double ships of each color, no wilds."""
    deck = of_deck(world, "ship")
    assert deck == {f"{color} ship": 4 for color in COLORS} | {f"{color} double ship": 6 for color in COLORS}
    assert sum(deck.values()) == 60


def test_wld_004_140_cards_65_tickets_six_colors(world: Board) -> None:
    """WLD-004: the rulebook's total of 158 and its blue route are slips (N60)."""
    assert sum(world.cards.values()) == 140
    assert len(world.tickets) == 65
    assert world.colors == COLORS
    assert {route.color for route in world.routes} == {*COLORS, GRAY}
    assert list(world.cards) == [kind.name for kind in world.card_kinds]


def test_wld_006_007_hand_row_and_reset(world: Board) -> None:
    """WLD-006, WLD-007"""
    numbers = world.variants["classic"].numbers
    assert (numbers.hand, numbers.row, numbers.reset) == (10, 6, 3)
    assert world.extras["decks"] == {"hand": {"train": 3, "ship": 7}, "row": {"train": 3, "ship": 3}}


def test_wld_008_57_tickets_and_8_tours(world: Board) -> None:
    """WLD-008"""
    plain = [ticket.points for ticket in world.tickets if ticket.tour_points is None]
    assert (len(plain), min(plain), max(plain), sum(plain)) == (57, 5, 25, 772)
    assert sum(ticket.tour_points is not None for ticket in world.tickets) == 8


def test_wld_009_061_ticket_numbers(world: Board) -> None:
    """WLD-009, WLD-061"""
    numbers = world.variants["classic"].numbers
    assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (5, 3, 4, 1)


def test_wld_010_014_089_090_pieces_harbors_and_end(world: Board) -> None:
    """WLD-010, WLD-014, WLD-089, WLD-090"""
    numbers = world.variants["classic"].numbers
    assert (numbers.pieces, numbers.trigger, numbers.last_turns) == (60, 6, 2)
    assert (world.extras["fleet"]["most_trains"], world.extras["fleet"]["most_ships"]) == (25, 50)
    assert world.extras["harbors"]["per_seat"] == 3


def test_wld_015_places_tracks_connections_and_spaces(world: Board) -> None:
    """WLD-015"""
    connections = Counter(frozenset((route.a, route.b)) for route in world.routes)
    assert Counter("junction" in city.tags for city in world.cities) == {False: 47, True: 1}
    assert sum("port" in city.tags for city in world.cities) == 38
    assert Counter(route.kind for route in world.routes) == {"train": 71, "ship": 59}
    assert Counter(connections.values()) == {1: 62, 2: 34}
    assert sum(route.length for route in world.routes) == 411
    assert sum(bool(route.twins) for route in world.routes) == 68


def test_wld_016_the_junction_is_no_port_and_on_no_ticket(world: Board) -> None:
    """WLD-016"""
    (junction,) = [city for city in world.cities if "junction" in city.tags]
    assert (junction.id, junction.name) == ("indian_ocean", "Indian Ocean")
    assert "port" not in junction.tags
    assert not any(junction.id in ticket.stops for ticket in world.tickets)


def test_wld_017_ten_tracks_cross_the_edge(world: Board) -> None:
    """WLD-017"""
    assert sum("wraps" in route.tags for route in world.routes) == 10


def test_wld_018_route_points(world: Board) -> None:
    """WLD-018"""
    assert world.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21}
    assert all(route.points is None for route in world.routes)


def test_wld_019_lengths(world: Board) -> None:
    """WLD-019"""
    lengths = {kind: Counter(r.length for r in world.routes if r.kind == kind) for kind in ("train", "ship")}
    assert lengths["train"] == {1: 18, 2: 27, 3: 18, 4: 8}
    assert lengths["ship"] == {1: 10, 2: 9, 3: 8, 4: 2, 5: 6, 6: 8, 7: 13, 8: 3}


def test_wld_020_single_track(world: Board) -> None:
    """WLD-020"""
    assert world.variants["classic"].numbers.single_track == 3


def test_wld_056_060_pair_routes_and_no_symbols(world: Board) -> None:
    """WLD-056, WLD-060"""
    pairs = [route for route in world.routes if "pair" in route.tags]
    assert {route.id: route.length for route in pairs} == PAIRS
    assert {(route.color, route.kind) for route in pairs} == {(GRAY, "train")}
    assert not any(route.wilds for route in world.routes)


def test_wld_063_tours(world: Board) -> None:
    """WLD-063: and each is a chain of neighbors, so that it can be traced exactly (W3)."""
    tours = {t.id: (t.points, *t.tour_points) for t in world.tickets if t.tour_points is not None}
    assert tours == TOURS
    joined = {frozenset((world.cities[r.a].id, world.cities[r.b].id)) for r in world.routes}
    for ticket in world.tickets:
        if ticket.tour_points is not None:
            assert all(frozenset(pair) in joined for pair in pairwise(ticket.stops))


def test_wld_069_ports(world: Board) -> None:
    """WLD-069"""
    inland = {city.id for city in world.cities if "port" not in city.tags}
    expected = {"winnipeg", "mexico", "moskva", "novosibirsk", "tehran", "lahore", "yakutsk", "beijing", "djibouti"}
    assert inland == {*expected, "indian_ocean"}


def test_wld_079_083_harbor_points(world: Board) -> None:
    """WLD-079, WLD-083"""
    assert world.extras["harbors"]["points"] == (20, 30, 40)
    assert world.extras["harbors"]["unbuilt"] == 4


def test_places_are_those_of_the_facts(world: Board, facts: dict[str, Any]) -> None:
    keys = ("id", "x", "y", "lon", "lat")
    assert list(world.seats) == facts["players"]
    assert list(world.size) == facts["size"]
    assert [(*(city[key] for key in keys), city.get("port", False)) for city in facts["cities"]] == [
        (*(getattr(city, key) for key in keys), "port" in city.tags) for city in world.cities
    ]
    named = [(city["name"], own.name) for city, own in zip(facts["cities"], world.cities, strict=True)]
    assert [names for names in named if names[0] != names[1]] == [("(unnamed waypoint)", "Indian Ocean")]


def test_routes_are_those_of_the_facts(world: Board, facts: dict[str, Any]) -> None:
    keys = ("color", "length", "kind", "wilds")
    tags = ("pair", "wraps")
    assert [
        (r["a"], r["b"], *(r[key] for key in keys), *(r.get(tag, False) for tag in tags)) for r in facts["routes"]
    ] == [
        (
            world.cities[r.a].id,
            world.cities[r.b].id,
            *(getattr(r, key) for key in keys),
            *(tag in r.tags for tag in tags),
        )
        for r in world.routes
    ]
    assert {int(length): points for length, points in facts["route_points"].items()} == world.route_points


def test_tickets_are_those_of_the_facts(world: Board, facts: dict[str, Any]) -> None:
    found = []
    for ticket in facts["tickets"]:
        stops = ticket["tour"] if "tour" in ticket else (ticket["a"], ticket["b"])
        points = ticket["points"]
        found.append((tuple(stops), tuple(points) if isinstance(points, list) else (points,)))
    assert found == [(t.stops, (t.points, *(t.tour_points or ()))) for t in world.tickets]


def test_cards_pieces_and_harbors_are_those_of_the_facts(world: Board, facts: dict[str, Any]) -> None:
    assert list(world.colors) == facts["card_colors"]
    train, ship = facts["decks"]["train"], facts["decks"]["ship"]
    assert sum(of_deck(world, "train").values()) == train["total"]
    assert sum(of_deck(world, "ship").values()) == ship["total"]
    assert world.cards["red train"] == train["per_color"]["plain"]
    assert world.cards["red harbor train"] == train["per_color"]["harbor"]
    assert world.cards["red ship"] == ship["per_color"]["single_harbor"]
    assert world.cards["red double ship"] == ship["per_color"]["double"]
    pieces, harbors = facts["pieces"], facts["harbors"]
    fleet = world.extras["fleet"]
    assert fleet["most_trains"] == pieces["max_trains"]
    assert fleet["most_ships"] == pieces["max_ships"]
    assert fleet["exchange_cost"] == pieces["exchange_cost_per_piece"]
    assert fleet["advice"] == pieces["recommended_first_game"]
    numbers = world.variants["classic"].numbers
    assert numbers.pieces == pieces["total_chosen"]
    assert numbers.trigger == pieces["end_trigger_pieces"]
    assert numbers.last_turns == pieces["extra_turns_each_after_trigger"]
    assert world.extras["harbors"]["points"] == tuple(harbors["points_by_completed_tickets"].values())
    assert world.extras["harbors"]["per_seat"] == harbors["per_player"]
    assert world.extras["harbors"]["unbuilt"] == harbors["unbuilt_penalty"]
    assert world.extras["harbors"]["cost"] == {
        "trains": harbors["cost"]["train_cards"],
        "ships": harbors["cost"]["ship_cards"],
    }
