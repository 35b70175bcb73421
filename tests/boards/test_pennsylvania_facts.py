"""What is printed on the Pennsylvania board and its cards, counted in the board file. Each test names its clause."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from branchline.boards import loading
from branchline.model.board import GRAY, WILD, Board

COLORS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
RAILROADS = {
    "prr": (15, (30, 21, 14, 9, 6)),
    "b_and_o": (10, (20, 14, 9, 5, 2)),
    "erie_lackawanna": (8, (16, 10, 5, 1)),
    "reading": (7, (14, 9, 5)),
    "lehigh_valley": (6, (12, 7, 3)),
    "nyc": (5, (10, 6, 3)),
    "western_maryland": (4, (9, 5)),
    "jersey_central": (3, (8, 5)),
    "br_and_p": (2, (7, 4)),
}
UNMARKED = {
    "albany-binghamton",
    "altoona-lewiston",
    "chambersburg-gettysburg",
    "dubois-oil_city",
    "dubois-williamsport",
    "morgantown-pittsburgh",
    "scranton_wilkes_barre-williamsport",
}


@pytest.fixture(scope="module")
def board() -> Board:
    return loading.load_board(Path(loading.__file__).parent / "pennsylvania" / "board.toml")


def test_pen_001_two_to_five_seats(board: Board) -> None:
    """PEN-001: with a dummy for two."""
    assert board.seats == (2, 5)
    assert board.extras["dummy"]["up_to_seats"] == 2
    assert list(board.variants) == ["classic"]


def test_pen_002_003_trains_cards_hand_and_row(board: Board) -> None:
    """PEN-002, PEN-003"""
    numbers = board.variants["classic"].numbers
    assert (numbers.pieces, numbers.hand, numbers.row, numbers.reset) == (45, 4, 5, 3)
    assert board.colors == COLORS
    assert board.cards == dict.fromkeys(COLORS, 12) | {WILD: 14}
    assert sum(board.cards.values()) == 110


def test_pen_004_fifty_tickets(board: Board) -> None:
    """PEN-004"""
    values = [ticket.points for ticket in board.tickets]
    assert (len(values), min(values), max(values), sum(values)) == (50, 2, 22, 508)
    assert len({frozenset(ticket.stops) for ticket in board.tickets}) == 50


def test_pen_005_006_tickets_dealt_and_drawn(board: Board) -> None:
    """PEN-005, PEN-006"""
    numbers = board.variants["classic"].numbers
    assert (numbers.deal, numbers.keep, numbers.draw, numbers.draw_keep) == (5, 3, 4, 1)


def test_pen_007_cities_tracks_connections_and_spaces(board: Board) -> None:
    """PEN-007"""
    connections = Counter(frozenset((route.a, route.b)) for route in board.routes)
    assert len([city for city in board.cities if not city.country]) == 34
    assert [(country.id, len(country.dead_ends)) for country in board.countries] == [("ontario", 2)]
    assert (len(board.routes), len(connections)) == (95, 71)
    assert Counter(connections.values()) == {1: 47, 2: 24}
    assert sum(route.length for route in board.routes) == 322
    assert all(len(route.twins) == connections[frozenset((route.a, route.b))] - 1 for route in board.routes)


def test_pen_008_tracks_of_each_length(board: Board) -> None:
    """PEN-008"""
    assert Counter(route.length for route in board.routes) == {1: 9, 2: 23, 3: 21, 4: 19, 5: 11, 6: 11, 7: 1}
    assert [route.id for route in board.routes if route.length == 7] == ["baltimore-cumberland"]


def test_pen_009_route_points(board: Board) -> None:
    """PEN-009"""
    assert board.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}
    assert all(route.points is None for route in board.routes)


def test_pen_010_044_050_051_double_routes_end_and_bonus(board: Board) -> None:
    """PEN-010, PEN-044, PEN-050, PEN-051"""
    numbers = board.variants["classic"].numbers
    assert (numbers.single_track, numbers.trigger, numbers.last_turns) == (3, 2, 1)
    assert (numbers.globetrotter, numbers.longest_path) == (15, 0)


def test_pen_012_sixty_shares_in_nine_railroads(board: Board) -> None:
    """PEN-012"""
    railroads = board.extras["railroads"]
    assert {name: (facts["shares"], facts["points"]) for name, facts in railroads.items()} == RAILROADS
    assert list(railroads) == list(RAILROADS)
    assert sum(facts["shares"] for facts in railroads.values()) == 60


def test_pen_016_ferries_lead_to_ontario_only(board: Board) -> None:
    """PEN-016: two connections, each with two gray tracks."""
    ferries = {route.id: (route.length, route.wilds, route.color) for route in board.routes if route.kind == "ferry"}
    assert ferries == {
        "buffalo-ontario_east": (1, 1, GRAY),
        "buffalo-ontario_east#2": (1, 1, GRAY),
        "erie-ontario_west": (3, 2, GRAY),
        "erie-ontario_west#2": (3, 2, GRAY),
    }
    ends = set(board.countries[0].dead_ends)
    assert {route.kind for route in board.routes if ends & {route.a, route.b}} == {"ferry"}
    assert not any(route.wilds for route in board.routes if route.kind != "ferry")


def test_pen_018_tickets_to_ontario(board: Board) -> None:
    """PEN-018: each has the two dead ends for one of its ends."""
    found = [ticket for ticket in board.tickets if "ontario" in ticket.stops]
    assert {ticket.id: ticket.points for ticket in found} == {
        "ontario-pittsburgh": 10,
        "ontario-syracuse": 10,
        "ontario-warren": 5,
    }
    assert {ticket.ends[0] for ticket in found} == {board.countries[0].dead_ends}


def test_pen_020_railroads_on_the_ferries(board: Board) -> None:
    """PEN-020"""
    marks = {route.marks for route in board.routes if route.kind == "ferry"}
    assert marks == {("prr", "erie_lackawanna", "nyc")}


def test_pen_024_seven_tracks_without_a_railroad(board: Board) -> None:
    """PEN-024"""
    assert {route.id for route in board.routes if not route.marks} == UNMARKED


def test_pen_027_both_tracks_of_a_double_route_carry_the_same_logos(board: Board) -> None:
    """PEN-027"""
    for route in board.routes:
        assert {board.routes[twin].marks for twin in route.twins} <= {route.marks}


def test_cities_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    """The facts list a country among the cities, and its dead ends after it."""
    keys = ("id", "name", "x", "y", "lon", "lat")
    assert (list(board.seats), list(board.size)) == (facts["players"], facts["size"])
    printed = [city for city in facts["cities"] if not city.get("country")]
    assert [(*(city[key] for key in keys), city.get("endpoint_of", "")) for city in printed] == [
        (*(getattr(city, key) for key in keys), city.country) for city in board.cities
    ]
    countries = [city for city in facts["cities"] if city.get("country")]
    assert [tuple(country[key] for key in keys) for country in countries] == [
        tuple(getattr(country, key) for key in keys) for country in board.countries
    ]


def test_routes_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    keys = ("color", "length", "kind", "wilds")
    assert [
        (route["a"], route["b"], *(route[key] for key in keys), tuple(route["railroads"])) for route in facts["routes"]
    ] == [
        (
            board.cities[route.a].id,
            board.cities[route.b].id,
            *(getattr(route, key) for key in keys),
            route.marks,
        )
        for route in board.routes
    ]
    assert {int(length): points for length, points in facts["route_points"].items()} == board.route_points


def test_tickets_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    assert [(ticket["a"], ticket["b"], ticket["points"]) for ticket in facts["tickets"]] == [
        (*ticket.stops, ticket.points) for ticket in board.tickets
    ]


def test_railroads_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    assert [
        (railroad["id"], railroad["name"], railroad["logo"], railroad["shares"], tuple(railroad["points"]))
        for railroad in facts["railroads"]
    ] == [
        (name, railroad["title"], railroad["logo"], railroad["shares"], railroad["points"])
        for name, railroad in board.extras["railroads"].items()
    ]


def test_numbers_are_those_of_the_facts(board: Board, facts: dict[str, Any]) -> None:
    numbers = board.variants["classic"].numbers
    setup, deck = facts["setup"], facts["decks"]["train"]
    assert (numbers.hand, numbers.row, numbers.reset) == (setup["train_cards"], setup["faceup"], setup["wild_reset"])
    assert (numbers.deal, numbers.keep) == (setup["tickets_dealt"], setup["tickets_keep_min"])
    assert (numbers.draw, numbers.draw_keep) == (setup["tickets_draw"], setup["tickets_draw_keep_min"])
    assert numbers.pieces == facts["pieces"]["trains_per_player"]
    assert numbers.single_track == facts["double_routes"]["single_track_only_up_to_players"]
    assert (numbers.globetrotter, numbers.longest_path) == tuple(facts["bonuses"].values())
    assert list(board.colors) == facts["card_colors"]
    assert board.cards == dict.fromkeys(facts["card_colors"], deck["per_color"]) | {WILD: deck["wild"]}
    assert sum(board.cards.values()) == deck["total"]
