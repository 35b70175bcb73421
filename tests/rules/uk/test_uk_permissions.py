"""What may be claimed with which technologies: clauses UKD-030 to UKD-044."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.model.board import Board, Route
from tests.rules.play import do, hand
from tests.rules.uk.table import PERMISSIONS, at_table, claimable, rules_of

RICH = {"wild": 15}


def open_routes(technologies: tuple[str, ...]) -> set[str]:
    """The routes that a seat with these technologies may claim, cards apart."""
    game = at_table(technologies={0: technologies}, hands={0: RICH})
    return claimable(game)


def needed(board: Board, route: Route) -> set[str]:
    """The technologies that a route needs, worked out from the words of the rules."""
    found: set[str] = set()
    if route.id == "southampton-new_york":
        return found
    for place in (board.cities[route.a], board.cities[route.b]):
        region = {"ireland": "ireland_france", "france": "ireland_france"}.get(place.region, place.region)
        if region != "england":
            found.add(f"{region}_concession")
    if route.length == 3:
        found.add("mechanical_stoker")
    if route.length > 3:
        found.add("superheated_steam_boiler")
    if route.kind == "ferry":
        found.add("propellers")
    return found


def test_ukd_030_a_new_seat_may_claim_43_tracks() -> None:
    """UKD-030: land routes of one or two in England, and Southampton - New York."""
    board = bl.board("uk")
    expected = {
        route.id
        for route in board.routes
        if {board.cities[route.a].region, board.cities[route.b].region} == {"england"}
        and route.length <= 2
        and route.kind == "train"
    }
    assert len(expected) == 42
    assert open_routes(()) == expected | {"southampton-new_york"}


def test_ukd_031_043_every_track_against_the_words_of_the_rules() -> None:
    """UKD-031, UKD-035, UKD-043: each is open with all it needs, and closed with any one of these missing."""
    board = bl.board("uk")
    sets = {frozenset(needed(board, route)) for route in board.routes}
    wanted = {frozenset(full - {missing}) for full in sets for missing in full} | sets
    for technologies in wanted:
        expected = {route.id for route in board.routes if needed(board, route) <= technologies}
        assert open_routes(tuple(sorted(technologies))) == expected
    routes = {route.id: route for route in board.routes}
    france = needed(board, routes["southampton-france_west"])
    assert france == {"ireland_france_concession", "mechanical_stoker", "propellers"}
    cardiff = needed(board, routes["cardiff-penzance"])
    assert cardiff == {"wales_concession", "superheated_steam_boiler", "propellers"}


@pytest.mark.parametrize(
    ("route", "technologies"),
    [
        ("aberystwyth-carmarthen", ["wales_concession"]),  # UKD-032
        ("dublin-tullamore", ["ireland_france_concession"]),  # UKD-033
        ("dover-france_east", ["ireland_france_concession", "propellers"]),  # UKD-033
        ("carlisle-edinburgh", ["scotland_concession"]),  # UKD-034
        ("dublin-holyhead", ["wales_concession", "ireland_france_concession", "propellers"]),  # UKD-035
        ("bristol-plymouth", ["mechanical_stoker"]),  # UKD-036
        ("hull-norwich", ["superheated_steam_boiler"]),  # UKD-037
        ("barrow-liverpool", ["propellers"]),  # UKD-038
        (  # UKD-041, a printed example
            "londonderry-stranraer",
            ["scotland_concession", "ireland_france_concession", "mechanical_stoker", "propellers"],
        ),
        ("edinburgh-newcastle", ["scotland_concession", "mechanical_stoker"]),  # UKD-042, a printed example
    ],
)
def test_ukd_032_to_042_a_route_needs_exactly_these(route: str, technologies: list[str]) -> None:
    """UKD-032, UKD-033, UKD-034, UKD-036, UKD-037, UKD-038, UKD-041, UKD-042"""
    assert route in open_routes(tuple(technologies))
    for missing in technologies:
        others = tuple(name for name in PERMISSIONS if name != missing)
        assert route not in open_routes(others)


def test_ukd_037_the_boiler_does_not_cover_three() -> None:
    """UKD-037"""
    assert "bristol-plymouth" not in open_routes(("superheated_steam_boiler",))


def test_ukd_039_040_southampton_new_york() -> None:
    """UKD-039, UKD-040: no technology, 3 locomotives and 7 cards of one color, 10 trains, 40 points."""
    game = at_table(hands={0: {"wild": 3, "red": 7}})
    assert "southampton-new_york" in claimable(game)
    do(game, "claim Southampton-New York with 7 red + 3 wild")
    view = game.observe(None)
    assert (view.points[0], view.pieces[0], hand(game, 0)) == (40, 25, {})


def test_ukd_040_bundles_pay_its_symbols() -> None:
    """UKD-040: one locomotive, two bundles, seven reds."""
    game = at_table(hands={0: {"wild": 1, "red": 9, "blue": 6}})
    do(game, "claim Southampton-New York with 7 cards + 1 wild + 2 bundles")
    while game.to_move == 0:
        game.apply(game.legal_actions()[-1])
    assert game.observe(None).points[0] == 40


def test_ukd_040_it_needs_ten_trains() -> None:
    """UKD-040, COM-052"""
    routes = ["hull-norwich", "norwich-nottingham", "hull-newcastle", "plymouth-southampton", "cork-penzance"]
    game = at_table(technologies={0: PERMISSIONS}, owners=dict.fromkeys(routes, 0), hands={0: {"wild": 10}})
    assert game.observe(None).pieces[0] == 11
    assert "southampton-new_york" in claimable(game)
    owners = dict.fromkeys([*routes, "dover-london"], 0)
    game = at_table(technologies={0: PERMISSIONS}, owners=owners, hands={0: {"wild": 10}})
    assert game.observe(None).pieces[0] == 9
    assert "southampton-new_york" not in claimable(game)


def test_ukd_044_a_technology_bought_this_turn_counts() -> None:
    """UKD-044"""
    game = at_table(hands={0: {"wild": 3}})
    assert "barrow-liverpool" not in claimable(game)
    do(game, "buy Propellers with 2 wild", "claim Barrow-Liverpool with 1 wild")
    assert game.observe(None).points[0] == 1


def test_a_refused_claim_says_what_is_missing() -> None:
    """UKD-031"""
    game = at_table(hands={0: {"wild": 2}})
    with pytest.raises(bl.IllegalAction, match="permissions that Aberdeen-Dundee needs"):
        do(game, "claim Aberdeen-Dundee with 1 wild")
    assert rules_of(game).tracks.granted[0] == 0
