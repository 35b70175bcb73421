"""Ferries: COM-062 to COM-064, on a board of the tests' own."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.testing.arrange import arrange, started
from tests.rules.play import claimable, claims, do, final, hand, owners, payments

pytestmark = pytest.mark.usefixtures("own_boards")


def test_com_062_symbols_are_paid_with_wilds() -> None:
    """COM-062: a gray ferry of three with two symbols takes two wilds and a card of any color, or three wilds."""
    game = arrange(started("ferries"), hands={0: {"red": 2, "blue": 1, "wild": 3}}, turn=0)
    assert payments(game, "ayr-bute") == {("red", 2), ("blue", 2), ("wild", 3)}
    with pytest.raises(bl.IllegalAction, match="takes 2 wilds"):
        do(game, "claim Ayr-Bute with 2 red + 1 wild")
    do(game, "claim Ayr-Bute with 1 blue + 2 wild")
    assert hand(game, 0) == {"red": 2, "wild": 1}


def test_com_062_without_enough_wilds_there_is_no_claim() -> None:
    """COM-062: one wild for two symbols is not enough, whatever else there is."""
    game = arrange(started("ferries"), hands={0: {"red": 8, "blue": 8, "wild": 1}}, turn=0)
    assert claims(game, "ayr-bute") == []
    assert payments(game, "bute-coll") == {("red", 1), ("blue", 1)}
    assert claims(game, "dunoon-eigg") == []


def test_com_062_the_rest_is_paid_in_the_color_of_the_ferry() -> None:
    """COM-062: a red ferry of two with one symbol."""
    game = arrange(started("ferries"), hands={0: {"red": 2, "blue": 2, "green": 2, "wild": 2}}, turn=0)
    assert payments(game, "coll-dunoon") == {("red", 1), ("wild", 2)}
    assert payments(game, "coll-dunoon#2") == {("blue", 1), ("wild", 2)}


def test_com_062_a_ferry_of_nothing_but_symbols_takes_nothing_but_wilds() -> None:
    """COM-062"""
    game = arrange(started("ferries"), hands={0: {"red": 2, "wild": 2}}, turn=0)
    assert payments(game, "dunoon-eigg") == {("wild", 2)}
    with pytest.raises(bl.IllegalAction):
        do(game, "claim Dunoon-Eigg with 1 red + 1 wild")


def test_com_063_wilds_beyond_the_symbols_stand_for_set_cards() -> None:
    """COM-063: a gray ferry of three with one symbol."""
    game = arrange(started("ferries"), hands={0: {"red": 1, "wild": 2}}, turn=0)
    assert payments(game, "bute-coll") == {("red", 2)}
    arrange(game, hands={0: {"red": 2, "wild": 3}})
    assert payments(game, "bute-coll") == {("red", 1), ("red", 2), ("wild", 3)}


def test_com_064_a_ferry_takes_pieces_and_scores_like_any_route() -> None:
    """COM-064"""
    game = arrange(started("ferries"), hands={0: {"red": 1, "wild": 2}}, turn=0)
    do(game, "claim Ayr-Bute with 1 red + 2 wild")
    view = game.observe(None)
    assert (view.points, view.pieces, owners(game)) == ((4, 0), (11, 14), {"ayr-bute": (0,)})


def test_com_064_a_double_ferry_is_a_double_route() -> None:
    """COM-064: with two seats one of its tracks closes the other."""
    cards = {"red": 1, "blue": 1, "wild": 3}
    game = arrange(started("ferries"), hands={0: cards, 1: cards}, turn=0)
    assert claimable(game) >= {"coll-dunoon", "coll-dunoon#2"}
    do(game, "claim Coll-Dunoon with 1 blue + 1 wild")
    assert owners(game) == {"coll-dunoon#2": (0,)}
    assert "coll-dunoon" not in claimable(game)


def test_com_064_a_ferry_counts_for_tickets_and_paths() -> None:
    """COM-064: two ferries join Ayr and Coll, and their six pieces are the longest path."""
    scores = final(
        started("ferries"),
        owners={"ayr-bute": 0, "bute-coll": 0, "ayr-dunoon": 1, "dunoon-eigg": 1},
        tickets={0: ["ayr-coll"], 1: ["ayr-eigg", "coll-dunoon"]},
    )
    assert scores[0].lines == {"routes": 8, "tickets": 6, "longest_path": 10}
    assert scores[1].lines == {"routes": 6, "tickets": 0, "longest_path": 0}
