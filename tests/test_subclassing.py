"""Bots, rule sheets and mechanics of your own, in plain Python on top of the package as it was installed.

`make dist` runs this file against the wheels as well: on compiled classes, subclasses are no matter of course.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.bots import Bot, make_bot, play_match
from branchline.bots.planner_bot import PlannerBot
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.composed import ComposedRules as CommonRules
from branchline.model.observation import Observation

OWN_BOARD = Path(__file__).parent.parent / "examples" / "own_board"


class LastThing(Bot):
    """Inherits from the protocol, which nobody has to."""

    name = "last thing"

    def decide(self, observation: Observation) -> int:
        return observation.legal[-1]


class Counting(PlannerBot):
    """A built-in bot that counts its decisions."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions = 0

    def decide(self, observation: Observation) -> int:
        self.decisions += 1
        return super().decide(observation)


@pytest.fixture(scope="module")
def own() -> bl.Board:
    """The board of the examples; its rule sheet and one of its mechanics are plain Python."""
    return bl.add_board(OWN_BOARD)


def test_a_bot_may_inherit_from_the_protocol() -> None:
    game = play_match("usa", "classic", [LastThing(), make_bot("random", 1)], seed=3)
    assert game.is_over


def test_a_built_in_bot_can_be_extended() -> None:
    counting = Counting()
    plain = play_match("usa", "classic", [make_bot("planner", 5), make_bot("greedy", 2)], seed=3)
    counted = play_match("usa", "classic", [counting, make_bot("greedy", 2)], seed=3)
    assert counted.is_over
    assert counting.decisions == sum(seat == 0 for seat, _ in counted.record().decisions)
    assert plain.scores().winners == counted.scores().winners == (0,)


def test_compiled_code_calls_the_methods_of_a_plain_rule_sheet_and_mechanic(own: bl.Board) -> None:
    sheet = registry.new_rule_sheet(own.id, next(iter(own.variants)), 2)
    assert isinstance(sheet, CommonRules)
    assert type(sheet) is not CommonRules
    game = bl.new_game(own.id, seats=2, seed=5)
    while not game.is_over:
        game.apply(game.legal_actions()[-1])
    taken = [event for event in game.events if type(event).__name__ == "PennantTaken"]
    assert taken, "compiled claims never reached the method of the subclass"
    points = [dict(sheet.lines)["pennants"] for sheet in game.scores()]
    assert sum(points) == 3 * len(taken)
    assert bl.replay(game.record()).scores() == game.scores()


def test_compiled_loops_play_a_plain_rule_sheet(own: bl.Board) -> None:
    assert bl.random_playouts(own.id, seats=2, games=20).decisions > 20


def test_the_classes_below_are_compiled_where_the_package_is() -> None:
    compiled = not (sys.modules[Mechanic.__module__].__file__ or "").endswith(".py")
    assert compiled == (_native.mode() == "compiled")
