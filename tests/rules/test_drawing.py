"""Drawing cards: COM-017 to COM-025."""

from __future__ import annotations

from dataclasses import replace

import pytest

import branchline as bl
from branchline.model.events import CardDrawn, CardShown, CardTaken
from branchline.testing.arrange import arrange, deck_cards, started
from tests.rules.play import PLAIN, choosing, deck_size, do, draws, hand, happened, options, row


@pytest.mark.parametrize(
    ("turn", "deck", "cards"),
    [
        (["take red", "take blue"], ["wild", "wild"], {"red": 1, "blue": 1}),
        (["take red", "draw"], ["wild", "orange"], {"red": 1, "orange": 1}),
        (["draw", "take red"], ["purple", "orange"], {"purple": 1, "red": 1}),
        (["draw", "draw"], ["purple", "orange"], {"purple": 1, "orange": 1}),
    ],
)
def test_com_017_two_cards_one_after_the_other(turn: list[str], deck: list[str], cards: dict[str, int]) -> None:
    """COM-017: each from the row or blind, in all four mixes."""
    game = arrange(started(), row=PLAIN, deck_top=deck, turn=0)
    do(game, turn[0])
    assert choosing(game) == (0, "second card")
    assert sum(hand(game, 0).values()) == 1
    do(game, turn[1])
    assert hand(game, 0) == cards
    assert choosing(game) == (1, "turn")


def test_com_018_a_taken_card_is_replaced_before_the_second_choice() -> None:
    """COM-018: the new card lies at the same place and can be taken."""
    game = arrange(started(), row=["red", "white", "blue", "red", "white"], deck_top=["orange", "green"], turn=0)
    do(game, "take blue")
    assert row(game) == ["red", "white", "orange", "red", "white"]
    assert draws(game) == {"red", "white", "orange", "draw"}
    do(game, "take orange")
    assert hand(game, 0) == {"blue": 1, "orange": 1}


def test_com_018_a_replacement_that_is_a_wild_cannot_be_taken() -> None:
    """COM-018"""
    game = arrange(started(), row=["red", "white", "blue", "red", "white"], deck_top=["wild"], turn=0)
    do(game, "take blue")
    assert row(game)[2] == "wild"
    assert draws(game) == {"red", "white", "draw"}


def test_com_019_the_place_of_the_second_card_is_replaced_too() -> None:
    """COM-019: the next seat sees a full row."""
    game = arrange(started(), row=PLAIN, deck_top=["orange", "purple", "yellow"], turn=0)
    before = deck_size(game)
    do(game, "take red", "take white")
    assert row(game) == ["orange", "blue", "green", "black", "purple"]
    assert (deck_size(game), deck_cards(game)[0], game.to_move) == (before - 2, "yellow", 1)


def test_com_020_a_blind_card_is_seen_by_its_drawer_only() -> None:
    """COM-020: to the others a hand has grown and the deck has shrunk, nothing else."""
    game = arrange(started(seats=3), row=PLAIN, deck_top=["purple"], turn=0)
    before = {seat: game.observe(seat) for seat in (None, 1, 2)}
    start = len(game.events)
    do(game, "draw")
    assert hand(game, 0) == {"purple": 1}
    for seat, old in before.items():
        new = game.observe(seat)
        assert new.market == replace(old.market, deck=old.market.deck - 1)
        assert new.hands == (replace(old.hands[0], size=1), *old.hands[1:])
        assert new.hands[0].cards is None
        others = {name: part for name, part in new.parts.items() if name not in ("market", "hands")}
        assert others == {name: old.parts[name] for name in others}
        assert replace(new, parts=old.parts, open=old.open) == old  # and that it now chooses its second card
        assert game.events_for(seat, start) == (CardDrawn(0, None),)
    assert game.events_for(0, start) == (CardDrawn(0, "purple"),)


def test_com_021_a_second_card_that_can_be_taken_must_be_taken() -> None:
    """COM-021: there is no stopping after one card."""
    game = arrange(started(), hands={0: {"green": 9}}, row=PLAIN, turn=0)
    do(game, "take red")
    assert choosing(game) == (0, "second card")
    assert all(text == "draw" or text.startswith("take ") for text in options(game))
    for action in (bl.DrawTickets(), bl.ClaimRoute("seattle-vancouver", "green", 0)):
        with pytest.raises(bl.IllegalAction, match="second card"):
            game.apply(action)


def test_com_022_without_a_second_card_the_drawing_ends() -> None:
    """COM-022: only wilds are left in the row, and there is no deck."""
    game = arrange(started(), row=["red", "wild", "wild"], rest=1, turn=0)
    do(game, "take red")
    assert (hand(game, 0), row(game)[:3]) == ({"red": 1}, [None, "wild", "wild"])
    assert choosing(game) == (1, "turn")


def test_com_023_a_lone_wild_can_be_drawn() -> None:
    """COM-023: any card of the row will do as a first card."""
    game = arrange(started(), row=["wild"], rest=1, turn=0)
    assert draws(game) == {"wild"}
    do(game, "take wild")
    assert hand(game, 0) == {"wild": 1}


def test_com_023_with_nothing_to_draw_there_is_no_drawing() -> None:
    """COM-023: row and deck are empty."""
    game = arrange(started(), hands={0: {"red": 2}}, row=[], rest=1, turn=0)
    assert draws(game) == set()
    assert "draw tickets" in options(game)
    with pytest.raises(bl.IllegalAction, match="The deck is empty"):
        do(game, "draw")
    with pytest.raises(bl.IllegalAction, match="No red card lies face up"):
        do(game, "take red")


def test_com_024_cards_in_the_row_can_be_taken_without_a_deck() -> None:
    """COM-024: they are not replaced."""
    game = arrange(started(), row=["red", "blue", "white"], rest=1, turn=0)
    start = len(game.events)
    assert draws(game) == {"red", "blue", "white"}
    do(game, "take red", "take white")
    assert row(game) == [None, "blue", None, None, None]
    assert [type(event) for event in game.events[start : start + 2]] == [CardTaken, CardTaken]
    assert not happened(game, CardShown, start)
    assert game.to_move == 1


def test_com_025_a_hand_has_no_limit() -> None:
    """COM-025"""
    cards = dict.fromkeys(("red", "blue", "green", "black", "white"), 12)
    game = arrange(started(), hands={0: cards}, row=["orange"] * 5, deck_top=["purple", "purple"], turn=0)
    do(game, "draw", "draw")
    assert game.observe(0).hands[0].size == 62
    assert hand(game, 0)["purple"] == 2
