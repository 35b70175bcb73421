"""Whole games in the terminal on every board: with hints, and with numbers alone; and the same games in words."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest

import branchline as bl
from branchline.cli.main import main
from branchline.cli.questions import kinds_of, label, meant_option, shortened
from branchline.engine.decisions import KIND_NAMES
from branchline.model.events import Event
from branchline.words.questions import head
from branchline.words.sentences import Teller
from tests.cli.helpers import session

BOARDS = [board.id for board in bl.boards()]
WIDTH = 80


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow terminal, and no event without words of its own."""

    def refuse(_: Teller, event: Event) -> None:
        raise AssertionError(f"there are no words for {event}")

    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setattr("branchline.words.sentences._plain_telling", refuse)


def check(shown: str) -> None:
    """What every session must look like."""
    assert "total" in shown
    assert "Your choice:" not in shown
    hints = set(re.findall(r"^Hint: (.+)$", shown, re.MULTILINE))  # a move is not broken, so that it can be copied
    lines = [line for line in shown.splitlines() if line.removeprefix("Hint: ") not in hints]
    assert [line for line in lines if len(line) > WIDTH] == []


@pytest.mark.parametrize("board", BOARDS)
def test_hints_lead_to_the_end(
    board: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Every move that the hint names is understood; afterward the game is replayed in words."""
    monkeypatch.chdir(tmp_path)  # so that the name of the file is short, as the line that tells it must be
    path = Path("game.json")
    shown: list[str] = []

    def type_line(prompt: str = "") -> str:
        shown.append(capsys.readouterr().out)
        if prompt.strip().startswith("Save"):
            return str(path)
        hints = re.findall(r"^Hint: (.+)$", shown[-1], re.MULTILINE)
        return hints[-1] if hints else "hint"

    monkeypatch.setattr("builtins.input", type_line)
    assert main(["play", "--terminal", "--board", board, "--seed", "2", "--bots", "random"]) == 0
    check("".join(shown) + capsys.readouterr().out.partition("Saved to")[0])
    assert main(["replay", str(path)]) == 0
    check(capsys.readouterr().out)


@pytest.mark.parametrize("board", BOARDS)
def test_numbers_are_enough(board: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers of the menus in turn, the first of every list, and now and then a look around."""
    looks = iter(["help", "more", "routes", "tickets", "log", "table", "map"])
    turns = count()
    shown: list[str] = []

    def type_line(prompt: str = "") -> str:
        if prompt.startswith("Which one?"):
            return "1"
        shown.append(capsys.readouterr().out)
        if "With how many trains" in shown[-1]:
            return "20"  # trains, not the number of a line
        turn = next(turns)
        if turn == 90:
            raise EOFError
        if turn % 12 == 9:
            return next(looks, "more")
        return "all" if turn % 7 == 6 else str(6 - turn % 7)

    monkeypatch.setattr("builtins.input", type_line)
    variant = list(bl.board(board).variants)[-1]
    assert main(["play", "--terminal", "--board", board, "--variant", variant, "--seed", "4", "--bots", "random"]) == 0
    told = "".join(shown) + capsys.readouterr().out
    check(told + "total")
    assert "You built " in told
    assert board != "world" or "You set out with 20 trains and 40 ships." in told


def test_every_question_has_words() -> None:
    for board in BOARDS:
        game = bl.new_game(board, seats=2, seed=1)
        offered = [KIND_NAMES[kind] for kind, offer in enumerate(game._rules.offers) if offer is not None]
        assert len(offered) > 2
        for question in offered:
            assert not head(game.observe(0), question).startswith("Your choice")


def test_the_menu_names_every_kind_of_move() -> None:
    """No name of a class ends up in the menu."""
    for board in BOARDS:
        game = bl.new_game(board, seats=2, seed=3)
        for at in range(120):
            if game.to_move is None:
                break
            seen = game.observe(game.to_move)
            if seen.open[-1].question == "turn":
                names = [label(seen, actions) for actions in kinds_of(seen)]
                assert len(set(names)) == len(names)
                assert all(re.match(r"(take|draw|build|buy|exchange|pass)\b", name) for name in names), names
            legal = game.legal_actions()
            game.apply(legal[at * 7 % len(legal)])


def test_options_by_their_words() -> None:
    options = ["take passenger green", "take passenger red", "leave passenger"]
    assert meant_option("Green", options) == 0
    assert meant_option("leave", options) == 2
    assert meant_option("take", options) is None
    assert meant_option("", options) is None
    assert shortened(options) == options
    assert shortened(["go to A", "go to B b", "go to C"]) == ["A", "B b", "C"]
    assert shortened(["stop", "stop"]) == ["stop", "stop"]


def test_cards_of_several_decks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", "--terminal", "--board", "world", "--seed", "5", "--first-seat", "0", "--bots", "random"]
    lines = ["all", "20 trains", "build harbor in Lima", "exchange 2 trains", "ship", "draw ship", "routes lima"]
    shown = session(monkeypatch, capsys, lines, *words)
    assert re.search(r"train deck \d+ · ship deck \d+", shown)
    assert re.search(r"Hand +train +. \d", shown)
    assert "You set out with 20 trains and 40 ships." in shown
    assert "You exchanged 2 trains for 2 ships, which cost 2 points." in shown
    assert re.search(r"You took an? \w+ (double )?ship from the ship deck\.", shown)


def test_what_a_board_has_besides(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["2 short 2 long", "all", "more", "routes Berlin", "build Chemnitz-Dresden", "green", "take no passenger"]
    words = ["play", "--terminal", "--board", "germany", "--seed", "5", "--first-seat", "0", "--bots", "random"]
    shown = session(monkeypatch, capsys, lines, *words)
    assert "Which passenger do you pick up in Chemnitz?" in shown
    assert "You picked up a green passenger in Chemnitz." in shown
    assert "You left the passengers in Dresden." in shown
    assert "Passengers: 1 black, 1 blue" in shown
    words = ["play", "--terminal", "--board", "uk", "--seed", "5", "--first-seat", "0", "--bots", "random"]
    shown = session(monkeypatch, capsys, ["all", "more", "buy wales with 1 locomotive"], *words)
    assert re.search(r"Mechanical Stoker +1 locomotive +4 left +routes of 3", shown)
    assert "You bought Wales Concession with 1 locomotive." in shown
    assert "The technology is yours." in shown


def test_a_bundle_is_made_up_color_by_color(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Here a number is a number of cards."""
    lines = ["all", *["draw"] * 6, "buy wales with 1 bundle", "9", *["0", "1", "2"] * 9]
    words = ["play", "--terminal", "--board", "uk", "--seed", "5", "--first-seat", "0", "--bots", "random"]
    shown = session(monkeypatch, capsys, lines, *words)
    assert re.search(r"You pay 1 bundle for Wales Concession\. How many \w+\?", shown)
    assert re.search(r"^ +0  (pay )?no \w+$", shown, re.MULTILINE)
    assert re.search(r"The number goes from \d to \d\.", shown)
    assert re.search(r"You bought Wales Concession with \d \w+(, \d \w+)* and \d \w+\.", shown)
