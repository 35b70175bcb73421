"""The code of the documentation runs, and prints what it says.

On each page the blocks run in order, in one namespace and in an empty folder:

- a block with a file name as its title is written to that file;
- a block that begins with `import branchline as bl` starts afresh: nothing has been read yet;
- a Python block with prompts (`>>>`) is run as a doctest;
- any other Python block is run as it is; a `print(...)` with a comment behind it must print what the comment says.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from branchline.boards import registry
from tests.docs.pages import PAGES, ROOT, Block, blocks, name_of

EXAMPLES = ROOT / "examples"
WITH_CODE = [page for page in PAGES if any(block.language == "python" for block in blocks(page))]


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)


def forget_boards() -> None:
    """Read the files of boards again when they are next wanted."""
    registry._added.clear()
    for cached in (registry._load, registry._rule_sheet_class, registry._setting):
        cached.cache_clear()


# The pages


def run_doctest(block: Block, name: str, namespace: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.code, namespace, name, name, block.line - 1)
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
    runner.run(test, out=report.write, clear_globs=False)
    assert runner.failures == 0, report.getvalue()
    namespace.update(test.globs)


def run_statements(block: Block, name: str, namespace: dict[str, Any]) -> None:
    lines = block.code.splitlines()
    tree = ast.parse(block.code, name)
    ast.increment_lineno(tree, block.line - 1)
    for statement in tree.body:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(ast.Module([statement], []), name, "exec"), namespace)
        assert statement.end_lineno is not None
        code, _, comment = lines[statement.end_lineno - block.line].partition(")  # ")
        if code.strip().startswith("print(") and comment:
            assert printed.getvalue().strip() == comment, f"{name}:{statement.lineno}"


@pytest.mark.parametrize("page", WITH_CODE, ids=name_of)
def test_code_of_a_page_runs(page: Path) -> None:
    name = name_of(page)
    namespace: dict[str, Any] = {"__name__": "__docs__"}
    for block in blocks(page):
        if block.title:
            path = Path(block.title)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.code, encoding="utf-8")
        elif block.language == "python":
            if block.code.removeprefix(">>> ").startswith("import branchline as bl"):
                namespace = {"__name__": "__docs__"}
                forget_boards()
            run = run_doctest if block.code.startswith(">>>") else run_statements
            run(block, name, namespace)


# The example programs


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_example_runs(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", [str(path), "--quick"])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_tutorial_shows_the_files_of_the_example() -> None:
    shown = {block.title: block.code for block in blocks(ROOT / "docs/write-a-board.md") if block.title}
    for name in ("board.toml", "rules.py"):
        assert shown[f"own_board/{name}"] == (EXAMPLES / "own_board" / name).read_text(encoding="utf-8")


PLAY_OWN_BOARD = """
import sys
import branchline as bl
from branchline import _native
from branchline.testing import check_board

board = bl.add_board(sys.argv[1])
assert check_board(board.id, games=1).games == 3
game = bl.new_game(board.id, seats=3, seed=5)
while not game.is_over:
    legal = game.legal_actions()
    game.apply(legal[len(legal) // 2])
print(_native.mode(), [dict(sheet.lines) for sheet in game.scores()])
"""


def test_rules_of_ones_own_work_compiled_and_uncompiled() -> None:
    """The rules of the example are never compiled themselves; the engine below them may be."""
    said = []
    for pure in ("0", "1"):
        command = [sys.executable, "-c", PLAY_OWN_BOARD, str(EXAMPLES / "own_board")]
        environment = {**os.environ, "BRANCHLINE_PURE": pure, "BRANCHLINE_QUIET": "1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.partition(" "))
    assert said[1][0] == "uncompiled"
    assert said[0][2] == said[1][2]
    assert "most_routes" in said[0][2]
