"""What adds up: who plays without aim gets a first lesson that names the fault, on every board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from branchline.analysis.facts import CARD_DRAWS
from branchline.analysis.habits import WORTH_A_LESSON, habits_of
from branchline.boards import registry
from branchline.bots import Bot, make_bot, play_match
from branchline.model.actions import Action, DrawTickets, KeepTickets
from branchline.model.observation import Observation
from branchline.words.kinds import route_of
from tests.analysis.positions import beginning


class Hoarder:
    """Takes card after card, and builds only when there is none to take."""

    name = "hoarder"

    def __init__(self) -> None:
        self._else = make_bot("planner", 1)

    def decide(self, observation: Observation) -> int | Action:
        pairs = zip(observation.legal, observation.actions, strict=True)
        cards = [number for number, action in pairs if isinstance(action, CARD_DRAWS)]
        return cards[0] if cards else self._else.decide(observation)


class Collector:
    """Draws tickets in every third decision and keeps them all; else it plays well."""

    name = "collector"

    def __init__(self) -> None:
        self._else = make_bot("planner", 1)
        self._asked = 0

    def decide(self, observation: Observation) -> int | Action:
        self._asked += 1
        actions = dict(zip(observation.legal, observation.actions, strict=True))
        keeps = {number: len(each.tickets) for number, each in actions.items() if isinstance(each, KeepTickets)}
        draws = [number for number, each in actions.items() if isinstance(each, DrawTickets)]
        if keeps:
            return max(keeps, key=lambda number: keeps[number])
        return draws[0] if draws and self._asked % 3 == 0 else self._else.decide(observation)


class Builder:
    """Builds whatever it can, the shortest first."""

    name = "short-sighted"

    def __init__(self) -> None:
        self._else = make_bot("greedy", 1)

    def decide(self, observation: Observation) -> int | Action:
        board = registry.board(observation.board)
        pairs = zip(observation.legal, observation.actions, strict=True)
        routes = [(route.length, number) for number, each in pairs if (route := route_of(board, each)) is not None]
        return min(routes)[1] if routes else self._else.decide(observation)


FAULTS: dict[Callable[[], Bot], str] = {
    Hoarder: "cards never used",
    Collector: "tickets in vain",
    Builder: "building beside the plan",
}


@pytest.mark.parametrize("board", [board.id for board in registry.boards()])
def test_aimless_play_is_named_first(board: str) -> None:
    for aimless, fault in FAULTS.items():
        bots = [aimless(), make_bot("planner", 2), make_bot("planner", 3)]
        record = play_match(board, "classic", bots, seed=2, events=False).record()
        habits, *others = habits_of(record)
        assert habits[0].name == fault, aimless
        assert [habit.points for habit in habits] == sorted((habit.points for habit in habits), reverse=True)
        for habit in (*habits, *(each for other in others for each in other)):
            assert habit.points >= WORTH_A_LESSON
            assert 1 <= habit.number <= len(record.decisions)


def test_a_game_without_an_end_has_no_habits() -> None:
    game = play_match(
        "san_francisco", "classic", [make_bot("planner", seat) for seat in range(2)], seed=1, events=False
    )
    assert habits_of(beginning(game.record(), 9)) == ((), ())
