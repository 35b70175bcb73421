"""The program itself: versions, help, errors in one line, and the list of boards."""

from __future__ import annotations

import json
import re
import sys

import pytest

import branchline as bl
from branchline import _native
from branchline.cli.main import main
from tests.cli.helpers import program


def test_version_says_how_the_engine_runs() -> None:
    done = program("--version")
    assert done.returncode == 0
    found = re.fullmatch(rf"branchline {re.escape(bl.__version__)} \((.+)\)\n", done.stdout)
    assert found
    assert found[1] in (f"compiled for {sys.implementation.cache_tag}", f"uncompiled: {_native.reason()}")


def test_version_of_the_sources() -> None:
    done = program("--version", BRANCHLINE_PURE="1")
    assert done.stdout == f"branchline {bl.__version__} (uncompiled: BRANCHLINE_PURE is set)\n"


def test_without_a_command_it_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for command in ("play", "replay", "boards", "bench"):
        assert f"\n    {command} " in shown


@pytest.mark.parametrize("command", ["play", "replay", "boards", "bench"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"usage: branchline {command}" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["dance"], ["boards", "--loud"], ["play", "--terminal", "--seed", "seven"]])
def test_words_that_mean_nothing(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert "error: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "--terminal", "--board", "utopia"], "there is no board 'utopia'"),
        (["play", "--terminal", "--variant", "clasic"], "did you mean 'classic'?"),
        (["play", "--terminal", "--seats", "9"], "USA is for 2 to 5 seats, not 9"),
        (["play", "--terminal", "--first-seat", "7"], "the first seat is one of 0 to 2, not 7"),
        (["play", "--terminal", "--you", "3"], "there is no seat 3; seats go from 0 to 2"),
        (["play", "--terminal", "--bots", "gredy"], "did you mean 'greedy'?"),
        (
            ["play", "--level", "hrad"],
            "there is no level 'hrad'; there are: beginner, easy, medium, skilled, hard, master; did you mean 'hard'?",
        ),
        (
            ["play", "--terminal", "--bots", "greedy", "random", "--seats", "2"],
            "2 bots are too many for 2 seats and a person",
        ),
        (["play", "--terminal", "--seed", "-1"], "a seed is a whole number"),
        (["play", "--terminal", "--resume", "nowhere.json"], "nowhere.json cannot be read"),
        (["replay", "nowhere.json"], "nowhere.json cannot be read"),
        (["bench", "--board", "utopia"], "there is no board 'utopia'"),
        (["train", "run", "usa", "--folder", "nowhere", "--minutes", "-1"], "--minutes is at least 0, not -1"),
        (["train", "run", "usa", "--folder", "nowhere", "--workers", "0"], "--workers is at least 1, not 0"),
        (["train", "run", "usa", "--folder", "nowhere", "--device", "abacus"], "--device is cpu or cuda, not 'abacus'"),
        (["puzzles"], "--out names the folder"),
        (["puzzles", "--out", "nowhere", "--count", "0"], "at least one puzzle is to be found, not 0"),
        (["puzzles", "--out", "nowhere", "--drop"], "--drop goes with --check"),
        (["puzzles", "--check", "--out", "nowhere"], "there is no folder nowhere to check"),
        (["puzzles", "--board", "usa", "--out", f"{__file__}/puzzles"], "cannot be a folder for puzzles"),
        (["simulate", "--board", "uk", "--games", "1", "--out", f"{__file__}/run"], f"{__file__}/run: Not a directory"),
    ],
)
def test_errors_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("branchline: ")
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err


def test_an_error_of_the_program() -> None:
    done = program("replay", "nowhere.json")
    assert done.returncode == 2
    assert done.stderr.startswith("branchline: nowhere.json cannot be read")
    assert "Traceback" not in done.stderr


def test_boards_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boards"]) == 0
    shown = capsys.readouterr().out
    for board in bl.boards():
        assert board.title in shown
        assert f"v{board.rules_version}" in shown
        for variant in board.variants:
            assert (f"\n  {variant} " in shown) == (len(board.variants) > 1 or variant == "classic")
    assert shown.count("passengers") == 1  # a board with one variant is described once


def test_boards_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boards", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert [board["id"] for board in plain] == [board.id for board in bl.boards()]
    usa = next(board for board in plain if board["id"] == "usa")
    assert usa["seats"] == [2, 5]
    assert [variant["id"] for variant in usa["variants"]] == ["classic", "1910", "mega", "big_cities"]
    assert usa["rules_version"] == bl.board("usa").rules_version
