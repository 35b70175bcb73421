"""How workers hear of each other: that something changed at a table, and who is connected where.

On SQLite there is only one worker, and nothing to tell. On PostgreSQL it is LISTEN and NOTIFY: a notice leaves with the
transaction that it tells of, so nobody hears of anything that is not stored.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

import structlog
from sqlalchemy import Connection, text

from branchline.server.store.rows import SaidLine
from branchline.server.worker.background import Background

if TYPE_CHECKING:
    import psycopg

CHANNEL = "branchline"
_LISTENER = "bus listener"
Hear = Callable[[dict[str, Any]], Awaitable[None]]
_log = structlog.get_logger("branchline.bus")


class Bus(Protocol):
    """What the store and the tables need of it."""

    hear: Hear | None  # called with every notice of another worker
    lost: Callable[[], Awaitable[None]] | None  # called when notices may have been missed

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def announce(self, connection: Connection, tables: Mapping[str, bool]) -> None:
        """Inside a transaction: something happened at these tables, and whether their rows changed too."""

    def pass_on(self, connection: Connection, said: Sequence[tuple[str, SaidLine]]) -> None:
        """Inside a transaction: these lines were said at these tables."""

    async def publish(self, notice: dict[str, Any]) -> None:
        """Tell the other workers something that is not stored."""


class LocalBus:
    """For one worker."""

    hear: Hear | None = None
    lost: Callable[[], Awaitable[None]] | None = None

    async def start(self) -> None:
        """Nothing to listen to."""

    async def stop(self) -> None:
        """Nothing to stop."""

    def announce(self, connection: Connection, tables: Mapping[str, bool]) -> None:
        """Nobody else to tell."""

    def pass_on(self, connection: Connection, said: Sequence[tuple[str, SaidLine]]) -> None:
        """Nobody else to tell."""

    async def publish(self, notice: dict[str, Any]) -> None:
        """Nobody else to tell."""


class PostgresBus:
    """For workers that share a PostgreSQL database."""

    def __init__(self, url: str, worker: str, background: Background) -> None:
        self.hear: Hear | None = None
        self.lost: Callable[[], Awaitable[None]] | None = None
        self._url = url
        self._worker = worker
        self._background = background
        self._speaker: psycopg.AsyncConnection[Any] | None = None
        self._speaking = asyncio.Lock()
        self._listening = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on."""
        self._background.start(_LISTENER, self._listen_for_ever)
        async with asyncio.timeout(15):
            await self._listening.wait()

    async def stop(self) -> None:
        """Listen no more."""
        await self._background.stop(_LISTENER)
        if self._speaker is not None:
            await self._speaker.close()

    def announce(self, connection: Connection, tables: Mapping[str, bool]) -> None:
        """Inside a transaction: something happened at these tables, and whether their rows changed too."""
        self._notify(connection, [{"table": table, "rows": rows} for table, rows in tables.items()])

    def pass_on(self, connection: Connection, said: Sequence[tuple[str, SaidLine]]) -> None:
        """Inside a transaction: these lines were said at these tables. A notice has room for the longest line."""
        self._notify(connection, [{"table": table, "said": asdict(line)} for table, line in said])

    def _notify(self, connection: Connection, plain: Sequence[dict[str, Any]]) -> None:
        notices = [json.dumps({"worker": self._worker, **each}, ensure_ascii=False) for each in plain]
        if notices:
            query = text("select pg_notify(:channel, notice) from unnest(cast(:notices as text[])) as notice")
            connection.execute(query, {"channel": CHANNEL, "notices": notices})

    async def publish(self, notice: dict[str, Any]) -> None:
        """Tell the other workers something that is not stored; if the database is away, nobody hears it."""
        import psycopg

        async with self._speaking:
            try:
                if self._speaker is None or self._speaker.closed:
                    self._speaker = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                plain = json.dumps({"worker": self._worker, **notice})
                await self._speaker.execute("select pg_notify(%s, %s)", (CHANNEL, plain))
            except psycopg.Error as error:
                _log.warning("notice lost", error=str(error))

    async def _listen_for_ever(self) -> None:
        """Listen; when the line breaks, connect again and say that something may have been missed."""
        import psycopg

        pause = 0.1
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                async with connection:
                    await connection.execute(f"listen {CHANNEL}")
                    if self._listening.is_set() and self.lost is not None:
                        await self.lost()  # must not fail: who does not listen any more is deaf for ever
                    self._listening.set()
                    pause = 0.1
                    async for notify in connection.notifies():
                        await self._receive(notify.payload)
            except (psycopg.Error, OSError) as error:
                _log.warning("not listening", error=str(error))
            await asyncio.sleep(pause)
            pause = min(5.0, 2 * pause)

    async def _receive(self, payload: str) -> None:
        try:
            notice = json.loads(payload)
            if notice.get("worker") != self._worker and self.hear is not None:
                await self.hear(notice)
        except Exception:  # noqa: BLE001  (trouble with one table must not make a worker deaf)
            _log.exception("notice not heeded")
