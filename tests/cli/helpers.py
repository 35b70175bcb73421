"""Running the command line: in this process with typed lines, or as a program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import branchline
from branchline.cli.main import main

SOURCE = Path(branchline.__file__).parents[1]


def program(*arguments: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `branchline` as a program of its own, with lines piped in."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    environment = {**inherited, "PYTHONPATH": str(SOURCE), "BRANCHLINE_QUIET": "1", "PYTHONUTF8": "1", **variables}
    return subprocess.run(
        [sys.executable, "-m", "branchline.cli", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=120,
        check=False,
    )


def lines_from(lines: Sequence[str]) -> Callable[[str], str]:
    """A person that types these lines and then closes the terminal."""
    waiting = list(lines)

    def type_line(prompt: str = "") -> str:
        print(prompt, end="")
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    return type_line


def session(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: Sequence[str], *words: str
) -> str:
    """What a command prints while a person types these lines. It must end well."""
    monkeypatch.setattr("builtins.input", lines_from(lines))
    assert main(words) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out
