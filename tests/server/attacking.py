"""Attacks on a server from addresses of their own, while honest tables play and are timed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PERSON = {"kind": "person"}
TABLE = {"board": "usa", "name": "Mara", "seats": [PERSON, PERSON]}
HOT_SEAT = {**TABLE, "hot_seat": ["Mara", "June"]}
EXPECTED = (
    OSError,
    TimeoutError,
    WebSocketException,
    httpx.HTTPError,
    KeyError,
    ValueError,
)  # as refusals look
LARGE = ("/api/schema", "/api/openapi.json", "/api/boards/usa", "/api/boards/uk/drawing.svg", "/api/tables")
POST = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{"


@dataclass
class Outcome:
    """What honest players met with, and what attackers got done."""

    waits: list[float] = field(default_factory=list)  # seconds until a move was accepted
    accepted: list[tuple[str, int]] = field(default_factory=list)  # tables and numbers of moves
    errors: Counter[str] = field(default_factory=Counter)  # that honest players got
    tried: Counter[str] = field(default_factory=Counter)  # attacks, by name
    games: int = 0


class Visitor:
    """Somebody with an address of the own (all of 127.0.0.0/8 is this machine), so that limits count apart."""

    def __init__(self, server: str, address: str) -> None:
        self.server = server
        self.address = address
        self.http = httpx.AsyncClient(
            base_url=server, timeout=30, transport=httpx.AsyncHTTPTransport(local_address=address)
        )

    async def post(self, path: str, body: Any = None, token: str | None = None) -> Any:
        """Ask for a change; raises if it is refused."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        answer = await self.http.post(path, json=body, headers=headers)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    @contextlib.asynccontextmanager
    async def line(self, table: str, token: str | None = None) -> AsyncIterator[ClientConnection]:
        """A socket that was welcomed."""
        url = f"ws{self.server.removeprefix('http')}/api/tables/{table}/socket"
        how: Any = {"local_addr": (self.address, 0), "open_timeout": 30, "close_timeout": 1}
        async with connect(url, max_size=None, compression=None, ping_interval=None, **how) as found:
            await found.send(json.dumps({"type": "hello", "token": token}))
            yield found

    def raw(self) -> socket.socket:
        """A bare line."""
        host, _, port = self.server.removeprefix("http://").partition(":")
        return socket.create_connection((host, int(port)), timeout=10, source_address=(self.address, 0))


# Honest players


async def honest_table(server: str, address: str, pace: float, outcome: Outcome, rng: random.Random) -> None:
    """Two people play game after game."""
    visitor = Visitor(server, address)
    while True:
        table = await visitor.post("/api/tables", HOT_SEAT)
        await visitor.post(f"/api/tables/{table['table']['id']}/start", token=table["token"])
        seats = [_play(visitor, table["table"]["id"], table["token"], seat, pace, outcome, rng) for seat in (0, 1)]
        await asyncio.gather(*seats)
        outcome.games += 1


async def _play(
    visitor: Visitor, table: str, token: str, seat: int, pace: float, outcome: Outcome, rng: random.Random
) -> None:
    async with visitor.line(table, token) as line:
        await line.send(json.dumps({"type": "look", "seat": seat}))
        answered, sent = -1, 0.0
        async for text in line:
            message = json.loads(text)
            if message["type"] == "accepted":
                outcome.waits.append(time.perf_counter() - sent)
                outcome.accepted.append((table, message["number"]))
            elif message["type"] == "error":
                outcome.errors[message["code"]] += 1
                answered = -1
            game = message.get("game") or (message if message["type"] == "update" else None)
            if game is None:
                continue
            if game.get("result"):
                return
            if message["type"] == "welcome" and message["you"]["seat"] != seat:
                continue
            decision = game.get("decision")
            if decision is None or decision["number"] == answered:
                continue
            answered = decision["number"]
            await asyncio.sleep(pace * rng.uniform(0.5, 1.5))
            numbers = [each if isinstance(each, int) else each["number"] for each in decision["choices"]]
            sent = time.perf_counter()
            await line.send(json.dumps({"type": "act", "decision": answered, "action": rng.choice(numbers)}))


# Attackers


