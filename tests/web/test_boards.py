"""Every board is played through clicks, against a bot: from the home page into the game, and its last turns."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import branchline as bl
from tests.web.conftest import Pages
from tests.web.player import Player, set_up_table, visit
from tests.web.staged import play_beside, seat_of
from tests.web.test_map_marks import halos

# Notes whatever is set in motion, and lets it move.
_NOTE_MOTION = """(() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    window.moved.push(this.getAttribute("class") ?? this.tagName);
    return animate.apply(this, how);
  };
})()"""
# Notes whether a train was rolling while the next question could be answered.
_NOTE_ROLLING = """(() => {
  window.rolled = false;
  const look = () => {
    const free = document.querySelector(".screen")?.ariaBusy === "false";
    window.rolled ||= free && document.querySelector(".claims .seat-0 .car[style*=opacity]") !== null;
    requestAnimationFrame(look);
  };
  look();
})()"""


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_a_game_to_the_end(pages: Pages, server: str, board: str) -> None:
    page = pages(painted=board == "san_francisco")  # the shortest game: once with all that a browser has to do
    page.add_init_script(_NOTE_MOTION)
    set_up_table(page, server, board)
    player = Player(page)
    player.play_until(lambda: player.done.get("go", 0) > 2)
    assert page.evaluate("window.moved") == []  # the browser asks for reduced motion
    link = page.url
    seat = seat_of(page)
    visit(page, f"{server}/learn")
    play_beside(server, [seat])
    visit(page, link)
    expect(page.locator(".warning")).to_be_visible()  # that these are the last turns
    begun = sum(player.done.values())
    player.play()
    assert page.evaluate("window.moved") == []
    assert sum(player.done.values()) > begun, player.done
    expect(page.locator(".sheetp h1")).to_contain_text("win")
    expect(page.locator(".sheetp tbody")).to_have_count(2)
    scores_path = next(iter(bl.board(board).variants.values())).numbers.longest_path > 0
    assert (len(halos(page, "gold")) > 0) == scores_path


def test_a_game_with_motion_and_sounds(pages: Pages, server: str) -> None:
    """Cards fly, trains roll on, points fly; nobody has to wait for them, and nothing is left over."""
    page = pages(reduced_motion="no-preference", painted=True)
    page.add_init_script(_NOTE_MOTION)
    page.add_init_script(_NOTE_ROLLING)
    set_up_table(page, server, "san_francisco")
    assert page.evaluate("document.documentElement.dataset.motion") == "on"

    def both_moved() -> bool:
        moved = " ".join(page.evaluate("window.moved"))
        return "flyer" in moved and "rise" in moved

    Player(page).play_until(lambda: both_moved() and page.evaluate("window.rolled"))
    expect(page.locator(".flyer, .rise, .ticketline, .ticketring, .feat")).to_have_count(0)
    expect(page.locator(".claims [style*=opacity]")).to_have_count(0)


def test_a_train_rolls_onto_its_route(page: Page, server: str) -> None:
    """Along the track, the first car last; whoever clicks meanwhile finds it standing on its slots."""
    visit(page, server)
    seen = page.evaluate(
        """async () => {
          const { loadBoard } = await import("/static/core/api.js");
          const { loadDrawing, mountDrawing, EMPTY_SCENE } = await import("/static/board/drawing.js");
          const { rollOn } = await import("/static/feel/rolling.js");
          const board = await loadBoard("usa");
          const holder = document.body.appendChild(document.createElement("div"));
          const drawing = mountDrawing(holder, await loadDrawing("usa"), board);
          const { index, length } = board.route["atlanta-miami"] ?? board.route["miami-atlanta"];
          drawing.show({ ...EMPTY_SCENE, owners: board.routes.map((each) => (each.index === index ? [1] : [])) });
          const cars = drawing.cars(index, 1);
          const run = drawing.root.querySelector(`#run-${index}`);
          const spots = Array.from({ length: 201 }, (_, at) => run.getPointAtLength((run.getTotalLength() * at) / 200));
          const lies = () => cars.map((car) => car.getAttribute("transform"));
          const off = (car) => {
            const [x, y] = car.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
            return Math.min(...spots.map((spot) => Math.hypot(spot.x - x, spot.y - y)));
          };
          const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
          const before = lies();
          const heard = [];
          const how = { seat: 1, back: false, duration: 600, onCar: (nth) => heard.push(nth) };
          const rolling = rollOn(drawing, index, how);
          const hidden = cars.every((car) => car.style.opacity === "0");
          await wait(250);
          const under = lies();
          const far = Math.max(...cars.filter((car) => car.style.opacity !== "0").map(off));
          await rolling;
          const order = heard.join();
          const clicked = rollOn(drawing, index, { ...how, duration: 60000 });
          window.dispatchEvent(new Event("pointerdown"));
          await clicked;
          return { count: cars.length, length, hidden, far, order, moved: under.join() !== before.join(),
            stands: lies().join() === before.join(), shown: cars.every((car) => !car.style.opacity) };
        }"""
    )
    assert seen.pop("far") < 3  # units of the board beside the middle of the track
    assert seen.pop("count") == seen.pop("length") == 5
    assert seen == {"hidden": True, "moved": True, "stands": True, "shown": True, "order": "4,3,2,1,0"}


def test_the_line_of_a_done_ticket_draws_itself(page: Page, server: str) -> None:
    """Along the tracks of its owner, from stop to stop; then it goes."""
    visit(page, server)
    line = page.evaluate(
        """async () => {
          const { loadBoard } = await import("/static/core/api.js");
          const { loadDrawing, mountDrawing } = await import("/static/board/drawing.js");
          const { drawTicketLine, wayBetween } = await import("/static/feel/ticket-line.js");
          const board = await loadBoard("usa");
          const holder = document.body.appendChild(document.createElement("div"));
          const drawing = mountDrawing(holder, await loadDrawing("usa"), board);
          const own = ["denver-omaha", "denver-salt_lake_city", "salt_lake_city-san_francisco", "dallas-houston"];
          const ids = ({ id, a, b }) => [id, `${b}-${a}`];
          const routes = board.routes.filter((route) => ids(route).some((id) => own.includes(id)));
          drawTicketLine(drawing, board, routes, ["san_francisco", "omaha"], 1);
          const line = holder.querySelector(".ticketline");
          const ends = [0, line.getTotalLength()].map((at) => line.getPointAtLength(at)).map(({ x, y }) => [x, y]);
          await Promise.all(line.getAnimations().map((motion) => motion.finished));
          await new Promise((resolve) => setTimeout(resolve, 100)); // what follows the end of a motion
          return {
            ends, spots: ["san_francisco", "omaha"].map((id) => drawing.spot(id)),
            way: wayBetween(board, routes, "san_francisco", "omaha").length,
            none: wayBetween(board, routes, "denver", "houston").length,
            left: holder.querySelectorAll(".ticketline").length,
          };
        }"""
    )
    assert (line["way"], line["none"], line["left"]) == (3, 0, 0)
    for end, spot in zip(line["ends"], line["spots"], strict=True):
        assert end == pytest.approx(spot, abs=0.2)
