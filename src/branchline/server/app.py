"""The web application of one worker: everything put together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
from collections.abc import AsyncIterator
from typing import Any

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import TypeAdapter
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from branchline import __version__
from branchline.server.content import client_modules, drawings
from branchline.server.content.fixed_answers import Fixed, Made
from branchline.server.content.pages import add_pages, client_folder
from branchline.server.guarding.outbox import Backlog
from branchline.server.guarding.sealing import KEY_VARIABLE
from branchline.server.guarding.side_thread import SideThread
from branchline.server.network import operator_routes, privacy_routes, puzzle_routes, study_routes
from branchline.server.network.guard import Guard
from branchline.server.network.routes import router
from branchline.server.network.services import Services
from branchline.server.settings import Settings
from branchline.server.store.store import Store, StoreFailed
from branchline.server.study.analyst import Analyst
from branchline.server.tables.doorkeeper import Doorkeeper
from branchline.server.tables.hub import Hub
from branchline.server.worker.background import Background
from branchline.server.worker.garbage_collection import rare_collections
from branchline.server.worker.logs import set_up_logs
from branchline.server.worker.metrics import Metrics, close_metrics, may_read
from branchline.server.worker.stopping import goodbye_at_a_signal
from branchline.table import timekeeping
from branchline.table.limiting import Buckets
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import fault_in_words
from branchline.table.time_budgets import TimeBudgets

SETTINGS_VARIABLE = "BRANCHLINE_SERVER_SETTINGS"
SETTINGS_TEXT = TypeAdapter(Settings)  # writes settings as text for processes that this one starts, and reads them
_PATIENCE = 5.0  # seconds that the database has to answer a question about its health
_log = structlog.get_logger("branchline.app")


def create_app(settings: Settings) -> FastAPI:
    """The application; its database is opened when it starts."""
    app = FastAPI(
        title="Branchline",
        version=__version__,
        description="Tables for rail board games: lobby, play, records. Play itself is on the socket: see /api/schema.",
        openapi_url=None,  # below, made once
        docs_url=None,  # their pages load scripts from other hosts
        redoc_url=None,
        lifespan=lambda app: _serving(app, settings),
    )
    app.include_router(router)
    app.include_router(drawings.router)
    app.include_router(client_modules.router)
    app.include_router(puzzle_routes.router)
    app.include_router(study_routes.router)
    app.include_router(operator_routes.router)
    app.include_router(privacy_routes.router)
    _add_service_pages(app)
    _add_error_pages(app)
    folder = client_folder(settings.static)
    if folder is not None:
        add_pages(app, folder)
    app.add_middleware(Guard)
    return app


@contextlib.asynccontextmanager
async def _serving(app: FastAPI, settings: Settings) -> AsyncIterator[None]:
    """Start all that works behind the application, and stop it in the end."""
    worker = f"{os.getpid()}-{secrets.token_hex(4)}"
    structlog.contextvars.bind_contextvars(worker=worker)
    background = Background((StoreFailed, OSError))
    store = await Store.open_in_time(settings.database, worker, background)
    hub = Hub(store, settings, worker, background)
    limits = settings.limits
    side_thread = SideThread()
    doorkeeper = Doorkeeper(store, hub)
    analyst = Analyst(store, hub, side_thread, settings, worker)
    app.state.services = Services(
        settings,
        store,
        hub,
        Metrics(),
        side_thread=side_thread,
        analyst=analyst,
        doorkeeper=doorkeeper,
        requests=Buckets(limits.requests_per_second, limits.request_burst),
        reads=Buckets(limits.reads_per_second, limits.read_burst),
        makings=Buckets(limits.tables_per_second, limits.table_burst),
        changes=Buckets(limits.changes_per_second, limits.change_burst),
        time=TimeBudgets(limits.time_per_second, limits.time_burst),
        backlog=Backlog(limits.waiting_bytes_in_all),
    )
    if store.shared:
        timekeeping.CLOCK.set(await store.time())
    store.took = app.state.services.metrics.note_database
    background.start("clock", timekeeping.CLOCK.run)
    background.start("figures", app.state.services.count_for_ever)
    await hub.start()
    await doorkeeper.start(background)
    analyst.start(background)
    sys.setswitchinterval(0.0005)  # whoever writes to the disk should not wait long for its turn
    if not store.sealing.is_on:
        _log.warning("seeds of running games are stored as they are", remedy=f"set {KEY_VARIABLE}")
    _log.info("serving", database=store.database.kind, version=__version__)
    try:
        async with rare_collections(background):
            with goodbye_at_a_signal(hub.say_goodbye):
                yield
    finally:
        await analyst.stop(background)
        await doorkeeper.stop(background)
        await hub.stop()
        side_thread.close()
        await background.stop("clock")
        await background.stop("figures")
        close_metrics()
        _log.info("stopped")


def _add_service_pages(app: FastAPI) -> None:
    made = Made()

    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi(request: Request) -> Response:
        return made.get("openapi", lambda: Fixed.json(app.openapi())).answer(request)

    @app.get("/livez", include_in_schema=False)
    async def livez() -> Response:
        return JSONResponse({"status": "alive"})

    @app.get("/healthz", include_in_schema=False)
    async def healthz(request: Request) -> Response:
        services: Services = request.app.state.services
        return await health(services)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        if not may_read(request):
            raise Refused("not_allowed", "These figures are for those who run the server.")
        services: Services = request.app.state.services
        services.count()
        return PlainTextResponse(services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def health(services: Services) -> Response:
    """Whether this worker is ready for more: it does not stop, it reads and writes, and nothing behind it has ended."""
    if services.hub.stopping:
        return JSONResponse({"status": "stopping"}, status_code=503)
    try:
        async with asyncio.timeout(_PATIENCE):
            await services.store.check()
    except (StoreFailed, TimeoutError):
        return JSONResponse({"status": "database unreachable"}, status_code=503)
    troubled = services.hub.background.troubled()
    if troubled:
        return JSONResponse({"status": f"in trouble: {', '.join(troubled)}"}, status_code=503)
    return JSONResponse({"status": "ok", "version": __version__})


def _add_error_pages(app: FastAPI) -> None:
    def refuse(code: str, words: str, status: int, headers: Any = None) -> Response:
        return JSONResponse({"code": code, "words": words}, status_code=status, headers=headers)

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return refuse(error.code, error.words, error.status)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        if tuple(first["loc"]) == ("path", "table_id"):  # people see this: a link was torn
            return refuse("no_table", "There is no such table.", 404)
        return refuse("bad_message", fault_in_words(first), 422)

    @app.exception_handler(HTTPException)
    async def http_error(_: Request, error: HTTPException) -> Response:
        code = "not_found" if error.status_code == 404 else "bad_message"
        return refuse(code, f"{error.detail}.", error.status_code, error.headers)

    @app.exception_handler(StoreFailed)
    @app.exception_handler(SQLAlchemyError)
    async def no_store(_: Request, error: Exception) -> Response:
        _log.warning("store failed", error=str(error))
        return refuse("unavailable", "The database does not answer. Try again.", 503)


def from_environment() -> FastAPI:
    """The application of a process that `branchline serve` started."""
    settings = SETTINGS_TEXT.validate_json(os.environ[SETTINGS_VARIABLE])
    set_up_logs(settings.log)
    return create_app(settings)
