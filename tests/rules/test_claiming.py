"""Claiming a route: COM-042 to COM-056."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.model.events import CardsPaid, PointsScored, RouteClaimed, TurnEnded
from branchline.testing.arrange import arrange, deck_cards, started
from tests.rules.play import (
    PLAIN,
    choosing,
    claimable,
    claims,
    discards,
    do,
    everywhere,
    hand,
    options,
    owners,
    payments,
    stories,
)


def test_com_042_a_route_need_not_touch_the_others() -> None:
    """COM-042"""
    game = arrange(started(), hands={0: {"red": 1}}, row=PLAIN, owners={"atlanta-miami": 0}, turn=0)
    assert claimable(game) >= {"portland-seattle", "atlanta-nashville"}
    do(game, "claim Seattle-Portland with 1 red")
    assert owners(game) == {"atlanta-miami": (0,), "portland-seattle": (0,)}


def test_com_043_one_claim_a_turn() -> None:
    """COM-043"""
    game = arrange(started(), hands={0: {"red": 9}, 1: {"blue": 2}}, row=PLAIN, turn=0)
    do(game, "claim Boston-New York with 2 red")
    assert choosing(game) == (1, "turn")
    with pytest.raises(bl.WrongSeat, match="Seat 0 has nothing to decide"):
        do(game, "claim Chicago-Duluth with 3 red", seat=0)


def test_com_044_a_route_is_claimed_whole() -> None:
    """COM-044: three usable cards do not claim a route of four, nor a part of it."""
    game = arrange(started(), hands={0: {"blue": 2, "wild": 1}}, row=PLAIN, turn=0)
    assert claims(game, "chicago-omaha") == []
    with pytest.raises(bl.IllegalAction, match="needs 2 wild cards and you have 1"):
        do(game, "claim Chicago-Omaha with 2 blue + 2 wild")
    with pytest.raises(bl.IllegalAction, match="needs 2 wild cards and you have 1, and 2 red cards and you have 0"):
        do(game, "claim Seattle-Calgary with 2 red + 2 wild")
    with pytest.raises(bl.NotationError, match="4 long"):
        do(game, "claim Chicago-Omaha with 2 blue + 1 wild")
    arrange(game, hands={0: {"blue": 3, "wild": 1}}, row=PLAIN)
    assert payments(game, "chicago-omaha") == {("blue", 1)}


def test_com_045_as_many_cards_as_spaces() -> None:
    """COM-045: every claim there is costs as many cards as its route is long."""
    game = arrange(started(), hands={0: {**dict.fromkeys(game_colors(), 6), "wild": 1}}, turn=0)
    for claim in claims(game):
        after = game.copy()
        after.apply(claim)
        route = next(route for route in game.board.routes if route.id == claim.route)
        assert after.observe(0).hands[0].size == 49 - route.length
    assert {claim.route for claim in claims(game)} == {route.id for route in game.board.routes}


def game_colors() -> tuple[str, ...]:
    return bl.board("usa").colors


def test_com_046_a_colored_route_takes_its_color_and_wilds() -> None:
    """COM-046: Boston - New York has a red track; one red and one blue card do not pay for it."""
    game = arrange(started(), hands={0: {"red": 1, "blue": 2}}, row=PLAIN, turn=0)
    assert claims(game, "boston-new_york") == []
    with pytest.raises(bl.NotationError, match="one color"):
        do(game, "claim Boston-New York with 1 red + 1 blue")
    with pytest.raises(bl.IllegalAction, match="red and cannot be claimed with blue"):
        game.apply(bl.ClaimRoute("boston-new_york", "blue", 0))
    arrange(game, hands={0: {"red": 1, "blue": 2, "wild": 1}}, row=PLAIN)
    assert payments(game, "boston-new_york") == {("red", 1)}


def test_com_047_a_gray_route_takes_any_one_color() -> None:
    """COM-047: colors are not mixed."""
    game = arrange(started(), hands={0: {"red": 1, "blue": 1}}, row=PLAIN, turn=0)
    assert claims(game, "boston-montreal") == []
    arrange(game, hands={0: {"red": 1, "blue": 2}}, row=PLAIN)
    assert payments(game, "boston-montreal") == {("blue", 0)}
    do(game, "claim Boston-Montreal with 2 blue")
    assert hand(game, 0) == {"red": 1}


def test_com_048_all_splits_between_set_cards_and_wilds() -> None:
    """COM-048: the rulebook's example, a blue route of three."""
    game = arrange(started(), hands={0: {"blue": 3, "wild": 3}}, row=PLAIN, turn=0)
    texts = [text for text in options(game) if "Montréal-New York" in text]
    assert sorted(text.partition(" with ")[2] for text in texts) == [
        "1 blue + 2 wild",
        "2 blue + 1 wild",
        "3 blue",
        "3 wild",
    ]


