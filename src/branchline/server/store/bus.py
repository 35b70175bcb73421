"""How workers hear of each other: that something changed at a table, and who is connected where.

On SQLite there is only one worker, and nothing to tell. On PostgreSQL it is LISTEN and NOTIFY. A notice leaves after
the transaction that it tells of: inside one, NOTIFY takes a lock over the whole database until the commit is on the
disk, so that all workers together commit one transaction after the other. A notice is a hint. The rows are the truth,
and who looks at them now and then (`Hub`) finds what a lost hint would have told.

Tables share 1,024 channels. A worker listens to those of the tables that it has in memory, so that what happens at all
other tables costs it nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import structlog
from sqlalchemy import Connection

from branchline.server.worker.background import Background
from branchline.table.rows import SaidLine

if TYPE_CHECKING:
    import psycopg

_CHANNELS = 1024
_MOMENT = 0.02  # seconds that a notice may take once its first byte is here
_SOON = 2.0  # seconds to wait for a channel; without it a table is behind by a few seconds, and no worse
_LISTENER, _SPEAKER = "bus listener", "bus speaker"
_NOTICES = "notices"
_MOST_HINTS = 20_000  # that wait while the database is away
R = TypeVar("R")
Hear = Callable[[dict[str, Any]], Awaitable[None]]
_log = structlog.get_logger("branchline.bus")


class Bus(Protocol):
    """What the store and the tables need of it."""

    hear: Hear | None  # called with every notice of another worker
    hints_lost: int  # so far
    lost: Callable[[], Awaitable[None]] | None  # called when notices may have been missed

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def follow(self, table: str) -> None:
        """Hear of this table from now on."""

    def unfollow(self, table: str) -> None:
        """Hear of it no more."""

    def announce(self, connection: Connection, tables: Mapping[str, bool]) -> None:
        """After this transaction: something happened at these tables, and whether their rows changed too."""

    def pass_on(self, connection: Connection, said: Sequence[tuple[str, SaidLine]]) -> None:
        """After this transaction: these lines were said at these tables."""

    async def publish(self, notice: dict[str, Any]) -> None:
        """Tell the other workers something that is not stored."""


class LocalBus:
    """For one worker."""

    hear: Hear | None = None
    hints_lost = 0
    lost: Callable[[], Awaitable[None]] | None = None

    async def start(self) -> None:
        """Nothing to listen to."""

    async def stop(self) -> None:
        """Nothing to stop."""

    async def follow(self, table: str) -> None:
        """Nobody else to hear."""

    def unfollow(self, table: str) -> None:
        """Nobody else to hear."""

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
        self.hints_lost = 0
        self.lost: Callable[[], Awaitable[None]] | None = None
        self._url = url
        self._worker = worker
        self._background = background
        self._speaker: psycopg.AsyncConnection[Any] | None = None
        self._hints: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self._listening = asyncio.Event()
        self._followed: Counter[str] = Counter()  # tables, by channel
        self._open: set[str] = set()  # channels that are listened to
        self._stir = asyncio.Event()  # something came, or other channels are wanted
        self._opened = asyncio.Condition()

    async def start(self) -> None:
        """Listen from now on."""
        self._background.start(_LISTENER, self._listen_for_ever)
        self._background.start(_SPEAKER, self._speak_for_ever)
        async with asyncio.timeout(15):
            await self._listening.wait()

    async def stop(self) -> None:
        """Listen no more."""
        await self._background.stop(_LISTENER)
        await self._background.stop(_SPEAKER)
        if self._speaker is not None:
            await self._speaker.close()

    async def follow(self, table: str) -> None:
        """Hear of this table from now on; if the database is away, as soon as it is back."""
        channel = channel_of(table)
        self._followed[channel] += 1
        self._stir.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SOON), self._opened:
                await self._opened.wait_for(lambda: channel in self._open)

    def unfollow(self, table: str) -> None:
        """Hear of it no more; its channel is closed when others are opened."""
        self._followed[channel_of(table)] -= 1

    def announce(self, connection: Connection, tables: Mapping[str, bool]) -> None:
        """After this transaction: something happened at these tables, and whether their rows changed too."""
        self._note(connection, [{"table": table, "rows": rows} for table, rows in tables.items()])

    def pass_on(self, connection: Connection, said: Sequence[tuple[str, SaidLine]]) -> None:
        """After this transaction: these lines were said at these tables. A notice has room for the longest line."""
        self._note(connection, [{"table": table, "said": asdict(line)} for table, line in said])

    def _note(self, connection: Connection, plain: Sequence[dict[str, Any]]) -> None:
        connection.info.setdefault(_NOTICES, []).extend(plain)

    def after(self, work: Callable[[Connection], R]) -> Callable[[Connection], tuple[R, list[dict[str, Any]]]]:
        """Some work, and the notices that leave after it."""

        def with_notices(connection: Connection) -> tuple[R, list[dict[str, Any]]]:
            notices: list[dict[str, Any]] = []
            connection.info[_NOTICES] = notices
            return work(connection), notices

        return with_notices

    def tell(self, notices: Sequence[dict[str, Any]]) -> None:
        """The transaction is on the disk: let others hear of it soon; nobody waits for that."""
        if len(self._hints) + len(notices) > _MOST_HINTS:
            self.hints_lost += len(self._hints)
            self._hints.clear()
            _log.warning("notices lost", reason="too many wait")
        self._hints.extend({"worker": self._worker, **notice} for notice in notices)
        if notices:
            self._news.set()

    async def publish(self, notice: dict[str, Any]) -> None:
        """Tell the other workers something that is not stored; if the database is away, nobody hears it."""
        self.tell([notice])

    async def _speak_for_ever(self) -> None:
        """Send what waits, all of it at once; what cannot be sent is lost, and found by who looks at the rows."""
        import psycopg

        query = "select pg_notify(channel, notice) from unnest(%s::text[], %s::text[]) as hints (channel, notice)"
        while True:
            await self._news.wait()
            self._news.clear()
            channels = [channel_of(each.get("table") or each["ask"]) for each in self._hints]
            texts = [json.dumps(each, ensure_ascii=False) for each in self._hints]
            self._hints.clear()
            try:
                if self._speaker is None or self._speaker.closed:
                    self._speaker = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                await self._speaker.execute(query, (channels, texts))
            except (psycopg.Error, OSError) as error:
                self.hints_lost += len(texts)
                _log.warning("notices lost", count=len(texts), error=str(error))

    async def _listen_for_ever(self) -> None:
        """Listen; when the line breaks, connect again and say that something may have been missed."""
        import psycopg

        pause = 0.1
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                async with connection:
                    pause = 0.1
                    await self._listen(connection)
            except (psycopg.Error, OSError) as error:
                _log.warning("not listening", error=str(error))
            await asyncio.sleep(pause)
            pause = min(5.0, 2 * pause)

    async def _listen(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Until the line breaks."""
        loop, line = asyncio.get_running_loop(), connection.fileno()
        self._open = set()
        await self._open_channels(connection)
        if self._listening.is_set() and self.lost is not None:
            await self.lost()  # must not fail: who does not listen any more is deaf for ever
        self._listening.set()
        while True:
            self._stir.clear()
            await self._open_channels(connection)
            async for notify in connection.notifies(timeout=_MOMENT, stop_after=1):
                await self._receive(notify.payload)
            loop.add_reader(line, self._stir.set)
            try:
                await self._stir.wait()
            finally:
                loop.remove_reader(line)

    async def _open_channels(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Listen to what is wanted now."""
        wanted = {channel for channel, tables in self._followed.items() if tables > 0}
        if wanted <= self._open:
            return
        changes = [f"listen {each}" for each in wanted - self._open]
        changes += [f"unlisten {each}" for each in self._open - wanted]
        await connection.execute("; ".join(changes))
        self._open = wanted
        self._followed += Counter()  # without those that nobody wants any more
        async with self._opened:
            self._opened.notify_all()

    async def _receive(self, payload: str) -> None:
        try:
            notice = json.loads(payload)
            if notice.get("worker") != self._worker and self.hear is not None:
                await self.hear(notice)
        except Exception:  # noqa: BLE001  (trouble with one table must not make a worker deaf)
            _log.exception("notice not heeded")


def channel_of(table: str) -> str:
    """The channel on which workers hear of a table."""
    return f"branchline_{zlib.crc32(table.encode()) % _CHANNELS}"
