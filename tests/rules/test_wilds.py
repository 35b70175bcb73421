"""Wilds: COM-026 to COM-037."""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.model.events import CardShown, CardTaken, DeckRenewed, RowDiscarded
from branchline.testing.arrange import arrange, deck_cards, started
from tests.rules.play import (
    PLAIN,
    choosing,
    deck_size,
    discards,
    do,
    draws,
    hand,
    happened,
    payments,
    row,
    wilds_shown,
)

TWO_WILDS: list[str | None] = ["wild", "red", "wild", "blue", "white"]


def test_com_026_a_wild_stands_for_a_card_of_any_color() -> None:
    """COM-026: a blue route of two paid with one blue card and a wild."""
    game = arrange(started(), hands={0: {"blue": 1, "wild": 1}}, row=PLAIN, turn=0)
    do(game, "claim Kansas City-Saint Louis with 1 blue + 1 wild")
    assert hand(game, 0) == {}
    assert game.observe(None).tracks.owned_by(0) != ()


def test_com_027_a_wild_taken_from_the_row_is_the_whole_draw() -> None:
    """COM-027: its place is refilled."""
    game = arrange(started(), row=TWO_WILDS, deck_top=["black"], turn=0)
    do(game, "take wild")
    assert hand(game, 0) == {"wild": 1}
    assert row(game) == ["black", "red", "wild", "blue", "white"]
    assert choosing(game) == (1, "turn")


def test_com_028_a_wild_that_lay_in_the_row_is_no_second_card() -> None:
    """COM-028"""
    game = arrange(started(), row=TWO_WILDS, deck_top=["black"], turn=0)
    do(game, "take red")
    assert draws(game) == {"black", "blue", "white", "draw"}
    with pytest.raises(bl.IllegalAction, match="only be taken as the first card"):
        do(game, "take wild")


def test_com_028_a_wild_just_turned_up_is_no_second_card() -> None:
    """COM-028"""
    game = arrange(started(), row=PLAIN, deck_top=["wild"], turn=0)
    do(game, "take red")
    assert row(game)[0] == "wild"
    assert draws(game) == {"blue", "green", "black", "white", "draw"}


def test_com_029_a_blind_wild_as_first_card_allows_a_second() -> None:
    """COM-029"""
    game = arrange(started(), row=PLAIN, deck_top=["wild", "red"], turn=0)
    do(game, "draw")
    assert choosing(game) == (0, "second card")
    assert draws(game) == {*PLAIN, "draw"}
    do(game, "take blue")
    assert hand(game, 0) == {"wild": 1, "blue": 1}


def test_com_029_a_blind_wild_as_second_card_is_kept() -> None:
    """COM-029"""
    game = arrange(started(), row=PLAIN, deck_top=["orange", "wild"], turn=0)
    do(game, "take red", "draw")
    assert hand(game, 0) == {"red": 1, "wild": 1}
    assert game.to_move == 1


def test_com_030_two_blind_wilds_are_both_kept() -> None:
    """COM-030"""
    game = arrange(started(), row=PLAIN, deck_top=["wild", "wild"], turn=0)
    do(game, "draw", "draw")
    assert hand(game, 0) == {"wild": 2}


def test_com_031_after_a_blind_wild_a_row_wild_is_still_no_second_card() -> None:
    """COM-031"""
    game = arrange(started(), row=["wild", "red", "red", "wild", "red"], deck_top=["wild"], turn=0)
    assert draws(game) == {"wild", "red", "draw"}
    do(game, "draw")
    assert draws(game) == {"red", "draw"}


def test_com_032_a_payment_may_have_any_number_of_wilds() -> None:
    """COM-032: none, some, or nothing else."""
    game = arrange(started(), hands={0: {"red": 3, "wild": 3}}, row=PLAIN, turn=0)
    assert payments(game, "chicago-duluth") == {("red", 0), ("red", 1), ("red", 2), ("wild", 3)}
    do(game, "claim Chicago-Duluth with 3 wild")
    assert hand(game, 0) == {"red": 3}
    assert discards(game) == {"wild": 3}


def test_com_033_the_third_wild_discards_the_whole_row() -> None:
    """COM-033: the five of the row go, the new wild among them, and five new cards lie."""
    new = ["green", "green", "black", "wild", "orange"]
    game = arrange(started(), row=TWO_WILDS, deck_top=["wild", *new], turn=0)
    start = len(game.events)
    before = deck_size(game)
    do(game, "take red")
    assert row(game) == new
    assert discards(game) == {"wild": 3, "blue": 1, "white": 1}
    assert deck_size(game) == before - 6
    assert happened(game, RowDiscarded, start) == [RowDiscarded(("wild", "wild", "wild", "blue", "white"))]


def test_com_033_two_wilds_stay() -> None:
    """COM-033: fewer than RESET are as good as none."""
    game = arrange(started(), row=TWO_WILDS, deck_top=["orange"], turn=0)
    start = len(game.events)
    do(game, "take red")
    assert row(game) == ["wild", "orange", "wild", "blue", "white"]
    assert not happened(game, RowDiscarded, start)


