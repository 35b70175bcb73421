"""Messages on their way to clients. A client that does not read is disconnected; it holds up neither others nor memory.

What waits for a client is bounded in messages and in bytes, and so is what waits for all clients of a worker together:
when that is too much, those go for whom the most is waiting.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from branchline.server.guarding.connections import line_of
from branchline.server.settings import Limits
from branchline.table.plain_text import dumped
from branchline.table.protocol.messages import Bye

_LAST_WORD = 2.0  # seconds that a client who did not read has to hear why the line is cut


class Backlog:
    """What waits for all clients of a worker."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._outboxes: set[Outbox] = set()
        self.bytes = 0

    def enter(self, outbox: Outbox) -> None:
        """A client is there."""
        self._outboxes.add(outbox)

    def leave(self, outbox: Outbox) -> None:
        """A client is gone."""
        self._outboxes.discard(outbox)

    def change(self, size: int) -> None:
        """So much more waits, or less. When it is too much, whoever is most behind goes."""
        self.bytes += size
        while size > 0 and self.bytes > self._most and self._outboxes:
            max(self._outboxes, key=lambda outbox: outbox.bytes).give_up()


class Outbox:
    """A queue to one socket, and the task that empties it."""

    def __init__(self, socket: WebSocket, limits: Limits, backlog: Backlog) -> None:
        self._socket = socket
        self._limits = limits
        self._backlog = backlog
        self._texts: deque[str] = deque()
        self._news = asyncio.Event()
        self.bytes = 0  # that wait
        self.closed = False
        backlog.enter(self)
        self._task = asyncio.create_task(self._send_all(), name="outbox")

    def put(self, text: str) -> None:
        """Send a text as soon as possible."""
        if self.closed:
            return
        size = sys.getsizeof(text)
        if len(self._texts) >= self._limits.waiting_messages or self.bytes + size > self._limits.waiting_bytes:
            self.give_up()
        else:
            self._add(text, size)

    def _add(self, text: str, size: int) -> None:
        self._texts.append(text)
        self._news.set()
        self.bytes += size
        self._backlog.change(size)

    def bye(self, code: Any, words: str, *, again: bool) -> None:
        """Say why, and close."""
        if not self.closed:
            last: Bye = {"type": "bye", "code": code, "words": words, "again": again}
            text = dumped(last)
            self.closed = True
            self._add(text, sys.getsizeof(text))

    def give_up(self) -> None:
        """The client does not read: forget what waits for it, say why, and cut the line if even that is not read."""
        self._backlog.leave(self)
        self._forget()
        self.bye("too_slow", "You did not read what was sent. Connect again.", again=True)
        asyncio.get_running_loop().call_later(_LAST_WORD, self.cut)

    def close(self) -> None:
        """Close when everything is sent."""
        self.closed = True
        self._news.set()

    def cut(self) -> None:
        """End the line at once, with all that waits."""
        self.closed = True
        self._backlog.leave(self)
        self._forget()
        self._task.cancel()
        if (line := line_of(self._socket.scope)) is not None:
            line.abort()

    async def finished(self, seconds: float = _LAST_WORD) -> None:
        """Wait until everything is sent, or the line is down; but not for long."""
        self.close()
        await asyncio.wait([self._task], timeout=seconds)
        if not self._task.done():
            self.cut()
        self._backlog.leave(self)
        self._forget()

    def _forget(self) -> None:
        self._texts.clear()
        self._backlog.change(-self.bytes)
        self.bytes = 0

    async def _send_all(self) -> None:
        try:
            while True:
                while self._texts:
                    text = self._texts.popleft()
                    size = sys.getsizeof(text)
                    self.bytes -= size
                    self._backlog.change(-size)
                    await self._socket.send_text(text)
                if self.closed:
                    break
                self._news.clear()
                await self._news.wait()
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.close(1000)
        except (WebSocketDisconnect, RuntimeError, OSError):  # the line is down; the reader of the socket notices too
            self.closed = True
            self._forget()
