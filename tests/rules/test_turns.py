"""Turns and passing: COM-013 to COM-016."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.model.events import GameEnded, TicketsDrawn, TurnPassed
from branchline.testing.arrange import arrange, started
from tests.rules.play import PLAIN, choosing, do, draws, hand, happened, options, row

# On the board "parallels" these owners leave only routes of six open, and every seat has fewer pieces than that.
NEARLY_FULL = {
    "alder-birch": 0,
    "alder-birch#2": 1,
    "alder-birch#3": 2,
    "birch-cedar": 0,
    "birch-cedar#2": 1,
    "cedar-elm": 1,
    "alder-fir": 2,
}
FULL = {**NEARLY_FULL, "cedar-elm#2": 2}


@pytest.mark.parametrize(
    "turn",
    [
        ["claim Boston-Montreal with 2 red"],
        ["take wild"],
        ["take red", "draw"],
        ["draw", "draw"],
        ["draw tickets", "keep 1"],
    ],
)
def test_com_013_a_turn_is_one_action(turn: list[str]) -> None:
    """COM-013: one claim, one draw of cards or one draw of tickets, and the next seat decides."""
    cards = {"red": 4}
    game = arrange(started(seats=3), hands={0: cards, 1: cards}, row=["wild", "red", "blue", "white", "black"], turn=0)
    do(game, *turn)
    assert choosing(game) == (1, "turn")
    assert game.observe(None).turn == 1


def test_com_013_the_actions_are_cards_claims_and_tickets() -> None:
    """COM-013: all three are offered at the start of a turn, and nothing else is."""
    game = arrange(started(), hands={0: {"red": 2}}, row=PLAIN, turn=0)
    kinds = {type(game.action(number)) for number in game.legal_actions()}
    assert kinds == {bl.TakeCard, bl.DrawCard, bl.DrawTickets, bl.ClaimRoute}


def test_com_013_nothing_carries_over() -> None:
    """COM-013: whoever took one face-up wild instead of two cards is not owed another in the next turn."""
    game = arrange(started(), row=["wild", "red", "blue", "white", "black"], turn=0)
    do(game, "take wild", "draw", "draw")
    assert choosing(game) == (0, "turn")
    do(game, "draw")
    assert choosing(game) == (0, "second card")
    do(game, "draw")
    assert choosing(game) == (1, "turn")


def test_com_014_the_only_action_left_must_be_taken() -> None:
    """COM-014: nothing to draw, nothing to pay with, one ticket left: the ticket is drawn, welcome or not."""
    game = arrange(
        started(seats=3), row=["red", "blue"], rest=2, ticket_deck=["seattle-new_york"], ticket_rest=2, turn=0
    )
    start = len(game.events)
    do(game, "take red")
    assert hand(game, 1) == {}
    assert happened(game, TicketsDrawn, start) == [TicketsDrawn(1, 1, ("seattle-new_york",))]
    assert game.observe(1).held == ("seattle-new_york",)
    assert not happened(game, TurnPassed, start)
    assert choosing(game) == (2, "turn")


def test_com_014_there_is_no_passing_by_choice() -> None:
    """COM-014: at no time is anything offered but cards, tickets and claims."""
    chance = random.Random(14)
    game = bl.new_game("usa", seed=14, seats=3)
    kinds = set()
    while not game.is_over:
        kinds |= {type(game.action(number)) for number in game.legal_actions()}
        with pytest.raises(bl.NotationError):
            game.parse("pass")
        game.apply(chance.choice(game.legal_actions()))
    assert kinds == {bl.TakeCard, bl.DrawCard, bl.DrawTickets, bl.KeepTickets, bl.ClaimRoute}


def test_com_015_a_seat_without_any_action_passes() -> None:
    """COM-015: no cards to draw, no tickets, and a hand that pays for nothing."""
    game = arrange(started(seats=3), hands={1: {"red": 1}}, row=["blue", "white"], rest=2, ticket_rest=2, turn=0)
    arrange(game, owners=dict.fromkeys(one_long(game), 2))
    start = len(game.events)
    do(game, "take blue")
    assert happened(game, TurnPassed, start) == [TurnPassed(1)]
    assert (hand(game, 1), game.observe(1).passes) == ({"red": 1}, 1)
    assert choosing(game) == (2, "turn")


def one_long(game: bl.Game) -> list[str]:
    """One track of each connection of length one: with few seats, that closes all of them."""
    return [route.id for route in game.board.routes if route.length == 1 and route.track == 1]


@pytest.mark.usefixtures("own_boards")
def test_com_016_a_round_of_passes_ends_the_game() -> None:
    """COM-016: after the third of three passes the game is over and scored, without last turns."""
    game = started("parallels", seats=3)
    arrange(game, row=["red", "blue"], rest=1, tickets={0: ["alder-birch"]}, ticket_rest=1, owners=FULL, turn=0)
    assert game.observe(None).pieces == (5, 3, 5)
    start = len(game.events)
    do(game, "take red")
    assert happened(game, TurnPassed, start) == [TurnPassed(1), TurnPassed(2), TurnPassed(0)]
    assert happened(game, GameEnded) == [GameEnded("all passed")]
    assert (game.is_over, game.observe(None).ended_by, game.observe(None).last_turns) == (True, "all passed", None)
    assert game.scores()[0].lines == {"routes": 4, "tickets": 3}
    assert game.scores()[1].completed == ("alder-cedar", "alder-elm", "birch-cedar", "birch-elm")
    assert game.scores()[1].tickets == 16 - 12


@pytest.mark.usefixtures("own_boards")
def test_com_016_an_action_between_passes_restarts_the_count() -> None:
    """COM-016: one pass, then a claim; its card comes back, is taken, and only three more passes end the game."""
    game = started("parallels", seats=3)
    arrange(
        game, hands={2: {"red": 1, "wild": 1}}, row=["red", "blue"], rest=1, ticket_rest=1, owners=NEARLY_FULL, turn=0
    )
    start = len(game.events)
    do(game, "take red")
    assert happened(game, TurnPassed, start) == [TurnPassed(1)]
    assert options(game) == ["claim Cedar-Elm #2 with 1 red", "claim Cedar-Elm #2 with 1 wild"]
    do(game, "claim Cedar-Elm with 1 red")
    passed = [event.seat for event in happened(game, TurnPassed, start)]
    assert passed == [1, 1, 2, 0]
    assert hand(game, 0) == {"red": 2, "blue": 1}  # seat 0 had no choice but to take the card that came back
    assert (game.is_over, row(game)) == (True, [None, None, None])


@pytest.mark.usefixtures("own_boards")
def test_com_016_passes_end_the_game_during_last_turns_too() -> None:
    """COM-016: with six turns still to come, three passes are the end (N16)."""
    game = started("parallels", seats=3)
    arrange(game, row=["red", "blue"], rest=1, ticket_rest=1, owners=FULL, turn=0, last_turns=7)
    do(game, "take red")
    assert game.observe(None).ended_by == "all passed"
    assert draws(game) == set()