def test_com_034_a_reset_between_two_cards() -> None:
    """COM-034: the second card is chosen from the new row or blind."""
    game = arrange(
        started(), row=TWO_WILDS, deck_top=["wild", "green", "green", "black", "wild", "orange", "purple"], turn=0
    )
    do(game, "take red")
    assert choosing(game) == (0, "second card")
    assert draws(game) == {"green", "black", "orange", "draw"}
    do(game, "take orange")
    assert hand(game, 0) == {"red": 1, "orange": 1}
    assert row(game) == ["green", "green", "black", "wild", "purple"]


def test_com_034_a_reset_after_the_second_card() -> None:
    """COM-034: the next seat finds the new row."""
    game = arrange(started(), row=TWO_WILDS, deck_top=["orange", "wild", *PLAIN], turn=0)
    do(game, "draw", "take red")
    assert row(game) == PLAIN
    assert choosing(game) == (1, "turn")


def test_com_035_a_new_row_with_too_many_wilds_is_reset_again() -> None:
    """COM-035"""
    again = ["wild", "wild", "black", "wild", "orange"]
    game = arrange(started(), row=TWO_WILDS, deck_top=["wild", *again, *PLAIN], turn=0)
    start = len(game.events)
    do(game, "take red")
    assert [event.cards for event in happened(game, RowDiscarded, start)] == [
        ("wild", "wild", "wild", "blue", "white"),
        tuple(again),
    ]
    assert row(game) == PLAIN


def test_com_035_a_row_stays_if_no_better_one_is_possible() -> None:
    """COM-035: only three wilds and two other cards are outside hands; also the first time."""
    game = arrange(started(), row=TWO_WILDS, deck_top=["wild"], rest=1, turn=0)
    start = len(game.events)
    do(game, "take red")
    assert row(game) == ["wild", "wild", "wild", "blue", "white"]
    assert not happened(game, RowDiscarded, start)
    assert draws(game) == {"blue", "white"}


@pytest.mark.parametrize("seed", range(10))
def test_com_035_a_row_is_reset_until_it_is_better_if_that_is_possible(seed: int) -> None:
    """COM-035: three wilds and three other cards are outside hands, so a row with two wilds is possible."""
    game = arrange(started(seed=seed), row=TWO_WILDS, deck_top=["wild", "green"], rest=1, turn=0)
    start = len(game.events)
    do(game, "take red")
    assert len(happened(game, RowDiscarded, start)) >= 1
    assert (wilds_shown(game), deck_cards(game), discards(game)) == (2, ("wild",), {})
    assert Counter(row(game)) == {"wild": 2, "blue": 1, "white": 1, "green": 1}


def test_com_035_cards_that_come_back_make_a_better_row_possible() -> None:
    """COM-035: a row that had to stay is reset as soon as a claim brings other cards."""
    game = arrange(started(), hands={0: {"green": 2}}, row=["wild", "wild", "wild", "blue", "white"], rest=1, turn=0)
    start = len(game.events)
    do(game, "claim Boston-Montreal with 2 green")
    assert happened(game, RowDiscarded, start)
    assert wilds_shown(game) == 2


def test_com_036_a_short_row_is_never_reset() -> None:
    """COM-036: three wilds stay when the row cannot be refilled."""
    game = arrange(started(), row=["wild", "red", "wild", "blue", "wild"], rest=1, turn=0)
    start = len(game.events)
    do(game, "take blue")
    assert row(game) == ["wild", None, "wild", None, "wild"]  # the red one was the only second card
    assert not happened(game, RowDiscarded, start)
    assert hand(game, 0) == {"red": 1, "blue": 1}


def test_com_037_the_deck_runs_out_during_a_reset() -> None:
    """COM-037: two cards are laid, the discards are reshuffled with the old row among them, three more are laid."""
    game = arrange(
        started(),
        row=TWO_WILDS,
        deck_top=["wild", "green", "black"],
        discards={"orange": 2, "purple": 2},
        rest=1,
        turn=0,
    )
    start = len(game.events)
    do(game, "take red")
    assert happened(game, DeckRenewed, start) == [DeckRenewed(9)]
    assert len(happened(game, RowDiscarded, start)) == 1
    assert row(game)[:2] == ["green", "black"]
    assert (deck_size(game), discards(game)) == (6, {})
    nine = Counter(["wild"] * 3 + ["blue", "white"] + ["orange"] * 2 + ["purple"] * 2)
    assert Counter(row(game)[2:]) + Counter(deck_cards(game)) == nine


def test_com_037_events_tell_the_reset_in_order() -> None:
    """COM-037: taken, shown, discarded, then two cards before the deck is renewed and three after it."""
    game = arrange(
        started(), row=TWO_WILDS, deck_top=["wild", "green", "black"], discards={"orange": 4}, rest=1, turn=0
    )
    start = len(game.events)
    do(game, "take red")
    assert [type(event) for event in game.events[start:]] == [
        CardTaken,
        CardShown,
        RowDiscarded,
        CardShown,
        CardShown,
        DeckRenewed,
        CardShown,
        CardShown,
        CardShown,
    ]
