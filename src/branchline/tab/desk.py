"""Between the page and its worker: requests and lines, each message a JSON text.

    from the page   {"ask": 1, "method", "path", "body", "token"}   {"line": 2, "table"}   {"line": 2, "text"}
                    {"line": 2, "close": true}
    to the page     {"ask": 1, "status", "body"}   {"line": 2, "text"}   {"line": 2, "closed": true}

What goes over a line is what goes over a socket of a server.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from branchline.tab.answers import ONE_PERSON, Answers
from branchline.tab.home import TabHome
from branchline.table.conversation import Conversation
from branchline.table.home import StoreFailed
from branchline.table.live_table import LiveTable, Viewer
from branchline.table.plain_text import dumped
from branchline.table.protocol import requests
from branchline.table.protocol.refusing import Refused
from branchline.table.tokens import hashed_address

_log = logging.getLogger("branchline.desk")


class LineOutbox:
    """The way to a viewer in the page: what is sent is there."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self.closed = False

    def put(self, text: str) -> None:
        """Send a text."""
        if not self.closed:
            self._send({"text": text})

    def bye(self, code: Any, words: str, *, again: bool) -> None:
        """Say why, and close."""
        self.put(dumped({"type": "bye", "code": code, "words": words, "again": again}))
        self.closed = True
        self._send({"closed": True})

    async def finished(self, seconds: float) -> None:
        """Nothing waits here."""


class Line:
    """One viewer in the page. Messages are answered one after the other."""

    def __init__(self, home: TabHome, table_id: str, send: Callable[[dict[str, Any]], None]) -> None:
        self._home = home
        self._table_id = table_id
        self._outbox = LineOutbox(send)
        self._talk = Conversation(home, home.settings, self._outbox, hashed_address(ONE_PERSON))
        self._texts: asyncio.Queue[str | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._hold(), name=f"line to {table_id}")

    def hear(self, text: str | None) -> None:
        """A text of the page; None: it has closed the line."""
        self._texts.put_nowait(text)

    async def end(self) -> None:
        """Close it, and wait until that is done."""
        self.hear(None)
        await self._task

    async def _hold(self) -> None:
        table: LiveTable | None = None
        viewer: Viewer | None = None
        try:
            hello = await self._next()
            if not isinstance(hello, requests.Hello):
                raise Refused("not_allowed", "Say hello first.")
            table = await self._home.table(self._table_id)
            viewer = self._talk.seated(table, hello)
            table.enter(viewer)
            await self._home.see_to(table)
            while not self._outbox.closed and (message := await self._next()) is not None:
                await self._talk.answer(table, viewer, message)
        except Refused as refusal:
            self._talk.refuse(refusal, None)
            self._outbox.bye("forbidden", refusal.words, again=False)
        except StoreFailed as error:
            _log.warning("not kept: %s", error)
            self._outbox.bye("stopping", "This browser does not keep what happens.", again=False)
        except Exception:  # noqa: BLE001  (else the page would wait for ever)
            _log.exception("line to %s failed", self._table_id)
            self._outbox.bye("stopping", "Something went wrong here. Load the page again.", again=False)
        finally:
            self._talk.stop_asking()
            if table is not None and viewer is not None:
                table.leave(viewer)

    async def _next(self) -> requests.ClientMessage | None:
        """The next message that can be read; None if the page has closed the line."""
        while (text := await self._texts.get()) is not None:
            message = self._talk.read(text)
            if message is not None:
                return message
        return None


class Desk:
    """Takes what the page sends, and answers."""

    def __init__(self, home: TabHome, answers: Answers, tell: Callable[[str], None]) -> None:
        self._answers = answers
        self._home = home
        self._tell = tell
        self._lines: dict[int, Line] = {}
        self._asked: set[asyncio.Task[None]] = set()

    def hear(self, text: str) -> None:
        """A message of the page."""
        message = json.loads(text)
        if "ask" in message:
            task = asyncio.create_task(self._answer(message), name=f"answer {message['path']}")
            self._asked.add(task)
            task.add_done_callback(self._asked.discard)
            return
        number = message["line"]
        if "table" in message:
            self._lines[number] = Line(self._home, message["table"], lambda told: self._send(number, told))
        elif (line := self._lines.get(number)) is not None:
            line.hear(message.get("text"))
            if "text" not in message:
                del self._lines[number]

    async def close(self) -> None:
        """Close all lines."""
        await asyncio.gather(*self._asked, *(line.end() for line in self._lines.values()))
        self._lines.clear()

    def _send(self, number: int, told: dict[str, Any]) -> None:
        self._tell(json.dumps({"line": number, **told}))

    async def _answer(self, message: dict[str, Any]) -> None:
        body = message.get("body") or ""
        try:
            status, text = await self._answers.answer(message["method"], message["path"], body, message.get("token"))
        except Exception:  # noqa: BLE001  (the page waits for an answer, whatever went wrong)
            _log.exception("no answer to %s %s", message["method"], message["path"])
            status, text = 500, json.dumps({"code": "unavailable", "words": "Something went wrong here. Try again."})
        self._tell(json.dumps({"ask": message["ask"], "status": status, "body": text}))
