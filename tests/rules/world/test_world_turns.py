"""Turns on the World board: five actions, and games in which nobody gets on (WLD-021..WLD-024)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import branchline as bl
from branchline.engine.decisions import TURN
from branchline.mechanics.fleet import PiecesExchanged
from branchline.model.events import GameEnded, TurnEnded, TurnPassed, TurnStarted
from branchline.testing.arrange import started
from tests.rules.play import choosing, do, happened, options
from tests.rules.world.position import at, fleet, harbors_of, kinds, rules_of

STUCK = "all exchanged"

# Nobody can draw, claim or build: the other seat holds all cards and tickets.
HOARD: dict[str, Any] = {"row": [], "train_rest": 1, "ship_rest": 1, "ticket_rest": 1, "hands": {}}


def test_wld_021_five_actions() -> None:
    """WLD-021"""
    hand = {"red harbor train": 2, "red ship": 2, "wild": 4}
    game = at(hands={0: hand}, owners={"lima-valparaiso": 0})
    assert kinds(game) == {
        "TakeCard",
        "DrawFromDeck",
        "ClaimRoute",
        "ClaimWithShips",
        "ClaimWithPairs",
        "DrawTickets",
        "BuildHarbor",
        "ExchangePieces",
    }


def test_wld_022_a_seat_that_can_only_exchange_must() -> None:
    """WLD-022: it does not pass."""
    game = at(3, **HOARD)
    assert game.to_move == 0
    assert kinds(game) == {"ExchangePieces"}


# What a seat that could do otherwise chooses: exchanges back and forth.
THERE, BACK = "exchange 1 train for ships", "exchange 1 ship for trains"


def test_wld_023_exchanges_by_choice_end_no_game() -> None:
    """WLD-023: two fresh seats exchange three times each, and the game goes on."""
    game = at(2)
    for _ in range(3):
        do(game, THERE, THERE)
    assert not game.is_over
    assert (fleet(game).stuck, fleet(game).idle) == (0, 6)
    assert "DrawTickets" in kinds(game)


@pytest.mark.parametrize("seats", [2, 3])
def test_wld_023_three_rounds_in_which_nobody_can_do_otherwise_end_the_game(seats: int) -> None:
    """WLD-023: scored as usual. Seat 1 holds all cards, but can pay for nothing that is left."""
    game = stranded(seats)
    turns = 0
    while not game.is_over:
        assert kinds(game) == {"ExchangePieces"}
        do(game, options(game)[0])
        turns += 1
    assert turns == 3 * seats
    assert game.observe(None).ended_by == STUCK
    assert happened(game, GameEnded) == [GameEnded(STUCK)]
    assert (fleet(game).stuck, fleet(game).idle) == (turns, turns)


def stranded(seats: int) -> bl.Game:
    """Nothing to draw, no ticket, no payment: the tracks of one owner close all that the others could still claim."""
    game = at(seats, row=[], train_rest=1, ship_rest=1, ticket_rest=1, hands={})
    rules = rules_of(game)
    rules.offer(TURN, [rules.market, rules.tickets, rules.fleet, harbors_of(rules)])  # no route is left for anybody
    rules.recount()
    return game


def test_wld_023_a_seat_that_could_do_otherwise_starts_the_count_anew() -> None:
    """WLD-023, N54: the other seat can do nothing but exchange; a round counts only if none could."""
    game = at(2, **HOARD)
    for turn in range(12):
        assert (game.to_move, kinds(game) == {"ExchangePieces"}) == (turn % 2, turn % 2 == 0)
        do(game, THERE if turn < 6 else BACK)
        assert fleet(game).stuck == (turn + 1) % 2
    assert not game.is_over
    assert fleet(game).idle == 12


def test_wld_023_a_hundred_rounds_of_exchanges_by_choice_end_it() -> None:
    """WLD-023: a loop that somebody wants ends too. Anything else starts the count again."""
    game = at(2, hands={0: {"wild": 1}})
    do(game, THERE, THERE)
    assert fleet(game).idle == 2
    do(game, "claim Vancouver-Los Angeles with 1 wild")
    assert (fleet(game).stuck, fleet(game).idle) == (0, 0)
    for turn in range(200):
        assert not game.is_over
        do(game, (BACK, THERE)[turn // 2 % 2])
        assert fleet(game).stuck == 0
    assert game.observe(None).ended_by == STUCK
    assert happened(game, GameEnded) == [GameEnded(STUCK)]


def test_wld_023_passes_count_with_exchanges() -> None:
    """WLD-023, N54: seat 0 has neither cards nor anything to exchange and passes, seat 1 only exchanges."""
    game = at(2, **HOARD, supply={0: (7, 0)}, fleet={0: 10}, turn=1)
    rules = rules_of(game)
    rules.offer(TURN, [rules.market, rules.tickets, rules.fleet, harbors_of(rules)])  # no route is left for anybody
    rules.recount()
    assert fleet(game).box_ships[0] == 0
    for _ in range(3):
        assert game.to_move == 1
        do(game, "exchange 1 train")
    assert len(happened(game, TurnPassed)) == 3
    assert game.observe(None).ended_by == STUCK


@pytest.mark.parametrize(
    ("claims", "idling", "ending"), [(True, 1, "last turns"), (False, 1, STUCK), (True, 1000, STUCK)]
)
@pytest.mark.parametrize("seats", [2, 3])
def test_wld_023_against_a_second_count(claims: bool, idling: int, ending: str, seats: int) -> None:
    """WLD-023: counted once more, from what a seat was offered and what happened, in whole games.

    Seats exchange so many times as often as they do anything else. Where no route can be claimed, all cards and tickets
    are in hands one day.
    """
    game = started("world", seats=seats, seed=idling)
    rules = rules_of(game)
    if not claims:
        rules.offer(TURN, [rules.market, rules.tickets, rules.fleet, harbors_of(rules)])
        rules.recount()
    chance = random.Random(seats)
    turns: list[tuple[bool, bool]] = []  # of each turn: could the seat do anything but exchange, and did it
    could: bool | None = None
    did = True
    while not game.is_over:
        start = len(game.events)
        actions = [game.action(number) for number in game.legal_actions()]
        exchanges = [action for action in actions if isinstance(action, bl.ExchangePieces)]
        others = [action for action in actions if action not in exchanges]
        if choosing(game)[1] == "turn":
            could = len(others) > 0
        game.apply(chance.choice(exchanges if exchanges and (not others or chance.randrange(idling + 1)) else others))
        for event in game.events[start:]:
            if isinstance(event, TurnEnded):
                turns.append((did if could is None else could, did))  # a seat that was not asked had no choice
            elif isinstance(event, TurnStarted):
                could, did = None, True
            elif isinstance(event, (PiecesExchanged, TurnPassed)):
                did = False
        stuck = [*turns[::-1], (True, True)]
        over = [c for c, _ in stuck].index(True) >= 3 * seats or [d for _, d in stuck].index(True) >= 100 * seats
        assert (game.observe(None).ended_by == STUCK) == over
    assert game.observe(None).ended_by == ending


def test_wld_024_a_round_of_passes_ends_the_game() -> None:
    """WLD-024: as on all boards. No supply and no hand can be that poor for all seats, so nothing is offered here."""
    game = at(3)
    rules = game._rules
    rules.offer(TURN, [])
    rules.settle()
    assert len(happened(game, TurnPassed)) == 3
    assert game.is_over
    assert game.observe(None).ended_by == "all passed"
    assert len(game.scores()) == 3
