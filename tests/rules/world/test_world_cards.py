"""Taking cards from two decks and one row (WLD-025..WLD-044)."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.mechanics.cards import CardDrawnFrom, NamedDeckRenewed
from branchline.model.events import CardShown, RowDiscarded
from tests.rules.play import choosing, do, draws, hand, happened, options
from tests.rules.world.position import ROW, at, kinds, market, rules_of

TRAIN, SHIP = "draw train", "draw ship"


def cards(game: bl.Game) -> set[str]:
    """What can be taken or drawn now."""
    return {text for text in options(game) if text.startswith(("take ", "draw "))} - {"draw tickets"}


def test_wld_025_first_choices() -> None:
    """WLD-025: each card of the row, and both decks."""
    game = at(row=ROW)
    assert cards(game) == {*(f"take {card}" for card in ROW), TRAIN, SHIP}


def test_wld_025_two_cards_from_anywhere() -> None:
    """WLD-025: row and deck in any mix, and from either deck."""
    game = at(row=ROW, top=["white train", "white ship"])
    do(game, TRAIN, SHIP)
    assert hand(game, 0) == {"white train": 1, "white ship": 1}
    assert game.to_move == 1
    do(game, "take red ship", "refill from train", "draw ship")
    assert sum(hand(game, 1).values()) == 2
    assert game.to_move == 0
    assert [event.deck for event in happened(game, CardDrawnFrom)] == ["train", "ship", "ship"]


def test_wld_026_the_second_card_must_be_taken() -> None:
    """WLD-026: nothing but cards to choose from."""
    game = at(row=ROW)
    do(game, TRAIN)
    assert choosing(game) == (0, "second card")
    assert kinds(game) == {"TakeCard", "DrawFromDeck"}


def test_wld_026_without_a_second_card_the_drawing_ends() -> None:
    """WLD-026, COM-022: only a wild is left in the row."""
    game = at(row=["red train", "wild"], hands={}, train_rest=1, ship_rest=1)
    do(game, "take red train")
    assert game.to_move == 1


def test_wld_027_the_seat_names_the_deck_before_its_second_card() -> None:
    """WLD-027: the new card lies at the same place."""
    game = at(row=ROW, top=["white train", "white ship"])
    do(game, "take green train")
    assert choosing(game) == (0, "name a deck")
    assert options(game) == ["refill from train", "refill from ship"]
    assert market(game).row == ("red train", None, *ROW[2:])
    do(game, "refill from ship")
    assert market(game).row == ("red train", "white ship", *ROW[2:])
    assert choosing(game) == (0, "second card")
    assert "take white ship" in options(game)


def test_wld_028_also_after_the_second_card_and_a_wild() -> None:
    """WLD-028"""
    game = at(row=["wild", *ROW[1:]], top=["white train", "white ship", "yellow ship"])
    do(game, "take wild")
    assert choosing(game) == (0, "name a deck")
    do(game, "refill from ship")
    assert game.to_move == 1
    do(game, TRAIN, "take red ship")
    assert choosing(game) == (1, "name a deck")
    do(game, "refill from ship")
    assert (market(game).row[3], game.to_move) == ("yellow ship", 0)


def test_wld_029_six_ship_cards() -> None:
    """WLD-029: the row may hold any mix."""
    game = at(row=ROW)
    for card in ROW[:3]:
        do(game, f"take {card}", "refill from ship")
        if choosing(game)[1] == "second card":
            do(game, TRAIN)
    decks = {kind.name: kind.deck for kind in game.board.card_kinds}
    assert [decks[card or ""] for card in market(game).row] == ["ship"] * 6


def test_wld_030_with_one_deck_there_is_no_question() -> None:
    """WLD-030: the ship deck is exhausted, so a train card replaces the card."""
    game = at(row=ROW, hands={}, top=["white train"], ship_rest=1)
    do(game, "take red ship")
    assert choosing(game) == (0, "second card")
    assert market(game).row[3] == "white train"


def test_wld_031_an_exhausted_market_still_has_its_row() -> None:
    """WLD-031: both decks empty, four cards: two are taken and not replaced."""
    game = at(row=[*ROW[:4]], hands={}, train_rest=1, ship_rest=1)
    assert cards(game) == {f"take {card}" for card in ROW[:4]}
    do(game, "take red train", "take green train")
    assert market(game).row == (None, None, "black train", "red ship", None, None)
    assert game.to_move == 1


def test_wld_032_each_deck_is_renewed_from_its_own_discards() -> None:
    """WLD-032: at the moment it is empty."""
    game = at(row=ROW, top=["white train"], discards={"red train": 5, "wild": 4}, train_rest=1)
    before = market(game)
    assert before.decks[0] == 1
    do(game, TRAIN)
    after = market(game)
    assert after.decks == (9, before.decks[1])
    assert after.deck_renewals == (before.deck_renewals[0] + 1, before.deck_renewals[1])
    assert after.discards == {}
    assert happened(game, NamedDeckRenewed)[-1] == NamedDeckRenewed(9, "train")


def test_wld_032_a_deck_is_renewed_after_its_last_card_is_seen() -> None:
    """WLD-032: in the log the last card comes first, and then the new deck, whether it is drawn or turned up."""
    game = at(row=ROW, top=["white train"], discards={"red train": 5}, train_rest=1)
    start = len(game.events)
    do(game, TRAIN)
    assert [type(event) for event in game.events[start:]][:2] == [CardDrawnFrom, NamedDeckRenewed]
    game = at(row=ROW, top=["white train"], discards={"red train": 5}, train_rest=1)
    start = len(game.events)
    do(game, "take green train", "refill from train")
    assert [type(event) for event in game.events[start:]][1:3] == [CardShown, NamedDeckRenewed]


def test_wld_033_a_face_up_wild_is_the_only_card() -> None:
    """WLD-033"""
    game = at(row=["wild", *ROW[1:]])
    do(game, "take wild", "refill from train")
    assert game.to_move == 1
    assert hand(game, 0)["wild"] >= 1


def test_wld_034_a_face_up_wild_is_never_the_second_card() -> None:
    """WLD-034: whether it lay there before or has just been turned up."""
    game = at(row=["wild", *ROW[1:]], top=["wild"])
    assert "take wild" in options(game)
    do(game, "take red ship", "refill from train")
    assert market(game).row.count("wild") == 2
    assert "take wild" not in options(game)
    with pytest.raises(bl.IllegalAction, match="first card"):
        do(game, "take wild")


def test_wld_035_a_blind_wild_is_one_card() -> None:
    """WLD-035, COM-030, COM-031: two blind ones are both kept, a face-up one cannot follow."""
    game = at(row=["wild", *ROW[1:]], top=["wild", "wild"], hands={})
    do(game, TRAIN)
    assert choosing(game) == (0, "second card")
    assert "take wild" not in options(game)
    do(game, TRAIN)
    assert hand(game, 0) == {"wild": 2}


def test_wld_036_three_wilds_bring_a_new_row() -> None:
    """WLD-036: three cards of each deck, and nobody names them; WLD-037: before the second card."""
    row: list[str | None] = ["wild", "wild", *ROW[2:]]
    new = ["white train", "white train", "yellow train", "white ship", "white ship", "yellow ship"]
    game = at(row=row, top=["wild", *new], hands={})
    do(game, "take black train", "refill from train")
    assert market(game).row == tuple(new)
    assert happened(game, RowDiscarded)[-1].cards == ("wild", "wild", "wild", "red ship", "green ship", "black ship")
    assert market(game).discards == {"wild": 3, "red ship": 1, "green ship": 1, "black ship": 1}
    assert choosing(game) == (0, "second card")


def test_wld_038_the_other_deck_fills_what_one_lacks() -> None:
    """WLD-038: one ship card is left, so the new row has it and five train cards."""
    row: list[str | None] = ["wild", "wild", "red train", "red train", "green train", "black train"]
    top = ["wild", "white train", "white train", "yellow train", "yellow train", "purple train", "white ship"]
    game = at(row=row, top=top, hands={}, ship_rest=1)
    do(game, "take red train", "refill from train")
    expected = ("white train", "white train", "yellow train", "white ship", "yellow train", "purple train")
    assert market(game).row == expected


def test_wld_039_a_deck_is_renewed_while_the_row_is_laid() -> None:
    """WLD-039: one train card, then the discards with the old row's cards among them, then two more."""
    row: list[str | None] = ["wild", "wild", "green train", "black train", "red ship", "green ship"]
    game = at(row=row, top=["wild", "white train"], hands={}, train_rest=1)
    rules = rules_of(game)
    do(game, "take red ship", "refill from train")
    assert sum(len(e.cards) for e in happened(game, RowDiscarded)[-1:]) == 6
    assert happened(game, NamedDeckRenewed)[-1].deck == "train"
    assert market(game).row.count("wild") < 3
    rules.check()


