"""The end of the game: COM-077 to COM-080."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.model.events import GameEnded, LastTurnsStarted, TurnPassed, TurnStarted
from branchline.testing.arrange import arrange, started
from tests.rules.play import PLAIN, do, happened, options

TWO, THREE = "boston-montreal", "chicago-duluth"


def nearly_done(seats: int, seat: int, pieces: int) -> bl.Game:
    """It is that seat's turn, it has that many pieces left, and it can claim routes of two and of three."""
    game = started(seats=seats, first_seat=0)
    return arrange(game, hands={seat: {"red": 5}}, row=PLAIN, pieces={seat: pieces}, leave_open=[TWO, THREE], turn=seat)


def turns_from(game: bl.Game, start: int) -> list[int]:
    """Draw cards until the game is over; whose turns began since event number `start`."""
    while not game.is_over:
        do(game, "draw")
    return [event.seat for event in happened(game, TurnStarted, start)]


@pytest.mark.parametrize(
    ("pieces", "left", "triggered"), [(6, 3, False), (5, 3, False), (5, 2, True), (4, 1, True), (3, 0, True)]
)
def test_com_077_few_pieces_at_the_end_of_a_turn_trigger_the_end(pieces: int, left: int, triggered: bool) -> None:
    """COM-077: two, one or none left; three are one too many."""
    game = nearly_done(3, 0, pieces)
    assert game.observe(None).last_turns is None
    do(game, "claim Boston-Montreal with 2 red" if pieces - left == 2 else "claim Chicago-Duluth with 3 red")
    assert game.observe(None).pieces[0] == left
    assert game.observe(None).last_turns == (3 if triggered else None)
    assert happened(game, LastTurnsStarted) == ([LastTurnsStarted(0, 3)] if triggered else [])


def test_com_077_only_the_seat_on_turn_is_looked_at() -> None:
    """COM-077: the turn that ends with few pieces triggers, whatever is done in it."""
    game = arrange(started(seats=3), row=PLAIN, pieces={1: 2}, turn=0)
    do(game, "draw", "draw")
    assert game.observe(None).last_turns is None
    do(game, "draw", "draw")
    assert happened(game, LastTurnsStarted) == [LastTurnsStarted(1, 3)]


@pytest.mark.parametrize(("seats", "seat", "turns"), [(4, 2, [3, 0, 1, 2]), (2, 0, [1, 0]), (5, 4, [0, 1, 2, 3, 4])])
def test_com_078_every_seat_has_one_more_turn(seats: int, seat: int, turns: list[int]) -> None:
    """COM-078: the triggering seat last."""
    game = nearly_done(seats, seat, 4)
    start = len(game.events)
    do(game, "claim Boston-Montreal with 2 red")
    assert not game.is_over
    assert game.observe(None).last_turns == seats
    assert turns_from(game, start) == turns
    assert (game.observe(None).ended_by, happened(game, GameEnded)) == ("last turns", [GameEnded("last turns")])


def test_com_079_a_second_seat_prolongs_nothing() -> None:
    """COM-079: seat 3 uses its last pieces in its last turn."""
    game = started(seats=4, first_seat=0)
    arrange(game, hands={2: {"red": 2}, 3: {"blue": 2}}, row=PLAIN, pieces={2: 4, 3: 2}, leave_open=[TWO], turn=2)
    start = len(game.events)
    do(game, "claim Boston-Montreal with 2 red")
    do(game, "claim Boston-Montreal with 2 blue")
    assert game.observe(None).pieces[2:] == (2, 0)
    assert turns_from(game, start) == [3, 0, 1, 2]
    assert happened(game, LastTurnsStarted) == [LastTurnsStarted(2, 4)]


def test_com_080_last_turns_are_ordinary_turns() -> None:
    """COM-080: tickets drawn in the very last turn count, and every action is offered."""
    game = started()
    arrange(game, hands={0: {"red": 5}}, row=PLAIN, owners={}, ticket_deck=["denver-el_paso"], turn=0, last_turns=1)
    kinds = {type(game.action(number)) for number in game.legal_actions()}
    assert kinds == {bl.TakeCard, bl.DrawCard, bl.DrawTickets, bl.ClaimRoute}
    do(game, "draw tickets", "keep Denver-El Paso")
    assert game.is_over
    assert (game.scores()[0].failed, game.scores()[0].tickets) == (("denver-el_paso",), -4)


def test_com_080_a_claim_in_the_last_turn_scores() -> None:
    """COM-080"""
    game = started()
    arrange(
        game,
        hands={0: {"red": 4}},
        row=PLAIN,
        tickets={0: []},
        owners={"el_paso-oklahoma_city": 0},
        turn=0,
        last_turns=1,
    )
    do(game, "claim Denver-Oklahoma City with 4 red")
    assert game.scores()[0].lines == {"routes": 17, "tickets": 0, "longest_path": 10}


def test_com_080_a_pass_uses_up_a_turn() -> None:
    """COM-080: seats 1 and 2 can do nothing, so seat 0 has the last but one turn and then the game is over."""
    game = started(seats=3)
    arrange(game, row=["red", "blue"], rest=0, ticket_rest=0, turn=0, last_turns=4)
    start = len(game.events)
    do(game, "take red")
    assert happened(game, TurnPassed, start) == [TurnPassed(1), TurnPassed(2)]
    assert game.observe(0).last_turns == 1
    assert any(text.startswith("claim") for text in options(game))
    do(game, "claim Atlanta-Nashville with 1 red")
    assert (game.is_over, game.observe(None).ended_by) == (True, "last turns")
