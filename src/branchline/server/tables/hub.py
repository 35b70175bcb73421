"""All tables that a worker has in memory: loaded when wanted, kept up with other workers, put away when idle."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import structlog

from branchline.model.errors import BranchlineError
from branchline.server.bots.processes import bot_pool, coach_room
from branchline.server.operating import retention
from branchline.server.operating.house import STILL
from branchline.server.settings import Settings
from branchline.server.store.store import Store, StoreFailed
from branchline.server.tables.caretaker import Caretaker
from branchline.server.worker.background import Background
from branchline.table import timekeeping
from branchline.table.games.set_aside import DAMAGED, reason_of
from branchline.table.live_table import LiveTable
from branchline.table.protocol.refusing import Refused
from branchline.table.rows import SaidLine, TableRow
from branchline.table.tokens import is_table_id

_log = structlog.get_logger("branchline.hub")
_HOUSEKEEPER, _FOLLOWER = "housekeeper", "follower"
_FOLLOWING = 5.0  # seconds between two looks for what a lost notice would have told
_HOUSEKEEPING = 30.0  # seconds between rounds
_ROOM = 50  # tables that make room at once
_FAREWELL = 2.0  # seconds for the last message to get through
_PRESENCE = 60.0  # seconds after which nothing heard from a worker means that it is gone


class Hub:
    """The tables of one worker."""

    def __init__(self, store: Store, settings: Settings, worker: str, background: Background) -> None:
        self.background = background
        self.store = store
        self.settings = settings
        self.worker = worker
        self.tables: dict[str, LiveTable] = {}
        self.pool = bot_pool(settings.bot_processes, settings.bot_seconds, settings.bot_wait)
        self.coach = coach_room(settings.hint_seconds, settings.hint_wait)
        self.caretaker = Caretaker(self, store, settings, self.pool, worker)
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._told: dict[str, frozenset[int]] = {}  # who is connected here, as other workers were last told
        self._touched: dict[str, int] = {}  # entries of each table when its time was last noted
        self.stopping = False
        self.still = False  # nobody does anything: all tables are being replaced

    async def start(self) -> None:
        """Listen to other workers, look after tables."""
        self.store.bus.hear = self._hear
        self.store.bus.lost = self._catch_up_all
        self.caretaker.start()
        self.background.start(_HOUSEKEEPER, self._keep_house)
        if self.store.shared:
            self.background.start(_FOLLOWER, self._follow)

    async def stop(self) -> None:
        """Say good-bye to everybody, finish what is being written."""
        await self.say_goodbye()
        await self.background.stop(_HOUSEKEEPER)
        await self.background.stop(_FOLLOWER)
        await self.caretaker.stop()
        await self.pool.close()
        await self.coach.close()
        with contextlib.suppress(StoreFailed):
            await self._note_times()
        await self.store.close()

    async def say_goodbye(self) -> None:
        """Tell all viewers that the server stops, and wait a moment until they heard it; they will come back."""
        self.stopping = True
        viewers = [viewer for table in self.tables.values() for viewer in table.viewers]
        for viewer in viewers:
            viewer.outbox.bye("stopping", "The server is restarting. Your game is safe.", again=True)
        await asyncio.gather(*(viewer.outbox.finished(_FAREWELL) for viewer in viewers))

    async def see_to(self, table: LiveTable) -> None:
        """Look after a table from now on, if somebody has to and nobody does."""
        await self.caretaker.see_to(table)

    # Loading

    async def table(self, table_id: str) -> LiveTable:
        """A table, from memory or from the store."""
        if self.stopping:
            raise Refused("unavailable", "The server is stopping.")
        if self.still:
            raise STILL
        if table_id in self.tables:
            return self.tables[table_id]
        if not is_table_id(table_id):
            raise Refused("no_table", "There is no such table.")
        if table_id in self._loading:
            return await asyncio.shield(self._loading[table_id])
        if not self.has_room():
            raise Refused("unavailable", "Too many tables are in use here. Try again in a few minutes.")
        future: asyncio.Future[LiveTable] = asyncio.get_running_loop().create_future()
        self._loading[table_id] = future
        try:
            table = await self._load(table_id)
            future.set_result(table)
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # whoever else waits gets it; that nobody does is no fault
            raise
        finally:
            del self._loading[table_id]
        return table

    def has_room(self) -> bool:
        """Whether one more table fits into memory, if need be for those that nobody has looked at the longest."""
        most = self.settings.tables_in_memory - len(self._loading)
        if len(self.tables) >= most:
            idle = sorted(filter(self._is_idle, self.tables.values()), key=lambda table: table.used)
            for table in idle[:_ROOM]:
                self.put_away(table)
        return len(self.tables) < most

    async def _load(self, table_id: str) -> LiveTable:
        try:
            row = await self.store.table(table_id)
            if row is None:
                raise Refused("no_table", "There is no such table.")
        except (ValueError, TypeError, KeyError) as error:
            await self._set_aside(table_id, error)
            raise Refused("unavailable", f"This table cannot be shown: {DAMAGED}.") from error
        table = LiveTable(self.store, row, self.settings.limits)
        try:
            await table.load()
        except StoreFailed:
            raise
        except Exception as error:  # noqa: BLE001  (whatever is wrong with one table, it is that table's matter)
            await self._set_aside(table_id, error)
            table = await self._only_told(table.row, error)
        await self.store.bus.follow(table_id)
        self.tables[table_id] = table
        if self.store.shared:
            await self.store.bus.publish({"ask": table_id})
            await table.catch_up_with_talk()
        await table.refresh(rows=True)  # what happened since it was read, before notices about it were heeded
        return table

    async def _only_told(self, row: TableRow, problem: Exception) -> LiveTable:
        """A table whose game cannot be played here: what can be shown of it."""
        table = LiveTable(self.store, row, self.settings.limits, aside=reason_of(problem))
        try:
            await table.load()
            table.info()
        except (BranchlineError, ValueError, TypeError, KeyError) as error:  # not even that
            if isinstance(error, StoreFailed):
                raise
            raise Refused("unavailable", f"This table cannot be shown: {reason_of(problem)}.") from problem
        return table

    async def _set_aside(self, table_id: str, error: Exception) -> None:
        """Tell who runs the server that a table cannot be gone on with, and let nobody try again and again."""
        _log.error("table set aside", table=table_id, reason=str(error) or type(error).__name__, exc_info=error)
        await self.store.set_aside(table_id, reason_of(error))

    async def look_again(self, table_id: str) -> None:
        """A table was changed in the store by this worker: take that in, if the table is in memory."""
        table = self.tables.get(table_id)
        if table is not None:
            await table.catch_up_with_talk()
            await table.refresh(rows=True)
            if table.gone:
                self.put_away(table)

    def stand_still(self, still: bool) -> None:
        """All tables are being replaced, or were: forget them. Their viewers come back and see what there is then."""
        self.still = still
        for table in [*self.tables.values()]:
            table.gone = True
            self.caretaker.leave(table.id)
            for viewer in [*table.viewers]:
                viewer.outbox.bye("stopping", STILL.words, again=True)
            self.put_away(table)

    def put_away(self, table: LiveTable) -> None:
        """Forget a table; the store has it."""
        if self.tables.pop(table.id, None) is not None:
            self.store.bus.unfollow(table.id)
        self._told.pop(table.id, None)
        self._touched.pop(table.id, None)

    # Other workers

    async def _hear(self, notice: dict[str, Any]) -> None:
        """Something happened at another worker."""
        table = self.tables.get(notice.get("table") or notice.get("ask") or "")
        if table is None:
            return
        if "ask" in notice:
            await self.tell_presence(table, always=True)
        elif "here" in notice:
            self._hear_presence(table, str(notice["worker"]), frozenset(notice["here"]))
        elif "said" in notice:
            table.hear(SaidLine(**notice["said"]))
        else:
            try:
                await table.refresh(rows=bool(notice.get("rows")))
                if table.gone:
                    self.put_away(table)
            except StoreFailed as error:
                _log.warning("table not refreshed", table=table.id, error=str(error))

    async def _catch_up_all(self) -> None:
        """Notices may have been missed: look at every table."""
        for table in [*self.tables.values()]:
            try:
                await table.refresh(rows=True)
                await table.catch_up_with_talk()
            except Exception:  # noqa: BLE001  (trouble with one table must not keep the others behind)
                _log.exception("table not refreshed", table=table.id)

    async def _follow(self) -> None:
        """Notices are hints, and some are lost: look at the rows now and then."""
        while True:
            await asyncio.sleep(_FOLLOWING)
            await self.catch_up()

    async def catch_up(self) -> None:
        """Take in what happened at other workers, at tables that somebody looks at."""
        watched = {table.id: table for table in self.tables.values() if table.viewers}
        counts = await self.store.counts([*watched])
        for table in watched.values():
            if table.row.status == "open" or counts.get(table.id, 0) > table.count:
                await table.refresh(rows=True)

    async def tell_presence(self, table: LiveTable, *, always: bool = False) -> None:
        """Tell other workers who is connected here, if that changed."""
        here = table.here_locally()
        if self.store.shared and (always or self._told.get(table.id, frozenset()) != here):
            self._told[table.id] = here
            await self.store.bus.publish({"table": table.id, "here": sorted(here)})

    def _hear_presence(self, table: LiveTable, worker: str, here: frozenset[int]) -> None:
        before = table.here()
        if here:
            table.elsewhere[worker] = (time.monotonic(), here)
        else:
            table.elsewhere.pop(worker, None)
        if table.here() != before:
            table.tell_table()

    # Housekeeping

    async def _keep_house(self) -> None:
        last_forgot = 0.0
        while True:
            await asyncio.sleep(_HOUSEKEEPING)
            try:
                await self._note_times()
                self._put_idle_away()
                for table in [*self.tables.values()]:
                    self._expire_presence(table)
                    if table.here_locally():
                        await self.tell_presence(table, always=True)
                if time.monotonic() - last_forgot > 3600:
                    last_forgot = time.monotonic()
                    await self.forget()
            except Exception:  # noqa: BLE001  (housekeeping must go on, whatever happens to one table or to the database)
                _log.exception("housekeeping failed")

    async def forget(self) -> int:
        """Delete what is older than it is kept; returns how many tables."""
        return await retention.forget(self.store, self.settings)

    async def _note_times(self) -> None:
        """Store when something last happened, for tables where it did."""
        news = {
            table.id: timekeeping.now() for table in self.tables.values() if self._touched.get(table.id) != table.count
        }
        if news:
            await self.store.touch(news)
        self._touched.update({table.id: table.count for table in self.tables.values()})

    def _put_idle_away(self) -> None:
        for table in [*self.tables.values()]:
            over = table.row.status == "finished"
            patience = (
                min(self.settings.over_seconds, self.settings.idle_seconds) if over else self.settings.idle_seconds
            )
            if time.monotonic() - table.used > patience and self._is_idle(table):
                self.put_away(table)

    def _is_idle(self, table: LiveTable) -> bool:
        """Whether nobody looks at a table, or looks after it."""
        return not (table.viewers or self.caretaker.looks_after(table.id) or table.lock.locked())

    def _expire_presence(self, table: LiveTable) -> None:
        before = table.here()
        now = time.monotonic()
        table.elsewhere = {w: seen for w, seen in table.elsewhere.items() if now - seen[0] < _PRESENCE}
        if table.here() != before:
            table.tell_table()