def test_wld_040_no_reset_where_no_better_row_is_possible() -> None:
    """WLD-040: outside hands there are three train-deck cards, all wild, and many ships: the row stays."""
    row: list[str | None] = ["wild", "wild", "red ship", "green ship", "black ship", "white ship"]
    game = at(row=row, top=["wild"], hands={}, train_rest=1)
    do(game, "take red ship", "refill from train")
    assert market(game).row.count("wild") == 3
    assert not happened(game, RowDiscarded)


def test_wld_040_reset_until_a_better_row_shows() -> None:
    """WLD-040: with one train card more there is a better row."""
    row: list[str | None] = ["wild", "wild", "red ship", "green ship", "black ship", "white ship"]
    game = at(row=row, top=["wild", "red train"], hands={}, train_rest=1)
    do(game, "take red ship", "refill from train")
    assert market(game).row.count("wild") == 2
    assert "red train" in market(game).row
    assert happened(game, RowDiscarded)


@pytest.mark.parametrize("seed", range(5))
def test_wld_040_row_and_deck_that_would_change_places_for_ever_are_shuffled_together(seed: int) -> None:
    """N47 with B1: no ship cards, twelve train cards, each half with three wilds."""
    plain = ["red train", "green train", "black train"]
    row: list[str | None] = ["wild", "wild", "white train", *plain]
    game = at(seed=seed, row=row, top=["wild", "wild", "wild", "wild", *plain], hands={}, train_rest=1, ship_rest=1)
    do(game, "take white train")
    assert market(game).row.count("wild") < 3
    assert len(happened(game, RowDiscarded)) >= 2
    assert NamedDeckRenewed(12, "train") in happened(game, NamedDeckRenewed)
    assert market(game).decks == (6, 0)
    rules_of(game).check()


