"""The analysis page: the queue, the picture, moments by link, lessons, figures and playing on, on desk and phone."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from branchline.client import Client
from tests.server.helpers import QUICK, ServerProcess, serving
from tests.server.short_games import hoarder, short_game
from tests.web.conftest import Pages, Watch
from tests.web.player import visit
from tests.web.test_map_marks import halos
from tests.web.visiting import hard_to_access

PATIENCE = 90_000  # milliseconds: everything else comes before an analysis, and there may be much of it


def played(server: ServerProcess, own: int) -> str:
    """The id of a short game in which the first seat hoards tickets."""

    async def play() -> str:
        async with Client(server.url) as client:
            return (await short_game(client, own=own, choose=hoarder, planted=(server, 1))).table

    with ThreadPoolExecutor(1) as beside:  # the browser has an event loop in this thread already
        return beside.submit(lambda: asyncio.run(play())).result()


@pytest.fixture(scope="module")
def hoarded(server_process: ServerProcess) -> str:
    """A game with some blunders of the first seat."""
    return played(server_process, own=6)


def study(page: Page, server: str, table: str, query: str = "") -> None:
    """Open the page, and wait until there is something to see."""
    visit(page, f"{server}/analysis/{table}{query}")
    page.locator("[data-chart]").wait_for(state="attached", timeout=PATIENCE)
    page.locator(".map svg .hits").wait_for(state="attached")


def analysis_of(server: str, table: str, worlds: int = 8) -> dict[str, Any]:
    """What the page shows."""
    found: dict[str, Any] = httpx.get(f"{server}/api/tables/{table}/analysis/{worlds}").json()
    return found


def moment(page: Page) -> int:
    return int(page.locator("[data-at]").get_attribute("data-at") or "")


def test_from_the_end_of_a_game_to_every_moment_of_it(pages: Pages, server: str, hoarded: str) -> None:
    """It is reached from the score sheet and the replay; a link leads to each moment, and keys, the picture and key
    moments go from one to another."""
    page = pages()
    visit(page, f"{server}/t/{hoarded}")
    page.locator("[data-analysis]").click()
    expect(page.locator("[data-progress=done]")).to_contain_text("in 8 imagined worlds", timeout=PATIENCE)
    found = analysis_of(server, hoarded)
    last = len(found["analysis"]["decisions"])
    assert page.locator(".sharechart .area").count() == 2
    errors = [each["number"] for each in found["analysis"]["decisions"] if each["label"]]
    assert errors
    assert [int(each) for each in data(page, "error")] == errors
    page.keyboard.press("End")
    expect(page.locator(".momentbar .count")).to_have_text("The end")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert moment(page) == 2
    page.keyboard.press("PageDown")
    at = moment(page)
    assert at == min((each for each in errors if each > 2), default=0) or at == first_luck(found)
    chart = page.get_by_role("slider", name="Win share over the game")
    chart.focus()
    page.keyboard.press("End")
    assert moment(page) == last + 1
    page.locator("[data-tab=keys]").click()
    page.locator(f"[data-key-moment='{errors[0]}']").first.click()
    expect(page).to_have_url(re.compile(rf"moment={errors[0]}&.*part=keys"))
    page.locator("[data-tab=moment]").click()
    drawn = [check_moment(page, found, number) for number in errors]
    assert any(drawn)  # tickets that were better to keep, or a route
    other = pages()
    study(other, server, hoarded, f"?moment={errors[0]}&view=1")  # the link, in another browser
    check_moment(other, found, errors[0])
    expect(other.locator(".openhands")).to_contain_text("face down")
    other.get_by_label("Cards").select_option("open")
    expect(other.locator(".openhands")).not_to_contain_text("face down")
    visit(other, f"{server}/replay/{hoarded}?step=3")
    other.locator("[data-analysis]").click()
    expect(other.locator("[data-at]")).to_have_attribute("data-at", "4")


def data(page: Page, name: str) -> list[str]:
    """All values of a data attribute."""
    found: list[str] = page.locator(f"[data-{name}]").evaluate_all(f"all => all.map(each => each.dataset.{name})")
    return found


def first_luck(found: dict[str, Any]) -> int:
    """The first decision after the second that was followed by great luck."""
    for each in found["analysis"]["decisions"]:
        if each["number"] > 2 and abs(each["luck"]) > max(0.05, 2 * each["luck_se"]):
            return int(each["number"])
    return 0


def check_moment(page: Page, found: dict[str, Any], number: int) -> int:
    """The panel tells what was done, what was better and why; the map shows both. Returns how much of the better."""
    for _ in range(number - moment(page)):
        page.get_by_role("button", name="On", exact=True).click()
    judged = found["analysis"]["decisions"][number - 1]
    choices = found["study"]["decisions"][number - 1]["choices"]
    words = {each["action"]: choice for each, choice in zip(judged["candidates"], choices, strict=True)}
    done, best = words[judged["action"]], words[judged["best"]]
    panel = page.locator(".moment")
    expect(panel.locator(".badge")).to_contain_text(judged["label"])
    expect(panel.locator(".doing dd").nth(0)).to_have_text(re.compile(re.escape(done["words"]), re.IGNORECASE))
    expect(panel.locator(".doing dd").nth(1)).to_have_text(re.compile(re.escape(best["words"]), re.IGNORECASE))
    for reason in judged["reasons"]:
        expect(panel.locator(".reasons")).to_contain_text(reason)
    expect(page.locator(".studynotes .noteline.done")).to_have_count(len(done["lines"]))
    expect(page.locator(".studynotes .noteline.better")).to_have_count(len(best["lines"]))
    assert len(halos(page, "better")) == len(best["routes"])
    return len(best["lines"]) + len(best["routes"])


def test_figures_of_the_players(pages: Pages, server: str, hoarded: str) -> None:
    """Error, luck and play as the analysis has them; accuracy only where it is sure; tickets lead to their moment."""
    page = pages()
    study(page, server, hoarded, "?part=players")
    found = analysis_of(server, hoarded)
    for seat, figures in enumerate(found["analysis"]["seats"]):
        card = page.locator(f"[data-seatcard='{seat}']")
        expect(card).to_contain_text(f"{figures['points']:.1f} ± {figures['points_se']:.1f} points")
        accuracy = figures["accuracy"]
        expect(card).to_contain_text("too uncertain" if accuracy is None else f"{accuracy:.0f} of 100")
        assert card.locator(".taken li").count() == len(found["study"]["seats"][seat]["tickets"])
    for tab in ("learn", "keys", "moment", "players"):
        page.locator(f"[data-tab={tab}]").click()
        assert hard_to_access(page) == [], tab
    card.locator(".taken button").first.click()
    expect(page.locator("[data-at]")).to_have_attribute(
        "data-at", str(found["study"]["seats"][1]["tickets"][0]["number"])
    )


@pytest.mark.parametrize("phone", [False, True])
def test_learn_from_mistakes_and_play_on(pages: Pages, server: str, hoarded: str, phone: bool) -> None:
    """Look for the better move: what is worse is told to look again, the best is praised, and then one plays on from
    there, on a new table that says what it is."""
    page = pages(*((390, 844) if phone else (1440, 900)), has_touch=phone)
    study(page, server, hoarded, "?part=learn")
    found = analysis_of(server, hoarded)
    habits = found["study"]["seats"][0]["habits"]
    assert [each["name"] for each in habits] == data(page, "habit")
    lesson = page.locator("[data-lesson]")
    number = int(lesson.get_attribute("data-lesson") or "")
    judged = found["analysis"]["decisions"][number - 1]
    assert judged["seat"] == 0
    assert judged["label"]
    shares = [each["share"] for each in judged["candidates"]]
    done = next(at for at, each in enumerate(judged["candidates"]) if each["action"] == judged["action"])
    best = next(at for at, each in enumerate(judged["candidates"]) if each["action"] == judged["best"])
    assert page.locator(f"[data-candidate='{done}']").count() == 0  # it was no good
    hands = page.locator(".tabbody .oh")  # what one has to know to find it: my cards and tickets, and the row
    expect(hands).to_have_count(2)
    expect(hands.first.locator(".knowncard").first).to_be_visible()
    expect(page.locator("[data-open-row] svg").first).to_be_visible()
    worst = min((at for at in range(len(shares)) if at != done), key=lambda at: shares[at])
    if shares[best] - shares[worst] > 0.02:
        page.locator(f"[data-candidate='{worst}']").click()
        expect(page.locator(".verdict.no")).not_to_be_empty()
        expect(lesson.locator(".best")).to_have_count(0)
    page.locator(f"[data-candidate='{best}']").click()
    expect(page.locator(".verdict.yes")).to_contain_text("best")
    above = page.locator(".verdict").bounding_box()
    first = page.locator("[data-candidate]").first.bounding_box()
    assert above is not None
    assert first is not None
    assert above["y"] < first["y"]  # in sight, however many answers there are
    expect(lesson.locator(".best")).to_have_count(1)
    assert hard_to_access(page) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= (390 if phone else 1440)
    play_on_from(page, number, found)


def play_on_from(page: Page, number: int, found: dict[str, Any]) -> None:
    """The button opens the chosen moment as a table: the same seat, the same question, and one can decide."""
    page.locator("[data-open-play-on]").click()
    expect(page.locator("dialog [data-seat]")).to_have_value("0")
    page.locator("dialog [data-level]").select_option("easy")
    page.locator("[data-play-on]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".notice")).to_contain_text(f"continues an earlier game after decision {number - 1}.")
    page.locator("[data-turn=mine], .ptop.mine").first.wait_for(state="attached")
    table = page.url.rpartition("/")[2]
    info = httpx.get(page.url.replace("/t/", "/api/tables/")).json()
    assert info["continues"]["decisions"] == number - 1, table
    assert info["to_move"] == [0]
    asked = found["study"]["decisions"][number - 1]["asked"]
    assert page.get_by_text(asked.split(".")[0].split(":")[0]).count() > 0


@pytest.fixture(scope="module")  # it must outlive a test's pages, which ask it for news until they are closed
def busy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose deeper analyses never end."""
    folder = tmp_path_factory.mktemp("busy")
    process = serving(QUICK, folder, analysis_worlds=(8, 16, 100_000), analysis_niceness=10)
    yield process
    process.stop()


