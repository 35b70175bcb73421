"""What a mechanic means to people is said in its folder: shared code names no mechanic."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import branchline
from branchline.model.faces import FACES, Drawn, Findings, Notation, Served, Terminal, Words

PACKAGE = Path(branchline.__file__).parent
CLIENT = PACKAGE / "web/static"
# Mechanics whose names mean nothing else; "share" and "token" do.
NAMED = re.compile("harbor|passenger|technolog", re.IGNORECASE)
MECHANICS = {path.stem for path in (PACKAGE / "mechanics").glob("*/*.py")}


@pytest.mark.parametrize(
    ("folder", "pattern"),
    [
        (CLIENT, "*.js"),
        *((PACKAGE / name, "*.py") for name in ("cli", "drawing", "lab", "notation", "server", "words")),
    ],
)
def test_shared_code_names_no_mechanic(folder: Path, pattern: str) -> None:
    shared = [path for path in folder.rglob(pattern) if not {"mechanics", "vendor"} & {*path.relative_to(folder).parts}]
    assert len(shared) > 5
    found = {path.name for path in shared if NAMED.search(path.read_text(encoding="utf-8"))}
    assert found <= {"row.js"}  # the words on a button that all boards have


def test_mechanics_have_faces_of_every_kind() -> None:
    for kind in (Drawn, Findings, Notation, Served, Terminal, Words):
        assert len(FACES.all(kind)) > 2, kind


def test_a_word_in_the_notation_loads_no_terminal() -> None:
    """Whoever writes down an action needs the engine and its faces, not what draws tables or boards."""
    code = (
        "import sys, branchline as bl; game = bl.new_game('usa', seats=2, seed=1); "
        "assert game.describe(game.legal_actions()[0]); "
        "print(*sorted({'rich', 'numpy', 'branchline.drawing', 'branchline.cli'} & {*sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_faces_in_the_browser_are_named_after_mechanics() -> None:
    files = {path.stem for path in (CLIENT / "mechanics").iterdir() if path.suffix == ".js"}
    assert len(files) > 3
    assert files - {"faces", "index"} <= MECHANICS


def test_the_client_loads_all_its_faces() -> None:
    listed = set(re.findall(r'"\./(\w+)\.js"', (CLIENT / "mechanics/index.js").read_text(encoding="utf-8")))
    assert listed == {path.stem for path in (CLIENT / "mechanics").glob("*.js")} - {"index"}
