"""The fleet is chosen with what the kept tickets take: the page, the advice for a first game and the coach agree."""

from __future__ import annotations

import re

import pytest

import branchline as bl
from branchline.analysis.facts import facts_of
from branchline.mechanics.fleet import ChooseFleet
from branchline.table.games.presenting import decision

ADVISED = ChooseFleet(20, 40)


def _choosing(seed: int) -> tuple[bl.Game, bl.Observation]:
    """The first seat has kept some tickets and chooses its fleet."""
    game = bl.new_game("world", seats=2, seed=seed)
    while not isinstance(game.observe(0).actions[0], ChooseFleet):
        game.apply(game.observe(0).legal[-1 if seed % 2 else 0], 0)
    return game, game.observe(0)


@pytest.mark.parametrize("seed", range(4))
def test_each_fleet_says_whether_it_reaches_the_kept_tickets(seed: int) -> None:
    game, seen = _choosing(seed)
    assert seen.tickets.chosen
    ways = {route for ticket in seen.tickets.chosen for route in game.ways(ticket, 0).routes}
    taken = {"train": 0, "ship": 0}
    for route in game.board.routes:
        taken[route.kind] += route.length * (route.id in ways)
    for choice in decision(seen, 1)["choices"]:
        fleet, note = choice["action"], choice["note"]
        assert note is not None
        said = {noun: int(count) for count, noun in re.findall(r"(\d+) (train|ship)s?\b", note.split(":")[0])}
        assert said == taken
        enough = fleet["trains"] >= taken["train"] and fleet["ships"] >= taken["ship"]
        assert ("reaches them all" in note) == enough
        if fleet["trains"] < taken["train"]:
            assert f"{taken['train'] - fleet['trains']} train" in note.split(":")[1]


def test_the_coach_agrees_with_the_advice_or_says_why_not() -> None:
    words = set()
    for seed in range(8):
        _, seen = _choosing(seed)
        assert len(facts_of(seen, seen.number(ADVISED))) == 1  # nothing to explain
        verdict, other = facts_of(seen, seen.number(ChooseFleet(25, 35)))
        assert verdict.startswith("The cheapest ways to your tickets take ")
        assert other.startswith("20 trains and 40 ships, the advice for a first game, would ")
        words |= {"reach" if "reach them too" in other else "few" if "too few" in other else "?"}
    assert words == {"reach", "few"}
