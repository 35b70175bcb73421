"""A whole game without a mouse: keys, and the list of places and routes."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.web.player import Player, visit

_AT = "document.activeElement?.getAttribute('data-list-route') ?? ''"


class Typist(Player):
    """A person with a keyboard only."""

    def _act(self, seen: dict[str, object]) -> str:
        keys = self.page.keyboard
        if seen["offered"] or seen["kept"]:
            keys.press("Enter" if seen["ready"] else str(int(str(seen["kept"])) + 1))
            return "keep" if seen["ready"] else "tick"
        if seen["question"]:
            keys.press("1" if not seen["go"] else "Enter")
            return "go" if seen["go"] else "option"
        if seen["routes"]:
            return self._find_route()
        if seen["deck"]:
            keys.press("d")
            return "deck"
        keys.press("t")
        return "tickets"

    def _find_route(self) -> str:
        """Open the list, walk down to a route that can be built, and pick it."""
        keys = self.page.keyboard
        keys.press("l")
        self.page.locator(".boardlist input:focus").wait_for()
        for _ in range(1 + self.rng.randrange(3)):
            keys.press("ArrowDown")
        assert self.page.evaluate(_AT), "the focus is on no route"
        keys.press("Enter")
        return "route"


def test_a_game_by_keys_alone(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=san_francisco")
    page.locator("[data-board=san_francisco][aria-pressed=true]").wait_for()
    page.keyboard.press("Enter")
    page.locator(".map svg .hits").wait_for(state="attached")
    player = Typist(page, seed=random.Random(4).randrange(100))
    player.play()
    assert player.done["route"] > 3, player.done
    expect(page.locator(".sheetp h1")).to_contain_text("win")


def test_the_keys_are_explained_and_let_go(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=usa")
    page.locator("[data-board=usa][aria-pressed=true]").wait_for()
    page.keyboard.press("Enter")
    page.locator(".map svg .hits").wait_for(state="attached")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
    page.keyboard.press("m")
    layer = page.locator(".layer")
    before = layer.get_attribute("style") or ""
    page.keyboard.press("+")
    expect(layer).not_to_have_attribute("style", before)
    page.keyboard.press("0")
    expect(layer).to_have_attribute("style", before)


def test_what_happens_is_read_aloud(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=usa")
    page.locator("[data-board=usa][aria-pressed=true]").wait_for()
    page.keyboard.press("Enter")
    player = Player(page)
    player.play_until(lambda: page.locator(".lines li").count() > 12 and page.get_by_text("Your turn").count() > 0)
    expect(page.locator("[data-turn=mine]")).to_be_visible()
    spoken = page.locator("[data-spoken]")
    assert spoken.get_attribute("aria-live") == "polite"
    for line in page.locator(".lines li").all_inner_texts()[-4:]:
        expect(spoken).to_contain_text(line)
    expect(spoken).to_contain_text("Your turn")
