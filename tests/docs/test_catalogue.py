"""The catalogue of clauses under docs/rules is complete: every clause has a test that names it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.docs.pages import DOCS, ROOT

_ROW = re.compile(r"^\| ([A-Z]{3}-\d{3}) \|", re.MULTILINE)
_ID = re.compile(r"\b([A-Z]{3}-\d{3})\b")
_ID_IN_NAME = re.compile(r"_([a-z]{3})_(\d{3})(?=_|$)")


def catalogue() -> list[str]:
    """The ids of all clauses, in the order of the pages."""
    return [found for page in sorted((DOCS / "rules").glob("*.md")) for found in _ROW.findall(page.read_text("utf-8"))]


def named_by(test: ast.FunctionDef) -> Iterator[str]:
    """The ids that a test names, in its own name or in its docstring."""
    yield from (f"{board.upper()}-{number}" for board, number in _ID_IN_NAME.findall(test.name))
    yield from _ID.findall(ast.get_docstring(test) or "")


def functions_of(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def test_ids_are_unique_and_without_gaps() -> None:
    ids = catalogue()
    assert [found for found, count in Counter(ids).items() if count > 1] == []
    for board in {found[:3] for found in ids}:
        numbers = sorted(int(found[4:]) for found in ids if found[:3] == board)
        assert numbers == list(range(1, len(numbers) + 1))


def test_every_clause_is_named_by_a_test() -> None:
    named = {
        found for path in (ROOT / "tests").rglob("test_*.py") for test in functions_of(path) for found in named_by(test)
    }
    assert [found for found in catalogue() if found not in named] == []


def test_the_page_of_rulings_lists_those_of_the_boards() -> None:
    ruling = re.compile(r"^\| ([A-Z]\d+) \|", re.MULTILINE)
    boards = ROOT / "src/branchline/boards"
    written = [ruling.findall(path.read_text("utf-8")) for path in boards.rglob("RULINGS.md")]
    listed = ruling.findall((DOCS / "rules/rulings.md").read_text("utf-8"))
    assert sorted(listed) == sorted(found for rulings in written for found in rulings)


def test_tests_name_no_clause_that_does_not_exist() -> None:
    known = set(catalogue())
    boards = {found[:3] for found in known}
    strangers = {
        f"{found} in {path.name}::{test.name}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for test in functions_of(path)
        for found in named_by(test)
        if found[:3] in boards and found not in known
    }
    assert strangers == set()
