"""What is printed on the USA board and its cards, counted in the board file. Each test names the clause it checks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from branchline.boards import loading
from branchline.model.board import GRAY, WILD, Board, Ticket, Variant

COLORS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
BIG_CITIES = {"chicago", "dallas", "houston", "los_angeles", "miami", "new_york", "seattle"}
EXTRA_IN_MEGA = {"boston-washington": 4, "montreal-chicago": 7, "vancouver-portland": 2, "winnipeg-omaha": 6}
REISSUED = ("los_angeles-miami", "los_angeles-new_york", "sault_st_marie-oklahoma_city", "seattle-new_york")


@pytest.fixture(scope="module")
def usa() -> Board:
    return loading.load_board(Path(loading.__file__).parent / "usa" / "board.toml")


def values(variant: Variant) -> list[int]:
    return [ticket.points for ticket in variant.tickets]


def values_by_id(variant: Variant) -> dict[str, int]:
    return {ticket.id: ticket.points for ticket in variant.tickets}


def pairs(tickets: tuple[Ticket, ...]) -> list[frozenset[str]]:
    return [frozenset(ticket.stops) for ticket in tickets]


def test_usa_variants_in_their_order(usa: Board) -> None:
    """The first one is what a game is played with if nothing else is asked for."""
    assert list(usa.variants) == ["classic", "1910", "mega", "big_cities"]


def test_usa_001_two_to_five_seats(usa: Board) -> None:
    """USA-001"""
    assert usa.seats == (2, 5)


def test_usa_002_forty_five_trains(usa: Board) -> None:
    """USA-002, USA-042: in every variant."""
    assert {variant.numbers.pieces for variant in usa.variants.values()} == {45}


def test_usa_003_a_deck_of_110_cards(usa: Board) -> None:
    """USA-003"""
    assert usa.colors == COLORS
    assert usa.cards == dict.fromkeys(COLORS, 12) | {WILD: 14}
    assert sum(usa.cards.values()) == 110


def test_usa_004_005_hand_row_and_reset(usa: Board) -> None:
    """USA-004, USA-005, USA-042: in every variant."""
    numbers = [variant.numbers for variant in usa.variants.values()]
    assert {(number.hand, number.row, number.reset) for number in numbers} == {(4, 5, 3)}


def test_usa_008_thirty_classic_tickets(usa: Board) -> None:
    """USA-008"""
    classic = values(usa.variants["classic"])
    assert (len(classic), min(classic), max(classic), sum(classic)) == (30, 4, 22, 349)


def test_usa_009_010_012_classic_numbers(usa: Board) -> None:
    """USA-009, USA-010, USA-012"""
    numbers = usa.variants["classic"].numbers
    assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (3, 2, 3, 1)
    assert (numbers.longest_path, numbers.globetrotter) == (10, 0)


def test_usa_011_classic_values_are_those_of_the_first_deck(usa: Board) -> None:
    """USA-011"""
    classic = values_by_id(usa.variants["classic"])
    assert [classic[ticket] for ticket in REISSUED] == [20, 21, 9, 22]


def test_usa_013_cities_tracks_connections_and_spaces(usa: Board) -> None:
    """USA-013"""
    connections = Counter(frozenset((route.a, route.b)) for route in usa.routes)
    assert len(usa.cities) == 36
    assert len(usa.routes) == 100
    assert len(connections) == 78
    assert Counter(connections.values()) == {1: 56, 2: 22}
    assert sum(route.length for route in usa.routes) == 309


def test_usa_014_tracks_of_each_color(usa: Board) -> None:
    """USA-014"""
    assert Counter(route.color for route in usa.routes) == dict.fromkeys(COLORS, 7) | {GRAY: 44}


def test_usa_015_tracks_of_each_length(usa: Board) -> None:
    """USA-015"""
    assert Counter(route.length for route in usa.routes) == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}


def test_usa_016_route_points(usa: Board) -> None:
    """USA-016"""
    assert usa.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    assert all(route.points is None for route in usa.routes)


def test_usa_017_no_wild_symbols_and_no_dead_ends(usa: Board) -> None:
    """USA-017"""
    assert not any(route.wilds for route in usa.routes)
    assert {route.kind for route in usa.routes} == {"train"}
    assert usa.countries == ()
    assert not any(city.country for city in usa.cities)


def test_usa_018_both_tracks_of_a_double_are_equally_long(usa: Board) -> None:
    """USA-018: so all 22 are double routes, each track the twin of the other."""
    second = [route for route in usa.routes if route.track == 2]
    assert len(second) == 22
    for route in second:
        (twin,) = route.twins
        first = usa.routes[twin]
        assert first.twins == (route.index,)
        assert (first.a, first.b, first.length, first.track) == (route.a, route.b, route.length, 1)
        assert route.id == f"{first.id}#2"
    assert sum(bool(route.twins) for route in usa.routes) == 44


def test_usa_019_021_single_track_and_trigger(usa: Board) -> None:
    """USA-019, USA-021, USA-042: in every variant."""
    numbers = [variant.numbers for variant in usa.variants.values()]
    assert {(number.single_track, number.trigger, number.last_turns) for number in numbers} == {(3, 2, 1)}


def test_usa_023_tickets_of_1910(usa: Board) -> None:
    """USA-023"""
    deck = values(usa.variants["1910"])
    assert (len(deck), min(deck), max(deck), sum(deck)) == (35, 4, 21, 391)


def test_usa_024_025_numbers_of_1910(usa: Board) -> None:
    """USA-024, USA-025"""
    numbers = usa.variants["1910"].numbers
    assert (numbers.longest_path, numbers.globetrotter) == (0, 15)
    assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (3, 2, 3, 1)


def test_usa_026_tickets_of_mega(usa: Board) -> None:
    """USA-026: the pairs of classic and 1910, and four more."""
    mega = usa.variants["mega"]
    deck = values(mega)
    assert (len(deck), min(deck), max(deck), sum(deck)) == (69, 2, 21, 754)
    others = {ticket.id for name in ("classic", "1910") for ticket in usa.variants[name].tickets}
    assert {name: value for name, value in values_by_id(mega).items() if name not in others} == EXTRA_IN_MEGA
    assert others < values_by_id(mega).keys()


def test_usa_027_028_029_numbers_of_mega(usa: Board) -> None:
    """USA-027, USA-028, USA-029"""
    numbers = usa.variants["mega"].numbers
    assert (numbers.longest_path, numbers.globetrotter) == (10, 15)
    assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (5, 3, 4, 1)


def test_usa_030_tickets_of_big_cities(usa: Board) -> None:
    """USA-030: those of Mega that name a big city."""
    assert {city.id for city in usa.cities if "big" in city.tags} == BIG_CITIES
    deck = values(usa.variants["big_cities"])
    assert (len(deck), min(deck), max(deck), sum(deck)) == (35, 5, 21, 389)
    expected = tuple(ticket for ticket in usa.variants["mega"].tickets if BIG_CITIES.intersection(ticket.stops))
    assert usa.variants["big_cities"].tickets == expected


def test_usa_031_032_033_numbers_of_big_cities(usa: Board) -> None:
    """USA-031, USA-032, USA-033"""
    numbers = usa.variants["big_cities"].numbers
    assert (numbers.longest_path, numbers.globetrotter) == (10, 0)
    assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (4, 2, 4, 1)


def test_usa_034_reissued_tickets(usa: Board) -> None:
    """USA-034"""
    mega, big = values_by_id(usa.variants["mega"]), values_by_id(usa.variants["big_cities"])
    assert [mega[ticket] for ticket in REISSUED] == [19, 20, 8, 20]
    assert [big.get(ticket) for ticket in REISSUED] == [19, 20, None, 20]


def test_usa_035_no_pair_twice_in_a_deck(usa: Board) -> None:
    """USA-035"""
    for variant in usa.variants.values():
        assert len(set(pairs(variant.tickets))) == len(variant.tickets)


def test_cities_are_those_of_the_facts(usa: Board, facts: dict[str, Any]) -> None:
    keys = ("id", "name", "x", "y", "lon", "lat")
    assert list(usa.seats) == facts["players"]
    assert list(usa.size) == facts["size"]
    assert [(*(city[key] for key in keys), city.get("big", False)) for city in facts["cities"]] == [
        (*(getattr(city, key) for key in keys), "big" in city.tags) for city in usa.cities
    ]


def test_routes_are_those_of_the_facts(usa: Board, facts: dict[str, Any]) -> None:
    keys = ("color", "length", "kind", "wilds")
    assert [(route["a"], route["b"], *(route[key] for key in keys)) for route in facts["routes"]] == [
        (usa.cities[route.a].id, usa.cities[route.b].id, *(getattr(route, key) for key in keys)) for route in usa.routes
    ]
    assert {int(length): points for length, points in facts["route_points"].items()} == usa.route_points


def test_tickets_are_those_of_the_facts(usa: Board, facts: dict[str, Any]) -> None:
    """The facts call the classic set "base"."""
    names = {"base": "classic"}
    assert [
        (ticket["a"], ticket["b"], ticket["points"], tuple(names.get(name, name) for name in ticket["sets"]))
        for ticket in facts["tickets"]
    ] == [(*ticket.stops, ticket.points, ticket.sets) for ticket in usa.tickets]
    for ticket in usa.tickets:
        assert tuple(usa.cities[index].id for (index,) in ticket.ends) == ticket.stops
