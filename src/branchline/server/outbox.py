"""Messages on their way to one client. A client that does not read is disconnected; it never holds others up."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from branchline.server.messages import Bye


def dumped(message: Any) -> str:
    """A message as text."""
    return orjson.dumps(message).decode()


class Outbox:
    """A queue to one socket, and the task that empties it."""

    def __init__(self, socket: WebSocket, most: int) -> None:
        self._socket = socket
        self._most = most
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.closed = False
        self._task = asyncio.create_task(self._send_all(), name="outbox")

    def put(self, text: str) -> None:
        """Send a text as soon as possible."""
        if self.closed:
            return
        if self._queue.qsize() >= self._most:
            self.bye("too_slow", "You did not read what was sent. Connect again.", again=True)
            return
        self._queue.put_nowait(text)

    def bye(self, code: Any, words: str, *, again: bool) -> None:
        """Say why, and close."""
        if not self.closed:
            last: Bye = {"type": "bye", "code": code, "words": words, "again": again}
            self._queue.put_nowait(dumped(last))
            self.close()

    def close(self) -> None:
        """Close when everything is sent."""
        if not self.closed:
            self.closed = True
            self._queue.put_nowait(None)

    async def finished(self, seconds: float = 2.0) -> None:
        """Wait until everything is sent, or the line is down; but not for long."""
        self.close()
        done, _ = await asyncio.wait([self._task], timeout=seconds)
        if not done:
            self._task.cancel()

    async def _send_all(self) -> None:
        try:
            while (text := await self._queue.get()) is not None:
                await self._socket.send_text(text)
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.close(1000)
        except (WebSocketDisconnect, RuntimeError, OSError):  # the line is down; the reader of the socket notices too
            self.closed = True
