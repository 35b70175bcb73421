"""What a plan and a ticket take, and what a route scores, as the page says it: it counts nothing by itself."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

import branchline as bl
from tests.server.helpers import ServerProcess
from tests.web.player import visit
from tests.web.staged import StagedGame


def begin(game: StagedGame, *, tickets: int = 0) -> None:
    """Answer the choices of the setup, with the first answer or the one that keeps the most tickets."""
    while (asked := game.decision())[1]["question"] in ("keep tickets", "choose fleet"):
        seat, decision = asked
        choices = sorted(decision["choices"], key=lambda choice: len(choice["action"].get("tickets", ())))
        game.act(seat, choices[-1 if tickets else 0]["number"])


def pencil(page: Page, game: StagedGame, routes: list[str]) -> None:
    """Open the first seat with a plan of these routes."""
    key = f"branchline.plan.{game.guest[0]}.0"
    plan = json.dumps({"on": True, "routes": routes})
    page.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(plan)})")
    visit(page, game.link)


def test_a_plan_names_the_locomotive_that_is_missing(page: Page, server_process: ServerProcess) -> None:
    """San Francisco, a ferry, and a hand without a locomotive."""
    with StagedGame(server_process, "san_francisco", seed=5) as game:
        begin(game)
        assert "wild" not in game.hand
        pencil(page, game, ["pier_39-alcatraz"])
        bar = page.locator("[data-planbar]")
        expect(bar).to_contain_text("1 locomotive · cards missing: 1 locomotive")
        expect(bar).not_to_contain_text("you hold the cards")


def test_a_ticket_names_what_has_to_be_bought(page: Page, server_process: ServerProcess) -> None:
    """United Kingdom: a way that needs permissions costs locomotives as well."""
    with StagedGame(server_process, "uk", seed=6) as game:
        begin(game, tickets=1)
        visit(page, game.link)
        ticket = page.locator(".tk:not(.offered)", has_text="Aberystwyth – Cardiff")
        expect(ticket).to_have_attribute("title", re.compile(r"to buy first: Wales Concession \(1 locomotive\)"))
        ticket.hover()
        expect(page.locator("[data-needs]")).to_contain_text("to buy first: Wales Concession (1 locomotive)")


def test_two_gray_routes_in_two_colors(page: Page, server_process: ServerProcess) -> None:
    """USA: each card of another color pays for another gray route of one."""
    with StagedGame(server_process, "usa", seed=5) as game:
        begin(game)
        colors = [card for card in game.hand if card != "wild"]
        assert len(colors) >= 2
        short = [route for route in bl.new_game("usa").board.routes if route.color == "gray" and route.length == 1]
        chosen = [route.id for route in short if route.track == 1][:2]
        pencil(page, game, chosen)
        expect(page.locator("[data-takes]")).to_have_text("2 trains of 45 · 2 for gray routes · you hold the cards")
