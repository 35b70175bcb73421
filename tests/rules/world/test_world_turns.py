"""Turns on the World board: five actions, and games in which nobody gets on (WLD-021..WLD-024)."""

from __future__ import annotations

from typing import Any

from branchline.engine.decisions import TURN
from branchline.model.events import GameEnded, TurnPassed
from tests.rules.play import do, happened
from tests.rules.world.position import at, fleet, kinds

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


def test_wld_023_three_rounds_of_exchanges_end_the_game() -> None:
    """WLD-023: scored as usual."""
    game = at(2)
    for _ in range(5):
        do(game, "exchange 1 train for ships")
        assert not game.is_over
    do(game, "exchange 1 ship for trains")
    assert game.is_over
    assert game.observe(None).ended_by == "all exchanged"
    assert happened(game, GameEnded) == [GameEnded("all exchanged")]
    assert [sheet.routes for sheet in game.scores()] == [-3, -3]


def test_wld_023_anything_else_starts_the_count_anew() -> None:
    """WLD-023: a claim in between, and the game goes on."""
    game = at(2, hands={1: {"wild": 1}})
    for _ in range(5):
        do(game, "exchange 1 train for ships")
    assert fleet(game).idle == 5
    do(game, "claim Vancouver-Los Angeles with 1 wild")
    assert not game.is_over
    assert fleet(game).idle == 0
    for _ in range(5):
        do(game, "exchange 1 ship for trains")
    assert not game.is_over


def test_wld_023_passes_count_with_exchanges() -> None:
    """WLD-023, N54: seat 0 has neither cards nor anything to exchange and passes, seat 1 only exchanges."""
    game = at(2, **HOARD, supply={0: (7, 0)}, fleet={0: 10}, turn=1)
    assert fleet(game).box_ships[0] == 0
    for _ in range(3):
        assert game.to_move == 1
        do(game, "exchange 1 train")
    assert len(happened(game, TurnPassed)) == 3
    assert game.observe(None).ended_by == "all exchanged"


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
