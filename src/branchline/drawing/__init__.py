"""Boards as drawings: SVG made from data, pictures made of it, and layouts for new boards.

>>> import branchline as bl
>>> from branchline.drawing import draw_board, scene_of
>>> game = bl.new_game("usa", seats=3, seed=1)
>>> draw_board(game.board, scene_of(game.observe(None)))[:4]
'<svg'
"""

from branchline.drawing.board_svg import draw_board, grounds_css, live_board, stylesheet
from branchline.drawing.land import Land, load_land
from branchline.drawing.layout import Layout, LayoutError, load_layout
from branchline.drawing.palette import Theme, theme_css
from branchline.drawing.raster import NoRenderer, render_png, render_rgb
from branchline.drawing.scene import EMPTY, RouteValues, Scene, scene_of
from branchline.drawing.thumbnail import draw_thumbnail

__all__ = [
    "EMPTY",
    "Land",
    "Layout",
    "LayoutError",
    "NoRenderer",
    "RouteValues",
    "Scene",
    "Theme",
    "draw_board",
    "draw_thumbnail",
    "grounds_css",
    "live_board",
    "load_land",
    "load_layout",
    "render_png",
    "render_rgb",
    "scene_of",
    "stylesheet",
    "theme_css",
]
