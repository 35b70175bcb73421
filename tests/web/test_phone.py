"""The table on a phone held upright, by touch."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Pages
from tests.web.player import Player, open_table

_SMALL = """() => [...document.querySelectorAll("button, a, select, input")].filter((each) => {
  const { width, height } = each.getBoundingClientRect();
  const seen = width && getComputedStyle(each).visibility === "visible" && !each.closest(".sr");
  return seen && Math.min(width, height) < 38;
}).map((each) => each.outerHTML.slice(0, 120))"""

# Two places are lit, and both can be seen.
_TWO_IN_SIGHT = """() => {
  const frame = document.querySelector("[data-map]").getBoundingClientRect();
  const lit = [...document.querySelectorAll("[data-map] .place.lit .dot")].map((each) => each.getBoundingClientRect());
  return lit.length === 2 && lit.every(({ left, right, top, bottom }) =>
    left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom);
}"""


def phone(pages: Pages) -> Page:
    """A phone."""
    return pages(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)


def test_a_game_by_touch(pages: Pages, server: str) -> None:
    page = phone(pages)
    open_table(page, server, "san_francisco")
    player = Player(page, touch=True)
    player.play()
    assert player.done["route"] > 3, player.done
    expect(page.locator(".sheetp h1")).to_contain_text("win")


def test_building_takes_a_second_tap(pages: Pages, server: str) -> None:
    page = phone(pages)
    open_table(page, server, "san_francisco")
    player = Player(page, touch=True)
    player.play_until(lambda: player.done.get("route", 0) > 0)
    expect(page.locator(".sheet")).to_be_visible()
    built = page.locator(".pchip.seat-0 strong").inner_text()
    stacks = page.locator(".sheet .fan.paying button")
    if stacks.count():
        stacks.first.tap()
    assert page.locator(".pchip.seat-0 strong").inner_text() == built
    page.locator(".sheet [data-go]").tap()
    expect(page.locator(".pchip.seat-0 strong")).not_to_have_text(built)


def test_everything_fits_and_can_be_hit(pages: Pages, server: str) -> None:
    page = phone(pages)
    page.goto(server)
    page.locator(".bcard").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    open_table(page, server, "usa", bots=3)
    player = Player(page, touch=True)
    player.play_until(lambda: player.done.get("keep", 0) > 0)
    for tab in ("cards", "tickets", "log", "board"):
        page.locator(f"[data-tab={tab}]").tap()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.evaluate(_SMALL) == [], tab


def test_the_map_shows_what_a_question_is_about(pages: Pages, server: str) -> None:
    """Tickets on offer, and routes that were picked in the list, though a sheet takes half of the map."""
    page = phone(pages)
    open_table(page, server, "usa")
    tickets = page.locator(".sheet .tk.offered button")
    expect(tickets).to_have_count(3)
    for at in range(3):
        tickets.nth(at).tap()
        page.wait_for_function(_TWO_IN_SIGHT)
    page.locator("[data-go]").tap()
    for at in (0, -1):  # of the alphabet: far from each other
        page.get_by_role("button", name="List of places and routes").tap()
        page.locator("[data-list-route].legal").nth(at).tap()
        expect(page.locator(".sheet [data-go]")).to_be_visible()
        page.wait_for_function(_TWO_IN_SIGHT)
        page.locator(".sheet .x").tap()


def test_a_small_phone_held_sideways(pages: Pages, server: str) -> None:
    """The button is in sight however many answers there are, and one reads how many tickets to keep."""
    page = pages(667, 300, has_touch=True, is_mobile=True, device_scale_factor=2)
    open_table(page, server, "germany")
    expect(page.locator(".sheet .opt")).to_have_count(5)
    go = page.locator(".sheet [data-go]")
    box, tabs = go.bounding_box(), page.locator(".tabs").bounding_box()
    assert box
    assert tabs
    assert box["y"] + box["height"] <= tabs["y"] + 1, (box, tabs)
    go.tap()
    expect(page.locator(".keeping").get_by_text("Choose at least 2 of 4")).to_be_visible()
