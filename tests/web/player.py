"""Someone who plays in the browser: looks at the page, and clicks, taps or types what a person could."""

from __future__ import annotations

import contextlib
import random
import re
import time
from typing import Any

import httpx
from playwright.sync_api import Error as Failed
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Waited

# What can be done now, as a person would see it. Routes come with a point on the screen where they can be clicked.
_LOOK = """() => {
  const seen = (words) => [...document.querySelectorAll(words)].filter((each) => each.getClientRects().length);
  const spot = (hit) => {
    const run = document.querySelector("#run-" + hit.id.slice(4));
    const at = run.getPointAtLength(run.getTotalLength() / 2).matrixTransform(hit.getScreenCTM());
    const top = document.elementFromPoint(at.x, at.y);
    const free = top?.getAttribute("data-route") === hit.dataset.route;
    return { x: at.x, y: at.y, length: run.getTotalLength(), free };
  };
  const state = {
    over: seen("[data-replay]").length > 0,
    mine: document.querySelector("[data-turn]")?.dataset.turn === "mine",
    busy: document.querySelector(".screen")?.getAttribute("aria-busy") === "true",
    curtain: seen("[data-lift]").length,
    guided: seen("[data-guide]").length > 0,
    asked: document.querySelector(".screen")?.dataset.asked ?? "",
    routes: [],
  };
  if (state.over || state.busy || !state.mine) return state;
  return {
    ...state,
    offered: seen(".tk.offered:not(.kept) button").length,
    kept: seen(".tk.offered.kept").length,
    go: seen("[data-go]").length,
    ready: seen("[data-go]:not(:disabled)").length,
    question: seen("[data-question]").length,
    options: seen("[data-question] .opt, .fan.paying button, [data-question] .index.legal").length,
    folded: seen("[data-unfold]").length,
    routes: [...document.querySelectorAll(".hits .legal")].map(spot).filter((each) => each.free),
    take: seen(".take.legal:not(.deckmini)").length,
    deck: seen(".deck.legal:not([data-deck=ticket]), .deckmini:not([aria-label*=ticket])").length,
    tickets: seen(".deck.legal[data-deck=ticket]").length,
    others: seen(".market .acts .btn:not(:disabled)").length,
  };
}"""
# Somebody has to do something here, or the game is over.
_WAITING = """() => {
  const seen = (words) => [...document.querySelectorAll(words)].some((each) => each.getClientRects().length);
  return seen("[data-replay], [data-lift]") || (document.querySelector("[data-turn]")?.dataset.turn === "mine" &&
    document.querySelector(".screen")?.getAttribute("aria-busy") !== "true");
}"""
# The fonts, which are fetched when the first page stands, are there.
_FONTS = """() => document.fonts.size > 0 && document.fonts.status === "loaded" &&
  document.fonts.check("600 12px 'Barlow Semi Condensed'") && document.fonts.check("600 12px Barlow")"""
# Where the nth of some things can be pressed, after scrolling to it; nothing if it is not there or lies under others.
_WHERE = """([words, nth]) => {
  const thing = [...document.querySelectorAll(words)].filter((each) => each.getClientRects().length)[nth];
  if (!thing) return null;
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { x, y, width, height } = thing.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return thing.contains(top) && !thing.disabled ? [x + width / 2, y + height / 2] : null;
}"""
# The map is laid out and can be clicked, but not painted: without a graphics card that takes most of the time.
_UNPAINTED = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[data-map] .layer, .mmap { opacity: 0 }");
  document.adoptedStyleSheets = [sheet];
})()"""
_NOTE_GLOBALS = "window.globalsAtFirst = [...Object.keys(window), 'globalsAtFirst', 'axe']"
# Nothing is left of a test: it has put nothing into the page, chosen no settings, and it is day. (The change of a theme
# back again is sometimes not told to the page.) What the client has kept for itself is gone.
# Then the client goes to a page on which nothing happens; false if it does not.
_TIDY = """async () => {
  if (!window.globalsAtFirst || Object.keys(window).some((each) => !window.globalsAtFirst.includes(each))) return false;
  const { theme, motion } = document.documentElement.dataset;
  if (theme !== "day" || motion !== "off") return false;
  if (Object.keys(localStorage).some((each) => each !== "branchline.seats")) return false;
  localStorage.clear();
  sessionStorage.clear();
  const { go } = await import("/static/core/router.js");
  go("/finished", { replace: true });
  return true;
}"""
_GO = """async (path) => (await import("/static/core/router.js")).go(path)"""
_PATIENCE = 60.0  # seconds without anything to do after which something must be wrong


class Missed(Exception):
    """What was seen a moment ago cannot be pressed."""


class Stuck(AssertionError):
    """It is the player's turn, and there is nothing to click."""


