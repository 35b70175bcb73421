"""Clients that do not read, do not write, or write slowly cost the server next to nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
import uvicorn
from websockets.asyncio.client import connect

from branchline.client import Client, Seated
from branchline.server.app import SETTINGS_TEXT, create_app
from branchline.server.guarding.outbox import Outbox
from branchline.server.network.sockets import SocketConversation
from branchline.server.running import bound_socket, config
from branchline.server.settings import Limits, Settings
from tests.server.helpers import QUICK, ServerProcess, run
from tests.server.test_malformed import hello

_MB = 1024 * 1024


async def who_never_reads(server: str, seated: Seated, messages: list[str]) -> socket.socket:
    """A line that says hello and asks for much, and never takes a byte of the answers."""
    host, _, port = server.removeprefix("http://").partition(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    head = f"GET /api/tables/{seated.table}/socket HTTP/1.1\r\nhost: {host}:{port}\r\nupgrade: websocket\r\n"
    key = "connection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    line.sendall((head + key).encode())
    await asyncio.sleep(0.3)
    line.setblocking(False)
    frames = b"".join(map(_frame, [json.dumps({"type": "hello", "token": seated.token}), *messages]))
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(10):
            await asyncio.get_running_loop().sock_sendall(line, frames)
    return line


def _frame(text: str) -> bytes:
    """A masked text frame; the mask is zero, so it changes nothing."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


def test_who_does_not_read_takes_no_memory(start: Callable[..., ServerProcess]) -> None:
    """A long chat and three sockets that ask for everything again and again, and read nothing."""
    process = start()

    async def work() -> None:
        async with Client(process.url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"], hot_seat=["Mara", "June"])
            await client.start(host)
            talker = await hello(process.url, host.table, None)
            for _ in range(400):
                await talker.send(json.dumps({"type": "say", "text": "🚂" * 500}, ensure_ascii=False))
            said = 0
            async for text in talker:
                said += json.loads(text)["type"] == "accepted"
                if said == 400:
                    break
            assert said == 400
            assert process.process is not None
            memory = psutil.Process(process.process.pid)
            before = memory.memory_info().rss
            looks = [json.dumps({"type": "look", "seat": number % 2}) for number in range(190)]
            lines = [await who_never_reads(process.url, host, looks) for _ in range(3)]
            await asyncio.sleep(4)
            assert memory.memory_info().rss - before < 60 * _MB
            async with client.sit(host) as seat:  # and the others go on
                decision = await seat.decision()
                assert decision is not None
                await seat.act(decision["choices"][0]["number"])
            for line in lines:
                line.close()
            await talker.close()

    run(work(), 120)


def test_what_a_line_held_is_freed_when_it_closes(tmp_path: Path) -> None:
    """Without the collector of garbage: nothing of a closed line may be part of a circle."""

    async def work() -> None:
        settings = replace(QUICK, database=f"sqlite:///{tmp_path}/tables.db")
        listening = bound_socket("127.0.0.1", 0)
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        server = uvicorn.Server(config(create_app(settings), settings))
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.05)
        async with Client(url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"], hot_seat=["Mara", "June"])
            await client.start(host)
        gc.collect()
        assert not gc.isenabled()
        for abruptly in (False, True):
            line = await connect(f"ws{url.removeprefix('http')}/api/tables/{host.table}/socket", compression=None)
            await line.send(json.dumps({"type": "hello", "token": host.token}))
            for _ in range(5):
                await line.send(json.dumps({"type": "explain"}))
                await line.recv()
            assert any(type(each) is SocketConversation for each in gc.get_objects())
            if abruptly:
                line.transport.abort()
            else:
                await line.close()
            for _ in range(40):
                await asyncio.sleep(0.05)
        held = [each for each in gc.get_objects() if type(each) in (SocketConversation, Outbox)]
        assert held == []
        server.should_exit = True
        await serving

    run(work())


def test_who_does_not_read_is_cut_off(start: Callable[..., ServerProcess]) -> None:
    """What waits for a line has an end; then so has the line, though its client never says goodbye."""
    process = start(limits=Limits(waiting_messages=20, messages_per_second=1000.0, message_burst=1000))

    async def work() -> None:
        async with Client(process.url) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"], hot_seat=["Mara", "June"])
            await client.start(host)
            looks = [json.dumps({"type": "look", "seat": number % 2}) for number in range(600)]
            line = await who_never_reads(process.url, host, looks)
            await asyncio.sleep(4)
            assert await asyncio.to_thread(ended, line)

    run(work())


def silent_line(server: str, first: bytes = b"") -> socket.socket:
    host, _, port = server.removeprefix("http://").partition(":")
    line = socket.create_connection((host, int(port)))
    line.sendall(first)
    return line


def ended(line: socket.socket, seconds: float = 5.0) -> bool:
    """Whether the server cuts a line within some time."""
    with line:
        line.settimeout(seconds)
        try:
            while line.recv(4096):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True


SLOW = Limits(headers_seconds=0.5, body_seconds=0.5, connections_per_address=20)
POST = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n"


def test_who_does_not_finish_a_request_is_cut_off(start: Callable[..., ServerProcess]) -> None:
    url = start(limits=SLOW).url
    begun = [b"", b"GET /healthz HTTP/1.1\r\nhost:", POST, POST + b"{", b"\r\n"]
    for first, line in [(first, silent_line(url, first)) for first in begun]:  # all at once
        assert ended(line), first
    for first in (b"GET /healthz HTTP/1.1\r\n", b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"):
        assert trickling_is_cut_off(url, first), first


def trickling_is_cut_off(url: str, first: bytes) -> bool:
    """Neither a header in small pieces nor empty lines after an answer keep a line open."""
    line = silent_line(url, first)
    for _ in range(30):
        time.sleep(0.1)
        try:
            line.sendall(b"x: y\r\n" if b"host" not in first else b"\r\n")
        except OSError:
            line.close()
            return True
    return ended(line, 1.0)


def test_lines_of_one_address_are_counted(start: Callable[..., ServerProcess]) -> None:
    url = start(limits=replace(SLOW, headers_seconds=2.0)).url
    lines = [silent_line(url) for _ in range(20)]
    time.sleep(0.3)
    answer = httpx.get(f"{url}/healthz")
    assert (answer.status_code, answer.json()["code"]) == (503, "limit")
    for line in lines:
        assert ended(line)
    assert httpx.get(f"{url}/healthz").status_code == 200


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_few_files_are_told_of_and_never_run_out(tmp_path: Path) -> None:
    """A system that allows few open files: the server says so, and serves when silent lines have used them up."""
    limits = Limits(headers_seconds=1.0, connections_per_address=10_000)
    wanted = Settings(database=f"sqlite:///{tmp_path}/tables.db", log="warning", limits=limits)
    settings = SETTINGS_TEXT.dump_json(wanted).decode()
    command = f"ulimit -n 300; exec {sys.executable} -m tests.server.run_server '{settings}'"
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(["bash", "-c", command], stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    try:
        url = process.stdout.readline().strip()
        for _ in range(100):
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"{url}/healthz")
                break
            time.sleep(0.1)
        lines = [silent_line(url) for _ in range(400)]
        time.sleep(1.5)
        assert httpx.get(f"{url}/healthz").status_code == 200
        assert "only 300 files" in (tmp_path / "log").read_text()
        assert "Too many open files" not in (tmp_path / "log").read_text()
        for line in lines:
            line.close()
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
