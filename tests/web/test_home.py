"""Home says what this is, sets up any company in one choice, knows whose turn it is; finished games are filtered."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from branchline.bots.levels import LEVELS
from tests.web.conftest import Pages
from tests.web.player import set_up_table, visit

BOARD = "san_francisco"


def test_home_says_what_this_is(page: Page, server: str) -> None:
    visit(page, server)
    expect(page.locator("main")).to_contain_text(re.compile("free train board game.*No account"))


def test_two_people_here_is_one_choice(page: Page, server: str) -> None:
    visit(page, f"{server}/?board={BOARD}")
    page.locator("[data-company=guest]").click()
    lines = page.locator(".setup .sline:not(.add)")
    expect(lines).to_have_count(2)
    expect(page.locator(".setup .sline select")).to_have_count(0)
    page.locator("[data-start]").click()
    expect(page.locator(".curtain")).to_contain_text("it is your turn")


def test_two_people_by_link_is_one_choice(page: Page, server: str) -> None:
    visit(page, f"{server}/?board={BOARD}")
    page.locator("[data-company=friend]").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".waiting")).to_contain_text("Waiting for 1 more")


def test_levels_for_people_come_first(page: Page, server: str) -> None:
    visit(page, server)
    select = page.locator(".setup .sline select").first
    expect(select).to_be_visible()
    assert select.locator(":scope > option").all_inner_texts() == list(LEVELS)
    more = select.locator("optgroup[label=More] option").all_inner_texts()
    assert {"random", "greedy"} <= set(more)


def test_my_games_tell_whose_turn_it_is(page: Page, server: str) -> None:
    set_up_table(page, server, BOARD)
    visit(page, server)
    mine = page.locator("[data-list=mine] a").first
    expect(mine).to_contain_text("your turn")
    mine.click()
    expect(page.locator(".tk.offered").first).to_be_visible()


def test_games_to_watch_tell_how_many_do(pages: Pages, server: str) -> None:
    player, viewer, visitor = pages(), pages(), pages()
    set_up_table(player, server, BOARD)
    visit(viewer, player.url)
    expect(viewer.get_by_text("You are watching.")).to_be_visible()
    visit(visitor, server)
    here = visitor.locator(f"[data-list=running] a[href$='{player.url.rpartition('/')[2]}']")
    expect(here).to_contain_text("1 viewer")
    here.click()
    expect(visitor.get_by_text("You are watching.")).to_be_visible()


def test_a_full_table_offers_no_seat(pages: Pages, server: str) -> None:
    host, visitor = pages(), pages()
    visit(host, server)
    seats = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
    wish = {"board": BOARD, "variant": "classic", "name": "Mara", "seats": seats}
    answer = host.request.post(f"{server}/api/tables", data=wish, headers={"origin": server})
    assert answer.ok, answer.text()
    visit(visitor, server)
    full = visitor.locator(f"[data-list=open] a[href$='{answer.json()['table']['id']}']")
    expect(full).to_contain_text("full")
    expect(full).not_to_contain_text("Join")


def test_finished_games_can_be_filtered(pages: Pages, server: str, finished: str) -> None:
    page = pages()
    visit(page, f"{server}/finished")
    game = page.locator(f".games a[href$='{finished}']")
    expect(game).to_be_visible()
    page.get_by_label("Board").select_option(BOARD)
    expect(game).to_be_visible()
    page.get_by_label("my games only").check()
    expect(page.locator(".filters em")).to_have_text("0 games")
    page.get_by_label("my games only").uncheck()
    expect(game).to_be_visible()
    page.get_by_label("between people").check()
    expect(game).to_have_count(0)


def test_a_second_visit_asks_for_no_file_of_the_client_again(pages: Pages, server: str) -> None:
    page = pages(fresh=True)
    asked = """() => performance.getEntriesByType("resource")
        .filter((each) => each.name.includes("/static/version/") && each.transferSize > 0).length"""
    page.goto(server)
    expect(page.locator("main")).to_be_visible()
    assert page.evaluate(asked) > 30
    page.goto(f"{server}/?board={BOARD}")
    expect(page.locator("main")).to_be_visible()
    assert page.evaluate(asked) == 0
