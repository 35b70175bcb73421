"""Limits get clear answers, headers protect pages, secrets are nowhere to be found, and the server stops gracefully."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from branchline.client import Client
from branchline.server.settings import Limits
from tests.server.helpers import ServerProcess, people, run
from tests.server.test_malformed import hello

PERSON = {"kind": "person"}
TABLE = {"board": "usa", "name": "Mara", "seats": [PERSON, PERSON]}


def test_tables_per_address_and_size_and_rate(start: Callable[..., ServerProcess]) -> None:
    server = start(limits=Limits(tables_per_address=3, request_burst=12, requests_per_second=0.1, body_bytes=2000)).url
    answers = [httpx.post(f"{server}/api/tables", json=TABLE) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert answers[-1].json()["code"] == "limit"
    big = httpx.post(f"{server}/api/tables", content=b"x" * 2001)
    assert (big.status_code, big.json()["code"]) == (413, "too_big")

    def pieces() -> object:
        for _ in range(30):
            yield b"x" * 100

    chunked = httpx.post(f"{server}/api/tables", content=pieces(), headers={"content-type": "application/json"})  # type: ignore[arg-type]
    assert chunked.status_code == 413
    codes = [httpx.post(f"{server}/api/tables", json=TABLE).json()["code"] for _ in range(12)]
    assert codes[-1] == "too_fast"


@pytest.mark.parametrize("shared", [False, True])
def test_limits_hold_for_all_who_ask_at_once(
    start: Callable[..., ServerProcess], postgres: Callable[[], str], shared: bool
) -> None:
    """Forty tables and forty seats asked for at the same moment: not one more than the limit."""
    limits = Limits(tables_per_address=20, seats_per_address=5, requests_per_second=500, request_burst=500)
    server = start(limits=limits, **({"database": postgres()} if shared else {})).url

    async def work() -> None:
        async with httpx.AsyncClient(base_url=server, timeout=60) as http:
            made = await asyncio.gather(*(http.post("/api/tables", json=TABLE) for _ in range(40)))
            assert sorted(answer.status_code for answer in made) == [201] * 20 + [429] * 20
            tables = [answer.json()["table"]["id"] for answer in made if answer.status_code == 201]
            joined = await asyncio.gather(
                *(http.post(f"/api/tables/{table}/join", json={"name": "June"}) for table in tables)
            )
            assert sorted(answer.status_code for answer in joined) == [201] * 5 + [429] * 15

    run(work())


def test_messages_per_second_and_silence(start: Callable[..., ServerProcess]) -> None:
    """Too many messages are refused one by one, then the line is cut; who says nothing is sent away."""
    limits = Limits(
        messages_per_second=1.0, message_burst=5, hello_seconds=0.5, message_bytes=300, sockets_per_address=3
    )
    server = start(limits=limits).url

    async def work() -> None:
        async with Client(server) as client:
            seated = await people(client, "usa", 2)
        table = seated[0].table
        socket = await hello(server, table, None)
        await socket.send(json.dumps({"type": "say", "text": "x" * 290}))
        assert json.loads(await socket.recv())["code"] == "too_big"
        for ref in range(6):
            await socket.send(json.dumps({"type": "ping", "ref": ref}))
        answers = [json.loads(await socket.recv()) for _ in range(6)]
        assert [answer["type"] for answer in answers].count("pong") <= 4
        assert answers[-1]["code"] == "too_fast"
        assert [answer["ref"] for answer in answers] == [0, 1, 2, 3, 4, 5]  # who waits for an answer gets one
        for _ in range(200):
            await socket.send(json.dumps({"type": "ping"}))
        kinds = []
        async for text in socket:
            kinds.append(json.loads(text)["type"])
        assert kinds[-1] == "bye"
        url = f"ws{server.removeprefix('http')}/api/tables/{table}/socket"
        async with connect(url) as silent:
            last = json.loads(await silent.recv())
            assert (last["type"], last["code"]) == ("bye", "no_hello")
        many = [await hello(server, table, None) for _ in range(3)]
        with pytest.raises(InvalidStatus, match="429"):
            await hello(server, table, None)
        for each in many:
            await each.close()

    run(work())


def test_headers_and_pages(server: str) -> None:
    """Nothing may be loaded from elsewhere or run inline; secrets are not cached."""
    for path in ("/healthz", "/api/boards", "/api/tables", "/api/nowhere"):
        headers = httpx.get(f"{server}{path}").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers
    assert httpx.get(f"{server}/api/tables").headers["cache-control"] == "no-store"
    unknown = httpx.get(f"{server}/api/nowhere")
    assert unknown.status_code == 404
    assert set(unknown.json()) == {"code", "words"}
    drawing = httpx.get(f"{server}/api/boards/usa/drawing.svg")
    assert drawing.headers["content-encoding"] == "gzip"
    again = httpx.get(f"{server}/api/boards/usa/drawing.svg", headers={"if-none-match": drawing.headers["etag"]})
    assert again.status_code == 304
    assert httpx.get(f"{server}/api/boards/usa/picture.svg?theme=night").text.startswith("<svg")
    assert httpx.get(f"{server}/static/board.css").headers["content-type"].startswith("text/css")
    metrics = httpx.get(f"{server}/metrics").text
    assert "branchline_move_seconds_bucket" in metrics


def test_secrets_are_stored_hashed_and_never_logged(start: Callable[..., ServerProcess]) -> None:
    """Neither the database nor the log holds a token or an invitation."""
    process = start()

    async def work() -> list[str]:
        async with Client(process.url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"], private=True)
            guest = await client.join(host.table, name="June", invitation=host.invitation)
            await client.start(host)
            async with client.sit(host), client.sit(guest):
                pass
            assert host.invitation is not None
            return [host.token, guest.token, host.invitation]

    secrets = run(work())
    process.stop()
    path = Path(process.settings.database.removeprefix("sqlite:///"))
    for file in (process.log, *path.parent.iterdir()):
        content = file.read_bytes()
        assert not any(secret.encode() in content for secret in secrets), file


def test_the_server_stops_gracefully(start: Callable[..., ServerProcess]) -> None:
    """People hear it, what was accepted is stored, the exit status is clean, and the game goes on afterward."""
    process = start()

    async def work() -> None:
        async with Client(process.url) as client:
            seated = await people(client, "usa", 2)
            socket = await hello(process.url, seated[0].table, seated[0].token)
            async with client.sit(seated[1]) as seat:
                decision = await seat.decision()
                assert decision is not None
                await seat.act(decision["choices"][0]["number"])
                status = await asyncio.to_thread(process.stop)
                assert status in (0, -15)
                heard = [json.loads(text) async for text in socket]
                assert heard[-1] == {
                    "type": "bye",
                    "code": "stopping",
                    "words": "The server is restarting. Your game is safe.",
                    "again": True,
                }
                await asyncio.to_thread(process.start)
                await seat.next_message()  # it connects again by itself
                assert seat.game is not None
                assert seat.game["decision"] is None

    run(work())


def test_one_server_per_file(start: Callable[..., ServerProcess], tmp_path: Path) -> None:
    """A second server on the same SQLite file is refused: it would not hear of the first one's moves."""
    import subprocess
    import sys

    process = start()
    command = [sys.executable, "-m", "branchline.cli", "serve", "--port", "0", "--database", process.settings.database]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode != 0
    assert "in use by another server" in second.stderr
    with sqlite3.connect(process.settings.database.removeprefix("sqlite:///")) as database:
        assert database.execute("pragma journal_mode").fetchone()[0] == "wal"
    database.close()
