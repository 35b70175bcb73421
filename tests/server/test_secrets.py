"""What nobody else may know: how the cards lie, who asked from where, and what the terminal is told."""

from __future__ import annotations

import asyncio
import io
import random
import sqlite3
import stat
import unicodedata
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
import structlog

from branchline.client import Client
from branchline.server.guarding.sealing import Sealing
from branchline.server.worker.logs import harmless
from branchline.table.protocol.requests import NAME_LENGTH, JoinTable, Say
from tests.server.helpers import ServerProcess, people, play_on, run, sit

PERSON = {"kind": "person"}


def file_of(process: ServerProcess) -> Path:
    return Path(process.settings.database.removeprefix("sqlite:///"))


def test_the_database_is_its_owners_and_holds_no_live_seed(start: Callable[..., ServerProcess]) -> None:
    """All its files are for their owner only. While a game runs its seed is sealed; then it is told."""
    process = start()

    async def begin() -> tuple[str, list[str]]:
        async with Client(process.url) as client:
            seated = await people(client, "san_francisco", 2)
            return seated[0].table, [each.token for each in seated]

    table, _ = run(begin())
    path = file_of(process)
    for file in path.parent.glob("tables.db*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    with sqlite3.connect(path) as database:
        (stored,) = database.execute("select seed from tables where id = ?", [table]).fetchone()
    database.close()
    assert stored.startswith("s:")
    sealing = Sealing.of(process.settings.database)
    seed = sealing.open(table, stored)
    assert f"{seed:032x}" not in stored
    assert Sealing(b"another key altogether").open(table, stored) != seed
    assert sealing.open("othertable", stored) != seed


def test_a_file_that_was_open_to_all_is_closed(start: Callable[..., ServerProcess]) -> None:
    process = start()
    process.stop()
    file_of(process).chmod(0o644)
    process.start()
    assert stat.S_IMODE(file_of(process).stat().st_mode) == 0o600


def test_without_its_key_a_running_game_is_set_aside_and_a_finished_one_is_not(
    start: Callable[..., ServerProcess],
) -> None:
    process = start()

    async def begin() -> tuple[str, str]:
        async with Client(process.url) as client:
            done = await people(client, "san_francisco", 2)
            async with sit(process.url, done[0]) as a, sit(process.url, done[1]) as b:
                await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
            return done[0].table, (await people(client, "usa", 2))[0].table

    finished, running = run(begin(), 90)
    process.stop()
    file_of(process).with_name("tables.db.key").unlink()
    process.start()

    async def look() -> None:
        async with Client(process.url) as client:
            assert "another key" in str((await client.table(running))["set_aside"])
            assert (await client.table(finished))["set_aside"] is None
            assert (await client.record(finished)).totals is not None

    run(look())


def test_addresses_of_people_are_forgotten_with_the_game(start: Callable[..., ServerProcess]) -> None:
    process = start()

    async def play() -> None:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 2)
            async with sit(process.url, seated[0]) as host:
                await host.ask({"type": "resign"})

    run(play())
    with sqlite3.connect(file_of(process)) as database:
        assert database.execute("select address from seats").fetchall() == [("",), ("",)]
        assert database.execute("select address from tables").fetchall() == [("",)]
    database.close()


def test_figures_are_not_for_everybody(server: str) -> None:
    """From this machine they are; through a proxy they are not."""
    assert httpx.get(f"{server}/metrics").status_code == 200
    for header in ("X-Forwarded-For", "Forwarded"):
        refused = httpx.get(f"{server}/metrics", headers={header: "for=10.0.0.9"})
        assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")


LETTER = "\N{HEBREW LETTER SHIN WITH DAGESH AND SHIN DOT}"  # becomes three when it is composed


def test_names_that_grow_are_measured_as_they_are_kept() -> None:
    assert len(unicodedata.normalize("NFC", LETTER)) == 3
    assert JoinTable.model_validate_json('{"name": "%s"}' % (LETTER * 8)).name
    with pytest.raises(ValueError, match=f"at most {NAME_LENGTH}"):
        JoinTable.model_validate_json('{"name": "%s"}' % (LETTER * NAME_LENGTH))
    with pytest.raises(ValueError, match="at most 500"):
        Say.model_validate_json('{"type": "say", "text": "%s"}' % (LETTER * 400))


def test_a_name_that_grows_is_refused_on_postgresql(
    start: Callable[..., ServerProcess], postgres: Callable[[], str]
) -> None:
    process = start(database=postgres())
    table = {"board": "usa", "name": LETTER * 24, "seats": [PERSON, PERSON]}
    assert httpx.post(f"{process.url}/api/tables", json=table).status_code == 422
    assert httpx.post(f"{process.url}/api/tables", json={**table, "name": LETTER * 8}).status_code == 201


def test_what_is_logged_does_not_speak_to_the_terminal() -> None:
    """Escape codes in a path are shown by their names."""
    out = io.StringIO()
    logger = structlog.wrap_logger(
        structlog.PrintLogger(out), processors=[harmless, structlog.dev.ConsoleRenderer(colors=False)]
    )
    logger.info("request", path="/\x1b[31mred\x1b]0;title\x07\u202e", status=404)
    assert not any(letter in out.getvalue() for letter in "\x1b\x07\u202e")
    assert "\\x1b[31mred" in out.getvalue()
