"""How quick and how light the browser client is: first paint, what comes over the wire, frames while the map is moved.

A real server, a real Chromium without a graphics card, the whole way from an empty cache. Run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, BrowserContext  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

import branchline as bl  # noqa: E402
from tests.web.player import open_table  # noqa: E402
from tests.web.site import site  # noqa: E402

_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
_SIGNS = {"fonts": ".woff2", "drawing": "drawing.svg", "code": ".js", "styles": ".css"}
_PARTS = tuple(_SIGNS)
# what came over the wire, compressed, without the headers
_SIZES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map((each) => [each.name, each.encodedBodySize])"""
_FRAMES = """() => new Promise((resolve) => {
  const times = [];
  const step = (now) => { times.push(now); if (window.panning) requestAnimationFrame(step); else resolve(times); };
  window.panning = true;
  requestAnimationFrame(step);
})"""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="of each measurement (5)")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    parser.add_argument("--slow", action="store_true", help="only a table on a line of 50 kB a second")
    parser.add_argument("--server", help="the address of another server to measure, with --slow")
    options = parser.parse_args()
    with site() as (browser, server):
        if options.slow:
            show_slow(browser, options.server or server)
            return 0
        results = measure(browser, server, options.rounds)
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        show(results)
    return 0


def measure(browser: Browser, server: str, rounds: int) -> dict[str, Any]:
    """Everything, as plain data."""
    boards = [board.id for board in bl.boards()]
    return {
        "first_paint_ms": {
            "home": first_paint(browser, server, "/", rounds),
            **{f"rules of {board}": first_paint(browser, server, f"/learn/{board}", rounds) for board in boards},
        },
        "bytes": {board: table_bytes(browser, server, board) for board in boards},
        "panning": {board: panning(browser, server, board) for board in boards},
    }


def first_paint(browser: Browser, server: str, path: str, rounds: int) -> float:
    """Milliseconds to the first contents, the median of some visits with an empty cache."""
    times = []
    for _ in range(rounds):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(server + path)
        page.wait_for_function(_PAINT)
        times.append(float(page.evaluate(_PAINT)))
        context.close()
    return statistics.median(times)


def table_bytes(browser: Browser, server: str, board: str) -> dict[str, int]:
    """What a first visit to a table takes: the client with the board's drawing, and its data."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    open_table(page, server, board)
    address = page.url
    state = context.storage_state()
    context.close()
    context = browser.new_context(viewport={"width": 1440, "height": 900}, storage_state=state)
    page = context.new_page()
    page.goto(address)
    page.locator(".map svg .hits").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    sizes: list[tuple[str, int]] = page.evaluate(_SIZES)
    context.close()
    found = {"all": sum(size for _, size in sizes), "files": len(sizes)}
    for name, sign in _SIGNS.items():
        found[name] = sum(size for url, size in sizes if sign in url)
    return found


def slow_visit(context: BrowserContext, address: str) -> tuple[float, float, dict[str, int]]:
    """A visit at 50 kB a second: seconds to the first paint and to the table, and the bytes until then by kind."""
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    slow = {"offline": False, "latency": 40, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
    line.send("Network.emulateNetworkConditions", slow)
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    line.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))
    line.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(address, wait_until="commit")
    page.locator(".map svg .hits").wait_for(state="attached", timeout=120_000)
    first, table = page.evaluate(f"[({_PAINT})(), performance.now()]")
    kinds = dict.fromkeys(("all", *_PARTS), 0)
    for request, size in sizes.items():
        kinds["all"] += size
        for kind, sign in _SIGNS.items():
            kinds[kind] += size * (sign in names.get(request, ""))
    page.close()
    return first / 1000, table / 1000, kinds


def show_slow(browser: Browser, server: str) -> None:
    """A first visit to a table of every board on a slow line, and a second one."""
    table = Table("board", "first paint, s", "table, s", "kB in all", *_PARTS, "again: table, s", "kB", box=None)
    for board in bl.boards():
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        open_table(page, server, board.id)
        address, state = page.url, context.storage_state()
        context.close()
        context = browser.new_context(viewport={"width": 1440, "height": 900}, storage_state=state)
        first, stood, sizes = slow_visit(context, address)
        _, again, more = slow_visit(context, address)
        context.close()
        kilobytes = [f"{sizes[kind] / 1000:.0f}" for kind in ("all", *_PARTS)]
        table.add_row(board.id, f"{first:.1f}", f"{stood:.1f}", *kilobytes, f"{again:.1f}", f"{more['all'] / 1000:.0f}")
    Console().print(table)


def panning(browser: Browser, server: str, board: str) -> dict[str, float]:
    """Frames a second while the map is dragged for two seconds, zoomed in."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    open_table(page, server, board)
    page.wait_for_timeout(500)
    box = page.locator("[data-map]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    for _ in range(3):
        page.mouse.wheel(0, -300)
    page.wait_for_timeout(600)
    frames = page.evaluate_handle(f"() => {{ window.frames_ = ({_FRAMES})(); }}")
    page.mouse.down()
    for step in range(120):
        page.mouse.move(x + 150 * ((step % 40) - 20) / 20, y + 60 * ((step % 30) - 15) / 15)
    page.mouse.up()
    page.evaluate("() => { window.panning = false; }")
    times: list[float] = page.evaluate("() => window.frames_")
    frames.dispose()
    context.close()
    gaps = [after - before for before, after in pairwise(times)]
    return {
        "frames_per_second": 1000 * len(gaps) / (times[-1] - times[0]),
        "worst_ms": max(gaps),
        "p95_ms": sorted(gaps)[int(0.95 * len(gaps))],
    }


def show(results: dict[str, Any]) -> None:
    """The tables."""
    console = Console()
    paint = Table("page", "first paint, ms", box=None)
    for page, time in results["first_paint_ms"].items():
        paint.add_row(page, f"{time:.0f}")
    console.print(paint, "")
    size = Table("board", "kB in all", *_PARTS, "files", "frames/s", "p95 ms", "worst ms", box=None)
    for board, bytes_ in results["bytes"].items():
        pan = results["panning"][board]
        cells = [f"{bytes_[name] / 1000:.0f}" for name in ("all", *_PARTS)]
        frames = [f"{pan[name]:.0f}" for name in ("frames_per_second", "p95_ms", "worst_ms")]
        size.add_row(board, *cells, str(bytes_["files"]), *frames)
    console.print(size)


if __name__ == "__main__":
    sys.exit(main())
