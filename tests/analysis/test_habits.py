"""What adds up: who plays without aim gets a first lesson that names the fault, on every board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from branchline.analysis.facts import CARD_DRAWS, open_tickets
from branchline.analysis.habits import WORTH_A_LESSON, habits_of
from branchline.analysis.moments import moments
from branchline.boards import registry
from branchline.bots import Bot, make_bot, play_match
from branchline.model.actions import Action, DrawTickets, KeepTickets
from branchline.model.board import WILD
from branchline.model.observation import Observation
from branchline.words.kinds import route_of
from branchline.words.plain import counted
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


def test_a_draw_of_which_a_ticket_was_completed_is_not_in_vain() -> None:
    bots = [make_bot("casual", 1), make_bot("planner", 2), Collector()]
    record = play_match("san_francisco", "classic", bots, seed=7, events=False).record()
    drawn = []
    for moment in moments(record):
        game, action = moment.game, moment.game.action(moment.done, moment.seat)
        if moment.seat == 2 and isinstance(action, KeepTickets):
            drawn.append(action.tickets)
    sheet = list(game.scores())[2]
    vain = sum(not {*kept} & {*sheet.completed} for kept in drawn[1:])  # the first are dealt
    assert 0 < vain < len(drawn) - 1 <= len(sheet.failed)
    habit = next(each for each in habits_of(record)[2] if each.name == "tickets in vain")
    assert habit.words.endswith(f" and {counted(vain, 'turn')} spent drawing tickets in vain.")


def test_what_brings_a_ticket_nearer_is_not_beside_the_plan() -> None:
    """Even where the route is on another way than the one that the game names."""
    beside = another_way = 0
    record = play_match("usa", "classic", [Builder(), make_bot("planner", 2)], seed=2, events=False).record()
    for moment in moments(record):
        game, seat = moment.game, moment.seat
        route = route_of(game.board, game.action(moment.done, seat))
        hopes = open_tickets(game, game.observe(seat))
        if seat or route is None or route.length > 3 or not hopes:
            continue
        after = game.copy()
        after.apply(moment.done, seat)
        now = {ticket: after.ways(ticket, seat) for ticket in hopes}
        nearer = any(not now[each].is_lost and now[each].pieces < was.pieces for each, was in hopes.items())
        beside += not nearer
        another_way += nearer and all(route.id not in was.routes for was in hopes.values())
    assert another_way
    words = [habit.words for habit in habits_of(record)[0] if habit.name == "building beside the plan"]
    assert words[0].startswith(f"{counted(beside, 'short route')} that brought no open ticket nearer")


def test_locomotives_that_symbols_ask_for_are_not_counted() -> None:
    asked = spent = 0
    bots = [make_bot("casual", seat) for seat in range(2)]
    record = play_match("pennsylvania", "classic", bots, seed=4, events=False).record()
    for moment in moments(record):
        game, action = moment.game, moment.game.action(moment.done, moment.seat)
        route, price = route_of(game.board, action), game.price(action, moment.seat)
        if moment.seat == 0 and route is not None and price is not None and route.length <= 2:
            paid = dict(price.cards).get(WILD, 0)
            asked += route.wilds
            spent += max(0, paid - route.wilds)
    assert asked
    words = [habit.words for habit in habits_of(record)[0] if habit.name == "locomotives on short routes"]
    assert [each.split()[0] for each in words] == [str(spent)]


def test_a_game_without_an_end_has_no_habits() -> None:
    game = play_match(
        "san_francisco", "classic", [make_bot("planner", seat) for seat in range(2)], seed=1, events=False
    )
    assert habits_of(beginning(game.record(), 9)) == ((), ())
