"""Every board is played to the end through clicks, against a bot."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import branchline as bl
from tests.web.conftest import Pages
from tests.web.player import Player, open_table


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_a_game_to_the_end(page: Page, server: str, board: str) -> None:
    open_table(page, server, board)
    player = Player(page)
    player.play()
    assert player.done["go"] > 5, player.done
    expect(page.locator(".sheetp h1")).to_contain_text("win")
    expect(page.locator(".sheetp tbody")).to_have_count(2)


def test_a_game_with_motion_and_sounds(pages: Pages, server: str) -> None:
    """Cards fly and cars drop; nothing waits for them for long, and nothing is left over."""
    page = pages(reduced_motion="no-preference")
    open_table(page, server, "san_francisco")
    assert page.evaluate("document.documentElement.dataset.motion") == "on"
    player = Player(page)
    player.play()
    expect(page.locator(".sheetp h1")).to_contain_text("win")
    expect(page.locator(".flyer, .rise")).to_have_count(0)
