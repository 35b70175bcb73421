"""The report: one file that needs nothing else, and that everybody can read."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

import branchline as bl
from branchline import lab
from branchline.boards import registry
from branchline.lab.report.charts import Dot, Scale, columns, histogram, scatter, steps
from branchline.lab.report.words import between, percent, points, signed, signed_percent

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Outline(HTMLParser):
    """Reads a page: is everything closed, and what is there?"""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> lab.Run:
    out = tmp_path_factory.mktemp("report") / "run"
    return lab.simulate("san_francisco", bots=["random", "greedy"], games=40, out=out, processes=1)


@pytest.fixture(scope="module")
def page(run: lab.Run) -> str:
    return lab.write_report(run).read_text(encoding="utf-8")


def test_it_stands_for_itself(page: str) -> None:
    outline = Outline(page)
    assert not outline.open
    assert not [link for link in re.findall(r'(?:href|src)="([^"#]+)"', page) if not link.startswith("data:")]
    assert not re.findall(r"url\((?!data:|#)", page)
    assert not outline.all("img")
    assert "prefers-color-scheme: dark" in page
    assert "width=device-width" in page


def test_it_is_the_same_each_time(run: lab.Run, page: str) -> None:
    assert lab.write_report(run).read_text(encoding="utf-8") == page


def test_everything_can_be_read_aloud(page: str) -> None:
    outline = Outline(page)
    for picture in outline.all("svg"):
        assert picture.get("aria-hidden") == "true" or picture.get("aria-label")
    assert all(head.get("scope") in ("col", "row") for head in outline.all("th"))
    tables = len(outline.all("table"))
    assert len(outline.all("caption")) == tables == len([r for r in outline.all("div") if r.get("role") == "region"])
    plots = [picture for picture in outline.all("svg") if picture.get("class") == "plot"]
    assert 0 < len(plots) < tables  # beside every plot there is a table
    levels = [int(tag[1]) for tag, _ in outline.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


def test_every_link_within_the_page_leads_somewhere(page: str) -> None:
    outline = Outline(page)
    ids = {attributes["id"] for _, attributes in outline.elements if "id" in attributes}
    wanted = {str(link["href"])[1:] for link in outline.all("a") if str(link["href"]).startswith("#")}
    assert {"summary", "map", "scores", "tickets", "routes", "tokens", "games"} <= wanted <= ids


def test_records_of_surprising_games_travel_along(run: lab.Run, page: str) -> None:
    found = re.findall(r'download="game-(\d+)\.json" href="data:application/json;base64,([^"]+)"', page)
    assert len(found) >= 5
    for number, data in found:
        record = bl.notation.record.loads(base64.b64decode(data).decode())
        assert bl.replay(record).is_over
        assert record == bl.load(run.record_path(int(number)))


def test_names_of_boards_and_bots_are_escaped(tmp_path: Path) -> None:
    """A board of your own may be called anything, and has no layout to be drawn by."""
    folder = tmp_path / "tricky"
    source = Path(__file__).parents[2] / "examples/own_board"
    folder.mkdir()
    for name in ("board.toml", "rules.py"):
        text = (source / name).read_text(encoding="utf-8")
        text = re.sub(r'^id = ".*"', 'id = "tricky"', text, flags=re.MULTILINE)
        (folder / name).write_text(
            re.sub(r'^title = ".*"', 'title = "A <b>bold</b> & tricky one"', text, count=1, flags=re.MULTILINE)
        )
    run = lab.simulate(str(folder), bots=["random"], games=3, out=tmp_path / "run", processes=1)
    page = lab.write_report(run).read_text(encoding="utf-8")
    assert "A &lt;b&gt;bold&lt;/b&gt; &amp; tricky one" in page
    assert "<b>bold</b>" not in page
    assert not Outline(page).open


@pytest.mark.parametrize("board", [board.id for board in registry.boards()])
def test_every_board_has_its_report(board: str, tmp_path: Path) -> None:
    run = lab.simulate(board, bots=["random"], games=2, out=tmp_path / "run", processes=1, records=0)
    page = lab.write_report(run).read_text(encoding="utf-8")
    assert not Outline(page).open
    assert run.board.title in page
    for mechanic in run.mechanics():
        assert f"<h2>{mechanic.capitalize()}</h2>" in page
    assert page.count('data-board="') >= 1


# Plots and words


def test_axes_have_round_numbers() -> None:
    assert steps(0, 100) == [0, 20, 40, 60, 80, 100]
    assert steps(-7, 12, 5) == [-5, 0, 5, 10]
    assert steps(3, 3)[0] == 3
    assert Scale(0, 10, 0, 100)(5) == 50
    assert Scale(0, 10, 0, 100).clipped(12) == 100


def test_a_histogram_shows_all_values() -> None:
    drawn = histogram({"one": [1, 1, 2], "other": [5]}, "x", "label")
    heights = [float(y) for y in re.findall(r"V([\d.]+)H", drawn)]
    assert len(heights) == 10  # five bins for each series
    assert "one" in drawn
    assert "<script" not in histogram({"<script>": [1]}, "x", "label")


def test_stacked_columns_fill_the_whole() -> None:
    drawn = columns({"a": [0.25, 1.0], "b": [0.75, 0.0]}, "x", "label")
    bars = [float(height) for height in re.findall(r'height="([\d.]+)"><title>', drawn)]
    assert len(bars) == 3
    assert bars[0] + bars[2] == pytest.approx(bars[1], abs=0.2)


def test_names_in_a_scatter_plot_do_not_cover_each_other() -> None:
    drawn = scatter(
        [Dot(5, 3, "here", True), Dot(5, 3, "here too", True), Dot(5, 3, "and here", True)], "x", "y", "label"
    )
    assert drawn.count("<circle") == 3
    assert sum(f">{name}</text>" in drawn for name in ("here", "here too", "and here")) == 2


def test_figures_in_words() -> None:
    assert percent(0.5312) == "53.1\u202f%"
    assert (percent(None), points(None), signed(None), between(None, 1)) == ("–",) * 4
    assert (points(-12.34), signed(3), signed_percent(-0.05)) == ("−12.3", "+3.0", "−5.0")
    assert between(-0.01, 0.02, 100) == "−1.0 to 2.0"
