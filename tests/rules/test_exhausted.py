"""Exhausted decks: COM-038 to COM-041, and a row and a deck that would change places for ever."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import branchline as bl
from branchline.model.events import DeckRenewed, RowDiscarded
from branchline.testing.arrange import arrange, deck_cards, started
from tests.rules.play import PLAIN, choosing, deck_size, discards, do, hand, happened, row, wilds_shown


def test_com_038_discards_become_the_deck_as_soon_as_it_is_empty() -> None:
    """COM-038: before the second card is chosen, not when the next card is wanted."""
    seven = {"red": 3, "blue": 3, "wild": 1}
    game = arrange(started(), row=PLAIN, deck_top=["orange"], discards=seven, rest=1, turn=0)
    start = len(game.events)
    do(game, "draw")
    assert choosing(game) == (0, "second card")
    assert (deck_size(game), discards(game)) == (7, {})
    assert Counter(deck_cards(game)) == seven
    assert happened(game, DeckRenewed, start) == [DeckRenewed(7)]
    assert game.observe(None).market.renewals == 1


def test_com_038_a_replacement_in_the_row_can_empty_the_deck_too() -> None:
    """COM-038"""
    game = arrange(started(), row=PLAIN, deck_top=["orange"], discards={"red": 3}, rest=1, turn=0)
    do(game, "take blue")
    assert (row(game)[1], deck_size(game), discards(game)) == ("orange", 3, {})


def test_com_038_the_seed_shuffles_the_new_deck() -> None:
    """COM-038: the same seed in the same way, another seed in another."""
    decks = []
    for seed in (1, 1, 2):
        many = {"red": 9, "blue": 9, "green": 9}
        game = arrange(started(seed=seed), row=PLAIN, deck_top=["orange"], discards=many, rest=1, turn=0)
        do(game, "draw")
        decks.append(deck_cards(game))
    assert decks[0] == decks[1] != decks[2]


@pytest.mark.parametrize("seats", [2, 5])
def test_com_038_an_empty_deck_means_no_discards(seats: int) -> None:
    """COM-038: after every step of whole games."""
    chance = random.Random(seats)
    renewals = 0
    for seed in range(8):
        game = bl.new_game("usa", seats=seats, seed=seed, events=False)
        while not game.is_over:
            market = game.observe(None).market
            assert market.deck > 0 or not market.discards
            game.apply(chance.choice(game.legal_actions()))
        renewals += game.observe(None).market.renewals
    assert renewals > 0


def test_com_039_cards_paid_become_the_deck_if_there_is_none() -> None:
    """COM-039: the row is full, so all four are the new deck."""
    game = arrange(started(), hands={0: {"purple": 4}}, row=PLAIN, rest=1, turn=0)
    do(game, "claim Denver-Omaha with 4 purple")
    assert (deck_cards(game), discards(game), row(game)) == (("purple",) * 4, {}, PLAIN)


def test_com_039_without_discards_the_deck_stays_empty() -> None:
    """COM-039"""
    game = arrange(started(), row=PLAIN, deck_top=["orange"], rest=1, turn=0)
    start = len(game.events)
    do(game, "draw")
    assert (deck_size(game), discards(game), happened(game, DeckRenewed, start)) == (0, {}, [])


def test_com_040_a_short_row_is_filled_up_place_by_place() -> None:
    """COM-040: two of the four cards paid fill the row, in row order, and two are the deck."""
    game = arrange(
        started(), hands={0: {"purple": 4}}, row=["red", None, "blue", None, "white"], rest=1, ticket_rest=1, turn=0
    )
    do(game, "claim Denver-Omaha with 4 purple")
    assert row(game) == ["red", "purple", "blue", "purple", "white"]
    assert (deck_cards(game), discards(game)) == (("purple", "purple"), {})


def test_com_040_a_row_may_stay_short() -> None:
    """COM-040: one card comes back for two empty places; the first one gets it."""
    game = arrange(started(), hands={0: {"purple": 1}}, row=["red", None, "blue", None, "white"], rest=1, turn=0)
    do(game, "claim Atlanta-Nashville with 1 purple")
    assert row(game) == ["red", "purple", "blue", None, "white"]
    assert deck_size(game) == 0


def test_com_041_a_filled_up_row_with_too_many_wilds_may_have_to_stay() -> None:
    """COM-041: the third wild comes back, and only two other cards are outside hands."""
    game = arrange(started(), hands={0: {"wild": 1}}, row=["wild", "wild", "red", "blue"], rest=1, turn=0)
    start = len(game.events)
    do(game, "claim Atlanta-Nashville with 1 wild")
    assert row(game) == ["wild", "wild", "red", "blue", "wild"]
    assert not happened(game, RowDiscarded, start)


def test_com_041_a_filled_up_row_with_too_many_wilds_is_reset() -> None:
    """COM-041: of two wilds and a green card that come back a wild is mostly the one that fills the row."""
    resets = 0
    for seed in range(20):
        game = started(seed=seed)
        arrange(game, hands={0: {"wild": 2, "green": 1}}, row=["wild", "wild", "red", "blue"], rest=1, turn=0)
        start = len(game.events)
        do(game, "claim Calgary-Vancouver with 1 green + 2 wild")
        resets += len(happened(game, RowDiscarded, start)) > 0
        assert wilds_shown(game) < 3
        assert None not in row(game)
    assert 0 < resets < 20


FIRST = ["wild", "wild", "wild", "red", "blue"]
SECOND = ["wild", "green", "wild", "black", "wild"]


def swapped(seed: int) -> bl.Game:
    """Seat 0 has taken a white card, and the third wild came in its place: FIRST is due to go, SECOND is the deck."""
    game = started(seats=3, seed=seed)
    arrange(game, row=["white", *FIRST[1:]], deck_top=["wild", *SECOND], rest=2, turn=0)
    do(game, "take white")
    return game


def test_b1_row_and_deck_that_would_change_places_do_so_once() -> None:
    """Ruling B1: without discards nothing mixes a row with a deck of the same size, so the second row stays."""
    game = swapped(seed=0)
    assert happened(game, RowDiscarded)[-1] == RowDiscarded(tuple(FIRST))
    assert row(game) == SECOND
    assert Counter(deck_cards(game)) == Counter(FIRST)
    assert discards(game) == {}
    assert choosing(game) == (0, "second card")


def test_b1_the_row_stays_until_something_changes() -> None:
    """Ruling B1: a blind card leaves it as it is; a card taken from it may make a better one possible."""
    resets = 0
    for seed in range(10):
        game = swapped(seed)
        do(game, "draw")
        start = len(game.events)
        assert (row(game), choosing(game)) == (SECOND, (1, "turn"))
        do(game, "take green")
        if "wild" in hand(game, 0):  # then the red, the blue and the black card are outside hands, enough for a row
            resets += 1
            assert happened(game, RowDiscarded, start)
            assert wilds_shown(game) == 2
        else:
            assert not happened(game, RowDiscarded, start)
            assert wilds_shown(game) >= 3
    assert 0 < resets < 10
