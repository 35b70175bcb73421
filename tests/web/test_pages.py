"""All pages: axe finds no fault, by day and by night, and each does what it is for."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.web.conftest import Pages, Watch
from tests.web.player import Player, open_table, visit

PATHS = ["/", "/learn", "/learn/world", "/finished", "/t/{}", "/replay/{}?step=40", "/t/nowhere"]
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]},
    "resultTypes": ["violations"],
}
THEMES: dict[str, Literal["light", "dark"]] = {"day": "light", "night": "dark"}
# The map in its colors for as long as axe looks: players do not have it painted. Or without its thousands of shapes,
# where they have been looked at before: they take longer than all the rest.
_PAINTED = """async ([options, withMap]) => {
  const sheets = document.adoptedStyleSheets;
  const map = withMap ? null : document.querySelector("[data-map] .layer svg");
  const place = document.createComment("the map");
  document.adoptedStyleSheets = [];
  map?.replaceWith(place);
  try {
    return (await axe.run(options)).violations;
  } finally {
    if (map) place.replaceWith(map);
    document.adoptedStyleSheets = sheets;
  }
}"""


def bring_axe(page: Page) -> None:
    """Have axe in a page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)


def check_access(page: Page, *, with_map: bool = True) -> None:
    """Fail at anything that axe calls serious or critical, by day and by night."""
    for theme, scheme in THEMES.items():
        page.emulate_media(color_scheme=scheme)
        page.locator(f"html[data-theme={theme}]").wait_for()
        bring_axe(page)
        found = page.evaluate(_PAINTED, [RULES, with_map])
        grave = [each for each in found if each["impact"] in ("serious", "critical")]
        told = [f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes'][:3]]}" for each in grave]
        assert told == [], f"by {theme}"


@pytest.mark.parametrize("path", PATHS)
def test_axe_on_pages(pages: Pages, server: str, finished: str, watch: Watch, path: str) -> None:
    watch.expected = "nowhere" if "nowhere" in path else ""
    page = pages(fresh=True)
    page.goto(server + path.format(finished))
    page.wait_for_load_state("networkidle")
    expect(page.locator("h1")).to_have_count(1)
    check_access(page)


@pytest.mark.parametrize("board", ["usa", "world"])
def test_axe_at_the_table(page: Page, server: str, board: str) -> None:
    """All that is asked later is looked at by day in test_every_decision.py; here also by night, on one board."""
    open_table(page, server, board)
    check_access(page)
    if board == "usa":
        player = Player(page)
        player.play_until(lambda: player.done.get("route", 0) > 0 and page.locator("[data-question]").count() > 0)
        check_access(page, with_map=False)


def test_axe_on_a_phone(pages: Pages, server: str) -> None:
    page = pages(390, 844, has_touch=True, is_mobile=True)
    open_table(page, server, "usa")
    check_access(page)


def test_the_end_counts_part_by_part(pages: Pages, server: str, finished: str) -> None:
    page = pages(reduced_motion="no-preference")
    page.goto(f"{server}/t/{finished}")
    expect(page.locator(".sheetp h1")).to_have_text("Counting …")
    page.keyboard.press("x")
    expect(page.locator(".sheetp h1")).to_contain_text("win")
    columns = page.locator(".sheetp thead th").all_inner_texts()
    assert "TOTAL" in [column.upper() for column in columns]
    page.get_by_text("The shuffle can be checked").click()
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()


def test_a_replay_from_every_side(pages: Pages, server: str, finished: str) -> None:
    page = pages()
    visit(page, f"{server}/replay/{finished}?step=12&view=0")
    counter = page.locator(".replaybar .count")
    expect(counter).to_have_text(re.compile(r"12 / \d+"))
    expect(page.locator("[data-hand]")).to_be_visible()
    for key, step in (("ArrowRight", 13), ("ArrowRight", 14), ("ArrowLeft", 13), ("Home", 0)):
        page.keyboard.press(key)
        expect(counter).to_have_text(re.compile(rf"^{step} / "))
    page.keyboard.press("End")
    expect(page.locator(".player strong").first).not_to_have_text("0")
    page.get_by_label("View").select_option("open")
    expect(page.locator(".openhands .oh")).to_have_count(2)
    page.get_by_label("View").select_option("spectator")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(page).to_have_url(re.compile("view=spectator"))


def test_the_first_game_is_explained(page: Page, server: str) -> None:
    visit(page, f"{server}/learn")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-guide=welcome]")).to_be_visible()
    player = Player(page)
    player.play_until(lambda: player.done.get("keep", 0) > 0)
    expect(page.locator("[data-guide]")).to_contain_text("Collect cards")
    page.get_by_role("button", name="Understood").click()
    player.play_until(lambda: page.locator("[data-guide=built]").count() > 0)
    page.get_by_label("No more explanations").click()
    expect(page.locator("[data-guide]")).to_have_count(0)


def test_hot_seat_hides_behind_a_curtain(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=san_francisco")
    page.get_by_label("Your name").fill("Mara")
    for _ in range(2):
        page.locator(".setup .sline .x").last.click(timeout=2000) if page.locator(".setup .sline .x").count() else None
    page.get_by_role("button", name="someone here").click()
    page.get_by_label(re.compile("Name of player")).fill("June")
    page.get_by_role("button", name="Start the game").click()
    curtain = page.locator(".curtain")
    expect(curtain).to_contain_text("it is your turn")
    expect(page.locator("[data-hand]")).to_have_count(0)
    first = curtain.locator("h1").inner_text()
    page.locator("[data-lift]").click()
    expect(curtain).to_have_count(0)
    player = Player(page)
    asked = [first]  # whose turn the curtains tell

    def all_had_a_turn() -> bool:
        for name in curtain.locator("h1").all_inner_texts():  # none while it goes up
            if name != asked[-1]:
                asked.append(name)
        return len(asked) == 3

    player.play_until(all_had_a_turn)
    assert asked[0] == asked[2] != asked[1]


def test_day_and_night(page: Page, server: str) -> None:
    page.goto(server)
    page.get_by_role("button", name="Night colors").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "night"
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "night"
    expect(page.get_by_role("button", name="Day colors")).to_be_visible()
