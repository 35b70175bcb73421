"""Makes the font files of the project from the npm packages of Fontsource (all under the SIL Open Font License).

    npm install @fontsource/zilla-slab @fontsource/barlow @fontsource/barlow-semi-condensed
    pip install fonttools brotli
    python tools/fonts.py node_modules src/branchline/drawing/fonts

Writes TrueType files, which the renderer of pictures needs, and WOFF2 files for browsers, without the letters and
features that nothing here uses.
"""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

DRAWN = (  # family, part, weight and style: what boards are lettered with
    ("barlow-semi-condensed", "latin", "600-normal"),
    ("barlow-semi-condensed", "latin-ext", "600-normal"),
    ("zilla-slab", "latin", "500-normal"),
    ("zilla-slab", "latin", "500-italic"),
    ("zilla-slab", "latin", "600-italic"),
)
PAGES = (  # what the pages use besides
    ("barlow", "latin", "500-normal"),
    ("barlow", "latin", "600-normal"),
    ("zilla-slab", "latin", "600-normal"),
    ("zilla-slab", "latin", "700-normal"),
)
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x2032, 0x2033, 0x2212, 0x00D7]
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "lnum", "tnum", "liga"]


def main() -> None:
    """Read the packages, write the files."""
    parser = argparse.ArgumentParser(description="Make the font files of the project.")
    parser.add_argument("packages", type=Path, help="a node_modules folder with the three packages")
    parser.add_argument("out", type=Path, help="where the files go")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for family, part, style in DRAWN + PAGES:
        font = _smaller(options.packages / "@fontsource" / family / "files" / f"{family}-{part}-{style}.woff2")
        name = f"{family}-{style}" if part == "latin" else f"{family}-{part}-{style}"
        if (family, part, style) in DRAWN:
            font.save(options.out / f"{name}.ttf")
        font.flavor = "woff2"
        font.save(options.out / f"{name}.woff2")
    for family in ("zilla-slab", "barlow", "barlow-semi-condensed"):
        shutil.copy(options.packages / "@fontsource" / family / "LICENSE", options.out / f"{family}-LICENSE.txt")


def _smaller(path: Path) -> TTFont:
    font = TTFont(path)
    font.flavor = None
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=["*"], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    _name_the_family(font)
    return font


def _name_the_family(font: TTFont) -> None:
    """Say which family a file belongs to; the packages keep only the name of the weight within it."""
    names = font["name"]
    family, style = names.getDebugName(6).split("-")
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", family)
    names.setName(spaced, 16, 3, 1, 0x409)
    names.setName(re.sub(r"(?<=[a-z])(?=Italic)", " ", style), 17, 3, 1, 0x409)


if __name__ == "__main__":
    main()
