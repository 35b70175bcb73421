"""A whole game without a mouse: keys, and the list of places and routes."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

import branchline as bl
from tests.server.helpers import ServerProcess
from tests.web.player import Player, open_table, visit
from tests.web.staged import StagedGame, say_beside

_AT = "document.activeElement?.getAttribute('data-list-route') ?? ''"


class Typist(Player):
    """A person with a keyboard only."""

    def _act(self, seen: dict[str, object]) -> str:
        keys = self.page.keyboard
        if seen["offered"] or seen["kept"]:
            keys.press("Enter" if seen["ready"] else str(int(str(seen["kept"])) + 1))
            return "keep" if seen["ready"] else "tick"
        if seen["folded"]:
            keys.press("Enter")
            return "unfold"
        if seen["question"]:
            keys.press("1" if not seen["go"] else "Enter")
            return "go" if seen["go"] else "option"
        if seen["routes"]:
            return self._find_route()
        if seen["deck"]:
            keys.press("d")
            if int(str(seen["deck"])) > 1:  # which of them?
                keys.press("Enter")
            return "deck"
        keys.press("t")
        return "tickets"

    def _find_route(self) -> str:
        """Open the list, walk down to a route that can be built, and pick it."""
        keys = self.page.keyboard
        keys.press("l")
        self.page.locator(".boardlist input:focus").wait_for()
        for _ in range(1 + self.rng.randrange(3)):
            keys.press("ArrowDown")
        assert self.page.evaluate(_AT), "the focus is on no route"
        keys.press("Enter")
        return "route"


def test_a_game_by_keys_alone(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=san_francisco")
    page.locator("[data-board=san_francisco][aria-pressed=true]").wait_for()
    page.keyboard.press("Enter")
    page.locator(".map svg .hits").wait_for(state="attached")
    player = Typist(page, seed=random.Random(4).randrange(100))
    player.play()
    assert player.done["route"] > 3, player.done
    expect(page.locator(".sheetp h1")).to_contain_text("win")


@pytest.mark.parametrize("board", [board.id for board in bl.boards() if board.id != "san_francisco"])
def test_a_game_by_keys_alone_on_every_other_board(page: Page, server: str, board: str) -> None:
    open_table(page, server, board)
    player = Typist(page, seed=3)
    player.play()
    assert player.done["route"] > 3, player.done
    expect(page.locator(".sheetp h1")).to_contain_text(re.compile("win|share"))


def test_the_header_can_be_skipped(page: Page, server: str) -> None:
    visit(page, f"{server}/learn")
    expect(page.locator("main h1")).to_have_text("Learn")
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to the content")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("main :focus")).to_have_count(1)


def test_the_list_offers_the_places_that_are_asked_for(page: Page, server_process: ServerProcess) -> None:
    with StagedGame(server_process, "san_francisco") as game:
        while (seat := (now := game.decision())[0]) or now[1]["question"] != "place stack":
            game.act(seat, now[1]["choices"][-1]["number"])
        visit(page, game.link)
        page.locator("[data-unfold]").wait_for()
        page.keyboard.press("l")
        page.locator(".boardlist input:focus").wait_for()
        places = page.locator("[data-list-place]")
        assert places.count() == len(now[1]["choices"])
        expect(page.locator("[data-list-route]")).to_have_count(0)
        page.keyboard.press("ArrowDown")
        expect(places.first).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".screen")).not_to_have_attribute("data-decision", str(now[1]["number"]))
        expect(page.locator(".boardlist")).to_have_count(0)


def test_the_keys_are_explained_and_let_go(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=usa")
    page.locator("[data-board=usa][aria-pressed=true]").wait_for()
    page.keyboard.press("Enter")
    page.locator(".map svg .hits").wait_for(state="attached")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
    page.keyboard.press("m")
    layer = page.locator(".layer")
    before = layer.get_attribute("style") or ""
    page.keyboard.press("+")
    expect(layer).not_to_have_attribute("style", before)
    page.keyboard.press("0")
    expect(layer).to_have_attribute("style", before)


def test_what_happens_is_read_aloud(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=usa")
    page.locator("[data-board=usa][aria-pressed=true]").wait_for()
    page.keyboard.press("Enter")
    player = Player(page)
    player.play_until(lambda: page.locator(".lines li").count() > 12 and page.get_by_text("Your turn").count() > 0)
    expect(page.locator("[data-turn=mine]")).to_be_visible()
    spoken = page.locator("[data-spoken]")
    assert spoken.get_attribute("aria-live") == "polite"
    for line in page.locator(".lines li").all_inner_texts()[-4:]:
        expect(spoken).to_contain_text(line)
    expect(spoken).to_contain_text("Your turn")


def _keep_tickets(page: Page) -> None:
    """The first decision of a game, by keys."""
    for key in ("1", "2", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-go]", has_text="Keep")).to_have_count(0)


def test_no_key_plays_under_a_dialog(page: Page, server: str) -> None:
    open_table(page, server, "usa")
    _keep_tickets(page)
    deck = page.locator(".deck[data-deck=train] b")
    expect(page.locator(".deck.legal[data-deck=train]")).to_be_visible()
    left = deck.inner_text()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    page.keyboard.press("l")  # the answer to this comes after all that the other key could have done
    page.locator(".boardlist input:focus").wait_for()
    page.keyboard.press("Escape")
    assert deck.inner_text() == left
    page.keyboard.press("d")
    expect(deck).not_to_have_text(left)


def test_the_focus_stays_where_something_was_done(page: Page, server: str) -> None:
    """On the place in the row, on what is asked next, or on the panel around: never at the top of the page again."""
    open_table(page, server, "usa")
    focused = page.locator(":focus")
    page.keyboard.press("m")
    _keep_tickets(page)
    page.locator(".take.legal").first.wait_for()
    page.keyboard.press("r")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("aria-label", re.compile("^Take .* from the row$"))
    for _ in range(4):  # whichever cards lie there
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('.screen').ariaBusy === 'false'")
    expect(page.locator("[data-market]:focus, [data-market] :focus")).to_have_count(1)
    Player(page).play_until(lambda: page.locator(".hits .legal").count() > 0)
    page.keyboard.press("l")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-question]:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("section.cards:focus")).to_have_count(1)


def test_two_decks_and_a_fleet_by_keys(page: Page, server: str) -> None:
    open_table(page, server, "world")
    _keep_tickets(page)
    fleet = page.get_by_role("slider", name="Trains and ships")
    expect(fleet).to_have_attribute("aria-valuetext", "20 trains and 40 ships")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(fleet).to_have_attribute("aria-valuetext", re.compile("^(19 trains and 41|21 trains and 39) ships$"))
    page.keyboard.press("Enter")
    page.locator(".deck.legal[data-deck=ship]").wait_for()
    page.keyboard.press("d")
    expect(page.locator(".deck[data-deck=train]:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".deck[data-deck=ship]:focus")).to_have_count(1)
    left = page.locator(".deck[data-deck=ship] b")
    before = left.inner_text()
    page.keyboard.press("Enter")
    expect(left).not_to_have_text(before)


def test_enter_gives_the_answer_that_the_keyboard_stands_on(page: Page, server: str) -> None:
    open_table(page, server, "germany")
    answers = page.get_by_role("option")
    expect(answers.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")
    answers.first.focus()
    page.keyboard.press("ArrowDown")
    expect(answers.nth(1)).to_have_attribute("aria-selected", "true")
    wanted = answers.nth(1).locator(".words").inner_text()
    page.keyboard.press("Enter")
    offered = page.locator(".tk.offered")
    expect(offered).to_have_count(4)
    long = int(found[1]) if (found := re.search(r"(\d) long", wanted)) else 0
    points = [int(each.split()[0]) for each in offered.locator(".pt span[aria-hidden]").all_inner_texts()]
    assert sum(each > 11 for each in points) == long, (wanted, points)  # short ones bring up to 11 points


def test_places_that_are_not_listed_are_not_picked_by_number(page: Page, server_process: ServerProcess) -> None:
    with StagedGame(server_process, "san_francisco") as game:
        while (seat := (now := game.decision())[0]) or now[1]["question"] != "place stack":
            game.act(seat, now[1]["choices"][-1]["number"])
        visit(page, game.link)
        page.locator("[data-unfold]").wait_for()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.get_by_role("option").first).to_be_focused()
        assert game.decision()[1]["number"] == now[1]["number"]


def test_enter_opens_more_settings_and_starts_nothing(page: Page, server: str) -> None:
    visit(page, f"{server}/?board=usa")
    page.locator("[data-board=usa][aria-pressed=true]").wait_for()
    page.locator(".setup summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".setup details")).to_have_attribute("open", "")
    expect(page.locator("[data-start]")).to_be_enabled()


def test_talk_by_keys(page: Page, server_process: ServerProcess) -> None:
    """What was said is shown and read aloud; `C` goes to it where it is hidden, Esc leaves it."""
    with StagedGame(server_process, "world") as game:
        visit(page, game.link)
        page.locator(".map svg .hits").wait_for(state="attached")
        say_beside(server_process.url, game.guest, ["Good luck"])
        expect(page.locator(".logbtn [data-fresh]")).to_have_text("1")
        expect(page.locator("[data-said][aria-live=polite]")).to_contain_text("June: Good luck")
        page.locator(".logbtn").click()
        expect(page.locator(".logdrawer .lines")).to_contain_text("Good luck")
        page.keyboard.press("Escape")
        expect(page.locator(".logdrawer")).to_have_count(0)
        page.keyboard.press("c")
        expect(page.locator("[data-say]")).to_be_focused()
        page.keyboard.type("d")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        expect(page.locator("[data-say]")).not_to_be_focused()
        expect(page.locator(".logdrawer .lines")).to_contain_text("Mara: d")
        expect(page.locator("[data-said]")).not_to_contain_text("Mara")


def test_what_a_button_opens_is_gone_to(page: Page, server: str) -> None:
    """Pieces are exchanged on The World, and technologies looked at in the United Kingdom, without a tab."""
    open_table(page, server, "world")
    _keep_tickets(page)
    page.get_by_role("slider", name="Trains and ships").wait_for()
    page.keyboard.press("Enter")
    page.locator(".take.legal").first.wait_for()
    page.keyboard.press("r")
    for _ in range(12):
        if page.locator(":focus").inner_text().strip() == "Exchange pieces":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-question]:focus")).to_have_attribute("aria-label", "Exchange pieces")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-question] .end")).to_contain_text(re.compile(r"^2 \w+ for 2 \w+$"))
    page.keyboard.press("Enter")
    expect(page.locator("[data-question]")).to_have_count(0)
    expect(page.locator(".who").first).to_contain_text(re.compile("18|22"))


def test_technologies_by_keys(page: Page, server: str) -> None:
    open_table(page, server, "uk")
    _keep_tickets(page)
    page.locator(".take.legal").first.wait_for()
    page.keyboard.press("r")
    for _ in range(12):
        if page.locator(":focus").inner_text().strip() == "Technologies":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-technologies]:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-technologies] .index:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-technologies]")).to_have_count(0)
    expect(page.locator(":focus")).to_have_count(1)


def test_enter_says_no_where_something_is_asked_twice(page: Page, server: str) -> None:
    """A key that is held down, or pressed once too often, gives nothing up."""
    open_table(page, server, "usa")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("dialog", name="Give up?").get_by_role("button", name="Stay")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-substitute]")).to_have_count(0)
