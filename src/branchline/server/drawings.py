"""Drawn boards for the browser: the live drawing, a small picture, the colors and the fonts. Made once, kept, compressed."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from typing import Literal

from fastapi import APIRouter, FastAPI, Request, Response
from starlette.staticfiles import StaticFiles

from branchline.boards import registry
from branchline.drawing import LayoutError, draw_thumbnail, live_board, load_layout, stylesheet
from branchline.drawing.raster import FONTS
from branchline.model.board import Board
from branchline.server.refusing import Refused

router = APIRouter(include_in_schema=False)
_SVG = "image/svg+xml"


def add_drawings(app: FastAPI) -> None:
    """Serve the drawings; before the client's own files, some of whose addresses they share."""
    app.include_router(router)
    app.mount("/static/fonts", StaticFiles(directory=FONTS))


@router.get("/api/boards/{board}/drawing.svg")
async def get_drawing(board: str, request: Request) -> Response:
    """The board for a page that shows games on it."""
    return _answer(request, *_drawing(board), _SVG)


@router.get("/api/boards/{board}/picture.svg")
async def get_picture(board: str, request: Request, theme: Literal["day", "night"] = "day") -> Response:
    """The board as a small picture."""
    return _answer(request, *_picture(board, theme), _SVG)


@router.get("/static/board.css")
async def get_stylesheet(request: Request) -> Response:
    """The colors of day and night, and how drawn boards look."""
    return _answer(request, *_colors(), "text/css")


def _answer(request: Request, packed: bytes, tag: str, kind: str) -> Response:
    headers = {"cache-control": "no-cache", "etag": tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers=headers | {"content-encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=kind, headers=headers)


@cache
def _drawing(board: str) -> tuple[bytes, str]:
    return _packed(live_board(_drawable(board)))


@cache
def _picture(board: str, theme: Literal["day", "night"]) -> tuple[bytes, str]:
    return _packed(draw_thumbnail(_drawable(board), theme=theme))


@cache
def _colors() -> tuple[bytes, str]:
    return _packed(stylesheet())


def _drawable(name: str) -> Board:
    """The board of that id, if it can be drawn."""
    board = next((board for board in registry.boards() if board.id == name), None)
    if board is None:
        raise Refused("not_found", f"There is no board '{name}'.")
    try:
        load_layout(board)
    except LayoutError as error:
        raise Refused("not_found", f"{str(error)[0].upper()}{str(error)[1:]}.") from error
    return board


def _packed(text: str) -> tuple[bytes, str]:
    """Text, compressed, with its ETag."""
    plain = text.encode()
    return gzip.compress(plain, mtime=0), f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
