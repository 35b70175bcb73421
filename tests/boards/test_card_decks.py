"""Boards with several decks of cards, and several sorts of card for a color."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline as bl
from branchline.engine.terrain import Terrain
from branchline.model.board import WILD, CardKind
from tests.boards.small_board import changed, faults, load

ONE = "[cards]\nred = 8\nblue = 8\nwild = 4\n"
TWO = """\
[cards]
colors = ["red", "blue"]

[cards.land]
"cart" = 3
"marked cart" = 2
wild = 4

[cards.sea]
"boat" = 6
"""


def test_one_deck_has_one_sort_for_each_color(tmp_path: Path) -> None:
    board = load(tmp_path, changed())
    assert board.card_kinds == (CardKind("red", "red", 8), CardKind("blue", "blue", 8), CardKind(WILD, WILD, 4))
    terrain = Terrain(board)
    assert (terrain.deck_names, list(terrain.deck_of)) == ([""], [0, 0, 0])


def test_kinds_by_sort_then_color_and_wilds_last(tmp_path: Path) -> None:
    board = load(tmp_path, changed((ONE, TWO)))
    assert board.colors == ("red", "blue")
    assert list(board.cards.items()) == [
        ("red cart", 3),
        ("blue cart", 3),
        ("red marked cart", 2),
        ("blue marked cart", 2),
        ("red boat", 6),
        ("blue boat", 6),
        ("wild", 4),
    ]
    assert [kind.deck for kind in board.card_kinds] == ["land"] * 4 + ["sea"] * 2 + ["land"]
    terrain = Terrain(board)
    assert terrain.deck_names == ["land", "sea"]
    assert [int(terrain.first_of_sort(sort)) for sort in ("cart", "marked cart", "boat")] == [0, 2, 4]
    assert [int(n) for n in terrain.of_deck(1)] == [0, 0, 0, 0, 6, 6, 0]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("wild = 4\n", "", "exactly one deck has the key 'wild', not 0"),
        ('"boat" = 6', '"boat" = 6\nwild = 2', "exactly one deck has the key 'wild', not 2"),
        ('"boat" = 6', '"boat" = 0', "must be a whole number of 1 or more, not 0"),
        ('"boat" = 6', '"Boat!" = 6', "cannot be the name of a sort of card"),
        ('"boat" = 6', '"cart" = 6', "each sort once"),
        ('["red", "blue"]', '["red", "gray"]', "'gray' cannot be the name of a card color"),
        ('["red", "blue"]', "[]", "there is no card color"),
        ("[cards.sea]", '[cards."the sea"]', "cannot be the name of a deck"),
    ],
)
def test_faults(tmp_path: Path, old: str, new: str, words: str) -> None:
    found = faults(tmp_path, changed((ONE, TWO.replace(old, new))))
    assert any(words in fault for fault in found), found


def test_views_of_one_deck_boards_do_not_count_by_deck() -> None:
    assert {hand.by_deck for hand in bl.new_game("usa").observe(None).hands} == {()}
