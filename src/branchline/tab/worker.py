"""What runs in the worker: the disk of the browser, and the way to the page. The other half is `web/static/tab`."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from branchline.tab import thinking
from branchline.tab.answers import Answers
from branchline.tab.desk import Desk
from branchline.tab.home import TabHome, TabSettings
from branchline.tab.solving import Solving
from branchline.tab.store import TabStore
from branchline.tab.studying import ANALYST, Studying
from branchline.tab.thinkers import ThinkerHere, ThinkerThere
from branchline.table import timekeeping
from branchline.table.bots.coach_room import CoachRoom
from branchline.table.bots.coach_wire import COACH
from branchline.table.bots.pool import BotPool
from branchline.table.bots.thinking import answer_bot
from branchline.table.bots.wire import Prepare
from branchline.table.home import StoreFailed

_SECONDS = 60.0  # that a bot or the coach may think: a slow phone is not their fault


@contextlib.contextmanager
def _failing() -> Iterator[None]:
    """Whatever the browser's disk says when it fails (it is full, say): tables know what to do without a store."""
    try:
        yield
    except Exception as error:
        raise StoreFailed(str(error)) from error


class BrowserDisk:
    """The browser's IndexedDB, through functions of the worker's script. See `branchline.tab.store.Disk`."""

    def __init__(self, script: Any) -> None:
        self._script = script

    async def tables(self) -> list[str]:
        """The texts of all tables."""
        with _failing():
            return list(json.loads(await self._script.tables()))

    async def parts(self, table: str) -> list[str]:
        """What belongs to a table, in order."""
        with _failing():
            return list(json.loads(await self._script.parts(table)))

    async def keep(self, table: str, text: str | None, parts: Mapping[str, str]) -> None:
        """Keep the text of a table, unless there is none, and what belongs to it."""
        with _failing():
            await self._script.keep(table, text or "", json.dumps(dict(parts)))

    async def drop(self, table: str) -> None:
        """Forget a table with all that belongs to it."""
        with _failing():
            await self._script.drop(table)


class BrowserWorker:
    """A worker that thinks, through functions of this one's script. See `branchline.tab.thinkers.OtherWorker`."""

    def __init__(self, script: Any, name: str) -> None:
        self.prepared: set[Prepare] = set()
        self._script = script
        self._name = name

    async def start(self) -> None:
        """Start it if it is not running, and wait until it listens."""
        try:
            await self._script.startThinking(self._name)
        except Exception as error:
            raise OSError(str(error)) from error

    async def ask(self, kind: str, question: bytes) -> bytes:
        """Its answer to a question."""
        try:
            text = await self._script.think(self._name, kind, base64.b64encode(question).decode())
        except Exception as error:
            raise OSError(str(error)) from error
        return str(text).encode()

    def stop(self) -> None:
        """End it."""
        self.prepared.clear()
        self._script.stopThinking(self._name)


async def begin(script: Any, bot_pause: float) -> Desk:
    """Everything put together, for the worker's script."""
    disk, other, analyst = BrowserDisk(script), BrowserWorker(script, "bots"), BrowserWorker(script, ANALYST)
    store, solving = TabStore(disk), Solving(disk)
    await store.open()
    await solving.open()
    slow = partial(ThinkerThere, other, thinking.BOT)
    pool = BotPool(partial(ThinkerHere, answer_bot), 1, _SECONDS, _SECONDS, slow)
    coach = CoachRoom(ThinkerThere(other, COACH), _SECONDS, 2 * _SECONDS)
    home = TabHome(store, pool, coach, TabSettings(bot_pause=bot_pause))
    begin.clock = asyncio.create_task(timekeeping.CLOCK.run(), name="clock")  # type: ignore[attr-defined]
    return Desk(home, Answers(home, solving, Studying(home, disk, analyst)), script.tell)
