"""`branchline draw` as a user meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline as bl
from branchline.cli.main import main
from branchline.drawing import draw_board, scene_of


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short recorded game."""
    game = bl.new_game("usa", seats=3, seed=8)
    for _ in range(60):
        game.apply(game.legal_actions()[-1])
    path = tmp_path / "game.txt"
    game.record().save(path)
    return path


def test_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SVG and PNG, by the name of the file."""
    for name in ("x.svg", "x.png"):
        out = tmp_path / name
        assert main(["draw", "san_francisco", "--night", "--out", str(out), "--width", "200"]) == 0
        assert "San Francisco" in capsys.readouterr().err
    assert (tmp_path / "x.svg").read_text("utf-8") == draw_board(bl.board("san_francisco"), theme="night")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_a_recorded_game(tmp_path: Path, record: Path) -> None:
    """After a step, or at its end."""
    out = tmp_path / "x.svg"
    loaded = bl.load(record)
    for step in (0, 30, None):
        options = [] if step is None else ["--step", str(step)]
        assert main(["draw", "--record", str(record), *options, "--out", str(out)]) == 0
        game = bl.replay(loaded, decisions=step)
        assert out.read_text("utf-8") == draw_board(game.board, scene_of(game.observe(None)))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["draw"], "name a board"),
        (["draw", "atlantis"], "no board 'atlantis'"),
        (["draw", "usa", "--step", "3"], "--step needs a game"),
        (["draw", "usa", "--out", "x.bmp"], ".svg or a .png"),
        (["draw", "usa", "--out", "no/such/folder/x.svg"], "cannot be written"),
        (["draw", "usa", "--width", "3"], "16 to 20000"),
        (["draw", "usa", "--layout", "here"], "leave out the other"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, no traceback, nothing written."""
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_steps_and_boards_of_a_record(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A step beyond the end, a board that is not the game's."""
    assert main(["draw", "--record", str(record), "--step", "61"]) == 2
    assert "60 decisions" in capsys.readouterr().err
    assert main(["draw", "uk", "--record", str(record)]) == 2
    assert "not on 'uk'" in capsys.readouterr().err
