"""What is printed on the Germany board and its cards, counted in the board file. Each test names its clause."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from branchline.boards import loading
from branchline.model.board import GRAY, WILD, Board

COLORS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
COUNTRIES = {"daenemark": 2, "frankreich": 3, "niederlande": 3, "oesterreich": 3, "schweiz": 3}


@pytest.fixture(scope="module")
def germany() -> Board:
    return loading.load_board(Path(loading.__file__).parent / "germany" / "board.toml")


def values(board: Board, deck: str) -> list[int]:
    return [ticket.points for ticket in board.tickets if ticket.deck == deck]


def test_ger_001_two_to_five_seats_with_45_trains(germany: Board) -> None:
    """GER-001"""
    assert germany.seats == (2, 5)
    assert germany.variants["classic"].numbers.pieces == 45


def test_ger_002_a_deck_of_110_cards(germany: Board) -> None:
    """GER-002"""
    assert germany.cards == dict.fromkeys(COLORS, 12) | {WILD: 14}
    assert sum(germany.cards.values()) == 110


def test_ger_003_022_049_numbers(germany: Board) -> None:
    """GER-003, GER-010, GER-013, GER-016, GER-022, GER-037, GER-041, GER-049, GER-051"""
    assert list(germany.variants) == ["classic"]
    numbers = germany.variants["classic"].numbers
    assert (numbers.hand, numbers.row, numbers.reset) == (4, 5, 3)
    assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (4, 2, 4, 1)
    assert (numbers.single_track, numbers.trigger, numbers.last_turns) == (3, 2, 1)
    assert (numbers.globetrotter, numbers.longest_path) == (15, 0)


def test_ger_004_short_and_long_tickets(germany: Board) -> None:
    """GER-004: 55 and 34, and the one below 3 is Mannheim - Stuttgart."""
    short, long = values(germany, "short"), values(germany, "long")
    assert (len(short), min(short), max(short)) == (55, 2, 11)
    assert (len(long), min(long), max(long)) == (34, 12, 22)
    assert len(germany.tickets) == len({frozenset(ticket.stops) for ticket in germany.tickets}) == 89
    assert [(ticket.id, ticket.deck) for ticket in germany.tickets if ticket.points < 3] == [
        ("mannheim-stuttgart", "short")
    ]
    assert germany.variants["classic"].tickets == germany.tickets


def test_ger_005_sixty_passengers(germany: Board) -> None:
    """GER-005, GER-052, GER-053: ten of each of six colors; 20 for the most, 10 for the second most."""
    passengers = germany.extras["passengers"]
    assert passengers["colors"] == dict.fromkeys(("black", "blue", "green", "red", "white", "yellow"), 10)
    assert (passengers["most"], passengers["second_most"]) == (20, 10)


def test_ger_006_008_passengers_of_each_place(germany: Board) -> None:
    """GER-006, GER-008: every city and every country has a space; seven cities have more than one passenger."""
    places: dict[str, int] = germany.extras["passengers"]["places"]
    cities = {city.id for city in germany.cities if not city.country}
    assert places.keys() == cities | {country.id for country in germany.countries}
    assert (len(places), sum(places.values())) == (40, 60)
    assert {place: count for place, count in places.items() if count != 1} == {
        "berlin": 5,
        "frankfurt": 4,
        "hamburg": 4,
        "koeln": 4,
        "muenchen": 4,
        "leipzig": 3,
        "stuttgart": 3,
    }


def test_ger_009_cities_countries_and_connections(germany: Board) -> None:
    """GER-009"""
    connections = Counter(frozenset((route.a, route.b)) for route in germany.routes)
    assert sum(not city.country for city in germany.cities) == 35
    assert {country.id: len(country.dead_ends) for country in germany.countries} == COUNTRIES
    assert sum(bool(city.country) for city in germany.cities) == 14
    assert (len(germany.routes), len(connections)) == (110, 85)
    assert Counter(connections.values()) == {1: 62, 2: 21, 3: 2}
    triples = {route.id for route in germany.routes if route.track == 3}
    assert triples == {"dortmund-duesseldorf#3", "duesseldorf-koeln#3"}
    assert sum(route.length for route in germany.routes) == 313


def test_ger_009_parallel_tracks_are_twins(germany: Board) -> None:
    """GER-009, GER-022: all tracks of a connection are equally long, so each is a double or triple route."""
    for route in germany.routes:
        parallel = [r for r in germany.routes if (r.a, r.b) == (route.a, route.b) and r is not route]
        assert sorted(route.twins) == [r.index for r in parallel]
        assert all(r.length == route.length for r in parallel)


def test_ger_009_one_route_into_each_dead_end(germany: Board) -> None:
    """GER-009, GER-045"""
    ends = Counter(end for route in germany.routes for end in (route.a, route.b))
    assert all(ends[city.index] == 1 for city in germany.cities if city.country)
    assert all(route.wilds == 0 and route.kind == "train" for route in germany.routes)


def test_ger_035_route_points(germany: Board) -> None:
    """GER-035"""
    assert germany.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}
    assert all(route.points is None for route in germany.routes)


def test_ger_036_lengths_and_colors_of_tracks(germany: Board) -> None:
    """GER-036"""
    assert Counter(route.length for route in germany.routes) == {1: 23, 2: 30, 3: 25, 4: 17, 5: 8, 6: 2, 7: 5}
    assert Counter(route.color for route in germany.routes) == dict.fromkeys(COLORS, 8) | {"yellow": 9, GRAY: 45}


def test_ger_044_tickets_to_countries(germany: Board) -> None:
    """GER-044: 17 tickets name a country; such a goal stands for all its dead ends (GER-047, GER-048)."""
    dead_ends = {country.id: country.dead_ends for country in germany.countries}
    assert sum(any(stop in dead_ends for stop in ticket.stops) for ticket in germany.tickets) == 17
    both = {ticket.id for ticket in germany.tickets if all(stop in dead_ends for stop in ticket.stops)}
    assert both == {"daenemark-niederlande", "frankreich-daenemark"}
    for ticket in germany.tickets:
        for stop, ends in zip(ticket.stops, ticket.ends, strict=True):
            assert ends == dead_ends[stop] if stop in dead_ends else len(ends) == 1


def test_places_are_those_of_the_facts(germany: Board, facts: dict[str, Any]) -> None:
    keys = ("id", "name", "x", "y", "lon", "lat")
    places = [place for place in facts["cities"] if not place.get("country")]
    countries = [place for place in facts["cities"] if place.get("country")]
    assert list(germany.seats) == facts["players"]
    assert list(germany.size) == facts["size"]
    assert {(*(city[key] for key in keys), city.get("endpoint_of", "")) for city in places} == {
        (*(getattr(city, key) for key in keys), city.country) for city in germany.cities
    }
    assert {tuple(country[key] for key in keys) for country in countries} == {
        tuple(getattr(country, key) for key in keys) for country in germany.countries
    }
    assert len(places) == len(germany.cities)


def test_routes_are_those_of_the_facts(germany: Board, facts: dict[str, Any]) -> None:
    keys = ("color", "length", "kind", "wilds")
    assert [(route["a"], route["b"], *(route[key] for key in keys)) for route in facts["routes"]] == [
        (germany.cities[route.a].id, germany.cities[route.b].id, *(getattr(route, key) for key in keys))
        for route in germany.routes
    ]
    assert {int(length): points for length, points in facts["route_points"].items()} == germany.route_points


def test_tickets_are_those_of_the_facts(germany: Board, facts: dict[str, Any]) -> None:
    assert [(ticket["a"], ticket["b"], ticket["points"], ticket["deck"]) for ticket in facts["tickets"]] == [
        (*ticket.stops, ticket.points, ticket.deck) for ticket in germany.tickets
    ]


def test_passengers_are_those_of_the_facts(germany: Board, facts: dict[str, Any]) -> None:
    passengers = germany.extras["passengers"]
    assert list(passengers["places"].items()) == list(facts["passengers"].items())
    assert passengers["colors"] == facts["passenger_colors"]
