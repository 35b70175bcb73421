"""Tables that nobody looks at leave memory; those with viewers stay, however quiet they are."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import uvicorn

from branchline.client import Client
from branchline.server.app import create_app
from branchline.server.running import bound_socket, config
from tests.server.helpers import QUICK, run


def test_a_table_is_not_put_away_under_its_viewers(tmp_path: Path) -> None:
    """Housekeeping with no patience at all: who watches hears of the next move, and a table left alone is gone."""
    settings = replace(QUICK, database=f"sqlite:///{tmp_path}/tables.db", idle_seconds=0.0)

    async def work() -> None:
        app = create_app(settings)
        listening = bound_socket("127.0.0.1", 0)
        server = uvicorn.Server(config(app, settings))
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.02)
        hub = app.state.services.hub
        async with Client(f"http://127.0.0.1:{listening.getsockname()[1]}") as client:
            host = await client.create("san_francisco", name="Mara", seats=["person", "person"])
            guest = await client.join(host.table, name="June")
            async with client.sit(host) as seat:
                hub._put_idle_away()
                assert host.table in hub.tables
                async with client.sit(guest) as other:
                    await other.say("Hello")
                while not seat.chat:
                    await seat.next_message()
            while hub.tables:
                await asyncio.sleep(0.02)
                hub._put_idle_away()
        server.should_exit = True
        await serving

    run(work())
