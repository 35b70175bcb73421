"""Every board is played to the end through clicks, against a bot."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import branchline as bl
from tests.web.player import Player, open_table


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_a_game_to_the_end(page: Page, server: str, board: str) -> None:
    open_table(page, server, board)
    player = Player(page)
    player.play()
    assert player.done["go"] > 5, player.done
    expect(page.locator(".sheetp h1")).to_contain_text("win")
    expect(page.locator(".sheetp tbody")).to_have_count(2)