def test_the_queue_is_told(pages: Pages, busy_server: ServerProcess, watch: Watch) -> None:
    """One game is being looked at more deeply: its page shows the first analysis and how far the next is. Another one
    waits, and says how many come first; a game that is still played has no analysis."""
    url = busy_server.url
    first, second = (played(busy_server, own=2) for _ in range(2))
    page, other = pages(), pages()
    study(page, url, first)
    expect(page.locator("[data-chart][data-worlds='16']")).to_be_visible(timeout=PATIENCE)  # the newer one
    expect(page.locator("[data-progress=running]")).to_contain_text("more deeply", timeout=PATIENCE)
    expect(page.locator("progress")).to_be_visible()
    visit(other, f"{url}/analysis/{second}")
    expect(other.locator("[data-progress=waiting]")).to_contain_text("1 game comes first")
    expect(other.locator(".tabbody")).to_contain_text("as soon as the game is analyzed")
    other.keyboard.press("ArrowRight")
    assert moment(other) == 2
    running = still_playing(url)
    watch.expected = "403"
    visit(other, f"{url}/analysis/{running}")
    expect(other.locator("main")).to_contain_text("The game is not over")


def still_playing(server: str) -> str:
    """The id of a game that nobody has finished."""
    seats = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
    made = httpx.post(f"{server}/api/tables", json={"board": "usa", "name": "Mara", "seats": seats}).json()
    table: str = made["table"]["id"]
    httpx.post(f"{server}/api/tables/{table}/start", headers={"authorization": f"Bearer {made['token']}"})
    return table
