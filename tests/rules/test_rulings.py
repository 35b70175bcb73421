"""Every ruling in the RULINGS.md files names tests that exist, and none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import branchline

BOARDS = Path(branchline.__file__).parent / "boards"
ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\|\s*([A-Z]\d+(?:, [A-Z]\d+)*)\s*\|(.+)\|(.+)\|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def rulings(file: Path) -> dict[str, str]:
    """Ruling id -> the cell with its tests."""
    found = ROW.findall(file.read_text(encoding="utf-8"))
    assert len({row[0] for row in found}) == len(found), "a ruling is there twice"
    return {ruling: tests for ruling, _, tests in found}


@pytest.mark.parametrize("file", sorted(BOARDS.glob("**/RULINGS.md")), ids=lambda file: file.parent.name)
def test_every_ruling_is_pinned_by_tests(file: Path) -> None:
    assert rulings(file)
    for ruling, cell in rulings(file).items():
        tests = TEST.findall(cell)
        assert tests, f"{ruling} names no test"
        assert TEST.sub("", cell).strip(" ,") == "", f"{ruling} has something else where its tests should be"
        for path, name in tests:
            assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), (
                f"{path}::{name}"
            )


def test_all_common_rulings_are_there() -> None:
    expected = {f"R{k}" for k in range(1, 12)} | {f"N{k}" for k in (*range(1, 19), 61, 62, 63)} | {"B1"}
    assert rulings(BOARDS / "RULINGS.md").keys() == expected


def test_all_usa_rulings_are_there() -> None:
    assert rulings(BOARDS / "usa" / "RULINGS.md").keys() == {"U1", "U2", "N19"}


def test_all_germany_rulings_are_there() -> None:
    assert rulings(BOARDS / "germany" / "RULINGS.md").keys() == {"D1", "D2", "D3", "N20", "N21", "N22", "N23", "N24"}
