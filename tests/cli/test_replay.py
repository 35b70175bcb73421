"""Replays: in words, as JSON, from one seat's side, and step by step."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import branchline as bl
from branchline.bots import make_bot, play_match
from branchline.cli.main import main
from branchline.cli.replay import Replay, step_through
from branchline.cli.screen import make_console
from tests.cli.helpers import lines_from


@pytest.fixture(scope="module")
def played() -> bl.Game:
    return play_match("usa", "classic", [make_bot("greedy", 1), make_bot("random", 2), make_bot("greedy", 3)], seed=6)


@pytest.fixture
def path(played: bl.Game, tmp_path: Path) -> str:
    target = tmp_path / "game.json"
    played.record(seat_0="bot greedy", seat_1="person Ben", seat_2="bot greedy").save(target)
    return str(target)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["replay", *words]) == 0
    return capsys.readouterr().out


def test_the_whole_game_in_words(path: str, played: bl.Game, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, path, "--print")
    assert shown == run(capsys, path)  # without a terminal there is nobody to step through it
    assert "Ben began with " in shown
    assert shown.count(" built ") == sum(type(event).__name__ == "RouteClaimed" for event in played.events)
    assert "The game is over: " in shown
    assert re.search(rf"total +{played.scores()[0].total} +{played.scores()[1].total} ", shown)


def test_a_game_that_was_shuffled_again_and_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Servers shuffle with what the players add; a record says when and with what."""
    game = bl.new_game("usa", seats=2, seed=1)
    for decision in range(60):
        if decision in (0, 10):
            game.reshuffle(99 + decision)
        game.apply(game.legal_actions()[0])
    game.stop()
    game.record().save(tmp_path / "game.json")
    shown = Replay(bl.load(tmp_path / "game.json"), None)
    assert shown.game.events == game.events
    assert [event for step in shown.steps for event in step.events] == list(game.events)
    assert "The game is over: " in run(capsys, str(tmp_path / "game.json"), "--print")


def test_one_seat_sees_only_its_own(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, path, "--print", "--seat", "1")
    assert "Greedy 0 began with 4 cards." in shown
    assert re.search(r"Greedy 0 kept \d of 3 tickets\.", shown)
    assert re.search(r"Ben kept .+ – ", shown)


def test_json(path: str, played: bl.Game, capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(run(capsys, path, "--json"))
    decisions = played.record().decisions
    assert plain["players"] == ["Greedy 0", "Ben", "Greedy 2"]
    assert [(step["seat"], step["action"]) for step in plain["steps"]] == [(None, None), *decisions]
    assert sum(len(step["events"]) for step in plain["steps"]) == len(played.events)
    assert plain["scores"]["winners"] == list(played.scores().winners)
    assert int(plain["seed"], 16) == 6


def test_json_of_one_seat_keeps_the_secrets(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(run(capsys, path, "--json", "--seat", "0"))
    assert "seed" not in plain
    for step in plain["steps"]:
        assert step["seat"] == 0 or step["action"] is None
        for event in step["events"]:
            if event["kind"] in ("card_drawn", "cards_dealt", "tickets_drawn", "tickets_kept") and event["seat"] != 0:
                assert all(event.get(name) is None for name in ("card", "cards", "tickets", "returned_tickets"))


def test_from_a_decision_on(path: str, played: bl.Game, capsys: pytest.CaptureFixture[str]) -> None:
    last = len(played.record().decisions)
    plain = json.loads(run(capsys, path, "--json", "--step", str(last)))
    assert [step["decision"] for step in plain["steps"]] == [last]
    assert "began with" not in run(capsys, path, "--step", "10")


@pytest.mark.parametrize(
    ("words", "message"),
    [(["--step", "9999"], "there is no step 9999"), (["--seat", "3"], "there is no seat 3")],
)
def test_what_is_not_there(path: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", path, *words]) == 2
    assert message in capsys.readouterr().err


def test_a_damaged_record(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(path).read_text("utf-8")
    Path(path).write_text(text.replace("draw", "dram", 1), "utf-8")
    assert main(["replay", path]) == 2
    assert "damaged" in capsys.readouterr().err


def test_step_by_step(path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = Replay(bl.load(path), None)
    lines = ["", "b", "b", "what", str(shown.last), "", "20", "q"]
    monkeypatch.setattr("builtins.input", lines_from(lines))
    step_through(shown, 3, make_console())
    text = capsys.readouterr().out
    assert re.findall(r"^(\d+) of \d+ · ", text, re.MULTILINE) == ["3", "4", "3", "2", str(shown.last), "20"]
    assert text.count("Enter next · b back") == 2
    assert "That is all: " in text
    assert "total" in text


def test_step_by_step_from_one_seat(
    path: str, played: bl.Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lines_from([""] * 20))
    step_through(Replay(bl.load(path), 1), 0, make_console())  # ends with the input
    text = capsys.readouterr().out
    others = [words for seat, words in played.record().decisions[:20] if seat != 1 and words.startswith("keep")]
    assert others
    assert not any(words in text for words in others)


def test_an_unfinished_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = bl.new_game("usa", seed=1)
    for _ in range(4):
        game.apply(game.legal_actions()[0])
    game.record().save(tmp_path / "half.json")
    shown = run(capsys, str(tmp_path / "half.json"))
    assert "the game was not finished" in shown
    assert "Player 0" in shown


def test_a_record_may_name_bots_that_are_not_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bl.new_game("usa", seed=1).record(seat_0="bot oracle(depth=9)").save(tmp_path / "other.json")
    assert "Oracle" in run(capsys, str(tmp_path / "other.json"))
