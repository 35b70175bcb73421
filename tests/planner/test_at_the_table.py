"""A planner that sits at the game itself decides as one that imagines it from what it is shown."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.bots.planner_bot import PlannerBot
from branchline.game import Game


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_it_needs_to_know_nothing_that_its_seat_may_not_know(board: str) -> None:
    rules = registry.new_rule_sheet(board, "classic", 2)
    rules.start(7, -1)
    game = Game(rules, None)
    shown, seated = PlannerBot(1), PlannerBot(1)
    while (seat := game.to_move) is not None:
        answer = seated.decide_at(rules, seat)
        assert answer == shown.decide(game.observe(seat))
        game.apply(answer, seat)
