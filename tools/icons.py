"""Makes the icons of the installed app out of the favicon: `python tools/icons.py`."""

from __future__ import annotations

from branchline.drawing.raster import render_png
from branchline.web import STATIC

SIZED = 'viewBox="0 0 32 32" width="32" height="32"'
SMALLER = ("translate(2.4 2.4) scale(.85)", "translate(6.4 6.4) scale(.6)")  # systems cut up to a fifth off the edges


def main() -> None:
    """Write the icons."""
    svg = (STATIC / "favicon.svg").read_text().replace('viewBox="0 0 32 32"', SIZED)
    icons = STATIC / "icons"
    icons.mkdir(exist_ok=True)
    for size in (192, 512):
        (icons / f"icon-{size}.png").write_bytes(render_png(svg, width=size))
    full = svg.replace('rx="7" ', "").replace(*SMALLER)
    (icons / "maskable-512.png").write_bytes(render_png(full, width=512))


if __name__ == "__main__":
    main()
