"""The coach in the browser: a nudge, then the move; a word before a blunder; the win share; and never unasked."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.helpers import ServerProcess
from tests.web.conftest import Pages
from tests.web.player import Player, open_table, visit
from tests.web.staged import StagedGame, waste
from tests.web.test_pages import RULES, bring_axe
from tests.web.test_phone import phone

BOARD = "san_francisco"
SEED = 1
# Where a route can be clicked: its middle.
SPOT = """(route) => {
  const hit = document.querySelector(`.hits [data-route="${route}"]`);
  const run = document.getElementById("run-" + hit.id.slice(4));
  const at = run.getPointAtLength(run.getTotalLength() / 2).matrixTransform(hit.getScreenCTM());
  return [at.x, at.y];
}"""


def with_coach(page: Page, server: str) -> Player:
    """A game with the coach at one's side, after the tickets."""
    open_table(page, server, BOARD, bots=2)
    player = Player(page)
    player.play_until(lambda: player.done.get("keep", 0) > 0)
    page.locator("[data-turn=mine]").wait_for()
    page.keyboard.press("h")
    page.locator("[data-coach-on]").click()
    page.locator("[data-ask-hint]").wait_for()
    return player


def test_a_nudge_then_the_move_by_keyboard(page: Page, server: str) -> None:
    """H asks, H again shows the move; it is said in a live region, and can be done at once."""
    with_coach(page, server)
    words = page.locator("[data-hint-words]")
    expect(words).to_have_attribute("aria-live", "polite")
    page.keyboard.press("h")
    expect(page.locator("[data-ask-hint]")).to_have_text("Show me the move")
    nudge = words.inner_text()
    page.keyboard.press("h")
    move = page.locator("[data-do-hint]")
    move.wait_for()
    assert words.inner_text() != nudge
    decision = page.locator(".screen").get_attribute("data-decision")
    move.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".screen")).not_to_have_attribute("data-decision", decision or "")
    expect(page.locator("[data-do-hint]")).to_have_count(0)  # the next decision has no hint yet


def test_the_win_share_is_off_until_one_likes(page: Page, server: str) -> None:
    with_coach(page, server)
    expect(page.locator("[data-win-shares]")).to_have_count(0)
    page.locator("[data-shares]").check()
    shares = page.locator("[data-win-shares]")
    expect(shares).to_have_attribute(
        "aria-label", re.compile(r"^Win share, by what you can see: You \d+ %, \w+ \d+ % and \w+ \d+ %$")
    )
    bring_axe(page)
    violations = page.evaluate("options => axe.run('[data-advice], [data-win-shares]', options)", RULES)["violations"]
    assert not violations, violations
    page.locator("[data-coach-off]").click()
    expect(page.locator("[data-coach-on]")).to_be_visible()
    expect(shares).to_have_count(0)


def test_the_win_share_comes_as_soon_as_the_coach_has_time(pages: Pages, server: str) -> None:
    """It may still think about what was decided meanwhile: then it is told again, and nobody is bothered with it."""
    asked: list[dict[str, Any]] = []

    def listen(route: WebSocketRoute) -> None:
        to_server = route.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "foresee" and message["shares"]:
                asked.append(message)
                if len(asked) == 1:
                    busy = {"type": "error", "ref": message["ref"], "code": "too_fast", "words": "It still thinks."}
                    return route.send(json.dumps(busy))
            return to_server.send(text)

        route.on_message(pass_on)

    page = pages()
    page.route_web_socket("**/socket", listen)
    with_coach(page, server)
    page.locator("[data-shares]").check()
    expect(page.locator("[data-win-shares]")).to_be_visible()
    assert len(asked) == 2
    assert asked[0]["decision"] == asked[1]["decision"]
    expect(page.get_by_text("It still thinks.")).to_have_count(0)


def test_a_blunder_is_asked_about_first(pages: Pages, server_process: ServerProcess) -> None:
    """Whoever wastes every train hears of it: nothing is done until one is sure. The end says who was helped."""
    with StagedGame(server_process, BOARD, seed=SEED) as game:
        route = waste(game)[0]["route"]
        page = pages()
        visit(page, game.link)
        page.locator(f'.hits .legal[data-route="{route}"]').first.wait_for(state="attached")
        decision = page.locator(".screen").get_attribute("data-decision") or ""
        build(page, route)
        warned = page.locator("[data-warned]")
        expect(warned).to_contain_text("is then lost.")
        page.get_by_role("button", name="Think again").click()
        expect(warned).to_have_count(0)
        expect(page.locator(".screen")).to_have_attribute("data-decision", decision)
        page.locator("[data-go]:visible").click()
        page.locator("[data-anyway]").click()
        expect(page.locator(".screen")).not_to_have_attribute("data-decision", decision)
        game.ask(1, {"type": "offer_end"})
        page.locator("[data-end-offer]").get_by_role("button", name="Agree").click()
        expect(page.locator("[data-coached]")).to_have_text(re.compile("The coach helped you: \\d+ warning"))


def build(page: Page, route: str) -> None:
    """Click a route, and build it as the page proposes."""
    spot = page.evaluate(SPOT, route)
    page.mouse.click(*spot)
    page.locator("[data-go]:visible").click()


def test_with_another_person_all_are_asked(pages: Pages, server: str) -> None:
    """One asks, the other agrees; then both can ask."""
    with httpx.Client(base_url=server) as lobby:
        seats = [{"kind": "person"}, {"kind": "person"}]
        made = lobby.post("/api/tables", json={"board": BOARD, "name": "Mara", "seats": seats}).json()
        table = made["table"]["id"]
        guest = lobby.post(f"/api/tables/{table}/join", json={"name": "June"}).json()
        headers = {"authorization": f"Bearer {made['token']}"}
        lobby.post(f"/api/tables/{table}/start", headers=headers).raise_for_status()
    one, other = pages(), pages()
    for page, token in ((one, made["token"]), (other, guest["token"])):
        visit(page, f"{server}/t/{table}#seat={token}")
        page.locator("[data-hint]").first.wait_for()
    one.locator("[data-hint]").first.click()
    expect(one.locator("[data-coach-on]")).to_have_text("Ask June")
    one.locator("[data-coach-on]").click()
    offer = other.locator("[data-coach-offer]")
    expect(offer).to_contain_text("Mara proposes")
    offer.get_by_role("button", name="Agree").click()
    expect(other.locator("[data-coach-offer]")).to_have_count(0)
    other.locator("[data-hint]").first.click()  # the coach is here, so that asks at once
    expect(other.locator("[data-ask-hint]")).to_have_text("Show me the move")


def test_on_a_phone(pages: Pages, server: str) -> None:
    """Everything of the coach is within the screen and can be hit by a finger."""
    page = phone(pages)
    open_table(page, server, BOARD, bots=2)
    page.locator("[data-hint]").first.tap()
    page.locator("[data-coach-on]").tap()
    page.locator("[data-ask-hint]").tap()
    page.locator("[data-ask-hint]", has_text="Show me").tap()
    page.locator("[data-do-hint]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for button in page.locator("[data-advice] button, [data-advice] label").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["height"] >= 32, button.inner_text()
    decision = page.locator(".screen").get_attribute("data-decision")
    page.locator("[data-do-hint]").tap()
    expect(page.locator(".screen")).not_to_have_attribute("data-decision", decision or "")
