"""What is printed on the UK board and its cards, counted in the board file. Each test names the clause it checks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from branchline.boards import loading
from branchline.model.board import GRAY, WILD, Board, City, Country
from branchline.model.frozen import frozen

COLORS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
BASIC = {  # copies and price of each technology
    "wales_concession": (4, 1),
    "ireland_france_concession": (4, 1),
    "scotland_concession": (4, 1),
    "mechanical_stoker": (4, 1),
    "superheated_steam_boiler": (4, 2),
    "propellers": (4, 2),
    "booster": (4, 2),
    "boiler_lagging": (4, 2),
    "steam_turbines": (4, 2),
    "double_heading": (4, 4),
    "right_of_way": (1, 4),
}
ADVANCED = {
    "thermocompressor": (1, 1),
    "water_tenders": (2, 2),
    "risky_contracts": (1, 2),
    "equalising_beam": (1, 2),
    "diesel_power": (1, 3),
}


@pytest.fixture(scope="module")
def uk() -> Board:
    return loading.load_board(Path(loading.__file__).parent / "uk" / "board.toml")


def test_uk_variants_in_their_order(uk: Board) -> None:
    assert list(uk.variants) == ["classic", "advanced"]


def test_ukd_001_002_two_to_four_seats_with_35_trains(uk: Board) -> None:
    """UKD-001, UKD-002"""
    assert uk.seats == (2, 4)
    assert {variant.numbers.pieces for variant in uk.variants.values()} == {35}


def test_ukd_003_a_deck_of_116_cards(uk: Board) -> None:
    """UKD-003"""
    assert uk.colors == COLORS
    assert uk.cards == dict.fromkeys(COLORS, 12) | {WILD: 20}
    assert sum(uk.cards.values()) == 116


def test_ukd_004_006_hand_row_and_no_reset(uk: Board) -> None:
    """UKD-004, UKD-006"""
    for variant in uk.variants.values():
        assert (variant.numbers.hand, variant.numbers.row, variant.numbers.reset) == (4, 5, 0)
    assert uk.extras["start"]["wilds"] == 1


def test_ukd_008_tickets(uk: Board) -> None:
    """UKD-008"""
    values = [ticket.points for ticket in uk.tickets]
    assert (len(values), min(values), max(values), sum(values)) == (57, 1, 19, 382)
    assert {variant.tickets for variant in uk.variants.values()} == {uk.tickets}


def test_ukd_009_010_014_088_091_numbers(uk: Board) -> None:
    """UKD-009, UKD-010, UKD-014, UKD-088, UKD-091"""
    for variant in uk.variants.values():
        numbers = variant.numbers
        assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (5, 3, 3, 1)
        assert (numbers.single_track, numbers.trigger, numbers.last_turns) == (2, 2, 1)
        assert (numbers.longest_path, numbers.globetrotter) == (0, 0)


def test_ukd_011_places_tracks_and_spaces(uk: Board) -> None:
    """UKD-011"""
    regions = Counter(city.region for city in uk.cities)
    assert regions == {"england": 21, "scotland": 10, "ireland": 10, "wales": 5, "new_york": 1, "france": 2}
    assert [(country.id, len(country.dead_ends)) for country in uk.countries] == [("france", 2)]
    assert (len(uk.routes), sum(route.length for route in uk.routes)) == (125, 274)


def test_ukd_012_lengths_and_ferries(uk: Board) -> None:
    """UKD-012"""
    assert Counter(route.length for route in uk.routes) == {1: 47, 2: 38, 3: 25, 4: 6, 5: 6, 6: 2, 10: 1}
    ferries = [route for route in uk.routes if route.kind == "ferry"]
    assert {route.color for route in ferries} == {GRAY}
    assert Counter(route.wilds for route in ferries) == {1: 27, 2: 2, 3: 1}
    assert not any(route.wilds for route in uk.routes if route.kind != "ferry")


def test_ukd_013_route_points(uk: Board) -> None:
    """UKD-013"""
    assert uk.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    assert {route.id: route.points for route in uk.routes if route.points is not None} == {"southampton-new_york": 40}


def test_ukd_015_016_double_routes(uk: Board) -> None:
    """UKD-015, UKD-016: equal ends and equal length make a double route."""
    routes = {route.id: route for route in uk.routes}
    assert routes["penzance-plymouth"].twins == () == routes["penzance-plymouth#2"].twins
    assert routes["southampton-france_west"].twins == (routes["southampton-france_west#2"].index,)
    assert routes["dover-france_east"].twins == ()


def test_ukd_017_018_tickets_to_france_and_new_york(uk: Board) -> None:
    """UKD-017, UKD-018"""
    to_france = {ticket.stops[0]: ticket.points for ticket in uk.tickets if "france" in ticket.stops}
    assert to_france == {"glasgow": 19, "leeds": 10, "london": 7}
    assert not any("new_york" in ticket.stops for ticket in uk.tickets)


def test_ukd_049_067_copies_and_prices(uk: Board) -> None:
    """UKD-049, UKD-067"""
    sets: dict[str, dict[str, tuple[int, int]]] = {"basic": {}, "advanced": {}}
    for name, card in uk.extras["technologies"].items():
        sets[card["set"]][name] = (card["copies"], card["cost"])
    assert sets == {"basic": BASIC, "advanced": ADVANCED}
    assert sum(copies for copies, _ in BASIC.values()) == 41
    assert sum(copies for copies, _ in ADVANCED.values()) == 6
    assert uk.variants["classic"].options == {"technology_sets": ("basic",)}
    assert uk.variants["advanced"].options == {"technology_sets": ("basic", "advanced")}


def test_places_are_those_of_the_facts(uk: Board, facts: dict[str, Any]) -> None:
    keys = ("id", "name", "x", "y", "lon", "lat", "region")
    expected = {city["id"]: tuple(city[key] for key in keys if key != "name") for city in facts["cities"]}
    places: list[City | Country] = [*uk.cities, *uk.countries]
    found = {place.id: tuple(getattr(place, key) for key in keys if key != "name") for place in places}
    assert found == expected
    names = {city["id"]: city["name"] for city in facts["cities"] if "endpoint_of" not in city}
    assert {name: uk.goal_name(name) for name in names} == names
    assert (list(uk.seats), list(uk.size)) == (facts["players"], facts["size"])


def test_routes_are_those_of_the_facts(uk: Board, facts: dict[str, Any]) -> None:
    keys = ("color", "length", "kind", "wilds")
    assert [
        (route["a"], route["b"], *(route[key] for key in keys), route.get("points"), route.get("no_technology", False))
        for route in facts["routes"]
    ] == [
        (
            uk.cities[route.a].id,
            uk.cities[route.b].id,
            *(getattr(route, key) for key in keys),
            route.points,
            "free_of_permissions" in route.tags,
        )
        for route in uk.routes
    ]


def test_tickets_are_those_of_the_facts(uk: Board, facts: dict[str, Any]) -> None:
    assert [(ticket["a"], ticket["b"], ticket["points"]) for ticket in facts["tickets"]] == [
        (*ticket.stops, ticket.points) for ticket in uk.tickets
    ]


def test_technologies_are_those_of_the_facts(uk: Board, facts: dict[str, Any]) -> None:
    assert len(facts["technologies"]) == len(uk.extras["technologies"])
    for fact in facts["technologies"]:
        card = uk.extras["technologies"][fact["id"]]
        assert (card["title"], card["copies"], card["cost"]) == (fact["name"], fact["count"], fact["cost"])
        assert card["set"] == ("advanced" if fact.get("advanced") else "basic")
        effects = {
            key for key in fact if key not in ("id", "name", "count", "cost", "advanced", "immediate", "min_cards")
        }
        assert {key: card[key] for key in effects} == frozen({key: fact[key] for key in effects})
    assert uk.extras["bundle"]["cards"] == facts["locomotive_exchange"]["cards"]
    assert uk.extras["technologies"]["booster"]["cards_per_locomotive"] == 3
    assert {key: uk.extras["start"][key] for key in facts["start_limits"]} == frozen(facts["start_limits"])
