"""Pictures of every page and board of the browser client, by day, by night and on a phone: `make screenshots`.

A real server, a real browser, a real game on every board, played by clicks up to a route that is about to be built.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page  # noqa: E402
from rich.progress import Progress  # noqa: E402

import branchline as bl  # noqa: E402
from branchline.table.study.puzzles import all_puzzles, order_of  # noqa: E402
from tests.web.player import Player, open_table  # noqa: E402
from tests.web.site import site  # noqa: E402

LAPTOP = (1440, 900)
PHONE = (390, 844)
FOR_DOCS = {  # names in the documentation, and of the pictures
    **dict.fromkeys(("home", "end", "replay", "learn-germany", "phone-usa")),
    **dict.fromkeys(("table-usa", "table-usa-night", "table-world", "table-uk")),
    "table": "table-san_francisco",
    **dict.fromkeys(("analysis", "phone-analysis-learn", "puzzle", "coach")),
    "coach-phone": "phone-coach",
}
PARTS = ("tables", "pages", "analysis", "puzzle", "coach")
_PATIENCE = 120_000  # milliseconds that a page has to do something, also on a busy machine
_THINKING = 600_000  # ... the coach, which thinks when nothing else has to be done,
_TRIES = 60  # and is asked that many times at most: it may still think about what was decided meanwhile
_ANALYZING = 1_800_000  # ... and the analysis of a game, likewise
_COACHED = 24  # steps of the player before the coach is asked
_STEPS = 0.8  # of the player before the picture is taken, for each piece it begins with


class Camera:
    """Takes pictures of one page."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder

    def take(self, name: str, *, phone: bool = True) -> None:
        """By day, by night, and on a phone."""
        themes: tuple[Literal["day", "night"], ...] = ("day", "night")
        for theme in themes:
            self._choose(theme)
            self._shoot(f"{name}{'-night' if theme == 'night' else ''}", LAPTOP)
        self._choose("day")
        if phone:
            self._shoot(f"phone-{name.removeprefix('table-')}", PHONE)
            self.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})

    def _choose(self, theme: Literal["day", "night"]) -> None:
        self.page.emulate_media(color_scheme="dark" if theme == "night" else "light")

    def _shoot(self, name: str, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.wait_for_timeout(500)  # for fonts and pictures
        self.page.screenshot(path=self.folder / f"{name}.png")


def main() -> int:
    """Take them all, or some."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots", help="the folder for the pictures")
    parser.add_argument("--docs", action="store_true", help="put those that the documentation shows into docs/images")
    parser.add_argument("--board", help="only this board")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="only these (all)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    with site() as (browser, server):
        page = browser.new_context(reduced_motion="reduce", device_scale_factor=1.5).new_page()
        page.set_default_timeout(_PATIENCE)
        boards = [board.id for board in bl.boards() if options.board in (None, board.id)]
        with Progress() as progress:
            task = progress.add_task("screenshots", total=None)
            for board in boards if "tables" in options.only else ():
                photograph_table(Camera(page, options.out), server, board)
                progress.advance(task)
            photograph_pages(Camera(page, options.out), server, options.only, lambda: progress.advance(task))
    taken = {path.stem: path for path in options.out.glob("*.png") if path.stat().st_mtime >= began}
    if options.docs:
        for name, picture in FOR_DOCS.items():
            if (picture or name) in taken:
                slim(taken[picture or name], ROOT / "docs" / "images" / f"{name}.png")
    print(f"{len(taken)} pictures in {options.out}")
    return 0


def slim(picture: Path, into: Path) -> None:
    """A picture with 256 colors, at most 1440 wide: a fifth of the size, and nobody sees the difference."""
    from PIL import Image

    with Image.open(picture) as full:
        small = full.convert("RGB")
        small.thumbnail((LAPTOP[0], 4 * LAPTOP[1]), Image.Resampling.LANCZOS)
        # Seats and cards have few pixels and strong colors: the usual median cut would mix them.
        colors = small.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
        colors.save(into, optimize=True)


def photograph_table(camera: Camera, server: str, board: str) -> None:
    """A game on a board: the choice of tickets, and a route about to be built."""
    page = camera.page
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    open_table(page, server, board, bots=2)
    player = Player(page, seed=5)
    page.wait_for_timeout(300)
    camera.take(f"start-{board}")
    pieces = next(iter(bl.board(board).variants.values())).numbers.pieces

    def enough() -> bool:
        steps = sum(player.done.values())
        ways = 1 + page.locator(".fan.paying button").count() if page.locator(".paybar.pay [data-go]").count() else 0
        if player.look()["busy"]:
            return False  # the answer to the last click is on its way
        return ways > (1 if steps < 1.2 * _STEPS * pieces else 0) and steps > _STEPS * pieces

    player.play_until(enough)
    camera.take(f"table-{board}")


def photograph_pages(camera: Camera, server: str, parts: Sequence[str], advance: Callable[[], None]) -> None:
    """The pages around the table."""
    if {"pages", "analysis"} & {*parts}:
        table = play_a_game(camera.page, server)
        if "pages" in parts:
            photograph_plain_pages(camera, server, table)
            advance()
        if "analysis" in parts:
            photograph_analysis(camera, server, table)
            advance()
    if "puzzle" in parts:
        photograph_puzzle(camera, server)
        advance()
    if "coach" in parts:
        photograph_coach(camera, server)
        advance()


def play_a_game(page: Page, server: str) -> str:
    """A whole game; returns the name of its table."""
    open_table(page, server, "usa", bots=2)
    Player(page, seed=2).play()
    return page.url.rpartition("/")[2]


def photograph_plain_pages(camera: Camera, server: str, table: str) -> None:
    """The end of a game, and the pages that need nothing but a click."""
    page = camera.page
    camera.take("end")
    for name, path in {
        "home": "/?board=usa",
        "learn": "/learn",
        "finished": "/finished",
        "replay": f"/replay/{table}?step=60",
        **{f"learn-{board.id}": f"/learn/{board.id}" for board in bl.boards()},
    }.items():
        page.goto(server + path)
        page.wait_for_load_state("networkidle")
        camera.take(name)
    page.goto(f"{server}/learn")
    page.get_by_role("button", name="Begin").click()
    page.locator("[data-guide]").wait_for()
    camera.take("first-game")


def photograph_analysis(camera: Camera, server: str, table: str) -> None:
    """The analysis of a finished game: an error with what was better, the figures, and a lesson."""
    page = camera.page
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    page.goto(f"{server}/analysis/{table}?part=keys")
    page.locator("[data-chart]").wait_for(timeout=_ANALYZING)
    keys = page.locator("[data-key-moment]").all()
    for key in [*keys, *keys[:1]]:
        key.click()
        page.wait_for_timeout(300)
        if page.locator(".halos > .better").count():  # something to be seen on the map
            break
    for part in ("moment", "players", "learn"):
        page.locator(f"[data-tab={part}]").click()
        page.evaluate("document.querySelectorAll('*').forEach((each) => { each.scrollTop = 0; })")
        camera.take("analysis" if part == "moment" else f"analysis-{part}")


def photograph_puzzle(camera: Camera, server: str) -> None:
    """A puzzle, not solved: what each answer is worth, and why."""
    page = camera.page
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    page.goto(f"{server}/puzzles")
    page.locator("[data-solve]").wait_for()
    camera.take("puzzles")
    name = next(name for name, each in all_puzzles().items() if name.startswith("usa") and each.theme == "block")
    page.goto(f"{server}/puzzles/{name}")
    page.locator(".map svg .hits").wait_for(state="attached")
    page.locator(f"[data-choice='{order_of(all_puzzles()[name]).index(1)}']").click()
    page.locator("[data-answer]").click()
    page.locator("[data-verdict]").wait_for()
    camera.take("puzzle")


def photograph_coach(camera: Camera, server: str) -> None:
    """The coach shows a route to build, and the win share of all."""
    page = camera.page
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    open_table(page, server, "usa", bots=2)
    player = Player(page, seed=7)
    page.locator("[data-hint]").click()
    page.locator("[data-coach-on]").click()
    page.locator("[data-shares]").check()
    page.locator("[data-warn]").uncheck()  # the player heeds no warnings

    def shown() -> bool:
        seen = player.look()
        if sum(player.done.values()) < _COACHED or not seen["mine"] or seen["busy"]:
            return False
        ask_for_move(page)
        return page.locator("[data-hint-words]").inner_text().startswith("Build")  # to be seen on the map

    player.play_until(shown)
    page.keyboard.press("Escape")  # lets go of a route that the player has picked
    page.locator("[data-warn]").check()
    page.locator("[data-win-shares]").wait_for(timeout=_THINKING)
    camera.take("coach")


def ask_for_move(page: Page) -> None:
    """Ask the coach, first for a nudge and then for the move; again if it was too busy to answer."""
    for _ in range(_TRIES):
        page.locator("[data-ask-hint]:enabled").click(timeout=_THINKING)
        page.wait_for_timeout(500)  # for the page to say that it waits
        page.locator("[data-hint-words][aria-busy=false]").wait_for(timeout=_THINKING)
        if page.locator("[data-do-hint]").count():
            return
    raise SystemExit("the coach did not answer")


if __name__ == "__main__":
    sys.exit(main())
