"""Your turn is seen from elsewhere; the app can be installed, and says so when the server cannot be reached."""

from __future__ import annotations

import re
import struct

from playwright.sync_api import Browser, Page, expect

from tests.server.helpers import ServerProcess
from tests.web.conftest import Pages, Watch
from tests.web.player import open_table
from tests.web.staged import StagedGame

BOARD = "san_francisco"
_WORKER = "() => navigator.serviceWorker.ready.then((there) => there.active !== null)"
_NOTES = """() => navigator.serviceWorker.getRegistration().then((there) => there.getNotifications())
  .then((notes) => notes.map((note) => note.title))"""
# The badge of an installed app, as the browser would keep it.
_BADGE = """globalThis.badge = null;
navigator.setAppBadge = async (count) => void (globalThis.badge = count);
navigator.clearAppBadge = async () => void (globalThis.badge = 0);"""


def test_the_tab_says_whose_turn_it_is(page: Page, server: str) -> None:
    open_table(page, server, BOARD)
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    page.locator(".brand").first.click()
    expect(page).to_have_title("Branchline")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/static/favicon.svg")


def test_a_notification_comes_while_one_looks_elsewhere(whole_browser: Browser, watch: Watch, server: str) -> None:
    page = whole_browser.new_page(permissions=["notifications"], reduced_motion="reduce")
    watch.over(page)
    page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.goto(server)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Tell me when it is my turn").get_by_role("button", name="On").click()
    page.get_by_role("button", name="Close").click()
    assert page.evaluate(_WORKER)
    open_table(page, server, BOARD)
    page.wait_for_function(f"async () => (await ({_NOTES})()).length > 0")
    assert page.evaluate(_NOTES) == ["Your turn · San Francisco"]
    watch.check()


def test_the_installed_app_has_a_badge_while_it_is_my_turn(pages: Pages, server_process: ServerProcess) -> None:
    """Only an installed app has one: what the page says to the browser is written down instead."""
    page = pages(fresh=True)
    page.add_init_script(_BADGE)
    with StagedGame(server_process, BOARD) as game:
        page.goto(game.link)
        expect(page).to_have_title(re.compile("^● Your turn"))
        assert page.evaluate("badge") == 1
        while (asked := game.decision())[0] == 0:  # until the other one is to decide
            game.act(0, asked[1]["choices"][0]["number"])
        expect(page).to_have_title(re.compile("^San Francisco"))
        assert page.evaluate("badge") == 0
        while (asked := game.decision())[0] == 1:
            game.act(1, asked[1]["choices"][0]["number"])
        expect(page).to_have_title(re.compile("^● Your turn"))
        assert page.evaluate("badge") == 1
    page.locator(".brand").first.click()
    expect(page).to_have_title("Branchline")
    assert page.evaluate("badge") == 0


def test_a_badge_that_is_refused_is_no_fault(pages: Pages, server_process: ServerProcess) -> None:
    page = pages(fresh=True)
    page.add_init_script("navigator.setAppBadge = () => Promise.reject(new DOMException('no', 'NotAllowedError'))")
    with StagedGame(server_process, BOARD) as game:
        page.goto(game.link)
        expect(page).to_have_title(re.compile("^● Your turn"))


def test_the_app_can_be_installed(page: Page, server: str) -> None:
    page.goto(server)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.request.get(f"{server}{link}")
    assert answer.ok
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        picture = page.request.get(f"{server}{icon['src']}")
        assert picture.ok, icon
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_without_a_server_a_page_says_so(pages: Pages, server: str, watch: Watch) -> None:
    watch.expected = "ERR_INTERNET_DISCONNECTED"
    page = pages(fresh=True)
    page.goto(server)
    expect(page.locator("h1")).to_have_count(1)  # everything is loaded
    assert page.evaluate(_WORKER)
    page.context.set_offline(True)
    page.goto(f"{server}/learn")
    expect(page.locator("h1")).to_have_text("The line is down")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_have_text("Learn")
