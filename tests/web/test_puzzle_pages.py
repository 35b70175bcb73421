"""Solving puzzles in the browser: choose, answer in the list or on the map, see why, go on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import branchline as bl
from branchline.table.study.puzzles import all_puzzles, order_of
from tests.web.conftest import Pages
from tests.web.player import visit
from tests.web.test_advice import SPOT
from tests.web.test_pages import check_access
from tests.web.test_phone import phone


def best_of(name: str) -> int:
    """The number of the best answer."""
    return order_of(all_puzzles()[name]).index(0)


def open_puzzle(page: Page, server: str, name: str) -> None:
    """The page of a puzzle, with its map."""
    visit(page, f"{server}/puzzles/{name}")
    page.locator(".map svg .hits").first.wait_for(state="attached")


def test_from_the_list_to_an_explanation_and_on(page: Page, server: str) -> None:
    """Choose a board, solve one by keyboard, hear why, and go on to another one of the same board."""
    visit(page, f"{server}/puzzles")
    page.get_by_label("Board").select_option("san_francisco")
    page.locator("[data-solve]").click()
    page.wait_for_url(re.compile("/puzzles/san_francisco-"))
    name = page.url.split("/")[-1].split("?")[0]
    page.locator("[data-choice]").first.wait_for()
    page.keyboard.press(str(best_of(name) + 1))
    expect(page.locator(f"[data-choice='{best_of(name)}']")).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Enter")
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_have_text("Right!")
    expect(verdict).to_be_focused()
    expect(page.locator("[data-rating]")).to_contain_text(re.compile(r"Your rating: 15\d\d \(\+\d+\)"))
    expect(page.locator(".answers .best")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: name not in url)
    assert "san_francisco-" in page.url
    expect(page.locator("[data-answer]")).to_be_disabled()
    visit(page, f"{server}/puzzles")
    expect(page.locator("[data-my-rating]")).to_contain_text("1 of 1 puzzle solved")


def test_only_themes_that_a_board_has(page: Page, server: str) -> None:
    visit(page, f"{server}/puzzles")
    page.get_by_label("Theme").select_option("which technology")
    page.get_by_label("Board").select_option("usa")
    expect(page.get_by_label("Theme")).to_have_value("")
    expect(page.get_by_label("Theme").get_by_text("which technology")).to_have_count(0)
    expect(page.locator("[data-solve]")).to_be_enabled()


def test_an_answer_on_the_map(page: Page, server: str) -> None:
    """A route that is an answer can be clicked; the wrong one is shown as such, and the best one is marked."""
    name, route, number = next(
        (puzzle.id, answer.words, at)
        for puzzle in all_puzzles().values()
        if puzzle.record.board == "san_francisco"
        for at, answer in enumerate(puzzle.answers)
        if at > 0 and answer.words.startswith("claim") and "#" not in answer.words
    )
    open_puzzle(page, server, name)
    number = order_of(all_puzzles()[name]).index(number)
    words = route.removeprefix("claim ").partition(" with ")[0].replace("-", " – ")
    expect(page.locator(f"[data-choice='{number}']")).to_contain_text(f"Build {words}")
    legal = page.locator(".hits .legal").evaluate_all("all => all.map((each) => each.dataset.route)")
    chosen = f"[data-choice='{number}'][aria-checked=true]"
    for each in legal:
        page.mouse.click(*page.evaluate(SPOT, each))
        if page.locator(chosen).count():
            break
    expect(page.locator(chosen)).to_have_count(1)
    page.locator("[data-answer]").click()
    expect(page.locator("[data-verdict]")).to_have_text("Not the best")
    expect(page.locator(".answers .wrong")).to_contain_text(words)
    page.reload()  # a second answer does not count
    page.locator(f"[data-choice='{best_of(name)}']").click()
    page.locator("[data-answer]").click()
    expect(page.locator("[data-verdict]")).to_have_text("Right!")
    expect(page.locator("[data-rating]")).to_contain_text("your first answer counted")


def test_nothing_gives_the_answer_away(page: Page, server: str) -> None:
    """The theme may be the answer in other words, so it is told afterward. Enter answers with what was clicked."""
    name, puzzle = next((name, each) for name, each in all_puzzles().items() if each.theme == "draw tickets")
    open_puzzle(page, server, name)
    expect(page.locator(".asked")).not_to_contain_text(puzzle.theme)
    page.locator("[data-choice]").first.click()
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict]")).to_be_visible()
    expect(page.locator(".asked")).to_contain_text(puzzle.theme)


def test_the_verdict_and_the_next_puzzle_are_in_sight(page: Page, server: str) -> None:
    """However many answers there were."""
    open_puzzle(page, server, max(all_puzzles(), key=lambda name: len(all_puzzles()[name].answers)))
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict]")).to_be_in_viewport()
    expect(page.locator("[data-next]")).to_be_in_viewport(ratio=1)


def test_tickets_that_can_still_be_done_come_first(page: Page, server: str) -> None:
    """Where there are many, the others are out of sight."""
    for name in (name for name in all_puzzles() if name.startswith("uk-")):
        open_puzzle(page, server, name)
        how = page.locator("[data-tickets] .tk").evaluate_all("all => all.map((each) => each.className)")
        open_ones = ["possible" in each for each in how]
        assert open_ones == sorted(open_ones, reverse=True)
        letters = page.locator("[data-tickets] .sign").all_inner_texts()
        if letters != sorted(letters):  # those that are done came before others in the order of the letters
            return
    raise AssertionError("no puzzle tells the orders apart")


def test_tickets_to_choose_from_are_in_sight(page: Page, server: str) -> None:
    """Who is to choose among tickets sees them, with their points, and their places on the map."""
    name, puzzle = next((name, each) for name, each in all_puzzles().items() if "tickets to keep" in each.theme)
    open_puzzle(page, server, name)
    offered = bl.replay(puzzle.record, events=False).observe(puzzle.seat).tickets.offer
    expect(page.locator(".tk").filter(has_text="on offer")).to_have_count(len(offered))
    expect(page.locator("[data-tickets] .h em")).to_have_text(f"{len(offered)} on offer")
    expect(page.locator(".tmark")).not_to_have_count(0)


def test_the_pages_can_be_read_by_everybody(page: Page, server: str) -> None:
    visit(page, f"{server}/puzzles")
    page.locator("[data-daily]").wait_for()
    check_access(page)
    page.locator("[data-daily]").click()
    page.locator("[data-choice]").first.click()
    page.locator("[data-answer]").click()
    page.locator("[data-verdict]").wait_for()
    check_access(page)


def test_on_a_phone(pages: Pages, server: str) -> None:
    page = phone(pages)
    visit(page, f"{server}/puzzles")
    page.locator("[data-solve]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for board in ("usa", "uk"):
        open_puzzle(page, server, next(name for name in all_puzzles() if name.startswith(board)))
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        for count in page.locator(".players .count:has-text('trains left')").all():  # how near the end is
            expect(count).to_be_visible()
        page.locator("[data-choice]").first.tap()
        page.locator("[data-answer]").tap()
        page.locator("[data-verdict]").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_puzzle_that_is_not_there(page: Page, server: str, watch: object) -> None:
    watch.expected = "404"  # type: ignore[attr-defined]
    page.goto(f"{server}/puzzles/usa-00000000")
    expect(page.locator(".lead")).to_have_text("There is no such puzzle.")
