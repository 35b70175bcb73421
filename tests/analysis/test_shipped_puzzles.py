"""The puzzles that ship: all of them can be set up, and a sample of each board is as clear in other worlds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from branchline.analysis import make_evaluator
from branchline.analysis.puzzle_files import BadPuzzles, append, file_of, read, shipped, write
from branchline.analysis.puzzles import check
from branchline.boards import registry
from branchline.cli.main import main
from branchline.game import replay
from branchline.words.kinds import kind_of

ALL = [puzzle for puzzles in shipped().values() for puzzle in puzzles]


def test_every_board_has_many() -> None:
    """Of different themes, and no position twice."""
    assert {board.id for board in registry.boards()} == shipped().keys()
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)
    for board, puzzles in shipped().items():
        assert len(puzzles) >= 40, board
        themes = Counter(puzzle.theme for puzzle in puzzles)
        assert len(themes) >= 5, board
        assert max(themes.values()) <= len(puzzles) / 2, board


def test_all_can_be_set_up() -> None:
    """The record leads to the position, the answers are legal there and of different kinds, and the lead is clear."""
    for puzzle in ALL:
        assert puzzle.record.rules_version == registry.board(puzzle.record.board).rules_version
        game = replay(puzzle.record, events=False)
        assert puzzle.seat in game.pending
        actions = [game.parse(answer.words, puzzle.seat) for answer in puzzle.answers]
        assert all(game.refusal(action, puzzle.seat) is None for action in actions)
        assert len({kind_of(game.board, action) for action in actions}) == len(actions) >= 3
        assert puzzle.lead > 0.1
        assert puzzle.lead > 2 * puzzle.lead_se
        shares = [answer.share for answer in puzzle.answers]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] - shares[1] == pytest.approx(puzzle.lead, abs=0.001), "what is said and what is shown agree"
        assert puzzle.reasons or puzzle.theme


def test_a_sample_is_clear_with_another_seed() -> None:
    """On the board that is quickly judged, the smallest lead and the largest: the same answer is the best again."""
    sample = min(shipped()["san_francisco"], key=lambda puzzle: puzzle.lead)
    clearest = max(shipped()["san_francisco"], key=lambda puzzle: puzzle.lead)
    evaluator = make_evaluator(sample.evaluator, "san_francisco", sample.record.variant, sample.record.seats)
    for puzzle in (sample, clearest):
        stands, lead = check(puzzle, evaluator, worlds=32, seed=5)
        assert stands, (puzzle.id, lead)


def test_what_is_no_puzzle_is_not_confirmed() -> None:
    """With its answers in another order, another one is said to be the best: that must be noticed."""
    puzzle = max(shipped()["san_francisco"], key=lambda each: each.lead)
    evaluator = make_evaluator(puzzle.evaluator, "san_francisco", puzzle.record.variant, puzzle.record.seats)
    wrong = replace(puzzle, answers=(puzzle.answers[1], puzzle.answers[0], *puzzle.answers[2:]))
    stands, _ = check(wrong, evaluator, worlds=16, seed=5)
    assert not stands


def test_files_of_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are added to, read again, found on from where they end, and checked."""
    path = file_of(tmp_path, "san_francisco")
    assert read(path) == []
    one, other = shipped()["san_francisco"][:2]
    append(path, one)
    append(path, other)
    assert read(path) == [one, other]
    write(path, [one])
    assert read(path) == [one]
    arguments = ["puzzles", "--board", "san_francisco", "--out", str(tmp_path)]
    assert main([*arguments, "--count", "1"]) == 0  # it has enough
    assert read(path) == [one]
    assert main([*arguments, "--check"]) in (0, 1)
    assert "stand in other worlds as well" in capsys.readouterr().out
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(BadPuzzles, match="line 1"):
        read(path)
    assert main([*arguments[:-1], str(path)]) != 0  # a file is no folder
