"""All of it without a server: the folder that `branchline site` writes, served as files, below a path of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from branchline.game import replay
from branchline.notation.record import load
from tests.web.conftest import Pages
from tests.web.player import Player

PROJECT = Path(__file__).parent.parent.parent
KEPT = PROJECT / "build" / "site-parts"  # as for `make site`


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the folder, as any server of files serves it."""
    root = tmp_path_factory.mktemp("files")
    command = [sys.executable, "-m", "branchline.cli", "site", "--out", str(root / "some" / "where")]
    done = subprocess.run(
        [*command, "--kept", str(KEPT), "--bot-pause", "0", "--unpracticed"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "everything" in done.stdout
    files = [sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(root)]
    with subprocess.Popen(files, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        port = server.stdout.readline().partition(" port ")[2].split()[0]
        Thread(target=server.stderr.read, daemon=True).start()  # what it notes of each request
        yield f"http://127.0.0.1:{port}/some/where/"
        server.terminate()


def begin(page: Page, site: str, board: str, level: str = "planner") -> None:
    """Set up a table with one bot, and go there."""
    page.goto(f"{site}?board={board}")
    page.locator(".setup .sline .x").first.click()
    page.locator(".setup .sline select").first.select_option(level)
    page.locator("[data-start]").click()
    expect(page.locator(".tk.offered").first).to_be_visible(timeout=90_000)


def test_a_whole_game_in_a_tab_with_a_reload_and_its_record(pages: Pages, site: str, tmp_path: Path) -> None:
    page = pages(fresh=True)
    begin(page, site, "san_francisco")
    player = Player(page)
    player.play_until(lambda: sum(player.done.values()) >= 12)
    other = page.context.new_page()
    other.goto(site)
    expect(other.locator(".loading")).to_contain_text("open in another tab")
    other.close()
    told = page.locator("[data-spoken] p:not(:last-child)").all_inner_texts()
    page.reload()
    expect(page.locator("[data-spoken]")).to_contain_text(told[-1], timeout=90_000)
    player.play()
    page.locator(".fairness summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="download the record").click()
    record = tmp_path / "game.json"
    download.value.save_as(record)
    assert replay(load(record)).is_over
    page.locator("[data-replay]").first.click()
    expect(page.locator("[data-map] svg").first).to_be_visible()


def test_from_the_second_visit_no_network_is_needed(pages: Pages, site: str) -> None:
    page = pages(fresh=True)
    page.goto(site)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # all files are kept by then
    page.context.set_offline(True)
    begin(page, site, "usa")
    player = Player(page)
    player.play_until(lambda: sum(player.done.values()) >= 6)
    page.goto(f"{site}?at=/puzzles")
    page.locator("[data-solve]").click()
    page.locator("[data-choice]").first.click()
    page.locator("[data-answer]").click()
    expect(page.locator("[data-verdict]")).to_be_visible()
