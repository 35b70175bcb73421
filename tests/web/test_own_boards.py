"""Boards of your own in the browser: a question that the client does not know, and rules told by the mechanics."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from branchline.boards.loading import load_board
from branchline.boards.registry import VARIABLE
from tests.server.helpers import QUICK, serving
from tests.web.player import Player, open_table

EXAMPLES = Path(__file__).parents[2] / "examples"


def lake_with_tunnels(folder: Path) -> Path:
    """Lakeside, where every route is a tunnel: a short game with many of the questions that are to be asked."""
    folder.mkdir()
    lakeside = load_board(EXAMPLES / "own_board/board.toml")
    routes = ", ".join(f'"{route.id}"' for route in lakeside.routes)
    (folder / "board.toml").write_text(
        f"""id = "lake_tunnels"
title = "Lakeside with tunnels"
summary = "Nothing but tunnels."
based_on = "{EXAMPLES / "own_board"}"

[rules]
mechanics = ["tunnels"]

[extras.tunnels]
cards = 3
routes = [{routes}]
""",
        encoding="utf-8",
    )
    shutil.copy(EXAMPLES / "tunnels/tunnels.py", folder)
    return folder


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that knows boards of your own, as `branchline serve --boards` makes one."""
    home = tmp_path_factory.mktemp("own")
    folders = [EXAMPLES / "tunnels", EXAMPLES / "house_rules", lake_with_tunnels(home / "lake")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, os.pathsep.join(str(folder) for folder in folders))
        process = serving(QUICK, home)
    yield process.url
    assert process.stop() in (0, -15), process.log.read_text()
    assert "Traceback" not in process.log.read_text(), process.log.read_text()


class Digger(Player):
    """Somebody who collects cards for a while, and stops at the first question about a tunnel."""

    asked = False

    def _act(self, seen: dict[str, Any]) -> str:
        if seen["question"] and "The tunnel costs" in self.page.locator("[data-question]").first.inner_text():
            self.asked = True
            return "tunnel"
        if self.done.get("take", 0) + self.done.get("deck", 0) < 14:
            seen["routes"] = []
        return super()._act(seen)


def test_a_tunnel_is_asked_about_and_answered(page: Page, own_server: str) -> None:
    """With buttons and words from the server; nothing in the client knows of tunnels."""
    for _ in range(5):  # what the deck turns up is chance
        open_table(page, own_server, "lake_tunnels")
        player = Digger(page)
        player.play_until(lambda player=player: player.asked or player.look()["over"])
        if player.asked:
            break
    question = page.locator("[data-question]", has_text="The tunnel costs")
    expect(question.locator(".opt").last).to_contain_text("give up tunnel", ignore_case=True)
    question.locator(".opt").last.click()
    if question.locator("[data-go]").count():
        question.locator("[data-go]").click()
    expect(question).to_have_count(0)
    expect(page.locator("body")).to_contain_text("took the cards back")


def test_a_board_brings_the_face_of_its_mechanic(page: Page, own_server: str) -> None:
    """A module beside the board file is loaded with the board, and with no other one."""
    gives_up = """async () => {
        const { known } = await import("/static/mechanics/faces.js");
        return known("answers", "give_up_tunnel")?.givesUp?.({}) ?? false;
    }"""
    page.goto(f"{own_server}/learn/usa_house_rules")
    expect(page.locator("main.rules h2").first).to_be_visible()
    assert page.evaluate(gives_up) is False
    page.goto(f"{own_server}/learn/tunnels")
    expect(page.locator("main.rules h2", has_text="Tunnels")).to_be_visible()
    assert page.evaluate(gives_up) is True
    for address in ("tunnels/board.toml", "usa/tunnels.js", "tunnels/..%2Ftunnels%2Ftunnels.js"):
        assert page.request.get(f"{own_server}/static/boards/{address}").status == 404


def test_rules_are_told_by_the_mechanics(page: Page, own_server: str) -> None:
    page.goto(f"{own_server}/learn/tunnels")
    expect(page.locator("main.rules h2", has_text="Tunnels")).to_be_visible()
    expect(page.locator("main.rules")).to_contain_text("3 cards are turned up from the deck")
    page.goto(f"{own_server}/learn/usa_house_rules")
    expect(page.locator("main.rules")).to_contain_text("Linking Seattle and Miami by your own routes")
    expect(page.locator("main.rules .bonus")).to_have_count(2)
