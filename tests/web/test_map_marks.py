"""What stands on the map for one player: tickets, the way to them, what happened last, plans."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Pages
from tests.web.player import Player, open_table, visit

BOARD = "san_francisco"

# Where a route can be pointed at on the screen, if nothing lies over it.
_SPOT = """(route) => {
  const hit = document.querySelector(`.hits [data-route="${route}"]`);
  const run = document.querySelector("#run-" + hit.id.slice(4));
  for (const part of [0.5, 0.3, 0.7, 0.15, 0.85]) {
    const at = run.getPointAtLength(run.getTotalLength() * part).matrixTransform(hit.getScreenCTM());
    if (document.elementFromPoint(at.x, at.y)?.getAttribute("data-route") === route) return [at.x, at.y];
  }
  return null;
}"""
_ROUTES = """() => [...document.querySelectorAll(".hits [data-route]")].map((hit) => hit.dataset.route)"""
_HALOS = """(state) => [...document.querySelectorAll(`.halos > .${state}`)].map(
  (halo) => document.querySelector(`#hit-${halo.id.slice(5)}`).dataset.route)"""


def halos(page: Page, state: str) -> list[str]:
    """The routes around which a halo of some kind stands."""
    found: list[str] = page.evaluate(_HALOS, state)
    return found


def point_at(page: Page, route: str) -> tuple[float, float] | None:
    """Where to point at a route."""
    spot = page.evaluate(_SPOT, route)
    return None if spot is None else (spot[0], spot[1])


def test_offered_tickets_are_drawn_on_the_map(page: Page, server: str) -> None:
    open_table(page, server, BOARD)
    offered = page.locator(".tk.offered")
    expect(offered).to_have_count(2)
    expect(page.locator(".bd .ticketway")).to_have_count(2)
    expect(page.locator(".bd .tmark")).to_have_count(4)
    signs = page.locator(".tk.offered .sign").all_inner_texts()
    assert sorted(signs * 2) == sorted(page.locator(".bd .tmark text").all_text_contents())
    offered.first.locator("button").click()
    expect(page.locator(".bd .ticketway.strong")).to_have_count(1)


def test_a_ticket_shows_a_way_and_what_it_takes(page: Page, server: str) -> None:
    open_table(page, server, BOARD)
    player = Player(page)
    player.play_until(lambda: player.done.get("keep", 0) > 0)
    ticket = page.locator(".tk:not(.offered)").first
    expect(ticket).to_be_visible()
    marks = page.locator(".bd .tmark").count()
    assert marks >= 2
    expect(page.locator(".bd .ticketway")).to_have_count(0)
    ticket.hover()
    expect(page.locator(".bd .ticketway.strong")).to_have_count(1)
    expect(page.locator("[data-needs]")).to_contain_text(re.compile("routes? to go.*cards"))
    way = halos(page, "way")
    assert way
    name = ticket.locator(".tname").inner_text()
    page.mouse.move(5, 5)
    expect(page.locator(".halos > .way")).to_have_count(0)
    spot = next(filter(None, (point_at(page, route) for route in way)))
    page.mouse.move(*spot)
    expect(page.locator("[data-helps]")).to_contain_text(name)


def test_what_others_built_is_marked_until_the_next_move(page: Page, server: str) -> None:
    open_table(page, server, BOARD)
    player = Player(page)
    news = page.locator("[data-news]")
    player.play_until(lambda: news.count() > 0 and "Since your turn" in news.inner_text())
    assert "built" in news.inner_text()
    recent = halos(page, "recent")
    assert recent
    page.reload()
    expect(page.locator(".halos > .recent")).to_have_count(len(recent))
    line = page.locator(".lines li[data-routes]").last
    assert set((line.get_attribute("data-routes") or "").split()) <= set(recent)
    line.hover()
    assert set(halos(page, "marked")) <= set(recent)
    assert halos(page, "marked")
    before = player.done.copy()
    page.mouse.move(5, 5)
    player.play_until(lambda: player.done != before and not set(recent) & set(halos(page, "recent")))


def test_plans_are_counted_kept_and_private(pages: Pages, server: str) -> None:
    page = pages()
    open_table(page, server, BOARD)
    Player(page).play_until(lambda: page.locator("[data-hand]").count() > 0 and not page.locator(".tk.offered").count())
    page.locator("[data-plan]").locator("visible=true").click()
    bar = page.locator("[data-planbar]")
    expect(bar).to_contain_text("nobody else sees them")
    routes = [route for route in page.evaluate(_ROUTES) if point_at(page, route)][:2]
    for route in routes:
        spot = point_at(page, route)
        assert spot is not None
        page.mouse.click(*spot)
    expect(bar).to_contain_text("2 routes")
    expect(bar).to_contain_text(re.compile(r"\d+ trains? of 20 · .*"))
    expect(page.locator(".bd .pencil:not(.paper)")).to_have_count(2)
    page.reload()
    expect(bar).to_contain_text("2 routes")
    other = pages()
    visit(other, page.url)
    expect(other.locator(".map svg .hits")).to_be_attached()
    expect(other.locator(".bd .pencil")).to_have_count(0)
    page.get_by_role("button", name="Erase").click()
    expect(page.locator(".bd .pencil")).to_have_count(0)


def test_a_plan_on_a_phone_leaves_the_map_in_sight(pages: Pages, server: str) -> None:
    page = pages(390, 844, has_touch=True, is_mobile=True)
    open_table(page, server, BOARD)
    player = Player(page, touch=True)
    player.play_until(lambda: page.locator(".screen[data-asked=turn]").count() > 0)  # no question covers the tools
    page.locator("[data-plan]").locator("visible=true").tap()
    bar, board = page.locator("[data-planbar]").bounding_box(), page.locator(".map").bounding_box()
    assert bar is not None
    assert board is not None
    assert bar["height"] < board["height"] / 3
    assert bar["width"] <= board["width"]


def test_what_helps_glows_and_the_rest_is_marked_quietly(page: Page, server: str) -> None:
    """Of the routes that can be built those for a ticket or the plan glow; a setting says otherwise."""
    open_table(page, server, BOARD)
    player = Player(page)
    built = page.locator(".hits .legal")

    def both() -> bool:
        return len(halos(page, "legal")) > 0 and len(halos(page, "quiet")) > 0 and player.look()["deck"] > 0

    player.play_until(both)
    legal = set(built.evaluate_all("all => all.map((each) => each.dataset.route)"))
    shining, quiet = set(halos(page, "legal")), set(halos(page, "quiet"))
    assert shining | quiet == legal
    assert not shining & quiet
    planned = next(route for route in sorted(quiet) if point_at(page, route))
    page.keyboard.press("p")
    page.mouse.click(*(point_at(page, planned) or (0, 0)))
    page.keyboard.press("p")
    assert planned in halos(page, "legal")
    nothing: set[str] = set()
    for choice, glowing in (("All I can build", legal), ("None", nothing)):
        page.get_by_role("button", name="Menu", exact=True).click()
        page.get_by_role("button", name=choice, exact=True).click()
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('dialog[open]')")
        assert (set(halos(page, "legal")), set(halos(page, "quiet"))) == (glowing, nothing)
    assert built.count() == len(legal)


def test_the_routes_of_one_player_are_seen_alone(page: Page, server: str) -> None:
    """N shows one player after the other; holding a panel shows its player until it is let go."""
    open_table(page, server, BOARD)
    player = Player(page)
    trains = [page.locator(f".bd .claim.seat-{seat}") for seat in (0, 1)]
    player.play_until(lambda: all(each.count() for each in trains))
    drawing = page.locator("svg.bd:has(.hits)")
    fade = "(all) => all.map((each) => Number(getComputedStyle(each).opacity) < 0.5)"
    page.keyboard.press("n")
    expect(page.locator("[data-network-of='0']")).to_contain_text("Your routes")
    assert not any(trains[0].evaluate_all(fade))
    assert all(trains[1].evaluate_all(fade))
    page.keyboard.press("n")
    expect(drawing).to_have_attribute("data-network", "1")
    page.keyboard.press("Escape")
    expect(drawing).not_to_have_attribute("data-network", re.compile("."))
    panel = page.locator(".player[data-seat='1'] .who")
    panel.hover()
    page.mouse.down()
    expect(drawing).to_have_attribute("data-network", "1")
    page.mouse.up()
    expect(drawing).not_to_have_attribute("data-network", re.compile("."))
    expect(panel).to_have_attribute("aria-expanded", "false")  # it was no click
    panel.click()
    expect(panel).to_have_attribute("aria-expanded", "true")