def with_fonts(page: Page) -> None:
    """Wait until words are as wide as they stay."""
    page.wait_for_function(_FONTS)


class Player:
    """A person with a mouse or a finger, who builds the longest route there is and else takes cards."""

    def __init__(self, page: Page, seed: int = 1, *, touch: bool = False) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.touch = touch
        self.done: dict[str, int] = {}
        self.over = False  # as last seen
        self.leaves = ""  # what is not answered when it is asked
        self.listens = False  # to the guide: does nothing while it says something

    def play(self, most: int = 2000) -> None:
        """Play to the end."""
        self.play_until(lambda: self.over, most)

    def play_until(self, enough: Any, most: int = 2000) -> None:
        """Play until something holds."""
        last = time.monotonic()
        for _ in range(most):
            if enough():
                return
            if self.step():
                last = time.monotonic()
            else:
                self._wait(time.monotonic() - last)
        raise AssertionError(f"no end after {most} steps: {self.done}")

    def _wait(self, waited: float) -> None:
        """Nothing to do. After a long while a person loads the page again, once; then something must be wrong."""
        if waited > _PATIENCE / 2 and not self.done.get("reload"):
            self.done["reload"] = 1
            self.page.reload()
        assert waited < _PATIENCE, f"nothing happens: {self.look()}\n{self.page.inner_text('body')[:3000]}"
        with contextlib.suppress(Waited):  # others may do what is waited for
            self.page.wait_for_function(_WAITING, polling=25, timeout=200)

    def look(self) -> dict[str, Any]:
        """What the page offers."""
        seen: dict[str, Any] = self.page.evaluate(_LOOK)
        return seen

    def step(self) -> bool:
        """Do one thing; False if there was nothing to do."""
        seen = self.look()
        self.over = seen["over"]
        if self.over or seen["busy"] or (not seen["mine"] and not seen["curtain"]):
            return False
        if (self.leaves and seen["asked"] == self.leaves) or (self.listens and seen["guided"]):
            return False
        try:
            did = self._act(seen)
        except Missed:  # what was seen has moved on meanwhile
            return False
        self.done[did] = self.done.get(did, 0) + 1
        return True

    def _act(self, seen: dict[str, Any]) -> str:
        if seen["curtain"]:
            self._press("[data-lift]")
            return "curtain"
        if seen["offered"] or seen["kept"]:
            self._press("[data-go]" if seen["ready"] else ".tk.offered:not(.kept) button")
            return "keep" if seen["ready"] else "tick"
        if seen["question"]:
            return self._answer(seen)
        if seen["routes"]:
            best = max(seen["routes"], key=lambda route: route["length"])
            self._press_at(best["x"], best["y"])
            return "route"
        for what, where in (
            ("take", ".take.legal:not(.deckmini)"),
            ("deck", ".deck.legal:not([data-deck=ticket]), .deckmini:not([aria-label*=ticket])"),
        ):
            if seen[what] and (self.rng.random() < 0.5 or not seen["deck"] or what == "deck"):
                self._press(where, self.rng.randrange(seen[what]))
                return what
        if seen["tickets"]:
            self._press(".deck.legal[data-deck=ticket]")
            return "tickets"
        if seen["others"]:
            self._press(".market .acts .btn:not(:disabled)", self.rng.randrange(seen["others"]))
            return "other"
        raise Stuck(str(seen))

    def _answer(self, seen: dict[str, Any]) -> str:
        """Answer a question: sometimes not with the first answer."""
        if seen["folded"]:
            self._press("[data-unfold]")
            return "unfold"
        if seen["options"] and (not seen["go"] or self.rng.random() < 0.3):
            answers = "[data-question] .opt, .fan.paying button, [data-question] .index.legal"
            self._press(answers, self.rng.randrange(seen["options"]))
            if not seen["go"]:
                return "option"
        if seen["ready"]:
            self._press("[data-go]:not(:disabled)")
            return "go"
        self._press("[data-question] .x")
        return "let go"

    def _press(self, where: str, nth: int = 0) -> None:
        """Click or tap the nth of some things that can be seen."""
        spot = self.page.evaluate(_WHERE, [where, nth])
        if spot is None:
            raise Missed(where)
        self._press_at(*spot)

    def _press_at(self, x: float, y: float) -> None:
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(x, y)