async def clear_tables_away(visitor: Visitor, done: Callable[[], None]) -> None:
    """Talk at an empty table, and give the seat back meanwhile."""
    table = await visitor.post("/api/tables", TABLE)
    name = table["table"]["id"]
    async with visitor.line(name) as line:
        for number in range(10):
            await line.send(json.dumps({"type": "say", "text": f"line {number}"}))
        await visitor.post(f"/api/tables/{name}/leave", token=table["token"])
        done()


async def never_read(visitor: Visitor, done: Callable[[], None]) -> None:
    """Ask for everything again and again, and read nothing."""
    table = await visitor.post("/api/tables", HOT_SEAT)
    name = table["table"]["id"]
    await visitor.post(f"/api/tables/{name}/start", token=table["token"])
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(visitor.line(name, table["token"])) for _ in range(3)]
        for line in lines:
            line.transport.pause_reading()
        for number in range(300):
            for line in lines:
                await asyncio.wait_for(line.send(json.dumps({"type": "look", "seat": number % 2})), 5)
            done()


async def explain_for_ever(visitor: Visitor, done: Callable[[], None]) -> None:
    """Fifty sockets ask about all routes, fifty times a second each."""
    table = await visitor.post("/api/tables", HOT_SEAT)
    name = table["table"]["id"]
    await visitor.post(f"/api/tables/{name}/start", token=table["token"])

    async def ask(line: ClientConnection) -> None:
        reading = asyncio.create_task(_read_all(line))
        try:
            for _ in range(500):
                await line.send(json.dumps({"type": "explain"}))
                done()
                await asyncio.sleep(0.02)
        finally:
            reading.cancel()

    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(visitor.line(name, table["token"])) for _ in range(50)]
        await asyncio.gather(*(ask(line) for line in lines), return_exceptions=True)


async def _read_all(line: ClientConnection) -> None:
    with contextlib.suppress(*EXPECTED):
        async for _ in line:
            pass


async def read_pages(visitor: Visitor, done: Callable[[], None]) -> None:
    """Ask for what is large, as fast as it goes."""

    async def ask(path: str) -> None:
        await visitor.http.get(path, headers={"accept-encoding": "identity"})
        done()

    await asyncio.gather(*(ask(path) for path in LARGE * 4), return_exceptions=True)


async def stay_silent(visitor: Visitor, done: Callable[[], None]) -> None:
    """Hundreds of lines that say nothing, or begin and do not go on."""
    begun = (b"", b"GET / HTTP/1.1\r\nhost: x\r\n", POST)
    lines: list[socket.socket] = []
    try:
        for number in range(400):
            line = await asyncio.to_thread(visitor.raw)
            lines.append(line)
            with contextlib.suppress(OSError):
                line.sendall(begun[number % 3])
            done()
        await asyncio.sleep(5)
    finally:
        for line in lines:
            line.close()


async def chatter(visitor: Visitor, done: Callable[[], None], table: str) -> None:
    """Twenty spectators of somebody's table talk as fast as they can."""

    async def talk(line: ClientConnection) -> None:
        reading = asyncio.create_task(_read_all(line))
        try:
            for number in range(200):
                await line.send(json.dumps({"type": "say", "text": f"{number} " + "blah " * 60}))
                done()
                await asyncio.sleep(0.02)
        finally:
            reading.cancel()

    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(visitor.line(table)) for _ in range(20)]
        await asyncio.gather(*(talk(line) for line in lines), return_exceptions=True)


async def watch_bots(visitor: Visitor, done: Callable[[], None]) -> None:
    """Tables full of hard bots that think for others' time."""
    bots = {"board": "usa", "name": "Mara", "seats": [{"kind": "bot", "level": "hard"}] * 4, "watched": True}
    table = await visitor.post("/api/tables", bots)
    await visitor.post(f"/api/tables/{table['table']['id']}/start", token=table["token"])
    done()
    await asyncio.sleep(2)


async def create_at_once(visitor: Visitor, done: Callable[[], None]) -> None:
    """Many tables at the same moment."""
    await asyncio.gather(*(visitor.post("/api/tables", TABLE) for _ in range(30)), return_exceptions=True)
    done()
    await asyncio.sleep(1)


