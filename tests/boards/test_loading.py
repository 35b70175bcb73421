"""The board file: a small one written by hand loads, and means what it says."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from branchline.boards.board_network import slug
from branchline.model.board import Board, Numbers
from tests.boards.small_board import SMALL, changed, load


@pytest.fixture
def small(tmp_path: Path) -> Board:
    return load(tmp_path, SMALL)


def test_a_board_written_by_hand_loads(small: Board, tmp_path: Path) -> None:
    assert (small.id, small.title, small.summary) == ("three_rivers", "Three Rivers", "Three towns and a border.")
    assert (small.seats, small.rules_version, small.size, small.note) == ((2, 3), 1, (400.0, 300.0), "")
    assert small.colors == ("red", "blue")
    assert small.cards == {"red": 8, "blue": 8, "wild": 4}
    assert small.route_points == {1: 1, 2: 2, 3: 4}
    assert small.path == tmp_path / "board.toml"
    assert small.extras == {"weather": {"rain": True}}


def test_a_minimal_board_needs_no_words_variants_lonlat_or_extras(tmp_path: Path) -> None:
    board = load(
        tmp_path,
        """
        id = "tiny"
        title = "Tiny"
        summary = "Three cities."
        seats = [2, 2]
        rules_version = 1
        size = [100, 100]
        cards = { red = 9, wild = 2 }
        points = { 1 = 1, 2 = 2 }
        numbers = { pieces = 6, hand = 2, row = 2, reset = 0, deal = 1, keep = 1, draw = 1, draw_keep = 1, trigger = 1 }
        places = { Ayr = { at = [0, 0] }, Bath = { at = [50, 50] }, Cork = { at = [100, 100] } }
        routes = { lines = ["Ayr - Bath: red 2", "Bath - Cork: gray 1"] }
        tickets = { lines = ["Ayr - Cork: 3", "Ayr - Bath: 2"] }
        """,
    )
    assert [city.id for city in board.cities] == ["ayr", "bath", "cork"]
    assert list(board.variants) == ["classic"]
    assert board.variants["classic"].title == "Tiny"
    assert board.variants["classic"].tickets == board.tickets
    assert board.variants["classic"].numbers == Numbers(6, 2, 2, 0, 1, 1, 1, 1, 1)


def test_places_have_ids_regions_and_tags(small: Board) -> None:
    assert [city.id for city in small.cities] == ["ashford", "upper_bourne", "crail_town", "dale_east", "dale_west"]
    assert [city.index for city in small.cities] == [0, 1, 2, 3, 4]
    bourne = small.cities[1]
    assert (bourne.x, bourne.y, bourne.lon, bourne.lat) == (200.0, 250.0, 1.25, 50.5)
    assert (bourne.name, bourne.region, sorted(bourne.tags), bourne.country) == ("Upper Bourne", "south", ["port"], "")


def test_dead_ends_are_places_of_their_country(small: Board) -> None:
    (dale,) = small.countries
    assert (dale.id, dale.name, dale.dead_ends, dale.region) == ("dale", "Dale", (3, 4), "north")
    east, west = small.cities[3:]
    assert (east.name, east.country, east.region) == ("Dale", "dale", "north")
    assert (west.name, west.country, west.region) == ("Dale", "dale", "south")


def test_tracks_of_a_connection_are_numbered_and_only_equal_lengths_are_twins(small: Board) -> None:
    ids = [route.id for route in small.routes]
    assert ids[:3] == ["ashford-upper_bourne", "ashford-upper_bourne#2", "ashford-upper_bourne#3"]
    assert ids[3:] == ["crail_town-ashford", "crail_town-dale_east", "upper_bourne-dale_west"]
    assert [route.track for route in small.routes] == [1, 2, 3, 1, 1, 1]
    assert [route.twins for route in small.routes] == [(1,), (0,), (), (), (), ()]
    assert [route.index for route in small.routes] == [0, 1, 2, 3, 4, 5]


def test_tracks_have_kinds_symbols_points_tags_and_marks(small: Board) -> None:
    ferry, steep, ship = small.routes[2], small.routes[3], small.routes[4]
    assert (ferry.color, ferry.length, ferry.kind, ferry.wilds) == ("gray", 3, "ferry", 2)
    assert (steep.kind, steep.wilds, sorted(steep.tags), steep.marks) == ("train", 0, ["steep"], ("nr",))
    assert (ship.kind, ship.points, ship.a, ship.b) == ("ship", 9, 2, 3)
    assert [small.printed_points(route) for route in small.routes] == [2, 2, 4, 1, 9, 1]


def test_tickets_have_stops_ends_values_and_sets(small: Board) -> None:
    first, _, _, country, tour, *_ = small.tickets
    assert (first.id, first.points, first.sets) == ("ashford-crail_town", 3, ("plain", "long"))
    assert (country.stops, country.ends) == (("dale", "upper_bourne"), ((3, 4), (1,)))
    assert (tour.id, tour.points, tour.tour_points) == ("ashford-crail_town-dale", 9, (6, 15))


def test_a_variant_has_its_tickets_and_numbers(small: Board) -> None:
    short, long = small.variants["short"], small.variants["long"]
    assert [ticket.points for ticket in short.tickets] == [3, 4, 6]
    assert [ticket.points for ticket in long.tickets] == [3, 5, 6, 9, 2, 2]
    assert (short.numbers.deal, short.numbers.longest_path) == (1, 0)
    assert (long.numbers.deal, long.numbers.longest_path, long.numbers.pieces) == (2, 10, 12)


def test_a_variant_hands_options_to_its_rule_sheet(tmp_path: Path) -> None:
    board = load(tmp_path, changed(('summary = "More tickets."', 'summary = "More tickets."\noptions = { fog = 2 }')))
    assert board.variants["long"].options == {"fog": 2}
    assert board.variants["short"].options == {}


def test_lists_of_tickets_are_decks(tmp_path: Path) -> None:
    text = changed(
        ("[tickets]\nlines = [", "[tickets]\nnear = ["),
        ('  "Ashford - Crail - Dale', ']\nfar = [\n  "Ashford - Crail - Dale'),
    )
    assert [ticket.deck for ticket in load(tmp_path, text).tickets] == ["near"] * 4 + ["far"] * 3


def test_a_ferry_has_one_wild_symbol_if_none_is_given(tmp_path: Path) -> None:
    assert load(tmp_path, changed(("gray 3 ferry 2", "gray 3 ferry"))).routes[2].wilds == 1


def test_a_board_can_be_pickled(small: Board) -> None:
    assert pickle.loads(pickle.dumps(small)) == small


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Sault St. Marie", "sault_st_marie"),
        ("Montréal", "montreal"),
        ("Düsseldorf", "duesseldorf"),
        ("Scranton / Wilkes Barre", "scranton_wilkes_barre"),
        ("Al-Qahira", "al_qahira"),
    ],
)
def test_ids_are_made_from_names(name: str, expected: str) -> None:
    assert slug(name) == expected
