"""The faces of a board's own mechanics in the browser client: JavaScript modules that lie beside the board file."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from branchline.boards import registry
from branchline.server.content.fixed_answers import Fixed, Made
from branchline.table.catalog import own_modules
from branchline.table.protocol.refusing import Refused

router = APIRouter(include_in_schema=False)  # files of the client, like all others under /static
_made = Made()


@router.get("/static/boards/{board}/{name}")
async def get_module(board: str, name: str, request: Request) -> Response:
    """One of the modules that a board brings for the client."""
    files = (path for each in registry.boards() if each.id == board for path in own_modules(each))
    found = next((path for path in files if path.name == name), None)
    if found is None:
        raise Refused("not_found", "There is no such module.")
    return _made.get(found, lambda: Fixed.of(found.read_bytes(), "text/javascript")).answer(request)
