"""Pictures of a drawing: PNG, or the colors of every pixel. Needs the package resvg_py."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.drawing.palette import Theme, resolved
from branchline.model.errors import BranchlineError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FONTS = Path(__file__).parent / "fonts"


class NoRenderer(BranchlineError):
    """A package that pictures are made with is not installed."""


def render_png(svg: str, theme: Theme = "day", *, width: int | None = None, height: int | None = None) -> bytes:
    """A drawing as a PNG of that width or height (by default of its own size)."""
    try:
        import resvg_py
    except ImportError as error:
        raise NoRenderer('pictures need the package resvg_py: pip install "branchline[drawing]"') from error
    png: bytes = bytes(
        resvg_py.svg_to_bytes(
            svg_string=resolved(svg, theme),
            width=width,
            height=height,
            font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
            skip_system_fonts=True,
            font_family="Barlow Semi Condensed",
        )
    )
    return png


def render_rgb(svg: str, theme: Theme = "day", *, width: int) -> npt.NDArray[np.uint8]:
    """A drawing as an array of height × width × 3 color values."""
    try:
        import numpy as np
        from PIL import Image
    except ImportError as error:
        raise NoRenderer('arrays of pixels need NumPy and Pillow: pip install "branchline[drawing]"') from error
    with Image.open(BytesIO(render_png(svg, theme, width=width))) as picture:
        return np.array(picture.convert("RGB"), dtype=np.uint8)
