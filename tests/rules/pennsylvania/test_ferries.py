"""Ferries and Ontario: PEN-015 to PEN-020."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.testing.arrange import arrange
from tests.rules.pennsylvania.table import opened, with_cards
from tests.rules.play import choosing, claimable, claims, do, final, options, payments

EAST, WEST = "buffalo-ontario_east", "erie-ontario_west"


def test_pen_015_016_symbols_are_paid_with_wilds() -> None:
    """PEN-015, PEN-016: Erie - Ontario takes two wilds and a card of any color, or three wilds, on either track."""
    game = with_cards(2, {"red": 2, "blue": 1, "wild": 3})
    for track in (WEST, f"{WEST}#2"):
        assert payments(game, track) == {("red", 2), ("blue", 2), ("wild", 3)}
    with pytest.raises(bl.IllegalAction, match="wilds beside red cards"):
        do(game, "claim Erie-Ontario with 2 red + 1 wild")
    arrange(game, hands={0: {"red": 3, "wild": 1}})
    assert claims(game, WEST) == []


def test_pen_015_a_ferry_is_an_ordinary_route_in_all_else() -> None:
    """PEN-015: three pieces, four points, and one track closes the other in a game of two."""
    game = with_cards(2, {"red": 1, "wild": 2}, {"wild": 3})
    do(game, "claim Erie-Ontario with 1 red + 2 wild", "take no share")
    assert (game.observe(None).points, game.observe(None).pieces) == ((4, 0), (42, 45))
    assert claimable(game).isdisjoint({WEST, f"{WEST}#2"})


def test_pen_017_the_two_ends_are_not_connected() -> None:
    """PEN-017: owning both does not join Buffalo with Erie."""
    ways = {WEST: 0, EAST: 0, "erie-oil_city": 0, "oil_city-pittsburgh": 0}
    scores = final(opened(), owners=ways, tickets={0: ["pittsburgh-buffalo"]})
    assert scores[0].failed == ("pittsburgh-buffalo",)


@pytest.mark.parametrize(
    ("ways", "ticket", "points"),
    [
        (["buffalo-warren", EAST], "ontario-warren", 5),
        (["erie-warren", WEST], "ontario-warren", 5),
        (["erie-warren", EAST], "ontario-warren", -5),
        (["erie-oil_city", "oil_city-pittsburgh", f"{WEST}#2"], "ontario-pittsburgh", 10),
        (["rochester-syracuse", "buffalo-rochester", f"{EAST}#2"], "ontario-syracuse", 10),
        (["rochester-syracuse", "buffalo-rochester", "buffalo-erie", WEST], "ontario-syracuse", 10),
        (["rochester-syracuse", "buffalo-rochester", "buffalo-erie"], "ontario-syracuse", -10),
    ],
)
def test_pen_018_tickets_to_ontario_by_either_end(ways: list[str], ticket: str, points: int) -> None:
    """PEN-018"""
    scores = final(opened(), owners=dict.fromkeys(ways, 0), tickets={0: [ticket]})
    assert scores[0].tickets == points


def test_pen_019_buffalo_ontario_costs_one_wild() -> None:
    """PEN-019: nothing else will do."""
    game = with_cards(2, {"red": 1})
    assert claims(game, EAST) == []
    with pytest.raises(bl.IllegalAction):
        do(game, "claim Buffalo-Ontario with 1 red")
    arrange(game, hands={0: {"wild": 1, "red": 4}})
    assert claims(game, EAST) == [bl.ClaimRoute(EAST, "wild", 1)]


@pytest.mark.parametrize("claim", ["Buffalo-Ontario with 1 wild", "Erie-Ontario with 1 red + 2 wild"])
def test_pen_020_ferries_grant_shares(claim: str) -> None:
    """PEN-020: of three railroads, or none."""
    game = with_cards(3, {"red": 1, "wild": 2})
    do(game, f"claim {claim}")
    assert choosing(game) == (0, "take share")
    assert options(game) == ["take no share", "take share PRR", "take share ERIE", "take share NEW YORK CENTRAL"]
