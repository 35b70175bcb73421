"""Boards as drawings: for pages to show games on, and as pictures. Made once, then asked about by their ETag."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import structlog
from fastapi import APIRouter, Request, Response

from branchline.boards import registry
from branchline.drawing import LayoutError, draw_thumbnail, grounds_css, live_board, load_land, stylesheet
from branchline.model.board import Board
from branchline.server.content.fixed_answers import Fixed, Made
from branchline.table.protocol.answers import Refusal
from branchline.table.protocol.refusing import Refused

# A picture brings its own styles and nothing that runs.
_log = structlog.get_logger("branchline.drawings")
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
router = APIRouter(responses={404: {"model": Refusal}})
Theme = Literal["day", "night"]


_SVG = "image/svg+xml"
_made = Made()


@router.get("/api/boards/{board}/drawing.svg", response_class=Response)
async def get_drawing(board: str, request: Request) -> Response:
    """The drawing of a board for a page: with every piece that could come to it, unseen."""
    found = _board(board)
    return (await _drawn((board, "live"), lambda: live_board(found))).answer(request)


@router.get("/api/boards/{board}/picture.svg", response_class=Response)
async def get_picture(board: str, request: Request, theme: Theme = "day") -> Response:
    """A small picture of an empty board, for a catalog."""
    found = _board(board)
    picture = await _drawn((board, theme), lambda: draw_thumbnail(found, theme=theme))
    return picture.answer(request, **{"content-security-policy": PICTURE_POLICY})


@router.get("/static/board.css", include_in_schema=False)
async def get_stylesheet(request: Request) -> Response:
    """The colors and rules of drawings, and the colors of each board's ground."""
    return _made.get("styles", lambda: Fixed.of(_styles().encode(), "text/css")).answer(request)


def _styles() -> str:
    boards = []
    for board in registry.boards():
        try:
            load_land(board)
            boards.append(board)
        except LayoutError as error:
            _log.warning("ground not read", board=board.id, error=str(error))
    return stylesheet() + grounds_css(boards)


def _board(name: str) -> Board:
    found = next((board for board in registry.boards() if board.id == name), None)
    if found is None:
        raise Refused("not_found", f"There is no board '{name[:40]}'.")
    return found


async def _drawn(key: tuple[str, str], draw: Callable[[], str]) -> Fixed:
    """A drawing. The first time it is made takes long, and leaves the event loop to others."""
    try:
        return await _made.get_in_thread(key, lambda: Fixed.of(draw().encode(), _SVG))
    except LayoutError as error:
        _log.warning("board not drawn", board=key[0], error=str(error))
        raise Refused("not_found", "There is no drawing of that board.") from error
