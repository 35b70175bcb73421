"""Every decision that the rules leave to a player comes up in random games, every answer to it is given, and the
contract of boards holds in the middle of each."""

from __future__ import annotations

from functools import cache

import pytest

import branchline as bl
from branchline.mechanics.shares import ShareDeclined, ShareGiven, ShareTaken
from tests.rules.pennsylvania.table import BOARD, piles
from tests.rules.play import happened
from tests.rules.wandering import Seen, wander

COMMON = {
    ("keep tickets", bl.KeepTickets),
    ("turn", bl.TakeCard),
    ("turn", bl.DrawCard),
    ("turn", bl.DrawTickets),
    ("turn", bl.ClaimRoute),
    ("second card", bl.TakeCard),
    ("second card", bl.DrawCard),
    ("take share", bl.TakeShare),
}


@cache
def wandered(seats: int) -> Seen:
    return wander(BOARD, seats, 12, 4)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_decision_is_asked_and_every_action_done(seats: int) -> None:
    """PEN-021, PEN-033, PEN-043: and nothing else; with two seats the dummy's shares as well."""
    seen = wandered(seats)
    expected = COMMON | ({("give share", bl.GiveShare)} if seats == 2 else set())
    assert seen.done.keys() == expected
    assert all(seen.probed[question] == 4 for question in seen.asked)


@pytest.mark.parametrize("seats", [2, 5])
def test_shares_of_every_railroad_are_taken_left_and_given(seats: int) -> None:
    """PEN-021, PEN-022, PEN-033"""
    games = wandered(seats).games
    railroads = set(bl.board(BOARD).extras["railroads"])
    assert {event.railroad for game in games for event in happened(game, ShareTaken)} == railroads
    assert any(happened(game, ShareDeclined) for game in games)
    given = {event.railroad for game in games for event in happened(game, ShareGiven)}
    assert given == (railroads if seats == 2 else set())


def test_piles_run_out() -> None:
    """PEN-025: small piles do in random games."""
    assert any(left == 0 for seats in (2, 5) for game in wandered(seats).games for _, left in piles(game).values())


def test_every_way_to_pay() -> None:
    """PEN-015, PEN-019: plain, mixed and all-wild payments for colored routes, gray ones and ferries."""
    routes = {route.id: route for route in bl.board(BOARD).routes}
    ways: set[tuple[str, str]] = set()
    claimed: set[str] = set()
    for seats in (2, 3, 4, 5):
        for _, action in wandered(seats).actions:
            if isinstance(action, bl.ClaimRoute):
                route = routes[action.route]
                kind = "ferry" if route.wilds else "gray" if route.color == "gray" else "colored"
                ways.add((kind, "plain" if not action.wilds else "wild" if action.color == "wild" else "mixed"))
                claimed.add(route.id)
    assert ways == {(kind, way) for kind in ("colored", "gray", "ferry") for way in ("plain", "mixed", "wild")} - {
        ("ferry", "plain")
    }
    assert len(claimed) > 80
