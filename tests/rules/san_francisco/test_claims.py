"""Claiming routes in San Francisco: SFO-024 to SFO-027, SFO-038 to SFO-041, and the common rules SFO-055."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.testing.arrange import arrange
from tests.rules.play import choosing, claimable, claims, discards, do, hand, options, owners, payments
from tests.rules.san_francisco.table import ROW, opened, stacks

ALCATRAZ = {"pier_39-alcatraz", "pier_39-alcatraz#2"}


@pytest.mark.parametrize(
    ("route", "cards", "points"),
    [
        ("Pier 39-Chinatown", {"red": 1}, 1),
        ("Lombard Street-Pier 39", {"red": 2}, 2),
        ("Pacific Heights-Civic Center", {"red": 3}, 4),
        ("The Embarcadero-Alcatraz", {"red": 3, "wild": 1}, 7),
        ("Golden Gate Bridge-Fort Mason", {"red": 4, "wild": 1}, 10),
    ],
)
def test_sfo_025_points_for_each_length(route: str, cards: dict[str, int], points: int) -> None:
    """SFO-025"""
    game = arrange(opened(), hands={0: cards}, row=ROW, turn=0)
    do(game, f"claim {route}")
    assert game.observe(None).points == (points, 0)


def test_sfo_026_a_seat_needs_a_cable_car_for_every_space() -> None:
    """SFO-026: two cars left, no route of three."""
    routes = ["pacific_heights-civic_center", "lombard_street-pier_39"]
    for pieces in (3, 2):
        game = arrange(opened(), hands={0: {"red": 3}}, row=ROW, pieces={0: pieces}, leave_open=routes, turn=0)
        assert claimable(game).intersection(routes) == set(routes[3 - pieces :])
    with pytest.raises(bl.IllegalAction, match="needs 3 pieces and you have 2"):
        do(game, "claim Pacific Heights-Civic Center with 3 red")


def test_sfo_027_four_ways_to_pay_a_black_route_of_three() -> None:
    """SFO-027: the rulebook's example."""
    game = arrange(opened(), hands={0: {"black": 3, "wild": 3, "red": 3}}, row=["red"] * 3 + ["blue"] * 2, turn=0)
    assert payments(game, "union_square-potrero_hill") == {("black", 0), ("black", 1), ("black", 2), ("wild", 3)}


@pytest.mark.parametrize("seats", [3, 4])
def test_sfo_038_nobody_owns_both_tracks_of_a_double_route(seats: int) -> None:
    """SFO-038"""
    cards = {"red": 2, "blue": 2}
    game = arrange(opened(seats), hands={0: cards, 1: cards}, row=ROW, turn=0)
    do(game, "claim Mission District-Potrero Hill with 2 red")
    assert "mission_district-potrero_hill#2" in claimable(game)
    arrange(game, turn=0)
    assert "mission_district-potrero_hill#2" not in claimable(game)
    with pytest.raises(bl.IllegalAction, match="closed"):
        do(game, "claim Mission District-Potrero Hill #2 with 2 blue")


@pytest.mark.parametrize(("seats", "is_open"), [(2, False), (3, True), (4, True)])
def test_sfo_039_two_players_use_one_track(seats: int, is_open: bool) -> None:
    """SFO-039: with three or four, the other track is for another seat."""
    cards = {"red": 1, "wild": 1}
    game = arrange(opened(seats), hands={0: cards, 1: cards}, row=ROW, turn=0)
    do(game, "claim Pier 39-Alcatraz with 1 red + 1 wild")
    assert claimable(game).intersection(ALCATRAZ) == ({"pier_39-alcatraz#2"} if is_open else set())
    if is_open:
        do(game, "claim Pier 39-Alcatraz with 1 red + 1 wild")
        assert owners(game) == {"pier_39-alcatraz": (0,), "pier_39-alcatraz#2": (1,)}


def test_sfo_024_040_a_ferry_takes_a_wild_for_its_symbol() -> None:
    """SFO-024, SFO-040: four red and a wild; five red do not do; five wilds do."""
    ferry = "golden_gate_bridge-fort_mason"
    game = arrange(opened(), hands={0: {"red": 5, "wild": 1}}, row=["blue"] * 5, turn=0)
    assert payments(game, ferry) == {("red", 1)}
    with pytest.raises(bl.IllegalAction, match="wilds beside red cards"):
        do(game, "claim Golden Gate Bridge-Fort Mason with 5 red")
    arrange(game, hands={0: {"red": 4, "wild": 5}}, row=["blue"] * 5)
    assert payments(game, ferry) == {("red", 1), ("red", 2), ("red", 3), ("red", 4), ("wild", 5)}
    arrange(game, hands={0: {"red": 6}}, row=["blue"] * 5)
    assert claims(game, ferry) == []


def test_sfo_041_pier_39_alcatraz() -> None:
    """SFO-041: one wild and one card of any color, or two wilds."""
    game = arrange(opened(), hands={0: {"wild": 1, "red": 1, "blue": 1}}, row=ROW, turn=0)
    for track in ALCATRAZ:
        assert payments(game, track) == {("red", 1), ("blue", 1)}
    arrange(game, hands={0: {"wild": 2, "red": 1}}, row=ROW)
    for track in ALCATRAZ:
        assert payments(game, track) == {("red", 1), ("wild", 2)}


def test_sfo_055_colored_gray_and_wild_payments() -> None:
    """SFO-055: a colored route takes its color, a gray one any one color, wilds stand for both; colors do not mix."""
    game = arrange(opened(), hands={0: {"red": 1, "blue": 2, "wild": 1}}, row=ROW, turn=0)
    assert payments(game, "golden_gate_bridge-presidio") == {("red", 1)}
    assert payments(game, "golden_gate_bridge-presidio#2") == {("blue", 0), ("blue", 1)}
    assert payments(game, "presidio-japanese_tea_garden") == {("red", 1), ("blue", 0), ("blue", 1)}
    assert payments(game, "civic_center-painted_ladies") == {("red", 0), ("blue", 0), ("wild", 1)}
    with pytest.raises(bl.NotationError, match="one color"):
        do(game, "claim The Presidio-Japanese Tea Garden with 1 red + 1 blue")


def test_sfo_055_any_open_route_and_one_a_turn() -> None:
    """SFO-055: it need not touch the seat's other routes; the cards are discarded, the points scored at once."""
    game = arrange(
        opened(), hands={0: {"red": 3}, 1: {"red": 2}}, row=ROW, owners={"golden_gate_bridge-fort_mason": 0}, turn=0
    )
    do(game, "claim Union Square-Civic Center with 1 red")
    assert owners(game)["union_square-civic_center"] == (0,)
    assert (hand(game, 0), discards(game), game.observe(None).points) == ({"red": 2}, {"red": 1}, (11, 0))
    assert choosing(game) == (1, "turn")
    assert "union_square-civic_center" not in claimable(game)
    assert not any("Union Square-Civic Center" in text for text in options(game))
    assert sum(stacks(game).values()) == 12  # no token lies at either end
