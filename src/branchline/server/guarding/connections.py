"""The connections of clients, below HTTP and sockets: who is slow to speak or has too many of them is cut off.

uvicorn waits as long as a client likes for the first byte, for the end of the headers, for the body, and until an
answer is read. These are its own protocols with a clock, and with a count of connections for each address.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import structlog
import uvicorn
from starlette.websockets import WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from branchline.server.guarding.limiting import address_block
from branchline.server.settings import Limits

_ABORT = "branchline.abort"
_RESERVE = 128  # files that are not for connections: the database, bots, what is served
_FEW = 2048  # so few open files are worth a word
_MANY = 65_536  # more are of no use
_log = structlog.get_logger("branchline.connections")


class Connections:
    """All open connections of one worker, counted by address."""

    def __init__(self, limits: Limits, *, behind_proxy: bool) -> None:
        self.limits = limits
        self._per_address = None if behind_proxy else limits.connections_per_address  # all come from the proxy
        self._most = file_limit() - _RESERVE
        self._open: Counter[str] = Counter()
        self._all = 0

    def take(self, address: str) -> bool:
        """Count a new connection; False if there are too many."""
        if self._all >= self._most or (self._per_address is not None and self._open[address] >= self._per_address):
            return False
        self._open[address] += 1
        self._all += 1
        return True

    def give_back(self, address: str) -> None:
        """A connection is closed."""
        self._all -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class CountingConfig(uvicorn.Config):
    """How uvicorn runs the application, with clocks and counts on its connections."""

    def __init__(self, app: Any, limits: Limits, **options: Any) -> None:
        super().__init__(app, http=TimedHttp, ws=CountedSocket, **options)
        self.connections = Connections(limits, behind_proxy=bool(options.get("proxy_headers")))


def _connections_of(config: uvicorn.Config) -> Connections:
    assert isinstance(config, CountingConfig)
    return config.connections


def _address_of(client: tuple[str, int] | None) -> str:
    return address_block(client[0]) if client else "unknown"


class TimedHttp(HttpToolsProtocol):
    """HTTP with a time limit for every step of a request."""

    _clock: asyncio.TimerHandle | None = None
    _counted = False
    _whole = False  # the request is here to its end

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and wait for the first request."""
        super().connection_made(transport)
        self._connections = _connections_of(self.config)
        self._address = _address_of(self.client)
        self._counted = self._connections.take(self._address)
        if not self._counted:
            transport.write(_too_many())
            transport.close()
            return
        self._expect(self._connections.limits.headers_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count no more."""
        self._stop_clock()
        if self._counted:
            self._counted = False
            self._connections.give_back(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Whatever arrives between two requests begins the next one."""
        if not self._counted:
            return
        if self._clock is None:
            self._expect(self._connections.limits.headers_seconds)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins; its headers come next."""
        self._whole = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The body comes next."""
        self._expect(self._connections.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The answer comes next, and has to be read."""
        self._whole = True
        self._expect(self._connections.limits.answer_seconds)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """From here on the time for the next request runs, as uvicorn has it."""
        if self._whole and not self.pipeline:
            self._stop_clock()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """The socket counts the connection from here on."""
        self._stop_clock()
        self._counted = False
        self._connections.give_back(self._address)
        super().handle_websocket_upgrade()

    def _expect(self, seconds: float) -> None:
        self._stop_clock()
        self._clock = self.loop.call_later(seconds, self._too_slow)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _too_slow(self) -> None:
        self._clock = None
        _log.info("connection cut: too slow", address=self._address)
        self.transport.abort()


class CountedSocket(WebSocketsSansIOProtocol):
    """A socket that counts as a connection, and that the application can cut."""

    _counted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection; the request that it came from counted before."""
        super().connection_made(transport)
        self._connections = _connections_of(self.config)
        self._address = _address_of(self.client)
        self._counted = self._connections.take(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count no more."""
        if self._counted:
            self._counted = False
            self._connections.give_back(self._address)
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        """Let the application cut the connection: a client that reads nothing does not read a good-bye either."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][_ABORT] = self.transport.abort


def abort(socket: WebSocket) -> None:
    """Cut the connection of a socket, whatever still waits to be sent on it."""
    cut = socket.scope.get("extensions", {}).get(_ABORT)
    if cut is not None:
        cut()


def _too_many() -> bytes:
    body = json.dumps({"code": "limit", "words": "Too many connections are open here, or from where you are."}).encode()
    head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
    return f"{head}retry-after: 5\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body


def file_limit() -> int:
    """How many files this process may have open: as many as it is allowed to ask for."""
    try:
        import resource
    except ImportError:  # not on this system, which has no such limit
        return _MANY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = _MANY if soft == resource.RLIM_INFINITY else soft
    for wanted in _fewer(_MANY if hard == resource.RLIM_INFINITY else min(_MANY, hard), soft):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
            break
    if soft < _FEW:
        words = f"this system lets the server open only {soft} files, so about {max(0, soft - _RESERVE)} people connect"
        _log.warning(f"{words} at once; raise the limit (ulimit -n, or LimitNOFILE= of a service)")
    return soft


def _fewer(wanted: int, soft: int) -> Iterator[int]:
    """Numbers to try, as some systems allow less than they say."""
    while wanted > soft:
        yield wanted
        wanted //= 2
