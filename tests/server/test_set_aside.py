"""A table that cannot be loaded is that table's matter: it is set aside with a reason, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator

import httpx
import pytest

from branchline.client import Client, Refused, Seated
from branchline.notation.shuffle import check_shuffle
from tests.server.helpers import ServerProcess, people, play_on, run, sit


@contextlib.contextmanager
def changed(process: ServerProcess) -> Iterator[sqlite3.Connection]:
    """The database of a server that is stopped meanwhile."""
    process.stop()
    database = sqlite3.connect(process.settings.database.removeprefix("sqlite:///"))
    with contextlib.closing(database), database:
        yield database
    process.start()


async def bots_playing(client: Client, level: str = "random") -> Seated:
    """A table of a person and a bot, with a decision of each."""
    seated = await client.create("san_francisco", name="Mara", seats=["person", level, level])
    await client.start(seated)
    async with client.sit(seated) as seat:
        for _ in range(2):
            decision = await seat.decision()
            assert decision is not None
            await seat.act(decision["choices"][0]["number"])
    return seated


DAMAGES = [
    "update entries set action = null where table_id = '{}' and kind = 'move'",
    "update entries set data = '{{' where table_id = '{}' and kind = 'move'",
    "delete from entries where table_id = '{}' and kind = 'started'",
    "update tables set timer = 'never' where id = '{}'",
    "update tables set seed = 'xyz' where id = '{}'",
    "update tables set rules_version = 99 where id = '{}'",
    "update tables set board = 'atlantis' where id = '{}'",
]


def test_broken_rows_freeze_nobody_else(start: Callable[..., ServerProcess]) -> None:
    """After a restart the bots of sound tables play on, whatever is wrong with those before them."""
    process = start(lease_seconds=1.0)

    async def begin() -> tuple[list[Seated], Seated]:
        async with Client(process.url) as client:
            broken = [await bots_playing(client) for _ in DAMAGES]
            return broken, await bots_playing(client)

    broken, sound = run(begin())
    with changed(process) as database:
        for damage, seated in zip(DAMAGES, broken, strict=True):
            database.execute(damage.format(seated.table))

    async def go_on() -> None:
        async with Client(process.url) as client:
            async with sit(process.url, sound) as seat:
                await play_on(seat, random.Random(1))
            assert (await client.table(sound.table))["status"] == "finished"
            for seated in broken:
                with contextlib.suppress(Refused):
                    assert (await client.table(seated.table))["set_aside"]
            assert await client.tables("finished")
            assert await client.tables("running")
            assert (await client.tables("open")) == []
            of_other_rules = broken[DAMAGES.index("update tables set rules_version = 99 where id = '{}'")]
            async with client.sit(of_other_rules) as seat:  # it can be looked at, and says why
                assert "version 99 of the rules" in seat.table["set_aside"]
                assert seat.game is None
                with pytest.raises(Refused, match="cannot go on here"):
                    await seat.ask({"type": "act", "decision": 1, "action": 1})
            await bots_playing(client)  # and new tables are made

    run(go_on(), 90)
    assert process.log.read_text().count("table set aside") >= len(DAMAGES) - 1
    assert httpx.get(f"{process.url}/healthz").json()["status"] == "ok"


def test_games_of_other_rules_are_told_of_before_an_upgrade(start: Callable[..., ServerProcess]) -> None:
    """`serve --check` names them and fails; a finished one keeps its record, in the words of its time."""
    process = start()

    async def play() -> tuple[str, str]:
        async with Client(process.url) as client:
            seated = await people(client, "san_francisco", 2)
            async with sit(process.url, seated[0]) as a, sit(process.url, seated[1]) as b:
                await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
            return seated[0].table, (await bots_playing(client)).table

    async def recorded(table: str) -> object:
        async with Client(process.url) as client:
            return await client.record(table)

    finished, running = run(play(), 90)
    before = run(recorded(finished))
    process.stop()
    command = [sys.executable, "-m", "branchline.cli", "serve", "--check", "--database", process.settings.database]
    sound = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (sound.returncode, sound.stdout) == (0, "The database is in order.\n"), sound.stderr
    database = sqlite3.connect(process.settings.database.removeprefix("sqlite:///"))
    with contextlib.closing(database), database:
        database.execute("update tables set rules_version = rules_version + 1")
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "san_francisco" in told.stderr
    assert "1 game" in told.stderr
    process.start()

    async def look() -> None:
        async with Client(process.url) as client:
            record = await client.record(finished)
            assert record.rules_version == before.rules_version + 1  # type: ignore[attr-defined]
            assert record.decisions == before.decisions  # type: ignore[attr-defined]
            assert record.totals == before.totals  # type: ignore[attr-defined]
            check_shuffle(record)
            with pytest.raises(Refused, match="cannot be shown here"):
                await client.ask("GET", f"/api/tables/{finished}/replay")
            with pytest.raises(Refused, match="cannot be shown"):
                await client.record(running)

    run(look())
