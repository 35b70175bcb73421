"""Boards as drawings: for pages to show games on, and as pictures. Made once, then asked about by their ETag."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Literal

from fastapi import APIRouter, Request, Response

from branchline.boards import registry
from branchline.drawing import LayoutError, draw_thumbnail, live_board, stylesheet
from branchline.model.board import Board
from branchline.server.answers import Refusal
from branchline.server.refusing import Refused

# A picture brings its own styles and nothing that runs.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
router = APIRouter(responses={404: {"model": Refusal}})
Theme = Literal["day", "night"]


@router.get("/api/boards/{board}/drawing.svg", response_class=Response)
async def get_drawing(board: str, request: Request) -> Response:
    """The drawing of a board for a page: with every piece that could come to it, unseen."""
    return _text(request, _drawing(board), "image/svg+xml")


@router.get("/api/boards/{board}/picture.svg", response_class=Response)
async def get_picture(board: str, request: Request, theme: Theme = "day") -> Response:
    """A small picture of an empty board, for a catalog."""
    answer = _text(request, _picture(board, theme), "image/svg+xml")
    answer.headers["content-security-policy"] = PICTURE_POLICY
    return answer


@router.get("/static/board.css", include_in_schema=False)
async def get_stylesheet(request: Request) -> Response:
    """The colors and rules of drawings."""
    return _text(request, _styles(), "text/css")


def _text(request: Request, text: str, kind: str) -> Response:
    """A text that is sent again only if it changed."""
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    asked = request.headers.get("if-none-match", "")
    if tag in (each.strip().removeprefix("W/") for each in asked.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)


def _board(name: str) -> Board:
    found = next((board for board in registry.boards() if board.id == name), None)
    if found is None:
        raise Refused("not_found", f"There is no board '{name[:40]}'.")
    return found


@cache
def _drawing(board: str) -> str:
    try:
        return live_board(_board(board))
    except LayoutError as error:
        raise Refused("not_found", f"There is no drawing of that board: {error}.") from error


@cache
def _picture(board: str, theme: Theme) -> str:
    try:
        return draw_thumbnail(_board(board), theme=theme)
    except LayoutError as error:
        raise Refused("not_found", f"There is no drawing of that board: {error}.") from error


@cache
def _styles() -> str:
    return stylesheet()
