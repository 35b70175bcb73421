"""Every kind of decision on every board, looked at on six screens: nothing clipped, covered, unreachable or too small.

A game is played by clicks. Whenever something is asked that was not asked before, the window takes the size of each
screen in turn.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.web.player import Player, open_table
from tests.web.test_pages import RULES
from tests.web.visiting import SIZES, asked, faults, resize

_NAMES_TOO = {**RULES, "rules": {"label-content-name-mismatch": {"enabled": True}}}
_LAPTOP = (1440, 900)

# What is asked on every board, and what each of them asks besides; what was picked up stands behind the question.
_EVERYWHERE = frozenset({"keep tickets", "turn", "turn route", "second card"})
KINDS = {
    "usa": _EVERYWHERE,
    "germany": _EVERYWHERE | {"choose mix", "take passenger", "turn tickets"},
    "san_francisco": _EVERYWHERE | {"place stack"},
    "uk": _EVERYWHERE | {"turn technology"},
    "pennsylvania": _EVERYWHERE | {"take share", "give share"},
    "world": _EVERYWHERE | {"choose fleet", "name a deck", "turn exchange"},
}
_OPENED = {  # what a person opens to look at it, by what is asked then
    "turn technology": lambda page: page.get_by_role("button", name="Technologies", exact=True).click(),
    "turn exchange": lambda page: page.get_by_role("button", name="Exchange pieces", exact=True).click(),
    "turn tickets": lambda page: page.locator(".deck.legal[data-deck=ticket]").click(),
}


class Visitor:
    """Plays, and looks at each new kind of decision from all sides."""

    def __init__(self, page: Page, wanted: frozenset[str]) -> None:
        self.page = page
        self.player = Player(page, seed=3)
        self.wanted = wanted
        self.visited: set[str] = set()
        self.found: list[str] = []

    def is_done(self) -> bool:
        """Look at what is asked now; True if all kinds were seen."""
        if self.player.look()["busy"]:
            return False
        self.look_around()
        if asked(self.page) == "turn":
            for kind in sorted(self.wanted & set(_OPENED) - self.visited):
                self.open_and_look(kind, _OPENED[kind])
        return self.wanted <= self.visited

    def open_and_look(self, kind: str, opens: Callable[[Page], None]) -> None:
        """Open something that belongs to the turn, look at it, and close it again."""
        if (
            kind == "turn exchange"
            and self.page.get_by_role("button", name="Exchange pieces", exact=True).is_disabled()
        ):
            return
        opens(self.page)
        self.page.wait_for_function("words => document.querySelector('.screen').dataset.asked === words", arg=kind)
        self.look_around()
        self.page.keyboard.press("Escape")

    def look_around(self) -> None:
        """Look at a new kind of decision on all screens."""
        kind = asked(self.page)
        if not kind or kind in self.visited:
            return
        self.visited.add(kind)
        for width, height in SIZES:
            resize(self.page, width, height)
            self.found += [f"{kind}, {width} × {height}: {fault}" for fault in faults(self.page)]
            if width in (390, 1440):
                self.found += [f"{kind}, {width} × {height}: {fault}" for fault in self.hard_to_access()]
        resize(self.page, *_LAPTOP)

    def hard_to_access(self) -> list[str]:
        """What axe finds."""
        violations = Axe().run(self.page, options=_NAMES_TOO).response["violations"]
        return [f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}" for each in violations]


@pytest.mark.visit
@pytest.mark.timeout(900)
@pytest.mark.parametrize("board", KINDS)
def test_every_decision_on_every_screen(page: Page, server: str, board: str) -> None:
    open_table(page, server, board)
    visitor = Visitor(page, KINDS[board])
    visitor.player.play_until(visitor.is_done, most=1200)
    assert visitor.found == []
