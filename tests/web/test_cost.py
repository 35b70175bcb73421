"""What the table costs: a move changes little on the page, so the browser of a phone has little to do."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, expect

from tests.server.helpers import ServerProcess
from tests.web.conftest import Pages
from tests.web.player import visit, with_fonts
from tests.web.staged import StagedGame

_ELEMENTS = "document.querySelectorAll('.screen *').length"
_PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_IN_CLAIMS = "[...document.querySelectorAll('.claim')].map((claim) => claim.querySelectorAll('.car').length)"


def seat(page: Page, game: StagedGame) -> None:
    """Look at the table from the first seat."""
    visit(page, game.link)
    page.locator(".map svg .hits").wait_for(state="attached")
    with_fonts(page)


def play_on(page: Page, game: StagedGame, kind: str) -> str | None:
    """Let both seats do something of a kind if they can, until the first one has done it; returns the route built."""
    for _ in range(200):
        mover, decision = game.decision()
        fitting = [choice for choice in decision["choices"] if choice["action"]["kind"].startswith(kind)]
        draws = [choice for choice in decision["choices"] if choice["action"]["kind"] == "draw_card"]
        choice = (fitting if mover == 0 and fitting else draws or decision["choices"])[0]
        game.act(mover, choice["number"])
        if mover == 0 and fitting:
            expect(page.locator(".screen")).not_to_have_attribute("data-decision", str(decision["number"]))
            route: str | None = choice["route"]
            return route
    raise AssertionError("it never came to that")


def test_only_pieces_that_lie_on_the_map_are_in_the_page(page: Page, server_process: ServerProcess) -> None:
    """Each car is half a dozen elements, and there is room for hundreds of them."""
    with StagedGame(server_process, "usa") as game:
        seat(page, game)
        assert sum(page.evaluate(_IN_CLAIMS)) == 0
        route = play_on(page, game, "claim")
        expect(page.locator(f".claim.seat-0[data-route='{route}'] .car")).not_to_have_count(0)
        assert sum(count > 0 for count in page.evaluate(_IN_CLAIMS)) == page.locator(".claim[class*=seat-]").count()


def test_a_card_styles_no_map_anew(browser: Browser, pages: Pages, server_process: ServerProcess) -> None:
    """Germany on a laptop: a rule of the layout asks what is in the hand, and the map is part of the same layout."""
    page = pages()
    with StagedGame(server_process, "germany") as game:
        seat(page, game)
        expect(page.locator(".table.tall")).to_have_count(1)
        play_on(page, game, "draw_card")
        browser.start_tracing(page=page, categories=["devtools.timeline"])
        for _ in range(3):  # a second card, and the next turn
            play_on(page, game, "draw_card")
            page.evaluate(_PAINTED)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        styled = [event["args"]["elementCount"] for event in events if "elementCount" in event.get("args", {})]
        assert styled
        assert max(styled) < page.evaluate(_ELEMENTS) / 2, max(styled)