def leave_unpainted(page: Page) -> None:
    """Do not paint the maps that a page will show: no test looks at their colors."""
    page.add_init_script(_UNPAINTED)
    page.add_init_script(_NOTE_GLOBALS)


def is_as_new(page: Page) -> bool:
    """Leave a page as if nobody had used it, apart from the client that is loaded; false if that cannot be done."""
    try:
        if page.is_closed() or not page.evaluate(_TIDY):
            return False
        page.locator("main h1", has_text="Finished games").wait_for(timeout=2000)
    except Failed:
        return False
    page.set_viewport_size({"width": 1440, "height": 900})
    page.mouse.move(0, 0)
    return True


def visit(page: Page, address: str) -> None:
    """Go to an address of the client: by a click on a link, so to say, if the page shows the client already.

    Loading it anew takes longer than most tests do. What they find then is tried by those that have pages of their own.
    Who is there already has it loaded again: it may show what was there before the test.
    """
    server, path = re.match(r"(https?://[^/]+)(.*)", address).groups()  # type: ignore[union-attr]
    if page.url.startswith(f"{server}/") and page.url != address:
        page.evaluate(_GO, path or "/")
    else:
        page.goto(address)


def set_up_table(page: Page, server: str, board: str, bots: int = 1) -> None:
    """From the home page to a running game against bots."""
    visit(page, f"{server}/?board={board}")
    page.locator(f"[data-board={board}][aria-pressed=true]").wait_for()
    seats = page.locator(".setup .sline:not(.add)")
    while seats.count() > bots + 1:
        page.locator(".setup .sline .x").last.click()
    while seats.count() < bots + 1:
        page.locator(".setup .sline.add button").first.click()
    page.locator("[data-start]").click()
    _arrive(page)


def open_table(page: Page, server: str, board: str, bots: int = 1) -> None:
    """A running game against bots, by the link to a seat: for tests of what comes after the home page."""
    seats = [{"kind": "person"}, *[{"kind": "bot", "level": "medium"}] * bots]
    with httpx.Client(base_url=server, verify=False) as lobby:
        made = lobby.post("/api/tables", json={"board": board, "name": "You", "seats": seats}).raise_for_status().json()
        table, token = made["table"]["id"], made["token"]
        lobby.post(f"/api/tables/{table}/start", headers={"authorization": f"Bearer {token}"}).raise_for_status()
    visit(page, f"{server}/t/{table}#seat={token}")
    _arrive(page)


def _arrive(page: Page) -> None:
    """Wait for the map of a running game."""
    page.locator(".map svg .hits, [role=alert], [data-notice]").first.wait_for(state="attached")
    assert page.locator(".map svg .hits").count(), page.locator("#app").inner_text()
