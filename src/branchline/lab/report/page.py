"""The report: one HTML file with everything in it, and what all pages of the lab look like."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import branchline
from branchline.drawing.board_svg import stylesheet
from branchline.drawing.palette import variables
from branchline.drawing.raster import FONTS
from branchline.lab.report import charts
from branchline.lab.report.heatmap import heat_map
from branchline.lab.report.sections import all_sections
from branchline.lab.report.summary import key_figures, summary
from branchline.lab.report.surprises import surprises
from branchline.lab.report.words import percent, points
from branchline.lab.run import Run
from branchline.lab.run_figures import Study
from branchline.lab.statistics import FEWEST
from branchline.words.plain import counted, game_title, listed


def write_report(run: Run | str | Path, path: str | Path | None = None) -> Path:
    """Write the report of a run, by default as `report.html` into its folder; returns where it is."""
    run = run if isinstance(run, Run) else Run(run)
    path = run.folder / "report.html" if path is None else Path(path)
    path.write_text(page(Study(run)), encoding="utf-8")
    return path


def page(study: Study) -> str:
    """The report as HTML."""
    chosen = study.run.settings
    return (
        templates()
        .get_template("report/page.html")
        .render(
            title=game_title(study.board, study.variant, chosen.seats),
            games=len(study.games),
            wanted=chosen.games,
            bots=listed(sorted(set(chosen.bots))),
            seed=chosen.seed,
            version=branchline.__version__,
            rules_version=chosen.rules_version,
            note=study.board.note,
            summary=summary(study),
            figures=key_figures(study),
            sections=all_sections(study),
            heat=heat_map(study),
            surprises=list(_linked(study)),
            fewest=FEWEST,
            fair=percent(study.fair),
            css=style(),
            script=script(),
        )
    )


# Games


def _linked(study: Study) -> Iterable[dict[str, Any]]:
    """Surprising games with their records, which travel inside the page."""
    for surprise in surprises(study):
        path = study.run.save_record(surprise.game)
        told = ", ".join(f"seat {seat + 1} {counted(total, 'point')}" for seat, total in enumerate(surprise.totals))
        yield {
            "kind": surprise.kind,
            "sentence": surprise.sentence,
            "game": surprise.game,
            "file": path.name,
            "data": base64.b64encode(path.read_bytes()).decode(),
            "spark": Markup(charts.lines(surprise.scores, f"Scores over the game; at the end {told}.")),
            "totals": [points(total, 0) for total in surprise.totals],
        }


# What the pages of the lab look like


_FONTS = (
    ("Barlow", 500, "barlow-500-normal.woff2"),
    ("Barlow", 600, "barlow-600-normal.woff2"),
    ("Barlow Semi Condensed", 600, "barlow-semi-condensed-600-normal.woff2"),
    ("Zilla Slab", 600, "zilla-slab-600-normal.woff2"),
    ("Zilla Slab", 700, "zilla-slab-700-normal.woff2"),
)


def templates() -> Environment:
    """The templates of the lab, by their paths below its folder."""
    return Environment(
        loader=PackageLoader("branchline.lab", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def script() -> Markup:
    """What makes tables sortable."""
    return Markup(_text("page.js"))


def style() -> Markup:
    """The colors of both themes, the fonts, the drawn board, and the page."""
    night = ";".join(f"--{name}:{value}" for name, value in variables("night").items())
    fonts = "".join(_font(*font) for font in _FONTS)
    themes = f"{stylesheet()}@media (prefers-color-scheme: dark){{:root{{{night}}}}}"
    return Markup(f"{fonts}{themes}{_text('page.css')}")


def _font(family: str, weight: int, file: str) -> str:
    data = base64.b64encode((FONTS / file).read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f"@font-face{{font-family:'{family}';font-weight:{weight};src:{source};font-display:swap}}"


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
