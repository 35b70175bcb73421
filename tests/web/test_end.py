"""The end: everybody's tickets with the ways that were built, missed ones in a column, talk, a picture; and replays."""

from __future__ import annotations

import re
import struct
from pathlib import Path

from playwright.sync_api import Page, expect

from branchline.boards import registry
from tests.web.conftest import Pages
from tests.web.player import visit
from tests.web.staged import play_to_the_end
from tests.web.test_map_marks import halos
from tests.web.test_phone import phone


def test_the_end_in_full(page: Page, server: str, tmp_path: Path) -> None:
    visit(page, str(play_to_the_end(server, "san_francisco").link))
    expect(page.locator(".sheetp h1")).to_contain_text("win")
    page.locator(".map svg .hits").wait_for(state="attached")
    heads = [head.casefold() for head in page.locator(".sheetp thead th").all_inner_texts()]
    missed = page.locator(".endtix li.no").count()
    assert ("missed" in heads) == (missed > 0)
    expect(page.locator(".endtix section")).to_have_count(2)
    scores_path = next(iter(registry.board("san_francisco").variants.values())).numbers.longest_path > 0
    assert (len(halos(page, "gold")) > 0) == scores_path
    done = page.locator(".endtix li.ok")
    if done.count():
        done.first.hover()
        expect(page.locator(".halos > .way")).not_to_have_count(0)
        page.mouse.move(5, 5)
        expect(page.locator(".halos > .way")).to_have_count(0)
    page.get_by_text("The shuffle can be checked").click()
    page.locator("[data-check-hash]").click()
    expect(page.locator("[data-hash-checked=true]")).to_contain_text("This browser gets the same hash")
    page.get_by_label("Say something").fill("Well played")
    page.keyboard.press("Enter")
    expect(page.locator(".endtalk")).to_contain_text("Well played")
    with page.expect_download() as download:
        page.locator("[data-share]").click()
    picture = tmp_path / "map.png"
    download.value.save_as(picture)
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    assert (width, height > 900) == (1600, True)


def test_the_totals_are_in_sight_on_a_phone(pages: Pages, server: str) -> None:
    """However many columns there are: Pennsylvania has six, one of them with a long word."""
    page = phone(pages)
    page.goto(str(play_to_the_end(server, "pennsylvania").link))
    expect(page.locator(".sheetp h1")).to_contain_text("win")
    panel = page.locator(".sheetp").bounding_box()
    assert panel
    for cell in page.locator(".sheetp .tot").all():
        box = cell.bounding_box()
        assert box
        assert box["x"] + box["width"] <= panel["x"] + panel["width"] - 8, (box, panel)
        assert "-" not in cell.inner_text()


def test_the_longest_path_is_gold_where_it_scores(page: Page, server: str) -> None:
    visit(page, str(play_to_the_end(server, "usa").link))
    expect(page.locator(".capn")).to_contain_text("longest path")
    expect(page.locator(".halos > .gold")).not_to_have_count(0)


def test_a_replay_goes_by_turns_at_any_speed(pages: Pages, server: str, finished: str) -> None:
    page = pages()
    visit(page, f"{server}/replay/{finished}?step=0")
    counter = page.locator(".replaybar .count")
    expect(counter).to_have_text(re.compile(r"^0 / "))
    where = page.locator(".where")

    def step() -> int:
        return int(counter.inner_text().partition(" ")[0])

    page.get_by_role("button", name="On", exact=True).click()  # the setup
    expect(where).to_contain_text("turn 1")
    before = step()
    page.get_by_role("button", name="On", exact=True).click()
    expect(where).to_contain_text("turn 2")
    assert step() > before
    page.get_by_role("button", name="Back", exact=True).click()
    expect(where).to_contain_text("turn 1")
    assert step() == before
    page.get_by_label(re.compile(r"^By\b")).select_option("decisions")  # and not a player called Toby
    page.get_by_role("button", name="On", exact=True).click()
    expect(counter).to_have_text(re.compile(rf"^{before + 1} / "))
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(  # 20 decisions at this speed, 5 at the usual one
        f"() => parseInt(document.querySelector('.replaybar .count').textContent) >= {before + 9}", timeout=5000
    )
