"""Looks after tables with bots and clocks: one task for each, on one worker at a time.

A worker takes a table for a few seconds and says again and again that it is still there; if it dies, another one takes
over. That two look after the same table is possible for a moment and harmless: a decision is stored once.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import TYPE_CHECKING

import structlog

from branchline.server.bots.levels import usual_level
from branchline.server.bots.pool import UNSEEN, BotPool
from branchline.server.games.played_game import PlayedGame
from branchline.server.protocol.refusing import Refused
from branchline.server.settings import Settings
from branchline.server.store import keeping
from branchline.server.store.store import Store, StoreFailed
from branchline.server.tables import playing
from branchline.server.tables.live_table import LiveTable
from branchline.server.worker import timekeeping

if TYPE_CHECKING:
    from branchline.server.tables.hub import Hub

_log = structlog.get_logger("branchline.caretaker")
_ROUNDS = "caretaker"
_AT_ONCE = 100  # tables taken over in one round
_FIRST_PAUSE = 1.0  # seconds before a table that failed is tried again ...
_LONGEST_PAUSE = 60.0  # ... doubled each time up to this


class Caretaker:
    """All tables that this worker looks after."""

    def __init__(self, hub: Hub, store: Store, settings: Settings, pool: BotPool, worker: str) -> None:
        self.hub = hub
        self.store = store
        self.settings = settings
        self.pool = pool
        self.worker = worker
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def tables(self) -> int:
        """How many tables it looks after."""
        return len(self._tasks)

    def start(self) -> None:
        """Begin the rounds."""
        self.hub.background.start(_ROUNDS, self._go_round)

    async def stop(self) -> None:
        """Leave all tables to other workers."""
        await self.hub.background.stop(_ROUNDS)
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()
        with contextlib.suppress(StoreFailed):
            await keeping.let_go(self.store, self.worker)

    def looks_after(self, table: str) -> bool:
        """Whether this worker looks after a table."""
        return table in self._tasks

    def take(self, table: LiveTable) -> None:
        """Look after a table that this worker was given."""
        if table.id not in self._tasks:
            task = asyncio.create_task(self._tend(table), name=f"table {table.id}")
            self._tasks[table.id] = task
            self._prepare_bots(table)
            task.add_done_callback(lambda _: self._tasks.pop(table.id, None))

    def _prepare_bots(self, table: LiveTable) -> None:
        """Let the bots of a table get ready while people look at their cards."""
        row = table.row
        for level in {seat.level for seat in row.seats if seat.kind == "bot" and seat.level}:
            self.pool.prepare(level, row.board, row.variant, len(row.seats), table.id)

    async def see_to(self, table: LiveTable) -> None:
        """Look after a table from now on, if somebody has to and nobody does."""
        played = table.played
        if played is None or played.game.is_over or not table.row.automated or self.looks_after(table.id):
            return
        if await keeping.keep(self.store, table.id, self.worker, self.settings.lease_seconds):
            self.take(table)

    # Rounds

    async def _go_round(self) -> None:
        """Say that this worker is still there, and look for tables that nobody looks after."""
        pause = self.settings.lease_seconds / 3
        while True:
            try:
                mine = await keeping.keep_on(self.store, self.worker, self.settings.lease_seconds)
                for table in [table for table in self._tasks if table not in mine]:
                    self._tasks[table].cancel()
                forsaken = mine - self._tasks.keys()  # kept, but nobody is at it: its task has failed
                for table in [*forsaken, *await keeping.unkept(self.store, _AT_ONCE)]:
                    await self._take_over(table)
            except Exception:  # noqa: BLE001  (the rounds must go on, whatever happens to one table or to the database)
                _log.exception("round failed")
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))

    async def _take_over(self, table_id: str) -> None:
        if not await keeping.keep(self.store, table_id, self.worker, self.settings.lease_seconds):
            return
        try:
            table = await self.hub.table(table_id)
            if table.played is not None and table.played.clocks.kind != "none" and not table.played.game.is_over:
                await playing.resume(table)
        except StoreFailed:
            raise
        except Exception:  # noqa: BLE001  (the next table must not wait for what is wrong with this one)
            _log.exception("table cannot be looked after", table=table_id)
            return
        if table.aside is None:
            self.take(table)

    # One table

    async def _tend(self, table: LiveTable) -> None:
        """Let bots decide and watch the clocks, until the game is over."""
        pause = _FIRST_PAUSE
        while (played := table.played) is not None and not played.game.is_over:
            table.changed.clear()
            try:
                seat = self._bot_to_move(table, played)
                if seat is not None:
                    await self._let_decide(table, played, seat)
                else:
                    await self._watch(table, played)
            except Refused:
                continue  # somebody was faster: look again
            except StoreFailed as error:
                _log.warning("store failed", table=table.id, error=str(error))
                await asyncio.sleep(1.0)
            except Exception:  # noqa: BLE001  (a table whose bots stand still for ever is worse than trying again)
                _log.exception("table failed", table=table.id)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _bot_to_move(self, table: LiveTable, played: PlayedGame) -> int | None:
        """The first seat with an open decision for which a bot plays; none while everybody is away."""
        if played.is_deserted(table.people):
            return None
        return next((seat for seat in played.game.pending if not played.plays_itself(seat, seat in table.people)), None)

    async def _let_decide(self, table: LiveTable, played: PlayedGame, seat: int) -> None:
        """A bot thinks, waits as a person would, and acts; unless something else happens in the meantime."""
        began, version, decision = time.monotonic(), played.version, played.asked[seat]
        level = played.substitutes.get(seat) or table.row.seats[seat].level or usual_level()
        share = 1.0 if table.people else UNSEEN
        seen = played.game.observe(seat)
        action = await self.pool.decide(level, played.bot_seed(seat), seen, table.id, share)
        pause = self.settings.bot_pause * random.uniform(0.6, 1.4) - (time.monotonic() - began)
        while pause > 0 and played.version == version and table.played is played:
            table.changed.clear()
            waited = time.monotonic()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await table.changed.wait()
            pause -= time.monotonic() - waited
        await playing.act(table, seat, decision, action, by="bot")  # refused if the person came back

    async def _watch(self, table: LiveTable, played: PlayedGame) -> None:
        """Wait until something happens or a clock runs out."""
        now = timekeeping.now()
        ends = [
            (left, seat)
            for seat in played.clocks.since
            if seat not in played.out_of_time and (left := played.clocks.left(seat, now)) is not None
        ]
        if ends and min(ends)[0] <= 0:
            seat = min(ends)[1]
            await playing.out_of_time(table, seat, timekeeping.now())
            if table.row.timer["when_out"] == "bot":
                await playing.take_over(table, seat, self.settings.substitute or usual_level())
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(ends)[0] + 0.01 if ends else None):
                await table.changed.wait()
