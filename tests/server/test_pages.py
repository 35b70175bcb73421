"""The client's files: a browser keeps them as long as they are the same, and no longer."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from branchline.server.content import pages
from branchline.server.content.pages import add_pages, all_sheets, modules_behind, without_comments
from branchline.web import STATIC

Get = Callable[[str], httpx.Response]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the client, to be changed."""
    return Path(shutil.copytree(STATIC, tmp_path / "client"))


@pytest.fixture
def get(folder: Path) -> Get:
    """Ask for an address."""
    app = Starlette()
    add_pages(app, folder)

    async def ask(path: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://client") as client:
            return await client.get(path)

    return lambda path: asyncio.run(ask(path))


def _first_module(get: Get) -> str:
    """The address of the module that the page begins with."""
    found = re.search(r'<script type="module" src="(.*?)"', get("/").text)
    assert found
    return found[1]


def test_files_of_the_version_that_the_page_names_are_kept_for_good(get: Get, folder: Path) -> None:
    page = get("/t/some-table")
    assert page.headers["cache-control"] == "no-cache"
    addresses = re.findall(r'"(/static/version/[^"]*?\.(?:css|js))"', page.text)
    assert len(addresses) > 8
    for address in addresses:
        answer = get(address)
        assert "immutable" in answer.headers["cache-control"], address
        file = address.split("/", 4)[4]
        body = all_sheets(folder) if file == "css/all.css" else (folder / file).read_bytes()
        assert answer.content == (without_comments(body) if address.endswith(".js") else body)
    there = addresses[0].removesuffix(addresses[0].split("/", 4)[4])
    assert "immutable" in get(f"{there}core/ui.js").headers["cache-control"], "what modules import, too"


def test_a_table_names_all_modules_at_once(get: Get, folder: Path) -> None:
    """So that a browser does not learn of them one by one; other pages do without."""
    named = re.findall(r'rel="modulepreload" href="/static/version/[^/]+/([^"]+)"', get("/t/some-table").text)
    assert named == modules_behind(folder, "pages/table-page.js")
    assert {"core/session.js", "table/table.js", "board/drawing.js", "vendor/preact.js"} <= set(named)
    assert "table/menu.js" not in named, "what is seldom seen comes later"
    assert "modulepreload" not in get("/").text


def test_style_sheets_come_as_one_file(get: Get, folder: Path) -> None:
    """In the order of the page."""
    written = re.findall(r'href="/static/css/(\w+)\.css"', (folder / "index.html").read_text(encoding="utf-8"))
    named = re.findall(r'href="/static/version/[^/]+/css/(\w+)\.css"', get("/").text)
    assert named == ["frame", "all"]
    whole = all_sheets(folder).decode()
    starts = [whole.index((folder / "css" / f"{name}.css").read_text(encoding="utf-8")) for name in written[1:]]
    assert starts == sorted(starts)
    assert len(starts) > 5


def test_other_addresses_are_asked_for_again(get: Get) -> None:
    _first_module(get)
    for address in ("/static/main.js", "/static/version/v0123456789abcdef/main.js"):
        answer = get(address)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    for address in ("/static/version/", "/static/version/v0123456789abcdef/nothing.js", "/static/version/main.js/"):
        assert get(address).status_code == 404


def test_a_file_that_changes_changes_the_addresses(get: Get, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _first_module(get)
    assert _first_module(get) == before
    with (folder / "core" / "ui.js").open("a", encoding="utf-8") as file:
        file.write("\n// changed\n")
    monkeypatch.setattr(pages, "_LOOK_EVERY", 0.0)  # a second goes by
    after = _first_module(get)
    assert after != before
    assert get(before).headers["cache-control"] == "no-cache", "its version is not there any more"
    assert "immutable" in get(after).headers["cache-control"]


def test_the_only_script_inside_the_page_is_the_one_its_policy_allows(get: Get) -> None:
    page = get("/")
    inside = re.findall(r"<script[^>]*>([^<]+)</script>", page.text)
    assert len(inside) == 1
    digest = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in page.headers["content-security-policy"]
