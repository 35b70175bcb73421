"""What a layer knows of a mechanic stands in the file that is named after it: shared code names no mechanic."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import branchline

PACKAGE = Path(branchline.__file__).parent
CLIENT = PACKAGE / "web/static"
# Mechanics whose names mean nothing else; "share" and "token" do.
NAMED = re.compile("harbor|passenger|technolog", re.IGNORECASE)
FACES = {path.stem for path in (PACKAGE / "mechanics").glob("*/*.py")}


@pytest.mark.parametrize(
    ("folder", "pattern"), [(CLIENT, "*.js"), (PACKAGE / "server", "*.py"), (PACKAGE / "drawing", "*.py")]
)
def test_shared_code_names_no_mechanic(folder: Path, pattern: str) -> None:
    shared = [path for path in folder.rglob(pattern) if not {"mechanics", "vendor"} & {*path.relative_to(folder).parts}]
    assert len(shared) > 20
    found = {path.name for path in shared if NAMED.search(path.read_text(encoding="utf-8"))}
    assert found <= {"row.js"}  # the words on a button that all boards have


@pytest.mark.parametrize("folder", [CLIENT, PACKAGE / "server", PACKAGE / "drawing"])
def test_faces_are_named_after_mechanics(folder: Path) -> None:
    files = {path.stem for path in (folder / "mechanics").iterdir() if path.suffix in (".js", ".py")}
    assert len(files) > 3
    assert files - {"__init__", "faces", "index"} <= FACES


def test_the_client_loads_all_its_faces() -> None:
    listed = set(re.findall(r'"\./(\w+)\.js"', (CLIENT / "mechanics/index.js").read_text(encoding="utf-8")))
    assert listed == {path.stem for path in (CLIENT / "mechanics").glob("*.js")} - {"index"}
