"""Actions: COM-095 and COM-096."""

from __future__ import annotations

import random
from typing import Any

import pytest

import branchline as bl
from branchline.model.events import CardTaken
from branchline.testing.arrange import arrange, deck_cards, deck_tickets, started
from tests.rules.play import do, happened, options, row


def test_com_095_equal_cards_of_the_row_are_one_action() -> None:
    """COM-095: the one at the lowest place is taken and replaced there."""
    game = arrange(started(), row=["red", "blue", "red", "green", "red"], deck_top=["white", "orange"], turn=0)
    start = len(game.events)
    assert options(game).count("take red") == 1
    do(game, "take red")
    assert row(game) == ["white", "blue", "red", "green", "red"]
    do(game, "take red")
    assert row(game) == ["white", "blue", "orange", "green", "red"]
    assert happened(game, CardTaken, start) == [CardTaken(0, "red", 0), CardTaken(0, "red", 2)]


def whole_state(game: bl.Game) -> Any:
    """Everything there is to know about a game, apart from how it came about."""
    return repr(([game.observe(seat) for seat in range(game.seats)], deck_cards(game), deck_tickets(game)))


def test_com_096_no_two_actions_lead_to_the_same_state() -> None:
    """COM-096: at every kind of decision, in positions all through a game."""
    chance = random.Random(96)
    game = bl.new_game("usa", seats=3, seed=96)
    asked = set()
    for step in range(200):
        if step % 12 == 0 or game.observe(None).open[-1].question not in asked:
            asked.add(game.observe(None).open[-1].question)
            actions = game.legal_actions()
            assert actions == sorted(set(actions))
            after = []
            for action in actions:
                twin = game.copy()
                twin.apply(action)
                after.append(whole_state(twin))
            assert len(set(after)) == len(after)
        game.apply(chance.choice(game.legal_actions()))
        if game.is_over:
            break
    assert asked == {"turn", "second card", "keep tickets"}


def test_com_096_each_payment_and_each_choice_is_listed_once() -> None:
    """COM-096: in words, so that nothing but the cards and the tickets counts."""
    game = arrange(started(), hands={0: {"red": 6, "blue": 4, "wild": 5}}, turn=0)
    assert len(options(game)) == len(set(options(game)))
    do(game, "draw tickets")
    assert len(options(game)) == len(set(options(game))) == 7
    offer = game.observe(0).tickets.offer
    backward = bl.KeepTickets((offer[2], offer[0]))
    assert game.number(backward) == game.number(bl.KeepTickets((offer[0], offer[2])))


@pytest.mark.parametrize("ask", ["action", "describe", "number", "parse"])
def test_a_seat_that_is_not_there_is_refused(ask: str) -> None:
    game = started()
    asked = {"action": 0, "describe": 0, "number": bl.DrawCard(), "parse": "draw"}[ask]
    for seat in (-1, 2):
        with pytest.raises(bl.BadSetup, match="there is no seat"):
            getattr(game, ask)(asked, seat)


def test_a_number_that_is_no_action_is_refused_however_large() -> None:
    for number in (-1, 1 << 70):
        with pytest.raises(bl.NotationError, match="there is no action"):
            started().action(number)
