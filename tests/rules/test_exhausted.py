"""Exhausted decks: COM-038 to COM-041, and a row and a deck that would change places for ever."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import branchline as bl
from branchline.model.events import DeckRenewed, RowDiscarded
from branchline.testing.arrange import arrange, deck_cards, started
from tests.rules.play import PLAIN, choosing, deck_size, discards, do, happened, options, row, wilds_shown


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


def swapped(seed: int, second: list[str]) -> bl.Game:
    """Seat 0 has taken a white card, and the third wild came in its place: FIRST is due to go, `second` is the deck."""
    game = started(seats=3, seed=seed)
    arrange(game, row=["white", *FIRST[1:]], deck_top=["wild", *second], rest=2, turn=0)
    do(game, "take white")
    return game


def test_b1_row_and_deck_change_places_where_that_helps() -> None:
    """N2: the deck has as many cards as the row and fewer wilds, so it is the new row."""
    plain = ["wild", "green", "wild", "black", "yellow"]
    game = swapped(0, plain)
    assert row(game) == plain
    assert len(happened(game, RowDiscarded)) == len(happened(game, DeckRenewed)) == 1
    assert Counter(deck_cards(game)) == Counter(FIRST)


def test_b1_row_and_deck_that_would_change_places_for_ever_are_shuffled_together() -> None:
    """Ruling B1: without discards nothing mixes a row with a deck of its size, so all cards are shuffled together."""
    rows = set()
    for seed in range(20):
        game = swapped(seed, SECOND)
        told = [event.cards for event in happened(game, RowDiscarded)]
        assert told[:2] == [tuple(FIRST), tuple(SECOND)]
        assert {event.cards for event in happened(game, DeckRenewed)[:2]} == {5, 10}
        assert wilds_shown(game) < 3
        assert (discards(game), choosing(game)) == ({}, (0, "second card"))
        assert Counter(row(game)) + Counter(deck_cards(game)) == Counter(FIRST + SECOND)
        rows.add(tuple(row(game)))
    assert len(rows) > 10, "the same row again and again"


def test_b1_no_row_with_too_many_wilds_is_left_where_a_better_one_is_possible() -> None:
    """N2: whatever is drawn then, blind or not, the row is as good as it can be."""
    for seed in range(10):
        game = swapped(seed, SECOND)
        for _ in range(4):
            do(game, "draw" if deck_size(game) else options(game)[0])
            plain = Counter(card for card in (*row(game), *deck_cards(game)) if card not in (None, "wild")).total()
            assert wilds_shown(game) < 3 or None in row(game) or plain < 3


def test_n2_the_row_is_looked_at_after_a_blind_card_too() -> None:
    """N2: three wilds that lie there, however they came there, are gone after the next card."""
    game = arrange(started(), row=["wild", "red", "wild", "blue", "wild"], deck_top=["orange", *PLAIN], turn=0)
    do(game, "draw")
    assert row(game) == PLAIN
    assert choosing(game) == (0, "second card")
