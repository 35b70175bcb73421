"""Starting a server: one process, or several workers that share a port."""

from __future__ import annotations

import asyncio
import os
import socket
import tempfile

import uvicorn

from branchline.boards import registry
from branchline.model.errors import BranchlineError
from branchline.server.app import SETTINGS_TEXT, SETTINGS_VARIABLE, create_app
from branchline.server.guarding.connections import CountingConfig
from branchline.server.settings import Settings
from branchline.server.store.store import Store
from branchline.server.worker.logs import set_up_logs
from branchline.server.worker.metrics import FOLDER_VARIABLE

_SOCKET_BYTES = 65_536  # far above the limit for messages, which is answered in words; beyond this the line is cut


class CannotServe(BranchlineError):
    """The server cannot start."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise CannotServe(f"cannot serve at {host}:{port}: {getattr(error, 'strerror', None) or error}") from error
    listening.listen(1024)  # who comes before the server is ready waits
    listening.set_inheritable(True)
    return listening


def config(app: object, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return CountingConfig(
        app,  # an application, or where to find it
        settings.limits,
        factory=isinstance(app, str),
        workers=settings.workers,
        log_config=None,  # it goes the same way as the application's own
        access_log=False,  # the application logs requests itself
        ws_max_size=_SOCKET_BYTES,
        ws_per_message_deflate=False,  # costs more time than it saves on the way
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy or None,
        server_header=False,
        timeout_graceful_shutdown=settings.stop_seconds,
    )


def check_database(settings: Settings) -> None:
    """Open the database once, before anything is announced: what is wrong with it is then said in a line."""

    games_of_other_rules(settings)


def games_of_other_rules(settings: Settings, *, patient: bool = False) -> list[tuple[str, str, int]]:
    """Running games that began by other rules than those of this version: their ids, boards and versions of the rules.

    They cannot be gone on with here. Whoever upgrades a server should hear of it before. `patient`: wait for a database
    that does not answer, and say so.
    """

    async def look() -> list[tuple[str, str, int]]:
        store = await (Store.open_in_time if patient else Store.open)(settings.database, "check")
        try:
            return await store.of_other_rules({board.id: board.rules_version for board in registry.boards()})
        finally:
            await store.close()

    return asyncio.run(look())


def serve_here(settings: Settings, listening: socket.socket) -> None:
    """Serve in this process until it is told to stop."""
    set_up_logs(settings.log)
    server = uvicorn.Server(config(create_app(settings), settings))
    server.run(sockets=[listening])
    if not server.started:
        raise CannotServe("the server could not start; the lines above say why")


def serve_with_workers(settings: Settings, listening: socket.socket) -> None:
    """Serve with several processes that share the port."""
    from uvicorn.supervisors import Multiprocess

    set_up_logs(settings.log)
    os.environ[SETTINGS_VARIABLE] = SETTINGS_TEXT.dump_json(settings).decode()
    how = config("branchline.server.app:from_environment", settings)
    with tempfile.TemporaryDirectory(prefix="branchline-figures-") as folder:
        os.environ[FOLDER_VARIABLE] = folder  # where workers add up what they count
        Multiprocess(how, sockets=[listening]).run()
