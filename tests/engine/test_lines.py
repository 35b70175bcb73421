"""Positions and games in one line: what is written is read, and what is damaged is refused."""

from __future__ import annotations

from random import Random
from zlib import crc32

import pytest

import branchline as bl
from branchline.notation.lines import packed, unpacked

BOARDS = [board.id for board in bl.boards()]


@pytest.mark.parametrize("board", BOARDS)
def test_positions_and_games_come_back(board: str) -> None:
    rng = Random(1)
    game = bl.new_game(board, variant=list(bl.board(board).variants)[-1], seats=bl.board(board).seats[1], seed=5)
    while not game.is_over:
        game.apply(rng.choice(game.legal_actions()))
        if len(game.decisions) % 50 == 3 or game.is_over:
            for seat in (None, *range(game.seats)):
                seen = game.observe(seat)
                line = bl.to_line(seen)
                assert "\n" not in line
                assert bl.from_line(line) == seen
                assert len(line) < 6000
        if len(game.decisions) in (0, 20):
            game.reshuffle(0xABC)
    line = bl.to_line(game)
    assert bl.from_line(line) == game
    assert bl.to_line(game.record()) == line
    assert len(line) < 80 + 7 * len(game.decisions)


def test_a_stopped_game_and_one_with_a_first_seat_come_back() -> None:
    game = bl.new_game("germany", seats=3, seed=2**127, first_seat=2)
    for _ in range(9):
        game.apply(game.legal_actions(game.pending[-1])[-1], game.pending[-1])
    game.reshuffle(7)
    assert bl.from_line(bl.to_line(game)) == game
    game.stop()
    again = bl.from_line(f"  {bl.to_line(game)}\n")
    assert isinstance(again, bl.Game)
    assert again == game
    assert again.scores() == game.scores()


def signed(body: str) -> str:
    return f"{body} #{crc32(body.encode()):08x}"


def test_what_is_wrong_with_a_line_is_told() -> None:
    game = bl.new_game("usa", seed=3)
    game.apply(game.legal_actions()[0])
    with pytest.raises(bl.RecordError, match="imagined"):
        bl.to_line(bl.imagine(game.observe(0), 1))
    for value in (game, game.observe(0)):
        line = bl.to_line(value)
        for damaged in (line[:-1], line[1:], line.replace(" 2 ", " 3 ", 1), "", "hello", line + "0"):
            with pytest.raises(bl.NotationError, match="checksum"):
                bl.from_line(damaged)
    for body, words in {
        "usa classic": "begins with the board",
        "usa/classic@99 2 0 - 4": "version 99",
        "usa/classic@2 2 0 - 99999": "cannot be played",
        "usa/classic@2 2 0 - x": "cannot be read",
        "usa/classic@2 2 0 [1,2]": "a position has",
        "usa/classic@2 2 0 [1,": "expected",
        "usa/classic@2 2 0 [nobody(1)]": "nothing of the kind 'nobody'",
        "usa/classic@2 2 0 [999*[999*[999*1]]]": "repeats too much",
        f"usa/classic@2 2 0 {'[' * 5000}": "inside one another",
        f"usa/classic@2 2 0 [{'9' * 5000}]": "tells no position",
    }.items():
        with pytest.raises(bl.NotationError, match=words):
            bl.from_line(signed(body))
    with pytest.raises(bl.UnknownBoard):
        bl.from_line(signed("usb/classic@2 2 0 - 4"))


def test_mutilated_positions_raise_nothing_unforeseen() -> None:
    rng = Random(4)
    line = bl.to_line(bl.new_game("germany", seed=3).observe(0)).rpartition(" #")[0]
    refused = 0
    for _ in range(400):
        at = rng.randrange(line.index("["), len(line))
        body = line[:at] + rng.choice("[](){}=,*-+~a1 ") + line[at + rng.randrange(3) :]
        try:
            bl.from_line(signed(body))
        except bl.BranchlineError:
            refused += 1
    assert refused > 200


@pytest.mark.parametrize(
    "plain", [None, True, False, 0, -12, "", "red", "12", "-", "'", "a b,c=(d)[e]{f}*g", "Zürich", [], [[], []], {}]
)
def test_every_json_value_has_a_form(plain: object) -> None:
    for value in (plain, [plain, plain, 1], {"a b": plain, "12": 3, "-": 4}):
        assert unpacked(packed(value)) == value
        assert " " not in packed(value)
