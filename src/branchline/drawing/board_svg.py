"""A whole board as one SVG, layer by layer from the water to the frame.

The ids, classes and layers are described in docs/drawn-board.md: programs that show the board rely on them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from branchline.drawing.draft import draft_layout
from branchline.drawing.ground import draw_frame, draw_ground
from branchline.drawing.heat import LEGEND_HEIGHT, draw_legend, draw_values
from branchline.drawing.land import Land, load_land
from branchline.drawing.layout import SLOT_WIDTH, Layout, check_layout, has_layout, load_layout
from branchline.drawing.palette import Theme, declared, theme_css, tones_css
from branchline.drawing.pieces import draw_pieces, piece_definitions
from branchline.drawing.places import draw_bonuses, draw_labels, draw_places
from branchline.drawing.scene import EMPTY, Scene
from branchline.drawing.svg import attributes, n
from branchline.drawing.symbols import sign_definitions
from branchline.drawing.tracks import draw_lines, draw_marks, draw_slots, slot_definitions
from branchline.model.board import Board

_HALO = 3.4  # how far the glow of a route reaches beyond its slots


@cache
def stylesheet() -> str:
    """The CSS of drawn boards: the variables of both themes, and the rules that use them."""
    return theme_css() + Path(__file__).with_name("board.css").read_text("utf-8")


def grounds_css(boards: Iterable[Board]) -> str:
    """The colors that some boards have of their own, for pages that bring `stylesheet()`."""
    return "".join(tones_css(board.id, land.tones) for board in boards if (land := load_land(board)) is not None)


def draw_board(board: Board, scene: Scene = EMPTY, *, theme: Theme | None = "day") -> str:
    """A board with what lies on it, as an SVG for itself; without a theme the page brings `stylesheet()`."""
    return _drawing(board, scene, theme, live=False)


def live_board(board: Board) -> str:
    """The bare board for a page that shows games on it: with every piece that could be there, unseen, and without
    colors: the page brings `stylesheet()` and the theme."""
    return _drawing(board, EMPTY, None, live=True)


def _drawing(board: Board, scene: Scene, theme: Theme | None, *, live: bool) -> str:
    layout, land = _layout_of(board), load_land(board)
    check_layout(board, layout)
    closed = dict.fromkeys(scene.closed, "closed")
    pieces = live or scene.owners or any(scene.things.values())
    parts = [
        _opening(board, layout, scene, theme, land),
        "" if theme is None else f"<style>{stylesheet()}</style>",
        f"<defs>{sign_definitions()}{slot_definitions(board, layout)}",
        piece_definitions(board, layout) if pieces else "",
        "</defs>",
        draw_ground(layout, land),
        draw_lines(board, layout),
        _halos(board, layout, scene, live),
        draw_slots(board, layout, closed),
        draw_values(board, layout, scene.values) if scene.values else "",
        draw_marks(board, layout),
        draw_places(board, layout, scene.lit),
        draw_pieces(board, layout, scene, templates=live) if pieces else "",
        draw_labels(board, layout),
        draw_bonuses(board, layout),
        _hits(board, layout) if live else "",
        draw_frame(layout),
        draw_legend(layout, scene.values) if scene.values else "",
        "</svg>",
    ]
    return "".join(parts)


def _layout_of(board: Board) -> Layout:
    """The layout in the board's folder; for a board without one, a draft."""
    return load_layout(board) if has_layout(board) else draft_layout(board)


def _opening(board: Board, layout: Layout, scene: Scene, theme: Theme | None, land: Land | None) -> str:
    height = layout.size.y + (LEGEND_HEIGHT * layout.unit if scene.values else 0)
    tones = land.tones.get(theme) if theme and land else None
    head = attributes(
        xmlns="http://www.w3.org/2000/svg",
        class_="bd valued" if scene.values else "bd",
        viewBox=f"0 0 {n(layout.size.x)} {n(height)}",
        data_board=board.id,
        data_theme=theme,
        style=declared(tones) if tones else None,
        role="img",
        aria_label=f"Map of {board.title}",
    )
    return f"<svg{head}>"


def _halos(board: Board, layout: Layout, scene: Scene, live: bool) -> str:
    """A glow behind the slots of routes that are legal, an edge behind those that are marked."""
    parts = []
    edge = (SLOT_WIDTH + 2 * _HALO) * layout.unit
    for route in board.routes:
        kinds = " ".join(
            word for word, routes in (("legal", scene.legal), ("marked", scene.marked)) if route.index in routes
        )
        if kinds or live:
            head = attributes(id=f"halo-{route.index}", class_=f"halo {kinds}".strip())
            use = f'href="#run-{route.index}"'
            parts.append(
                f'<g{head}><use class="edge" {use} stroke-width="{n(edge)}"/>'
                f'<use class="fill" {use} stroke-width="{n(edge - 2.2 * layout.unit)}"/></g>'
            )
    return f'<g class="halos">{"".join(parts)}</g>' if parts else ""


def _hits(board: Board, layout: Layout) -> str:
    """Where a pointer touches a route: its whole run, a little wider than its slots."""
    wide = n((SLOT_WIDTH + 4.4) * layout.unit)
    parts = [
        f"<use{attributes(id=f'hit-{route.index}', data_route=route.id, href=f'#run-{route.index}')}/>"
        for route in board.routes
    ]
    return f'<g class="hits" stroke-width="{wide}">{"".join(parts)}</g>'