def test_wld_037_the_row_is_looked_at_after_a_blind_card_too() -> None:
    """WLD-037, N2: three wilds that lie there, however they came there, are gone after the next card."""
    game = at(row=["wild", "wild", "wild", *ROW[3:]], top=["white train", *ROW], hands={})
    do(game, TRAIN)
    assert market(game).row == tuple(ROW)


def test_wld_041_a_short_row_is_never_reset() -> None:
    """WLD-041"""
    row: list[str | None] = ["wild", "wild", "wild", "red ship", "green ship", "black ship"]
    game = at(row=row, hands={}, train_rest=1, ship_rest=1)
    do(game, "take red ship", "take green ship")
    assert market(game).row == ("wild", "wild", "wild", None, None, "black ship")


def test_wld_042_the_seat_whose_cards_come_back_names_the_decks() -> None:
    """WLD-042: a harbor discards two train and two ship cards; the seat fills both places."""
    hand0 = {"red harbor train": 2, "red ship": 2}
    game = at(row=ROW[1:5], hands={0: hand0}, train_rest=1, ship_rest=1, owners={"lima-valparaiso": 0})
    do(game, "build harbor in Lima with 2 red harbor trains + 2 red ships")
    assert choosing(game) == (0, "name a deck")
    assert market(game).decks == (2, 2)
    do(game, "refill from train")
    assert market(game).row[4] == "red harbor train"
    assert choosing(game) == (0, "name a deck")
    do(game, "refill from ship")
    assert market(game).row[5] == "red ship"
    assert game.to_move == 1


def test_wld_042_one_type_fills_all_places_without_a_question() -> None:
    """WLD-042: only train cards come back."""
    game = at(row=ROW[1:5], hands={0: {"red train": 3}}, train_rest=1, ship_rest=1)
    do(game, "claim Winnipeg-Los Angeles with 3 red")
    assert market(game).row == (*ROW[1:5], "red train", "red train")
    assert market(game).decks == (1, 0)
    assert game.to_move == 1


def test_wld_043_nothing_to_take() -> None:
    """WLD-043: no card can be taken, so nobody is offered one."""
    game = at(row=[], hands={}, train_rest=1, ship_rest=1)
    assert not cards(game)
    assert draws(game) == set()


def test_wld_044_numbers_of_train_and_ship_cards_are_public() -> None:
    """WLD-044: all see from which deck a card comes; hands have no limit (COM-025)."""
    game = at(row=ROW, hands={1: {"red train": 2, "wild": 1, "red ship": 1}})
    for viewer in (None, 0, 1):
        assert game.observe(viewer).hands[1].by_deck == (3, 1)
    game = at(row=ROW, hands={}, train_rest=0)
    assert game.observe(1).hands[0].by_deck == (77, 0)
    do(game, SHIP)
    assert game.observe(1).hands[0].by_deck == (77, 1)


def test_wld_044_imagined_hands_keep_to_their_decks() -> None:
    """N14: a hidden card is one of the deck that it came from."""
    game = at(row=ROW, hands={1: {"red train": 4, "green ship": 2}})
    for seed in range(10):
        other = bl.imagine(game.observe(0), seed)
        assert other.observe(None).hands[1].by_deck == (4, 2)
        rules_of(other).check()
