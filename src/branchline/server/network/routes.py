"""The HTTP part of the interface: boards, lobby, records."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse

from branchline.boards import registry
from branchline.model.errors import UnknownBoard, UnknownVariant
from branchline.server.content.drawings import PICTURE_POLICY, Theme
from branchline.server.content.fixed_answers import Fixed, Made
from branchline.server.guarding.connections import line_of
from branchline.server.network.services import Services, services_of
from branchline.server.network.sockets import SocketConversation
from branchline.server.operating.house import note_host
from branchline.server.store import listing
from branchline.table import lobby, records
from branchline.table.catalog import board_data, catalog
from branchline.table.conversation import seated
from branchline.table.describing import table_info
from branchline.table.protocol.answers import BoardData, Catalog, Refusal, Replay, ReplayStep, Seated, Tables
from branchline.table.protocol.messages import TableInfo
from branchline.table.protocol.requests import AddWord, CreateTable, JoinTable, KickSeat, PlanSeat, SwapSeats
from branchline.table.protocol.schema import schemas
from branchline.table.time_budgets import charged
from branchline.table.tokens import TABLE_ID, hashed_address, is_table_id

_STATUSES = (400, 401, 403, 404, 409, 413, 422, 429, 503)
REFUSALS: dict[int | str, dict[str, Any]] = {status: {"model": Refusal} for status in _STATUSES}
router = APIRouter(prefix="/api", responses=REFUSALS)
Given = Annotated[Services, Depends(services_of)]


async def _bearer(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str | None:
    """The token in the Authorization header."""
    kind, _, token = (authorization or "").partition(" ")
    return token.strip() if kind.casefold() == "bearer" and token.strip() else None


Bearer = Annotated[str | None, Depends(_bearer)]
TableId = Annotated[str, Path(pattern=TABLE_ID)]


_made = Made()


@router.get("/boards", response_model=Catalog)
async def get_boards(request: Request) -> Response:
    """What can be played here, and with whom."""
    known = tuple(board.id for board in registry.boards())  # a board may be added while the server runs
    return _made.get(("boards", known), lambda: Fixed.json(catalog())).answer(request)


@router.get("/boards/{board}", response_model=BoardData)
async def get_board(board: str, request: Request) -> Response:
    """All that stands still on a board, for drawing it."""
    made = _made.get(("board", board[:80]), lambda: Fixed.json(board_data(board)))
    return made.answer(request, **{"cache-control": "public, max-age=3600"})


@router.get("/schema")
async def get_schema(request: Request) -> Response:
    """The messages of the socket as JSON Schema."""
    return _made.get("schema", lambda: Fixed.json(schemas())).answer(request)


@router.get("/tables")
async def get_tables(
    services: Given,
    status: Literal["open", "running", "finished"] = "open",
    ids: Annotated[str | None, Query(max_length=2000)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Tables:
    """The lobby; with `ids`, just these tables."""
    if ids is not None:
        rows = await listing.by_ids(services.store, [each for each in ids.split(",")[:100] if is_table_id(each)])
    else:
        rows = await listing.lobby(services.store, status, limit)
    counts = await listing.decision_counts(services.store, [row.id for row in rows if row.status == "running"])
    live = services.hub.tables
    found: list[TableInfo] = []
    for row in rows:
        try:
            known = row.id in live
            found.append(live[row.id].info() if known else table_info(row, None, frozenset(), counts.get(row.id, 0)))
        except (UnknownBoard, UnknownVariant):  # of another version of this server: it can show the other tables
            continue
    return {"tables": found}


@router.post("/tables", status_code=201)
async def create_table(wanted: CreateTable, request: Request, services: Given) -> Seated:
    """A new table. Who creates it is its host."""
    services.check_making(request, (wanted.name, *wanted.hot_seat))
    address = hashed_address(services.address_of(request))
    most = services.settings.limits.tables_per_address
    table, token, invitation = await lobby.create(services.store, wanted, address, most)
    return await seated_at(services, table, token, invitation)


async def seated_at(services: Services, table_id: TableId, token: str, invitation: str | None = None) -> Seated:
    """The seats at a table that a token holds."""
    return seated(await services.hub.table(table_id), token, invitation)


@router.get("/tables/{table_id}")
async def get_table(table_id: TableId, services: Given) -> TableInfo:
    """A table."""
    return (await services.hub.table(table_id)).info()


@router.post("/tables/{table_id}/join", status_code=201)
async def join_table(table_id: TableId, wanted: JoinTable, request: Request, services: Given) -> Seated:
    """Take a free seat."""
    services.doorkeeper.rules.check_name(wanted.name)
    address = hashed_address(services.address_of(request))
    most = services.settings.limits.seats_per_address
    _, token = await lobby.join(services.store, table_id, wanted, address, most)
    await services.hub.look_again(table_id)
    return await seated_at(services, table_id, token)


@router.post("/tables/{table_id}/word", status_code=204)
async def add_word(table_id: TableId, wanted: AddWord, token: Bearer, services: Given) -> None:
    """Add a word to the shuffle, before the start."""
    await lobby.add_word(services.store, table_id, token, wanted.word)
    await services.hub.look_again(table_id)


@router.post("/tables/{table_id}/leave", status_code=204)
async def leave_table(table_id: TableId, token: Bearer, services: Given) -> None:
    """Give the seat back. During the game, say `leave` on the socket."""
    await lobby.leave(services.store, table_id, token)
    await services.hub.look_again(table_id)


@router.post("/tables/{table_id}/kick")
async def kick_seat(table_id: TableId, wanted: KickSeat, token: Bearer, services: Given) -> TableInfo:
    """The host frees a seat."""
    await lobby.kick(services.store, table_id, token, wanted.seat)
    await note_host(services.store, "kick", table_id, f"seat {wanted.seat}")
    return await _changed(services, table_id)


@router.post("/tables/{table_id}/swap")
async def swap_seats(table_id: TableId, wanted: SwapSeats, token: Bearer, services: Given) -> TableInfo:
    """The host lets two seats change places."""
    await lobby.swap(services.store, table_id, token, wanted.seats[0], wanted.seats[1])
    return await _changed(services, table_id)


@router.post("/tables/{table_id}/plan")
async def plan_seat(table_id: TableId, wanted: PlanSeat, token: Bearer, services: Given) -> TableInfo:
    """The host gives a seat to a bot, or to people."""
    await lobby.plan(services.store, table_id, token, wanted.seat, wanted.plan)
    return await _changed(services, table_id)


@router.post("/tables/{table_id}/start")
async def start_game(table_id: TableId, token: Bearer, services: Given) -> TableInfo:
    """The host begins the game."""
    hub = services.hub
    services.doorkeeper.rules.check_beginning()
    await lobby.start(services.store, table_id, token, hub.worker, services.settings.lease_seconds)
    info = await _changed(services, table_id)
    table = await hub.table(table_id)
    if table.row.automated:
        hub.caretaker.take(table)
    return info


@router.post("/tables/{table_id}/rematch", status_code=201)
async def ask_rematch(table_id: TableId, token: Bearer, request: Request, services: Given) -> Seated:
    """A new table for the same people."""
    services.check_making(request)
    address = hashed_address(services.address_of(request))
    fresh = await lobby.rematch(services.store, table_id, token, address, services.settings.limits.tables_per_address)
    await services.hub.look_again(table_id)
    return await seated_at(services, fresh, token or "")


async def _changed(services: Services, table_id: str) -> TableInfo:
    await services.hub.look_again(table_id)
    return (await services.hub.table(table_id)).info()


# Finished games


@router.get("/tables/{table_id}/record")
async def get_record(table_id: TableId, services: Given) -> Response:
    """The record of a finished game, as a file."""
    table = await services.hub.table(table_id)
    name = f"branchline-{table.row.board}-{table_id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    record = await services.side_thread.do(lambda: records.record(table).dumps())
    return Response(record, media_type="application/json", headers=headers)


@router.get("/tables/{table_id}/picture.svg", response_class=Response)
async def get_final_map(table_id: TableId, services: Given, theme: Theme = "day") -> Response:
    """The map at the end of a finished game, as a picture."""
    table = await services.hub.table(table_id)
    svg = await services.side_thread.do(lambda: records.picture(table, theme))
    return Response(svg, media_type="image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})


@router.get("/tables/{table_id}/replay")
async def get_replay(table_id: TableId, services: Given, view: Annotated[str, Query(max_length=20)] = "open") -> Replay:
    """All decisions of a finished game in words."""
    table = await services.hub.table(table_id)
    return await services.side_thread.do(lambda: records.replay(table, view))


@router.get("/tables/{table_id}/replay/{step}")
async def get_replay_step(
    table_id: TableId, step: int, services: Given, view: Annotated[str, Query(max_length=20)] = "open"
) -> ReplayStep:
    """A finished game after that many decisions."""
    table = await services.hub.table(table_id)
    return await services.side_thread.do(lambda: services.replayer.step(table, step, view))


# The socket


@router.websocket("/tables/{table_id}/socket")
async def socket(socket: WebSocket, table_id: str) -> None:
    """One viewer of one table; see the messages at `/api/schema`."""
    services: Services = socket.app.state.services
    line = line_of(socket.scope)
    problem = services.may_connect(socket)
    if problem is not None:
        denial = JSONResponse({"code": problem.code, "words": problem.words}, status_code=problem.status)
        await charged(socket.send_denial_response(denial), None if line is None else line.budget)
        return
    if line is not None:
        line.belongs_to(services.address_of(socket))
    await socket.accept()
    with services.counting(socket):
        await SocketConversation(services, socket, table_id).hold()
