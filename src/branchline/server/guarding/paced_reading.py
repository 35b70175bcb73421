"""Reading from a connection in small portions, at a pace that its address can pay for.

Parsing what a client sends happens before anybody knows what it wants. An empty ping has six bytes and costs as much
work as a move, and a client can send megabytes of them. So a portion is read, its work is taken from a budget, and
whoever has spent more than a player ever does waits: the rest stays in the network, on the client's side. A client
that does not read the answers is not read from either.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from branchline.table.time_budgets import TURNS, TimeBudget

READING = "branchline.line"  # by this name a web server's protocol finds it at its transport
_PORTION = 2048  # bytes; a request of a browser fits, and so do a hundred pings, which take about a millisecond
_UNREAD = 262_144  # bytes of answers; beyond, nothing more is read. What the application sends stays far below
_LONGEST_REST = 5.0  # seconds


class PacedReading(asyncio.BufferedProtocol):
    """Stands between a transport and the protocol of a web server, which may replace itself by another one."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._inner: Any = None
        self._room = bytearray(_PORTION)
        self._transport: Any = None
        self._wanted = True  # the web server wants to read
        self._resting = False
        self.budget: TimeBudget | None = None  # that pays for the reading

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = transport
        self._inner = self._make()
        self._inner.connection_made(_SteeredTransport(transport, self))

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and let go of everything: these objects refer to each other."""
        inner, self._inner, self._transport = self._inner, None, None
        if inner is not None:
            inner.connection_lost(exc)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Room for one portion."""
        return self._room

    def buffer_updated(self, nbytes: int) -> None:
        """A portion is here."""
        if self._inner is None:
            return
        began = time.thread_time()
        try:
            self._inner.data_received(bytes(self._room[:nbytes]))
        finally:
            if self.budget is not None:
                self.budget.spend(time.thread_time() - began)
        self._rest_if_needed()

    def eof_received(self) -> bool | None:
        """The client sends no more."""
        found: bool | None = None if self._inner is None else self._inner.eof_received()
        return found

    def pause_writing(self) -> None:
        """The client does not read."""
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """The client reads again."""
        if self._inner is not None:
            self._inner.resume_writing()

    def replace(self, inner: Any) -> None:
        """Another protocol goes on from here."""
        self._inner = inner

    def want(self, wanted: bool) -> None:
        """Whether the web server wants to read."""
        self._wanted = wanted
        self._read_or_not()

    def _read_or_not(self) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if self._wanted and not self._resting:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()

    def _rest_if_needed(self) -> None:
        """Read on at once, or after a rest: until the budget allows it, or until it is this connection's turn."""
        if self._resting or self._transport is None or self._transport.is_closing():
            return
        loop = asyncio.get_running_loop()
        unread = self._transport.get_write_buffer_size() > _UNREAD
        debt = 0.0 if self.budget is None else self.budget.wait()
        if not unread and (self.budget is None or self.budget.is_modest()):
            return
        self._resting = True
        self._read_or_not()
        if unread or debt > 0:
            loop.call_later(min(max(debt, 0.1), _LONGEST_REST), self._rested)
        elif (turn := TURNS.take()) is None:
            loop.call_soon(self._rested)
        else:
            turn.add_done_callback(lambda _: self._rested())

    def _rested(self) -> None:
        """Read the next portion, unless there is still a reason not to."""
        self._resting = False
        if self._transport is None:
            return
        debt = self.budget is not None and self.budget.wait() > 0
        if debt or self._transport.get_write_buffer_size() > _UNREAD:
            self._rest_if_needed()
        else:
            self._read_or_not()


class _SteeredTransport:
    """What the web server takes for its transport. When to read is not for it alone to say."""

    def __init__(self, transport: Any, reading: PacedReading) -> None:
        self._transport = transport
        self._reading = reading

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send something; a connection that was just cut sends no more."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def pause_reading(self) -> None:
        """The web server has enough for now."""
        self._reading.want(False)

    def resume_reading(self) -> None:
        """The web server wants more."""
        self._reading.want(True)

    def set_protocol(self, protocol: Any) -> None:
        """Another protocol takes over."""
        self._reading.replace(protocol)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What is known of the connection; it knows how it is read, too."""
        return self._reading if name == READING else self._transport.get_extra_info(name, default)
