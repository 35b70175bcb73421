"""The reference names every command of the program, and nothing promises a package that no index has."""

from __future__ import annotations

import re
from pathlib import Path

from branchline.cli.main import COMMANDS

PROJECT = Path(__file__).parent.parent.parent
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]


def test_the_reference_lists_all_commands() -> None:
    named = set(re.findall(r"^\| `branchline (\w+)", (PROJECT / "docs/reference.md").read_text(), re.MULTILINE))
    assert named == set(COMMANDS)


def test_pages_install_from_the_project_folder() -> None:
    promised = [page.name for page in PAGES if re.search(r'pip install "?branchline', page.read_text())]
    assert promised == []
