"""The pages of the documentation, their code blocks and their links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]

_FENCE = re.compile(r"^```(?P<language>\w*)[ ]*(?P<options>[^\n]*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')
_LINK = re.compile(r"\]\(([^)\s]+)\)")


class Block(NamedTuple):
    """A fenced block: its language, the file name in its title if it has one, its text and its first line."""

    language: str
    title: str
    code: str
    line: int


def name_of(page: Path) -> str:
    """A page by its path in the project."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        title = _TITLE.search(match["options"])
        line = text.count("\n", 0, match.start("code")) + 1
        found.append(Block(match["language"], title[1] if title else "", match["code"], line))
    return found


def links(page: Path) -> list[str]:
    """The targets of all links and pictures of a page that lead to another file of the project."""
    prose = _FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = [target.partition("#")[0] for target in _LINK.findall(prose)]
    return [target for target in targets if target and "://" not in target and not target.startswith("mailto:")]
