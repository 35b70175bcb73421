"""Every decision that the rules leave to a player comes up in random games, every answer to it is given, and the
contract of boards holds in the middle of each."""

from __future__ import annotations

from functools import cache

import pytest

import branchline as bl
from branchline.mechanics.tokens import StackPlaced, TokenTaken
from branchline.model.events import RouteClaimed, RowDiscarded
from tests.rules.play import happened
from tests.rules.san_francisco.table import BOARD, view
from tests.rules.wandering import Seen, wander

QUESTIONS = {"keep tickets", "place stack", "turn", "second card", "take token"}


@cache
def wandered(seats: int) -> Seen:
    return wander(BOARD, seats, 60, 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_decision_is_asked_and_every_action_done(seats: int) -> None:
    """SFO-015, SFO-030, SFO-050: and nothing else."""
    seen = wandered(seats)
    assert seen.asked.keys() == QUESTIONS
    assert all(seen.probed[question] == 5 for question in QUESTIONS)
    assert seen.done.keys() == {
        ("keep tickets", bl.KeepTickets),
        ("place stack", bl.PlaceStack),
        ("turn", bl.TakeCard),
        ("turn", bl.DrawCard),
        ("turn", bl.DrawTickets),
        ("turn", bl.ClaimRoute),
        ("second card", bl.TakeCard),
        ("second card", bl.DrawCard),
        ("take token", bl.TakeToken),
    }
    assert seen.asked["place stack"] == 2 * len(seen.games)


def test_stacks_are_placed_everywhere_and_tokens_taken_everywhere() -> None:
    """SFO-018, SFO-029: over all games each free place gets a stack, and every stack loses tokens."""
    games = [game for seats in (2, 3, 4) for game in wandered(seats).games]
    placed = {event.place for game in games for event in happened(game, StackPlaced)}
    fixed = set(bl.board(BOARD).extras["tokens"]["places"])
    assert placed == {city.id for city in bl.board(BOARD).cities} - fixed
    assert {event.symbol for game in games for event in happened(game, TokenTaken)} == set(range(7))


def test_every_way_to_pay_and_every_route() -> None:
    """SFO-040, SFO-055: plain, mixed and all-wild payments for colored routes, gray ones and ferries."""
    routes = {route.id: route for route in bl.board(BOARD).routes}
    ways: set[tuple[str, str]] = set()
    claimed: set[str] = set()
    for seats in (2, 3, 4):
        for _, action in wandered(seats).actions:
            if isinstance(action, bl.ClaimRoute):
                route = routes[action.route]
                kind = "ferry" if route.wilds else "gray" if route.color == "gray" else "colored"
                ways.add((kind, "plain" if not action.wilds else "wild" if action.color == "wild" else "mixed"))
                claimed.add(route.id)
    assert ways == {(kind, way) for kind in ("colored", "gray", "ferry") for way in ("plain", "mixed", "wild")} - {
        ("ferry", "plain")
    }
    assert claimed == routes.keys()


def test_tokens_are_taken_with_and_without_a_question_and_not_at_all() -> None:
    """SFO-029, SFO-030, SFO-032: after claims, all three occur, and sets of many sizes come together."""
    seen = [wandered(seats) for seats in (2, 3, 4)]
    asked = sum(found.asked["take token"] for found in seen)
    games = [game for found in seen for game in found.games]
    taken = sum(len(happened(game, TokenTaken)) for game in games)
    claimed = sum(len(happened(game, RouteClaimed)) for game in games)
    assert 0 < asked < taken < claimed
    assert {len(symbols) for game in games for symbols in view(game).owned} >= {0, 1, 2, 3, 4, 5}
    assert any(happened(game, RowDiscarded) for game in games)