# Floods: what a web server has to stand before the application hears of anything

_FLOOD_SECONDS = 3.0
_HANDSHAKE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)
FLOODS: dict[
    str, tuple[int, bool, bytes, bytes]
] = {  # lines, whether they are sockets, first bytes, and all further ones
    "pings": (1, True, b"", b"\x89\x80\0\0\0\0" * 4000),
    "pongs": (1, True, b"", b"\x8a\x80\0\0\0\0" * 4000),
    "empty texts": (1, True, b"", b"\x81\x80\0\0\0\0" * 4000),
    "a message in endless pieces": (1, True, b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0" * 4000),
    "an endless header": (4, False, b"GET / HTTP/1.1\r\nx: ", b"y" * 65_536),
    "requests in a row": (100, False, b"", b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n" * 600),
}


def flood(visitor: Visitor, name: str, table: str, done: Callable[[], None], seconds: float = _FLOOD_SECONDS) -> None:
    """Send one thing without end, for some seconds, and read what comes back; stops when the server cuts the lines."""
    count, sockets, first, further = FLOODS[name]
    lines = {visitor.raw(): b"" for _ in range(count)}  # and what of the last piece is still to be sent
    until = time.monotonic() + seconds
    for line in lines:
        if sockets:
            line.sendall(_HANDSHAKE.format(table=table).encode())
            line.recv(4096)
        line.sendall(first)
        line.setblocking(False)
    while lines and time.monotonic() < until:
        time.sleep(0.001)
        for line in list(lines):
            try:
                with contextlib.suppress(BlockingIOError):
                    rest = lines[line] or further
                    lines[line] = rest[line.send(rest) :]
                    done()
                with contextlib.suppress(BlockingIOError):
                    line.recv(1 << 20)
            except OSError:
                line.close()
                del lines[line]
    for line in lines:
        line.close()


REFUSED: dict[str, str] = {  # what is sent again and again, on one connection after the other, and refused each time
    "refused handshakes": _HANDSHAKE.replace("host: x", "host: x\r\norigin: https://elsewhere.example"),
    "refused requests": "POST /api/tables HTTP/1.1\r\nhost: x\r\norigin: https://elsewhere.example\r\n"
    "content-length: 2\r\n\r\n{{}}",
}


def knock(visitor: Visitor, name: str, table: str, done: Callable[[], None], seconds: float = _FLOOD_SECONDS) -> None:
    """Ask twenty times at once for what is refused, and begin again as soon as the answers are there, for some time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
            lines = [stack.enter_context(visitor.raw()) for _ in range(20)]
            for line in lines:
                line.sendall(REFUSED[name].format(table=table).encode())
            for line in lines:
                line.settimeout(1)
                line.recv(4096)
                done()


def _flooding(name: str, work: Callable[..., None]) -> Callable[..., Awaitable[None]]:
    async def flooding(visitor: Visitor, done: Callable[[], None]) -> None:
        table = await visitor.post("/api/tables", TABLE)
        await asyncio.to_thread(work, visitor, name, table["table"]["id"], done)

    return flooding


ATTACKS: dict[str, Callable[..., Awaitable[None]]] = {
    "clear tables away": clear_tables_away,
    "never read": never_read,
    "explain": explain_for_ever,
    "read pages": read_pages,
    "stay silent": stay_silent,
    "chatter": chatter,
    "watch bots": watch_bots,
    "create at once": create_at_once,
    **{name: _flooding(name, flood) for name in FLOODS},
    **{name: _flooding(name, knock) for name in REFUSED},
}


async def attack(name: str, server: str, address: str, outcome: Outcome) -> None:
    """Go on with an attack for ever, whatever the server answers."""
    visitor = Visitor(server, address)

    def done() -> None:
        outcome.tried[name] += 1

    while True:
        more: tuple[str, ...] = ()
        if name == "chatter":
            running = (await visitor.http.get("/api/tables?status=running")).json().get("tables")
            if not running:
                await asyncio.sleep(0.5)
                continue
            more = (running[0]["id"],)
        with contextlib.suppress(*EXPECTED):
            await ATTACKS[name](visitor, done, *more)
        await asyncio.sleep(0.1)
