"""A slow line and a server that does not answer: what is seen at once, and what is said while one waits."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from branchline.server.content.pages import without_comments
from branchline.web import STATIC
from tests.server.helpers import QUICK, serving
from tests.web.conftest import Pages, Watch
from tests.web.player import Player, open_table

LINE = 50_000  # bytes a second
TABLE = 6.0  # seconds on that line until a table stands
FIRST_PAINT = 2000  # milliseconds


def test_a_table_on_a_slow_line(page: Page, pages: Pages, server: str) -> None:
    """The frame and a word come at once; the table needs no more than the line carries in six seconds."""
    open_table(page, server, "usa")
    late = pages(painted=True, fresh=True)
    line = late.context.new_cdp_session(late)
    line.send("Network.enable")
    slow = {"offline": False, "latency": 40, "downloadThroughput": LINE, "uploadThroughput": LINE}
    line.send("Network.emulateNetworkConditions", slow)
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    line.on("Network.requestWillBeSent", lambda event: names.update({event["requestId"]: event["request"]["url"]}))
    line.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    late.goto(page.url, wait_until="commit")
    late.locator(".map svg .hits").wait_for(state="attached", timeout=60_000)
    first = late.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert first < FIRST_PAINT
    assert not [name for each, name in names.items() if each in sizes and name.endswith(".woff2")]  # they come later
    assert 100_000 < sum(sizes.values()) < LINE * TABLE  # in bytes: this machine may be busy


def test_what_is_said_while_the_server_does_not_answer(pages: Pages, tmp_path: Path) -> None:
    process = serving(QUICK, tmp_path)
    try:
        page = pages(fresh=True)
        open_table(page, process.url, "san_francisco")
        player = Player(page)

        def may_take() -> bool:
            seen = player.look()
            return seen["mine"] and not seen["busy"] and seen["asked"] == "turn" and seen["deck"] > 0

        player.play_until(may_take)
        assert process.process is not None
        process.process.send_signal(signal.SIGSTOP)
        deck = page.locator(".deck.legal[data-deck=train]")
        deck.click()
        screen = page.locator(".screen")
        expect(screen).to_have_attribute("aria-busy", "true", timeout=900)
        assert deck.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"
        notice = page.locator("[data-notice]")
        expect(notice).to_contain_text("Waiting for the server", timeout=4000)
        expect(notice.get_by_role("button", name="load the page again")).to_be_visible(timeout=9000)
        process.process.send_signal(signal.SIGCONT)
        expect(screen).to_have_attribute("aria-busy", "false")
        expect(page.locator("[data-notice][data-pending]")).to_have_count(0)
    finally:
        if process.process is not None:
            process.process.send_signal(signal.SIGCONT)
        process.stop()


def test_a_part_that_cannot_be_fetched_stops_nothing_else(pages: Pages, server: str, watch: Watch) -> None:
    """Whoever needs it tries again; Chromium alone remembers that it could not be fetched."""
    watch.expected = "Failed to load resource"
    page = pages(fresh=True)
    page.route("**/table/menu.js", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        open_table(page, server, "san_francisco")
    page.locator(".tk.offered button").first.click()
    page.locator("[data-go]:not(:disabled)").wait_for()


SCRIPTS = [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_comments_are_not_sent(path: Path) -> None:
    """What is left is the script, line by line."""
    whole = path.read_bytes().splitlines()
    sent = without_comments(path.read_bytes()).splitlines()
    assert len(sent) == len(whole) or not whole[-1].strip()
    inside = False
    for line, left in zip(whole, sent, strict=False):
        text = line.strip()
        opens = text.startswith(b"/**") and (b"*/" not in text or (text.endswith(b"*/") and text.count(b"*/") == 1))
        inside = inside or opens
        assert left == (b"" if inside or text.startswith(b"//") else line)
        inside = inside and b"*/" not in text
