"""Looks at a table at the sizes of six screens, and says what a person could not read, see or reach."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page

from tests.web.player import visit, with_fonts
from tests.web.test_pages import RULES, bring_axe

LAPTOP = (1440, 900)
PHONES = ((390, 844), (844, 390))
LARGER = (LAPTOP, (2560, 1440), (1180, 820), (820, 1180))
PICTURES = os.environ.get("VISIT_PICTURES")  # a folder for pictures of all that was looked at
_LONGEST = 60_000  # milliseconds until everything lies still
_NAMES_TOO = {**RULES, "rules": {"label-content-name-mismatch": {"enabled": True}}}
# Without pictures that nobody is read, above all the thousands of shapes of the map, the same in all scenes: tests of
# pages look at them. Left out in axe's way they would still be gone through, for longer than all the rest.
_LOOK = """async (options) => {
  const pictures = [...document.querySelectorAll("[data-map] svg, svg[aria-hidden=true]")];
  const places = pictures.map(() => document.createComment("a picture"));
  pictures.forEach((picture, at) => picture.replaceWith(places[at]));
  try {
    return (await axe.run(options)).violations;
  } finally {
    places.forEach((place, at) => place.replaceWith(pictures[at]));
  }
}"""
_FAULTS = (Path(__file__).parent / "faults.js").read_text()

# The page shows an open decision, its answer is not on its way, and no payment is still being counted.
_READY = """([number, asked]) => {
  const screen = document.querySelector(".screen");
  return screen?.dataset.decision === number && screen.dataset.asked === asked && screen.ariaBusy !== "true" &&
    !document.querySelector(".tally")?.textContent.includes("…");
}"""

# Nothing moves: no animation runs, and everything has stayed in its place for some frames. The map is drawn again,
# sharp, a moment after it came to rest; until then its layer is stretched. What still moves after so long never ends.
_RESTS = """(longest) => new Promise((done) => {
  let last = "", same = 0;
  const begun = performance.now();
  const look = () => {
    const layer = document.querySelector("[data-map] .layer, [data-map] svg");
    const boxes = [...document.querySelectorAll(".screen section, .screen button, .screen .paybar, .screen .tk")];
    const now = [layer, ...boxes].map((each) => {
      const { x, y, width, height } = each?.getBoundingClientRect() ?? {};
      return [x, y, width, height].map(Math.round);
    }).join() + (layer?.parentElement?.style.transform ?? "") + (layer?.style.transform ?? "");
    const running = document.getAnimations().filter((each) => each.playState === "running");
    const moving = running.length > 0 || now.includes("scale(");
    const stayed = now === last;
    same = stayed && !moving ? same + 1 : 0;
    last = now;
    if (same >= 2) done("");
    else if (performance.now() - begun < longest) requestAnimationFrame(look);
    else {
      const names = running.map((each) => [each.animationName ?? each.id, each.effect?.target?.className].join(" of "));
      done(`${stayed ? "in place" : "not in place"}, ${now.includes("scale(") ? "stretched" : "sharp"}: ${names}`);
    }
  };
  look();
})"""


def come_to(page: Page, link: str) -> None:
    """Open a table, to look at it on screens of all sizes."""
    visit(page, link)
    page.locator(".map svg .hits").wait_for(state="attached")
    resize(page, LAPTOP)


def wait_for(page: Page, decision: int, asked: str) -> None:
    """Wait until a page shows a decision, and what was picked up with it."""
    page.wait_for_function(_READY, arg=[str(decision), asked])


def asked(page: Page) -> str:
    """What the person at the screen is asked now, and what has been picked up; empty if nothing is."""
    words: str = page.evaluate("document.querySelector('.screen')?.dataset.asked ?? ''")
    return words


def rest(page: Page) -> None:
    """Wait until everything lies where it belongs."""
    with_fonts(page)
    moving = page.evaluate(_RESTS, _LONGEST)
    assert not moving, f"the page does not come to rest: {moving}"


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    rest(page)


def faults(page: Page) -> list[str]:
    """What is wrong with the table as it is shown now."""
    found: list[str] = page.evaluate(_FAULTS)
    return found


def hard_to_access(page: Page) -> list[str]:
    """What axe finds."""
    bring_axe(page)
    violations = page.evaluate(_LOOK, _NAMES_TOO)
    return [f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}" for each in violations]


def look_around(page: Page, name: str, *, tabs: bool) -> list[str]:
    """Look at a table on all screens, if wished under the tabs of phones too; returns what is wrong.

    Axe looks at it on a laptop, and where tabs are looked at on a phone: what is asked has the same parts on both.
    It begins with screens like the one that is there: between a phone and a larger one the map is made again.
    """
    found: list[str] = []
    there = page.viewport_size
    handheld = there is not None and (there["width"], there["height"]) in PHONES
    for size in (*PHONES, *LARGER) if handheld else (*LARGER, *PHONES):
        resize(page, size)
        found += _look(page, f"{name}, {size[0]} × {size[1]}", axe=size == LAPTOP or (tabs and size == PHONES[0]))
        if tabs and size in PHONES:
            for tab in ("cards", "tickets", "log", "board"):
                page.locator(f"[data-tab={tab}]").click()
                rest(page)
                if tab != "board":
                    found += _look(page, f"{name}, {size[0]} × {size[1]}, {tab}", axe=False)
    return found


def _look(page: Page, where: str, *, axe: bool) -> list[str]:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{where.replace(' × ', 'x').replace(', ', '-').replace(' ', '_')}.png")
    return [f"{where}: {fault}" for fault in faults(page) + (hard_to_access(page) if axe else [])]
