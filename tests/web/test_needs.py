"""What a plan and a ticket take, and what a route scores, as the page says it: it counts nothing by itself."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

import branchline as bl
from tests.server.helpers import ServerProcess
from tests.web.player import visit
from tests.web.staged import StagedGame
from tests.web.test_map_marks import point_at

TOUR = 1  # a shuffle in which the first seat is offered a tour
LAGGING = 6  # a shuffle in which the first seat has the locomotives for it soon


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
    visit(page, game.link)
    page.evaluate("([key, plan]) => localStorage.setItem(key, plan)", [key, plan])
    page.reload()


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


def test_what_a_route_scores_includes_technologies(page: Page, server_process: ServerProcess) -> None:
    """United Kingdom, with Boiler Lagging: a point more for each route, where it is pointed at and where it is paid."""
    with StagedGame(server_process, "uk", seed=LAGGING) as game:
        bought = 0
        while not bought or not (game.decision()[0] == 0 and builds_of(game)):
            seat, decision = game.decision()
            by_words = {choice["words"]: choice["number"] for choice in decision["choices"]}
            boiler = [number for words, number in by_words.items() if "Boiler Lagging" in words]
            cards = [
                each["number"] for each in decision["choices"] if each["route"] is None and "buy" not in each["words"]
            ]
            bought += bool(seat == 0 and boiler)
            game.act(seat, boiler[0] if seat == 0 and boiler else (cards or list(by_words.values()))[-1])
        board = bl.new_game("uk").board
        lengths = {route.id: route.length for route in board.routes}
        builds = builds_of(game)
        assert all(choice["points"] > board.route_points[lengths[choice["route"]]] for choice in builds)
        visit(page, game.link)
        expect(page.locator(".map svg .hits")).to_be_attached()
        route, spot = next((c["route"], at) for c in builds if (at := point_at(page, c["route"])) is not None)
        words = f"{board.route_points[lengths[route]] + 1} points"
        page.mouse.move(*spot)
        expect(page.locator(".flag")).to_contain_text(words)
        page.mouse.click(*spot)
        expect(page.locator(".paybar")).to_contain_text(words)


def builds_of(game: StagedGame) -> list[dict[str, Any]]:
    """The routes that can be built now."""
    return [choice for choice in game.decision()[1]["choices"] if choice["route"] is not None]


def test_a_tour_shows_all_its_values_and_the_fleet_its_price(page: Page, server_process: ServerProcess) -> None:
    """The World: what a missed tour costs is seen when tickets are chosen; what exchanges cost, the board file says."""
    board = bl.new_game("world").board
    with StagedGame(server_process, "world", seed=TOUR) as game:
        visit(page, game.link)
        cards = page.locator(".tk.offered.tour")
        expect(cards.first).to_be_visible()
        tours = {t.id: (t.points, *t.tour_points) for t in board.tickets if t.tour_points is not None}
        high, low, lost = next(tours[id_] for id_ in all_offered(game) if id_ in tours)
        expect(cards.first.locator(".pt")).to_contain_text(f"{high}·{low}")
        expect(cards.first).to_contain_text(f"✕ −{lost}")
        words = f"{high} points in order, {low} in any order, {lost} lost if missed"
        expect(cards.first).to_have_attribute("title", re.compile(words))
        game.act(0, game.decision()[1]["choices"][0]["number"])
        cost = board.extras["fleet"]["exchange_cost"]
        expect(page.locator(".paybar.slider")).to_contain_text(f"costs {cost} point{'' if cost == 1 else 's'} each")


def test_who_is_asked_about_an_undo_reads_which_decision(page: Page, server_process: ServerProcess) -> None:
    """It is named in the words that the table uses, not as "a decision"."""
    with StagedGame(server_process, "usa", seed=5) as game:
        begin(game)
        visit(page, game.link)
        while game.decision()[0] == 0:
            draw(game)
        draw(game)
        game.ask(1, {"type": "undo"})
        expect(page.get_by_role("alertdialog")).to_contain_text("June asks to undo “draw from the deck”.")


def draw(game: StagedGame) -> None:
    """Whoever is asked draws from the deck."""
    seat, decision = game.decision()
    game.act(seat, next(each["number"] for each in decision["choices"] if each["action"]["kind"] == "draw_card"))


def all_offered(game: StagedGame) -> list[str]:
    """The tickets that the first seat chooses from, in the order of the page."""
    choices = game.decision()[1]["choices"]
    longest: list[str] = max((choice["action"]["tickets"] for choice in choices), key=len)
    return longest
