"""The connections of clients, below HTTP and sockets: who is slow to speak, floods, or has too many of them is cut off.

uvicorn waits as long as a client likes for the first byte, for the end of the headers, for the body, and until an
answer is read. It parses whatever arrives, as fast as it arrives. Here are clocks for its protocols, a count of
connections for each address, and reading at a pace.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import structlog
import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from branchline.server.guarding.open_files import RESERVE, file_limit
from branchline.server.guarding.paced_reading import READING, PacedReading
from branchline.server.settings import Limits
from branchline.table.limiting import address_block
from branchline.table.time_budgets import TimeBudget, TimeBudgets

_PIPELINED = 8  # requests that a client sends before it has read an answer; browsers send none
_PRICE = 0.0003  # seconds: what a new connection costs before its first byte
_PIECES = 64  # frames of one message
_log = structlog.get_logger("branchline.connections")


class Connections:
    """All open connections of one worker, counted by address, and what reading from them may cost."""

    def __init__(self, limits: Limits, *, behind_proxy: bool) -> None:
        self.limits = limits
        self.behind_proxy = behind_proxy
        self._most = file_limit() - RESERVE
        self._open: Counter[str] = Counter()
        self._all = 0
        self._budgets = TimeBudgets(limits.reading_per_second, limits.reading_burst)

    def take(self, address: str) -> bool:
        """Count a new connection; False if there are too many. Behind a proxy all come from the proxy."""
        too_many = not self.behind_proxy and self._open[address] >= self.limits.connections_per_address
        if self._all >= self._most or too_many:
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

    def budget(self, address: str) -> TimeBudget:
        """What pays for reading from an address; behind a proxy every connection has its own."""
        if self.behind_proxy:
            return TimeBudget(self.limits.reading_per_second, self.limits.reading_burst)
        return self._budgets.of(address)

    def budget_of_client(self, address: str) -> TimeBudget:
        """The same, once the address of the client itself is known."""
        return self._budgets.of(address)


class CountingConfig(uvicorn.Config):
    """How uvicorn runs the application, with counts, clocks and a pace on its connections."""

    def __init__(self, app: Any, limits: Limits, **options: Any) -> None:
        protocol: Any = Line  # it makes one for each connection, as of a protocol of its own
        super().__init__(app, http=protocol, ws=CountedSocket, **options)
        self._limits = limits

    def load(self) -> None:
        """Each worker counts for itself."""
        super().load()
        self.connections = Connections(self._limits, behind_proxy=self.proxy_headers)


class Line(PacedReading):
    """One connection, from its first byte to its last, whatever is spoken on it."""

    def __init__(self, config: CountingConfig, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(lambda: TimedHttp(config, server_state, app_state, _loop))
        self._connections = config.connections
        self._counted = False
        self._address = "unknown"

    def connection_made(self, transport: Any) -> None:
        """Count the connection, and let its address pay for it."""
        peer = transport.get_extra_info("peername")
        self._address = address_block(str(peer[0])) if peer else "unknown"
        self.budget = self._connections.budget(self._address)
        if self.budget.wait() > 0:
            transport.abort()
            return
        self.budget.spend(_PRICE)
        self._counted = self._connections.take(self._address)
        if self._counted:
            super().connection_made(transport)
        else:
            transport.write(_too_many())
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count no more."""
        if self._counted:
            self._counted = False
            self._connections.give_back(self._address)
            super().connection_lost(exc)

    def buffer_updated(self, nbytes: int) -> None:
        """Nothing is read from a connection too many."""
        if self._counted:
            super().buffer_updated(nbytes)

    def belongs_to(self, address: str) -> None:
        """A client with this address is behind it, as a proxy says."""
        self.budget = self._connections.budget_of_client(address)

    def abort(self) -> None:
        """Cut it, whatever still waits to be sent."""
        if self._transport is not None:
            self._transport.abort()


def line_of(scope: Scope) -> Line | None:
    """The connection that a request or a socket came on; None where no such server runs."""
    found: Line | None = (scope.get("extensions") or {}).get(READING)
    return found


class TimedHttp(HttpToolsProtocol):
    """HTTP with a time limit for every step of a request."""

    _clock: asyncio.TimerHandle | None = None
    _whole = False  # the request is here to its end
    _head = 0  # bytes since the last request was whole, until the headers of the next one are

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        assert isinstance(self.config, CountingConfig)
        self._limits = self.config.connections.limits
        self._expect(self._limits.headers_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock, and let go of what waits: it refers back to this."""
        self._stop_clock()
        self.pipeline.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Whatever arrives between two requests begins the next one."""
        if self._clock is None:
            self._expect(self._limits.headers_seconds)
        self._head += len(data)
        if self._head > self._limits.headers_bytes + len(data):
            self._cut("endless headers")
            return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins; its headers come next."""
        self._whole = False
        super().on_message_begin()
        self.scope["extensions"] = {READING: self.transport.get_extra_info(READING)}

    def on_headers_complete(self) -> None:
        """The body comes next."""
        self._expect(self._limits.body_seconds)
        self._head = 0
        super().on_headers_complete()
        if len(self.pipeline) > _PIPELINED:
            self._cut("requests without reading the answers")

    def on_body(self, body: bytes) -> None:
        """Bytes of a body are no headers."""
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The answer comes next, and has to be read."""
        self._whole = True
        self._expect(self._limits.answer_seconds)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """From here on the time for the next request runs, as uvicorn has it."""
        if self._whole and not self.pipeline:
            self._stop_clock()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """A socket has clocks of its own."""
        self._stop_clock()
        super().handle_websocket_upgrade()

    def _expect(self, seconds: float) -> None:
        self._stop_clock()
        self._clock = self.loop.call_later(seconds, self._cut, "too slow")

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _cut(self, why: str) -> None:
        self._stop_clock()
        _log.info(f"connection cut: {why}", address=_address_of(self.client))
        self.transport.abort()


class CountedSocket(WebSocketsSansIOProtocol):
    """A socket whose connection the application can find."""

    def handle_connect(self, event: Any) -> None:
        """Hand the connection to the application, which may cut it: not everybody reads a good-bye."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][READING] = self.transport.get_extra_info(READING)

    def handle_cont(self, event: Any) -> None:
        """A message comes in a few pieces at most."""
        if len(self.frames) >= _PIECES:
            self.transport.abort()
        else:
            super().handle_cont(event)


def _address_of(client: tuple[str, int] | None) -> str:
    return address_block(client[0]) if client else "unknown"


def _too_many() -> bytes:
    body = json.dumps({"code": "limit", "words": "Too many connections are open here, or from where you are."}).encode()
    head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
    return f"{head}retry-after: 5\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body
