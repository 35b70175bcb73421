"""Every kind of decision on every board, on six screens: nothing clipped, covered, unreachable or too small.

Games with known cards are led over the socket to each kind of decision, and a browser at the same seat looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.server.helpers import ServerProcess
from tests.web.conftest import Pages
from tests.web.player import Player, open_table
from tests.web.staged import Choice, Decision, StagedGame
from tests.web.test_map_marks import point_at
from tests.web.visiting import LAPTOP, PICTURES, come_to, look_around, resize, rest, wait_for

Test = Callable[[Choice], bool]


def of_kind(*kinds: str, **fields: Any) -> Test:
    """Whether a choice is an action of some kind, with some values in its fields."""

    def fits(choice: Choice) -> bool:
        action = choice["action"]
        return action["kind"] in kinds and all(action.get(name) == value for name, value in fields.items())

    return fits


def builds(choice: Choice) -> bool:
    """Whether a choice builds a route."""
    return choice["route"] is not None


def with_bundles(choice: Choice) -> bool:
    """Whether several cards stand for a locomotive in a choice."""
    return bool(choice["action"].get("bundles"))


def only_with_bundles(choice: Choice) -> bool:
    """Whether a choice builds a route with cards that stand for a locomotive."""
    return builds(choice) and with_bundles(choice)


def to_two_tokens(choice: Choice) -> bool:
    """Whether a choice lays a stack of tokens beside another one, or builds the route between two."""
    tokens = {"union_square", "potrero_hill", "golden_gate_bridge", "fort_mason"}
    route = choice["route"] and {*choice["route"].partition("#")[0].split("-")} <= tokens
    return bool(route) or choice["action"].get("place") in tokens


draws = of_kind("draw_card", "draw_from_deck")


@dataclass(frozen=True)
class Scene:
    """A kind of decision, or something that is picked up in one, to be looked at."""

    asked: str  # the question, and what was picked up
    name: str = ""  # where the same is asked twice
    question: str = "turn"
    shows: Test = lambda _: True  # a choice that must be there
    opens: Callable[[Page, list[Choice]], None] | None = None  # picks something up; is handed the choices that fit
    leads: Test = lambda _: False  # what to do to get there
    cards: int = 0  # in the hand, at least
    only: bool = False  # of what can be picked up, that for which there are no other choices
    tabs: bool = False  # looked at under the tabs of a phone too


def question(words: str, name: str = "", leads: Test = lambda _: False, cards: int = 0, *, tabs: bool = True) -> Scene:
    """Something that is asked without anything being picked up."""
    return Scene(words, name, words, leads=leads, cards=cards, tabs=tabs)


def pick_route(page: Page, choices: list[Choice]) -> None:
    """Click on a route that can be built, on the map; in the list if none of them is in sight."""
    routes = list(dict.fromkeys(choice["route"] for choice in reversed(choices)))
    for route in routes:
        if (spot := point_at(page, route)) is not None:
            page.mouse.click(*spot)
            return
    page.keyboard.press("l")
    page.locator(f"[data-list-route='{routes[0]}']").first.click()


def press(name: str) -> Callable[[Page, list[Choice]], None]:
    """Press a button."""
    return lambda page, _: page.get_by_role("button", name=name, exact=True).click()


def pick_technology(page: Page, choices: list[Choice]) -> None:
    """Open the page of technologies, and pick the dearest."""
    press("Technologies")(page, choices)
    page.locator(".techpage .index.legal").last.click()


def list_all(page: Page, choices: list[Choice]) -> None:
    """List all places that can be chosen on the map."""
    page.locator("[data-unfold]").click()


def list_ports(page: Page, choices: list[Choice]) -> None:
    """List all ports for a harbor."""
    press("Build a harbor")(page, choices)
    list_all(page, choices)


def pick_port(page: Page, choices: list[Choice]) -> None:
    """Pick a port for a harbor from the list."""
    press("Build a harbor")(page, choices)
    list_all(page, choices)
    page.locator("[data-question] .opt").first.click()


def route(name: str = "", shows: Test = builds, leads: Test = draws, cards: int = 0) -> Scene:
    """A route that is about to be paid for."""
    return Scene("turn route", name, shows=shows, opens=pick_route, leads=leads, cards=cards)


tickets = of_kind("draw_tickets")
exchanges = of_kind("exchange_pieces")
technology = of_kind("buy_technology")
harbor = of_kind("build_harbor")

EVERYWHERE = (
    question("keep tickets", tabs=False),
    question("turn"),
    question("second card", leads=draws, tabs=False),
    route(cards=10),
)
DRAWN = question("keep tickets", "keep tickets that were drawn", tickets, tabs=False)
SHOP = (
    Scene("turn technology", shows=technology, opens=press("Technologies")),
    Scene(
        "turn technology chosen",
        "technology paid with four cards",
        shows=lambda choice: technology(choice) and with_bundles(choice),
        opens=pick_technology,
        leads=draws,
        cards=9,
    ),
    question("action after a purchase", leads=technology, tabs=False),
    Scene(
        "turn route", "route paid with four cards", shows=only_with_bundles, only=True, opens=pick_route, leads=draws
    ),
)
SCENES: dict[tuple[str, str], tuple[Scene, ...]] = {  # those that take longest come first
    ("world", "classic"): (
        *EVERYWHERE,
        question("choose fleet"),
        question("name a deck", leads=of_kind("take_card")),
        Scene("turn exchange", shows=exchanges, opens=press("Exchange pieces")),
        route("route paid with ships", shows=of_kind("claim_with_ships")),
        route("route paid with pairs", shows=of_kind("claim_with_pairs")),
        DRAWN,
        Scene("turn harbor", shows=harbor, opens=press("Build a harbor"), leads=builds),
        Scene("turn harbor", "all ports in a list", shows=harbor, opens=list_ports),
        Scene("turn harbor chosen", shows=harbor, opens=pick_port, leads=builds),
        question("turn", "turn with cards of all kinds", draws, cards=40),
    ),
    ("germany", "classic"): (
        question("choose mix", tabs=False),
        *EVERYWHERE,
        DRAWN,
        Scene(
            "turn tickets", shows=tickets, opens=lambda page, _: page.locator(".deck.legal[data-deck=ticket]").click()
        ),
        question("take passenger", "take passengers at both ends", leads=builds),
        question("take passenger", leads=builds, tabs=False),
    ),
    ("uk", "classic"): EVERYWHERE,  # technologies are looked at below, where there are more of them
    ("pennsylvania", "classic"): (
        *EVERYWHERE,
        question("take share", leads=builds),
        question("give share", leads=lambda choice: builds(choice) or choice["action"]["kind"] == "take_share"),
    ),
    ("san_francisco", "classic"): (
        question("place stack"),
        Scene("place stack", "all places in a list", question="place stack", opens=list_all),
        *EVERYWHERE,
        question("take token", leads=to_two_tokens),
    ),
    ("uk", "advanced"): (
        *SHOP,
        question("claim", "first of two routes", of_kind("buy_technology", technology="thermocompressor"), tabs=False),
        question("claim a second route", leads=builds, tabs=False),
        question("claim a taken route", leads=of_kind("buy_technology", technology="right_of_way"), tabs=False),
    ),
    ("usa", "classic"): (*EVERYWHERE, DRAWN),
    ("usa", "mega"): EVERYWHERE[:1],  # more tickets to choose from than anywhere else
}


class Tour:
    """Leads a game from scene to scene."""

    def __init__(self, page: Page, game: StagedGame, board: str, scenes: tuple[Scene, ...]) -> None:
        self.page = page
        self.game = game
        self.board = board
        self.left = list(scenes)
        self.found: list[str] = []

    def go(self, most: int = 400) -> None:
        """Play on until everything was looked at."""
        for _ in range(most):
            seat, decision = self.game.decision()
            if seat == 0:
                found = {each.asked: each for each in reversed(self.left) if self.can_see(each, decision)}
                for scene in reversed(found.values()):  # the first one of each kind
                    self.visit(scene, decision)
            if not self.left:
                return
            self.game.act(seat, self.next_move(seat, decision)["number"])
        raise AssertionError(f"never came to {[scene.name or scene.asked for scene in self.left]}")

    def can_see(self, scene: Scene, decision: Decision) -> bool:
        """Whether this is the moment for a scene."""
        enough = sum(self.game.hand.values()) >= scene.cards
        return scene.question == decision["question"] and enough and bool(self.fitting(scene, decision))

    def fitting(self, scene: Scene, decision: Decision) -> list[Choice]:
        """The choices that a scene is about."""
        others = {choice["route"] for choice in decision["choices"] if scene.only and not scene.shows(choice)}
        return [choice for choice in decision["choices"] if scene.shows(choice) and choice["route"] not in others]

    def visit(self, scene: Scene, decision: Decision) -> None:
        """Look at a scene from all sides, and put down again what was picked up for it."""
        wait_for(self.page, decision["number"], scene.question)
        if scene.opens is not None:
            resize(self.page, LAPTOP)
            scene.opens(self.page, self.fitting(scene, decision))
            wait_for(self.page, decision["number"], scene.asked)
        name = f"{self.board}, {scene.name or scene.asked}"
        self.found += look_around(self.page, name, tabs=scene.tabs)
        if scene.asked != scene.question:
            self.page.keyboard.press("Escape")
        self.left.remove(scene)

    def next_move(self, seat: int, decision: Decision) -> Choice:
        """What leads the first seat to the next scene. The other one draws cards, and builds now and then."""
        wishes = [*(scene.leads for scene in self.left), draws]
        if seat == 1:
            wishes = [builds, draws] if decision["number"] % 4 == 0 else [draws]
        if seat == 0 and self.left and sum(self.game.hand.values()) < self.left[0].cards:
            wishes.insert(0, draws)
        for wish in wishes:
            found: list[Choice] = [choice for choice in decision["choices"] if wish(choice)]
            if found:
                return found[int(decision["number"]) % len(found)]  # all sorts of things, and always the same
        most: Choice = max(decision["choices"], key=lambda choice: len(choice["action"].get("tickets", ())))
        return most


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("board", "variant"), SCENES)
def test_every_decision_on_every_screen(
    pages: Pages, server_process: ServerProcess, request: pytest.FixtureRequest, board: str, variant: str
) -> None:
    page = pages(painted=True) if PICTURES else request.getfixturevalue("page")
    with StagedGame(server_process, board, variant) as game:
        come_to(page, game.link)
        tour = Tour(page, game, f"{board} {variant}", SCENES[board, variant])
        tour.go()
    assert tour.found == []


class Collector(Player):
    """Keeps all tickets there are, and draws new ones."""

    def _act(self, seen: dict[str, Any]) -> str:
        if seen["offered"]:
            self._press(".tk.offered:not(.kept) button")
            return "tick"
        if seen["tickets"] and not seen["kept"] and not seen["question"]:
            self._press(".deck.legal[data-deck=ticket]")
            return "tickets"
        return super()._act(seen)


@pytest.mark.timeout(240)
def test_five_players_and_nineteen_tickets(page: Page, server: str) -> None:
    """Nothing runs out of its panel, and all tickets are told on a page of their own."""
    open_table(page, server, "usa", bots=4)
    player = Collector(page)
    tickets = page.locator(".tk:not(.offered)")

    def enough() -> bool:
        seen = player.look()
        return tickets.count() >= 19 and seen["mine"] and not seen["busy"] and seen["asked"] == "turn"

    player.play_until(enough)
    assert look_around(page, "usa, five players", tabs=False) == []
    resize(page, LAPTOP)
    page.get_by_role("button", name="Overview").click()
    lines = page.locator("[data-alltickets] li")
    assert lines.count() == tickets.count()
    points = [int(line) for line in page.locator("[data-alltickets] section:first-child b").all_inner_texts()]
    assert points == sorted(points, reverse=True)
    page.keyboard.press("Escape")
    rest(page)