@pytest.mark.parametrize(("color", "wilds", "left"), [("blue", 0, (0, 3)), ("blue", 2, (2, 1)), ("wild", 3, (3, 0))])
def test_com_048_what_is_named_is_what_is_paid(color: str, wilds: int, left: tuple[int, int]) -> None:
    """COM-048"""
    game = arrange(started(), hands={0: {"blue": 3, "wild": 3}}, row=PLAIN, turn=0)
    game.apply(bl.ClaimRoute("montreal-new_york", color, wilds))
    assert (hand(game, 0).get("blue", 0), hand(game, 0).get("wild", 0)) == left


def test_com_049_ways_to_pay_a_gray_route_of_two() -> None:
    """COM-049: the rulebook's example."""
    game = arrange(started(), hands={0: {"red": 2, "green": 1, "wild": 2}}, row=PLAIN, turn=0)
    assert payments(game, "boston-montreal") == {("red", 0), ("red", 1), ("green", 1), ("wild", 2)}


def test_com_050_the_wild_only_payment_exists_once() -> None:
    """COM-050: it names no color, on gray routes too."""
    game = arrange(started(), hands={0: {"wild": 1}}, row=PLAIN, turn=0)
    assert claims(game, "atlanta-nashville") == [bl.ClaimRoute("atlanta-nashville", "wild", 1)]
    arrange(game, hands={0: {"wild": 6, "red": 1}}, row=PLAIN)
    for route in game.board.routes:
        assert [claim.wilds for claim in claims(game, route.id) if claim.color == "wild"] == [route.length]
    with pytest.raises(bl.IllegalAction):
        game.apply(bl.ClaimRoute("atlanta-nashville", "red", 1))  # one wild passed off as red


def test_com_051_no_card_is_superfluous() -> None:
    """COM-051: a route of three is never paid with four cards, however many there are."""
    game = arrange(started(), hands={0: {"red": 9, "wild": 9}}, row=PLAIN, turn=0)
    assert payments(game, "chicago-duluth") == {("red", 0), ("red", 1), ("red", 2), ("wild", 3)}
    with pytest.raises(bl.NotationError, match="3 long and takes as many cards, not 4"):
        do(game, "claim Chicago-Duluth with 3 red + 1 wild")
    for claim in (bl.ClaimRoute("chicago-duluth", "wild", 4), bl.ClaimRoute("chicago-duluth", "red", 3)):
        with pytest.raises(bl.IllegalAction):
            game.apply(claim)


def test_com_052_a_seat_needs_a_piece_for_every_space() -> None:
    """COM-052"""
    routes = ["chicago-duluth", "boston-montreal", "atlanta-nashville"]  # of three, two and one
    for pieces in (3, 2):
        game = arrange(started(), hands={0: {"red": 9}}, row=PLAIN, pieces={0: pieces}, leave_open=routes, turn=0)
        assert game.observe(0).pieces[0] == pieces
        assert claimable(game).intersection(routes) == set(routes[3 - pieces :])
    with pytest.raises(bl.IllegalAction, match="needs 3 pieces and you have 2"):
        do(game, "claim Chicago-Duluth with 3 red")


