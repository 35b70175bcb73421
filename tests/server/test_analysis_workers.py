"""Machines that serve nobody analyze games: the server only asks, and who stops leaves a game to the next worker."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx

from branchline.client import Client
from tests.server.helpers import ServerProcess, run
from tests.server.short_games import short_game

COMMAND = [sys.executable, "-m", "branchline.cli.main", "worker"]


@contextmanager
def working(server: ServerProcess) -> Iterator[subprocess.Popen[str]]:
    """A worker for the database of a server."""
    settings = {"BRANCHLINE_DATABASE": server.settings.database, "BRANCHLINE_ANALYSIS_WORLDS": "8"}
    environment = {**os.environ, **settings, "BRANCHLINE_ANALYSIS_NICENESS": "0"}
    with subprocess.Popen(COMMAND, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Analyzes games")
            yield process
        finally:
            process.terminate()
    assert process.returncode == 0


def test_a_worker_analyzes_what_the_server_was_asked_for(start: Callable[..., ServerProcess]) -> None:
    server = start(analyses_elsewhere=1)

    async def game() -> str:
        async with Client(server.url) as client:
            return (await short_game(client)).table

    address = f"{server.url}/api/tables/{run(game())}/analysis"
    assert httpx.post(address).json()["status"] == "waiting"

    async def status(wanted: str) -> None:
        while (found := httpx.get(address).json())["status"] != wanted:
            assert found["status"] in ("waiting", "running"), found
            await asyncio.sleep(0.05)

    with working(server):
        run(status("running"))
    with working(server):
        run(status("ready"), 200)
