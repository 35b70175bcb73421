"""A browser and a server for the tests of the client. Every page is watched: no error, nothing from other hosts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Frame,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.server.helpers import QUICK, ServerProcess, serving
from tests.web.chromium import HOW, ensure_chromium
from tests.web.player import is_as_new, leave_unpainted
from tests.web.staged import play_to_the_end

Pages = Callable[..., Page]
HERE = Path(__file__).parent
# Letters as wide in the headless shell as on a screen: left alone it rounds them up to whole pixels.
# There is no other host: whatever a page wants from one fails, and the console says so. Being told of every request
# instead, a hundred for a page, took a seventh of the time to load it.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    # What only helps those who look on: without it pages take 7 % less processor time.
    "--num-raster-threads=1",
    "--disable-partial-raster",
    "--disable-features=Translate,BackForwardCache,PaintHolding",
]
MOST_USED = 2  # pages that wait for another test: few of them need more
expect.set_options(timeout=20_000)  # machines that run all tests at once are slow


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser, a server and bots on a busy machine: what fails once is tried once more, and told as such."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers."""
    with sync_playwright() as driver:
        yield driver


@contextmanager
def _started(playwright: Playwright, *, whole: bool = False) -> Iterator[Browser]:
    path = ensure_chromium(whole=whole)
    if path is None:
        pytest.skip(f"there is no browser: {HOW}")
    browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    with _started(playwright) as started:
        yield started


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium with all that it has on a desktop: its headless shell shows no notifications."""
    with _started(playwright, whole=True) as started:
        yield started


@pytest.fixture(scope="session")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose bots do not wait."""
    process = serving(QUICK, tmp_path_factory.mktemp("web"))
    yield process
    assert process.stop() in (0, -15), process.log.read_text()
    assert "Traceback" not in process.log.read_text(), process.log.read_text()


@pytest.fixture(scope="session")
def server(server_process: ServerProcess) -> str:
    """The address of that server."""
    return server_process.url


class Watch:
    """What must not happen on a page."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.expected = ""  # a word in faults that a test causes on purpose

    def over(self, page: Page) -> None:
        """Watch a page."""
        page.on("console", self._said)
        page.on("pageerror", self._failed)
        page.on("framenavigated", self._went)

    def leave(self, page: Page) -> None:
        """Watch it no more."""
        page.remove_listener("console", self._said)
        page.remove_listener("pageerror", self._failed)
        page.remove_listener("framenavigated", self._went)

    def _failed(self, error: Error) -> None:
        self.faults.append(f"error on the page: {error}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type} in the console: {message.text}")

    def _went(self, frame: Frame) -> None:
        if urlsplit(frame.url).hostname not in (None, "127.0.0.1") or frame.url.startswith("chrome-error:"):
            self.faults.append(f"a page of another host, or none: {frame.url}")

    def check(self) -> None:
        """Fail if anything happened that was not expected."""
        faults = [fault for fault in self.faults if not (self.expected and self.expected in fault)]
        assert not faults, "\n".join(faults)


@pytest.fixture
def watch() -> Watch:
    """What the pages of a test are watched by."""
    return Watch()


def _new_page(browser: Browser, width: int = 1440, height: int = 900, *, painted: bool = False, **options: Any) -> Page:
    """A page in a browser profile of its own."""
    options.setdefault("reduced_motion", "reduce")
    page = browser.new_context(viewport={"width": width, "height": height}, **options).new_page()
    if not painted:
        leave_unpainted(page)
    return page


@pytest.fixture(scope="session")
def used_pages() -> list[Page]:
    """Pages that tests have left as they found them, for others."""
    return []


@pytest.fixture
def pages(browser: Browser, watch: Watch, used_pages: list[Page], request: pytest.FixtureRequest) -> Iterator[Pages]:
    """Makes pages, each in a browser profile of its own. Nothing moves and no map is painted unless asked for.

    Those on a laptop may have the client in them already, with nothing in its memory: see `visit`. A fresh one has not,
    and nobody uses it again: for tests that change what a page finds when it is loaded.
    """
    if getattr(request.node, "execution_count", 1) > 1:  # what failed is tried once more, with nothing from before
        while used_pages:
            used_pages.pop().context.close()
    reusable: list[Page] = []
    contexts: list[BrowserContext] = []

    def make(*arguments: Any, fresh: bool = False, **options: Any) -> Page:
        usual = not (arguments or options or fresh)
        page = used_pages.pop() if usual and used_pages else _new_page(browser, *arguments, **options)
        watch.over(page)
        if usual:
            reusable.append(page)
        else:
            contexts.append(page.context)
        return page

    yield make
    for page in reusable:
        if len(used_pages) < MOST_USED and is_as_new(page):
            used_pages.append(page)
            watch.leave(page)
        else:
            contexts.append(page.context)
    for context in contexts:
        context.close()
    watch.check()


@pytest.fixture
def page(pages: Pages) -> Page:
    """One page on a laptop."""
    return pages()


@pytest.fixture(scope="session")
def finished(server: str) -> str:
    """The id of a finished game."""
    return play_to_the_end(server, "san_francisco").table
