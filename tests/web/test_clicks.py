"""How many clicks the usual moves take: `docs/browser.md` tells the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.server.helpers import ServerProcess
from tests.web.player import visit
from tests.web.staged import Choice, Decision, StagedGame
from tests.web.test_map_marks import point_at
from tests.web.visiting import wait_for

_COUNT = """() => {
  globalThis.clicks = 0;
  const stop = new AbortController();
  addEventListener("click", () => void (globalThis.clicks += 1), { capture: true, signal: stop.signal });
  globalThis.countNoMore = () => {
    stop.abort();
    delete globalThis.clicks;
    delete globalThis.countNoMore;
  };
}"""


def builds(choice: Choice) -> bool:
    """Whether a choice builds a route."""
    return choice["route"] is not None


def with_bundles(choice: Choice) -> bool:
    """Whether several cards stand for a locomotive in a choice."""
    return bool(choice["action"].get("bundles"))


class Table:
    """A person with a mouse whose clicks are counted, and a game that goes where it is led."""

    def __init__(self, page: Page, game: StagedGame) -> None:
        self.page = page
        self.game = game

    def lead_to(self, shows: Callable[[list[Choice]], bool]) -> Decision:
        """Let both seats draw cards until the first one has a turn in which something can be done."""
        for _ in range(200):
            seat, decision = self.game.decision()
            choices = decision["choices"]
            if seat == 0 and decision["question"] == "turn" and shows(choices):
                wait_for(self.page, decision["number"], "turn")
                self.page.evaluate("clicks = 0")
                return decision
            draws = [choice for choice in choices if choice["action"]["kind"] == "draw_card"]
            self.game.act(seat, (draws or choices)[0]["number"])
        raise AssertionError("it never came to that")

    def pick_route(self, routes: list[str]) -> None:
        """Click on the first of some routes that is in sight."""
        spots = [spot for route in routes if (spot := point_at(self.page, route)) is not None]
        self.page.mouse.click(*spots[0])

    def press(self, where: str) -> None:
        """Click on something."""
        self.page.locator(where).locator("visible=true").first.click()

    def clicks_at_end_of_turn(self) -> int:
        """How many clicks it took until the other one was to move."""
        expect(self.page.locator("[data-turn=theirs]")).to_be_visible()
        clicks: int = self.page.evaluate("clicks")
        return clicks


@contextmanager
def seated(page: Page, server: ServerProcess, board: str) -> Iterator[Table]:
    """A table whose first seat is looked at in a browser."""
    with StagedGame(server, board) as game:
        visit(page, game.link)
        page.locator(".map svg .hits").wait_for(state="attached")
        page.evaluate(_COUNT)
        yield Table(page, game)
        page.evaluate("countNoMore()")


def test_two_cards_take_two(page: Page, server_process: ServerProcess) -> None:
    with seated(page, server_process, "usa") as table:
        table.lead_to(lambda _: True)
        table.press(".take.legal")
        expect(table.page.locator(".screen[data-asked='second card']:not([aria-busy=true])")).to_be_visible()
        table.press(".take.legal")
        assert table.clicks_at_end_of_turn() == 2


def test_building_takes_two(page: Page, server_process: ServerProcess) -> None:
    with seated(page, server_process, "usa") as table:
        decision = table.lead_to(lambda choices: any(map(builds, choices)))
        table.pick_route([choice["route"] for choice in decision["choices"] if builds(choice)])
        table.press("[data-go]")
        assert table.clicks_at_end_of_turn() == 2


@pytest.mark.parametrize("kept", [1, 3])
def test_tickets_take_two_and_one_for_each(page: Page, server_process: ServerProcess, kept: int) -> None:
    with seated(page, server_process, "usa") as table:
        table.lead_to(lambda _: True)
        table.press(".deck[data-deck=ticket]")
        for _ in range(kept):
            table.press(".tk.offered:not(.kept) button")
        table.press("[data-go]")
        assert table.clicks_at_end_of_turn() == 2 + kept


def test_a_technology_takes_two(page: Page, server_process: ServerProcess) -> None:
    """It is bought when its name is gone from the page: the turn then goes on."""
    with seated(page, server_process, "uk") as table:
        table.lead_to(lambda choices: any(c["action"]["kind"] == "buy_technology" for c in choices))
        table.page.get_by_role("button", name="Technologies", exact=True).click()
        table.press(".techpage .buy")
        expect(table.page.locator(".screen[data-asked='action after a purchase']")).to_be_visible()
        assert table.page.evaluate("clicks") == 2


def test_four_cards_as_a_locomotive_take_at_most_three(page: Page, server_process: ServerProcess) -> None:
    with seated(page, server_process, "uk") as table:
        decision = table.lead_to(lambda choices: bool(only_with_bundles(choices)))
        table.page.keyboard.press("l")
        table.press(f"[data-list-route='{only_with_bundles(decision['choices'])[0]}']")
        expect(table.page.locator("[data-payment]")).to_be_visible()
        table.press("[data-go]")
        assert table.clicks_at_end_of_turn() <= 3


def only_with_bundles(choices: list[Choice]) -> list[str]:
    """Routes that cannot be paid but with cards that stand for a locomotive."""
    others = {choice["route"] for choice in choices if not with_bundles(choice)}
    return [choice["route"] for choice in choices if builds(choice) and choice["route"] not in others]


def test_building_takes_three_with_passengers_at_both_ends(page: Page, server_process: ServerProcess) -> None:
    with seated(page, server_process, "germany") as table:
        decision = table.lead_to(lambda choices: any(map(builds, choices)))
        table.pick_route([choice["route"] for choice in decision["choices"] if builds(choice)])
        table.press("[data-go]")
        question = table.page.get_by_role("group", name="Which passengers do you pick up?")
        expect(question).to_be_visible()
        question.get_by_role("option").first.click()
        assert table.clicks_at_end_of_turn() == 3
        assert table.page.locator("ol.lines li").last.inner_text().count("passenger in") == 2


def test_passengers_can_be_chosen_one_by_one_and_left(page: Page, server_process: ServerProcess) -> None:
    with seated(page, server_process, "germany") as table:
        decision = table.lead_to(lambda choices: any(map(builds, choices)))
        table.pick_route([choice["route"] for choice in decision["choices"] if builds(choice)])
        table.press("[data-go]")
        table.page.get_by_role("option", name="One by one").click()
        screen = table.page.locator(".screen")
        for _ in range(2):
            number = screen.get_attribute("data-decision") or ""
            leaving = table.page.get_by_role("option").last
            expect(leaving).to_contain_text("Take no passenger")
            leaving.click()
            table.press("[data-go]")
            expect(screen).not_to_have_attribute("data-decision", number)
        assert table.clicks_at_end_of_turn() > 3
        assert table.page.locator("ol.lines li").last.inner_text().count("left the passengers") == 2