def test_com_053_the_order_inside_a_claim() -> None:
    """COM-053: payment, pieces, points, end of the turn."""
    game = arrange(started(), hands={0: {"red": 2, "wild": 1}}, row=PLAIN, turn=0)
    start = len(game.events)
    do(game, "claim Chicago-Duluth with 2 red + 1 wild")
    assert game.events[start : start + 4] == (
        CardsPaid(0, (("red", 2), ("wild", 1))),
        RouteClaimed(0, "chicago-duluth"),
        PointsScored(0, 4, 4),
        TurnEnded(0),
    )
    assert game.observe(0).pieces == (42, 45)


def test_com_053_the_payment_comes_before_what_it_brings() -> None:
    """COM-053: cards are paid, become the deck and fill the row, and only then are pieces laid."""
    game = arrange(started(), hands={0: {"red": 3}}, row=["blue", "white"], rest=1, turn=0)
    start = len(game.events)
    do(game, "claim Chicago-Duluth with 3 red")
    expected = ["CardsPaid", "DeckRenewed", *["CardShown"] * 3, "RouteClaimed", "PointsScored", "TurnEnded"]
    assert stories(game, start)[: len(expected)] == expected


def test_com_053_the_end_is_checked_after_the_points() -> None:
    """COM-053"""
    game = arrange(started(), hands={0: {"red": 3}}, row=PLAIN, pieces={0: 4}, leave_open=["chicago-duluth"], turn=0)
    start = len(game.events)
    do(game, "claim Chicago-Duluth with 3 red")
    assert stories(game, start)[:5] == ["CardsPaid", "RouteClaimed", "PointsScored", "TurnEnded", "LastTurnsStarted"]


def test_com_054_cards_played_are_discarded() -> None:
    """COM-054"""
    game = arrange(started(), hands={0: {"red": 3, "wild": 2}}, row=PLAIN, discards={"blue": 4}, turn=0)
    do(game, "claim Chicago-Duluth with 2 red + 1 wild")
    assert hand(game, 0) == {"red": 1, "wild": 1}
    assert discards(game) == {"blue": 4, "red": 2, "wild": 1}
    assert everywhere(game, deck_cards(game)) == game.board.cards


@pytest.mark.parametrize(
    ("claim", "points"),
    [("Atlanta-Nashville with 1 red", 1), ("Chicago-Duluth with 3 red", 4), ("Miami-New Orleans with 6 red", 15)],
)
def test_com_055_points_are_scored_at_once(claim: str, points: int) -> None:
    """COM-055"""
    game = arrange(started(), hands={0: {"red": 6}}, row=PLAIN, owners={"boston-montreal": 0}, turn=0)
    do(game, f"claim {claim}")
    assert game.observe(None).points == (2 + points, 0)


def test_com_055_the_running_score_is_that_of_the_routes() -> None:
    """COM-055: for every seat, after every step."""
    chance = random.Random(55)
    game = started(seats=4, seed=55)
    while not game.is_over:
        game.apply(chance.choice(game.legal_actions()))
        view = game.observe(None)
        routes = [[game.board.routes[k] for k in view.tracks.owned_by(seat)] for seat in range(4)]
        assert view.points == tuple(sum(game.board.printed_points(route) for route in owned) for owned in routes)


def test_com_056_a_claimed_track_is_never_offered_again() -> None:
    """COM-056: not even to its owner."""
    game = arrange(started(), hands={0: {"red": 7}, 1: {"red": 3, "wild": 9}}, row=PLAIN, turn=0)
    do(game, "claim Chicago-Duluth with 3 red")
    assert "chicago-duluth" not in claimable(game)
    with pytest.raises(bl.IllegalAction, match="already claimed"):
        do(game, "claim Chicago-Duluth with 3 red")
    do(game, "draw", "draw")
    assert game.to_move == 0
    assert "chicago-duluth" not in claimable(game)
    assert owners(game)["chicago-duluth"] == (0,)


def test_com_056_every_claim_stands_to_the_end() -> None:
    """COM-056: in whole games, tracks change from nobody's to somebody's and never again."""
    chance = random.Random(56)
    game = started(seats=3, seed=56)
    owned = owners(game)
    while not game.is_over:
        assert not claimable(game).intersection(owned)
        game.apply(chance.choice(game.legal_actions()))
        assert owned.items() <= owners(game).items()
        owned = owners(game)
    assert len(owned) > 10
