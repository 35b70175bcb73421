"""Rules pages tell the board's own numbers; every board has a guided first game, and the guide stays at its table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from branchline.boards import registry
from tests.web.conftest import Pages
from tests.web.player import Player, open_table, visit
from tests.web.staged import play_beside, seat_of

_APART = """() => {
  const [a, b] = [".guide", ".coached"].map((each) => document.querySelector(each)?.getBoundingClientRect());
  if (!a || !b) return "missing";
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top ? "apart" : "over";
}"""
BOARDS = [board.id for board in registry.boards()]
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def said(number: int) -> str:
    return WORDS[number] if number < len(WORDS) else str(number)


@pytest.mark.parametrize("board", BOARDS)
def test_rules_pages_tell_the_boards_numbers(page: Page, server: str, board: str) -> None:
    visit(page, f"{server}/learn/{board}")
    text = page.locator(".rules .text")
    expect(text.locator("article").nth(3)).to_be_visible()
    words = text.inner_text()
    numbers = next(iter(registry.board(board).variants.values())).numbers
    assert "{" not in words, words
    assert "undefined" not in words, words
    assert f"{said(numbers.deal)} tickets, of which you keep at least {said(numbers.keep)}" in words
    assert f"{said(numbers.trigger)} pieces or fewer" in words.lower()


def test_the_uk_begins_with_short_routes_and_a_locomotive(page: Page, server: str) -> None:
    visit(page, f"{server}/learn/uk")
    text = page.locator(".rules .text")
    expect(text).to_contain_text("routes of up to two cars")
    expect(text).to_contain_text("four cards and one locomotive besides")


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("pennsylvania", ["everyone knows who holds which", "The longest path scores nothing on this board"]),
        ("uk", ["building beside another player's route is your action for that turn"]),
        ("world", ["If nobody can do anything else for three rounds", "you can still take cards from the row"]),
    ],
)
def test_rulings_that_matter_are_told(page: Page, server: str, board: str, words: list[str]) -> None:
    """P2, N42, N29, N54, N5: where players would expect something else."""
    visit(page, f"{server}/learn/{board}")
    for each in words:
        expect(page.locator(".rules .text")).to_contain_text(each)


def test_rules_follow_the_variant(page: Page, server: str) -> None:
    visit(page, f"{server}/learn/usa")
    text = page.locator(".rules .text")
    expect(text).to_contain_text("three tickets, of which you keep at least two")
    text.get_by_role("button", name="Mega").click()
    expect(text).to_contain_text("five tickets, of which you keep at least three")


@pytest.mark.parametrize(
    ("board", "lessons"),
    [
        ("uk", ["welcome", "england"]),
        ("germany", ["mix", "welcome"]),
        ("san_francisco", ["welcome"]),
        ("pennsylvania", ["welcome"]),
        ("world", ["welcome", "fleet"]),
    ],
)
def test_a_guided_first_game_on_every_board(page: Page, server: str, board: str, lessons: list[str]) -> None:
    visit(page, f"{server}/learn")
    page.locator(f".games [data-first-game={board}]").click()
    player = Player(page)
    player.listens = True  # else it may answer at once what the guide is about to explain
    for lesson in lessons:
        expect(page.locator(f"[data-guide={lesson}]")).to_be_visible()
        assert "{" not in page.locator("[data-guide]").inner_text()
        page.get_by_role("button", name="Understood").click()
        expect(page.locator(f"[data-guide={lesson}]")).to_have_count(0)
        player.play_until(lambda: page.locator("[data-guide]").count() > 0)
    expect(page.locator(f"[data-guide={lessons[-1]}]")).to_have_count(0)


def test_a_newcomer_is_led_to_a_short_game_with_a_bot_that_says_why(pages: Pages, server: str) -> None:
    page = pages(fresh=True)
    visit(page, server)
    page.locator("[data-first-time]").get_by_role("button", name="Learn in five minutes").click()
    expect(page.locator("[data-guide=welcome]")).to_contain_text("Tickets are your plan")
    told = page.evaluate(_APART)
    assert told == "apart", "the guide lies on what it speaks of"
    expect(page).to_have_title(re.compile("San Francisco"))
    player, heard = Player(page), page.locator("[data-aloud]")
    player.play_until(lambda: bool(heard.count() and re.search("on the way|lacks|nearer", heard.inner_text())))
    assert re.match(r"\w+\sI (take|draw|build|keep)", heard.inner_text())
    player.play_until(lambda: player.done.get("route", 0) > 1)
    table, token = seat_of(page)
    play_beside(server, [(table, token)])
    player.play()  # to the end
    visit(page, server)
    expect(page.locator("[data-board]").first).to_be_visible()
    expect(page.locator("[data-first-time]")).to_have_count(0)  # no newcomer any more


def test_the_guide_stays_at_its_table(pages: Pages, server: str) -> None:
    page = pages()
    visit(page, f"{server}/learn")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-guide=welcome]")).to_be_visible()
    guided = page.url
    open_table(page, server, "usa")
    expect(page.locator(".tk.offered").first).to_be_visible()
    expect(page.locator("[data-guide]")).to_have_count(0)
    page.goto(guided)
    expect(page.locator("[data-guide=welcome]")).to_be_visible()


def test_play_from_the_rules_page_keeps_the_board(page: Page, server: str) -> None:
    visit(page, f"{server}/learn/germany")
    page.get_by_role("link", name="Play Germany").click()
    expect(page).to_have_url(re.compile(r"board=germany"))
    expect(page.locator("[data-board=germany]")).to_have_attribute("aria-pressed", "true")
