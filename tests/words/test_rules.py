"""The rules of every board in words: what the rules page of the browser says, with all numbers put in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import branchline as bl
from branchline.words.rules import rules_in_words


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_every_board_and_variant_has_rules(board: str) -> None:
    on = bl.board(board)
    for variant in on.variants.values():
        told = rules_in_words(on, variant)
        assert not re.search(r"[{}]|Click|None|\[|marked on the map", told)
        assert "What it is about" in told
        assert "points" in told


def test_what_is_special_comes_before_the_end() -> None:
    board = bl.board("world")
    told = rules_in_words(board, board.variants["classic"])
    assert told.index("Draw tickets") < told.index("\nHarbors\n") < told.index("The end")
    assert "each from the face-up row of six" in told
    assert "A harbor you did not build costs four." in told


def test_a_board_of_ones_own_is_explained_by_its_mechanics() -> None:
    board = bl.add_board(Path(__file__).parents[2] / "examples/usa_passengers")
    told = rules_in_words(board, next(iter(board.variants.values())))
    assert "\nPassengers\n" in told
    assert "The longest path" in told
