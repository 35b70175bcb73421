"""The socket: one viewer of one table. It says who it is, then sends messages one by one and hears what happens."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.server.guarding.outbox import Outbox
from branchline.server.operating.house import BANNED, note_host
from branchline.server.store.store import StoreFailed
from branchline.table.conversation import Conversation
from branchline.table.limiting import Bucket
from branchline.table.live_table import LiveTable, Viewer
from branchline.table.protocol import requests
from branchline.table.protocol.refusing import Refused
from branchline.table.time_budgets import charged
from branchline.table.tokens import hashed_address

if TYPE_CHECKING:
    from branchline.server.network.services import Services

_log = structlog.get_logger("branchline.socket")
_LONGEST_WAIT = 5.0  # seconds that a client whose time is spent is kept waiting before its next message is read


class SocketConversation(Conversation):
    """What goes back and forth on one socket."""

    def __init__(self, services: Services, socket: WebSocket, table_id: str) -> None:
        limits, address = services.settings.limits, services.address_of(socket)
        self.sent = Outbox(socket, limits, services.backlog)
        super().__init__(services.hub, limits, self.sent, hashed_address(address))
        self.services = services
        self.socket = socket
        self.table_id = table_id
        self.hello_seconds = limits.hello_seconds
        self.bucket = Bucket(limits.messages_per_second, limits.message_burst)
        self.budget = services.time.of(address)
        self.changes = services.changes.of(address)

    async def hold(self) -> None:
        """From hello to the end."""
        viewer: Viewer | None = None
        table: LiveTable | None = None
        try:
            hello = await self._first_message()
            if hello is not None:
                table = await charged(self.services.hub.table(self.table_id), self.budget)
                viewer = await charged(self._enter(table, hello), self.budget)
                await self.services.hub.tell_presence(table)
                await self._listen(table, viewer)
        except WebSocketDisconnect:
            pass
        except Refused as refusal:
            self.refuse(refusal, None)
            self.sent.bye("forbidden", refusal.words, again=refusal.code == "unavailable")
        except StoreFailed as error:
            _log.warning("store failed", error=str(error))
            self.sent.bye("stopping", "The server cannot reach its database.", again=True)
        finally:
            self.stop_asking()
            if table is not None and viewer is not None:
                table.leave(viewer)
                if not self.services.hub.stopping:
                    await self.services.hub.tell_presence(table)
            await self.sent.finished()

    async def _first_message(self) -> requests.Hello | None:
        """The client says who it is, soon."""
        try:
            async with asyncio.timeout(self.hello_seconds):
                while not self.sent.closed:
                    message = await self._next_message()
                    if isinstance(message, requests.Hello):
                        return message
                    if message is not None:
                        self.refuse(Refused("not_allowed", "Say hello first."), getattr(message, "ref", None))
        except TimeoutError:
            self.sent.bye("no_hello", "You did not say hello.", again=True)
        return None

    async def _enter(self, table: LiveTable, hello: requests.Hello) -> Viewer:
        """The client begins to look."""
        try:
            viewer = self.seated(table, hello)
        except Refused:
            if hello.token is None or not self.services.store.shared:
                raise
            await table.refresh(rows=True)  # the seat may have been taken through another worker a moment ago
            viewer = self.seated(table, hello)
        if self.services.doorkeeper.rules.bans(viewer.token, viewer.address):
            raise BANNED
        table.enter(viewer)
        return viewer

    async def _listen(self, table: LiveTable, viewer: Viewer) -> None:
        while not self.sent.closed:
            message = await charged(self._next_message(), self.budget)
            await asyncio.sleep(0)  # of a hundred messages at once one is read at a time, as of everybody else
            if message is not None:
                await charged(self.answer(table, viewer, message), self.budget)

    async def _next_message(self) -> requests.ClientMessage | None:
        """The next message; None if it was refused."""
        if (debt := self.budget.wait()) > 0:  # nothing is lost: what the client sends waits on its side
            await asyncio.sleep(min(debt, _LONGEST_WAIT))
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code") or 1005)
        message = self.read(received.get("text"), in_time=self.bucket.take())
        if message is not None:
            self.services.metrics.messages.labels(message.type).inc()
        return message

    # What is counted here

    def check_pace(self) -> None:
        """Refuse who changes tables faster than people play: every change is kept for ever."""
        if not self.changes.take():
            raise Refused("too_fast", "Slow down.")

    async def act(self, table: LiveTable, seat: int, decision: int, action: int) -> int:
        """Answer the open decision of a seat, and note how long that took."""
        began = time.perf_counter()
        number = await super().act(table, seat, decision, action)
        self.services.metrics.moves.observe(time.perf_counter() - began)
        return number

    async def silence(self, table: LiveTable, viewer: Viewer, seat: int | None, on: bool) -> int:
        """The host decides who talks; it is noted."""
        number = await super().silence(table, viewer, seat, on)
        who = "spectators" if seat is None else f"seat {seat}"
        await note_host(self.services.store, "mute" if on else "unmute", table.id, who)
        return number

    def refuse(self, refusal: Refused, ref: int | None) -> None:
        """Say no; who asks for too much of that is sent away."""
        self.services.metrics.refusals.labels(refusal.code).inc()
        super().refuse(refusal, ref)
