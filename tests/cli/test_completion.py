"""The shell completes what the program takes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import branchline as bl
from branchline.bots import bot_names
from branchline.cli.main import main


@pytest.fixture
def completed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The script for bash, and two files to choose from."""
    assert main(["completion", "bash"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out)
    (tmp_path / "game.json").touch()
    (tmp_path / "games").mkdir()
    return tmp_path


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("branchline pl", {"play"}),
        ("branchline play --board ", {board.id for board in bl.boards()}),
        ("branchline play --hot", {"--hot-seat"}),
        ("branchline play --bots ", set(bot_names())),
        ("branchline arena plan", {name for name in bot_names() if name.startswith("plan")}),
        ("branchline replay ga", {"game.json", "games"}),
        ("branchline report ga", {"games"}),
        ("branchline serve --log ", {"debug", "info", "warning", "error"}),
    ],
)
def test_bash_completes(completed: Path, line: str, expected: set[str]) -> None:
    words = line.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    code = f"source ./script; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _shtab_branchline"
    shown = subprocess.run(
        ["bash", "-c", f'{code}; printf "%s\\n" "${{COMPREPLY[@]}}"'],
        cwd=completed,
        capture_output=True,
        text=True,
        check=True,
    )
    assert {word for word in shown.stdout.split("\n") if word} == expected, shown.stderr


@pytest.mark.parametrize("shell", ["zsh", "tcsh", "fish", "powershell"])
def test_other_shells_get_a_script_too(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert "pennsylvania" in capsys.readouterr().out
