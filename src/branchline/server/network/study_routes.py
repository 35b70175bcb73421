"""The HTTP part of learning from a finished game: its analysis, and playing on from one of its moments."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from branchline.server.content.fixed_answers import Fixed, Made
from branchline.server.network.routes import REFUSALS, Given, TableId, seated_at
from branchline.table.protocol.answers import AnalysisState, Seated, StudiedGame
from branchline.table.protocol.requests import PlayOn
from branchline.table.study import continuing
from branchline.table.tokens import hashed_address

router = APIRouter(prefix="/api/tables", responses=REFUSALS)
_made = Made(50)  # analyses, compressed


@router.get("/{table_id}/analysis")
async def get_analysis_state(table_id: TableId, services: Given) -> AnalysisState:
    """How matters stand with the analysis of a finished game."""
    return await services.analyst.state(table_id)


@router.post("/{table_id}/analysis")
async def ask_analysis(table_id: TableId, request: Request, services: Given) -> AnalysisState:
    """Have a finished game analyzed, or more deeply than it was: it waits in a queue."""
    return await services.analyst.ask(table_id, hashed_address(services.address_of(request)))


@router.get("/{table_id}/analysis/{worlds}", response_model=StudiedGame)
async def get_analysis(
    table_id: TableId, worlds: Annotated[int, Path(ge=1, lt=2**31)], request: Request, services: Given
) -> Response:
    """The analysis of a finished game, if the kept one is of this depth."""
    body = await services.analyst.kept(table_id, worlds)
    made = await _made.get_in_thread((table_id, worlds, hash(body)), lambda: Fixed.of(body, "application/json"))
    return made.answer(request)


@router.post("/{table_id}/continue", status_code=201)
async def play_on(table_id: TableId, wanted: PlayOn, request: Request, services: Given) -> Seated:
    """A new table that goes on from a moment of a finished game, against bots."""
    services.check_making(request, (wanted.name,))
    hub, settings = services.hub, services.settings
    maker = continuing.Maker(hashed_address(services.address_of(request)), settings.limits.tables_per_address)
    source, keeper = await hub.table(table_id), (hub.worker, settings.lease_seconds)
    made = await continuing.play_on(hub.store, services.side_thread, source, wanted, maker, keeper)
    fresh = await hub.table(made.table)
    hub.caretaker.take(fresh)
    return await seated_at(services, made.table, made.token, made.invitation)
