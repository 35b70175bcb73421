"""What the pages of the lab look like: their templates, and the style and script that travel inside them."""

from __future__ import annotations

import base64
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from branchline.drawing.board_svg import stylesheet
from branchline.drawing.palette import variables
from branchline.drawing.raster import FONTS

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
