"""Every page is in the navigation, and every link between files leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, PAGES, ROOT, links, name_of


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    listed = re.findall(r"([\w/-]+\.md)", navigation)
    assert len(listed) == len(set(listed))
    assert sorted(listed) == sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    broken = [target for target in links(page) if not (page.parent / target).exists()]
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_trademarks_are_named_only_where_they_are_explained(page: Path) -> None:
    names = {name.casefold() for name in re.findall(r"\*([^*]+)\*", (DOCS / "legal.md").read_text(encoding="utf-8"))}
    assert len(names) == 3  # the legal note sets each of them in italics, and nothing else
    if name_of(page) != "docs/legal.md":
        text = page.read_text(encoding="utf-8").casefold()
        assert not [name for name in names if name in text]


def test_the_architecture_names_every_package_and_every_decision_record() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "branchline"
    packages = {folder.parent.relative_to(source) for folder in source.rglob("__init__.py")} - {Path()}
    packages = {each for each in packages if each.parts[0] != "boards" or len(each.parts) == 1}  # boards have pages
    packages -= {Path("server/store/migrations"), Path("server/store/migrations/versions")}
    missing = [str(each) for each in packages if f"`{each.name}/`" not in page]
    records = [record.name for record in (DOCS / "decisions").iterdir() if f"(decisions/{record.name})" not in page]
    assert (missing, records) == ([], [])
