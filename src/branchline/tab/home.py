"""The tables of a tab, who looks after them, and where their bots think."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from branchline.model.errors import BranchlineError
from branchline.tab.store import TabStore
from branchline.table.bots.coach_room import CoachRoom
from branchline.table.bots.pool import BotPool
from branchline.table.games.set_aside import reason_of
from branchline.table.live_table import LiveTable
from branchline.table.protocol.refusing import Refused
from branchline.table.tending import Tending

KEEPER = "tab"  # who looks after all tables, as their rows tell it


@dataclass(frozen=True, slots=True)
class TabSettings:
    """How much one person may do here, and how bots play. There is nobody else who would have to wait."""

    bot_pause: float = 1.2
    substitute: str = ""
    replace_after: float = 60.0
    chat_page: int = 50
    chat_rows: int = 1000
    lines_per_second: float = 5.0
    spectator_lines_per_second: float = 5.0
    line_burst: int = 20
    message_bytes: int = 65_536
    questions_at_once: int = 4
    strikes: int = 1000
    tables: int = 1000  # that are not finished


class TabHome:
    """All tables of this browser that are in memory."""

    def __init__(self, store: TabStore, pool: BotPool, coach: CoachRoom, settings: TabSettings) -> None:
        self.store = store
        self.pool = pool
        self.coach = coach
        self.settings = settings
        self.tables: dict[str, LiveTable] = {}
        self._tending = Tending(pool, settings)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def table(self, table_id: str) -> LiveTable:
        """A table, from memory or from what is kept."""
        if table_id not in self.tables:
            row = await self.store.table(table_id)
            if row is None:
                raise Refused("no_table", "There is no such table in this browser.")
            table = LiveTable(self.store, row, self.settings)
            try:
                await table.load()
            except BranchlineError as error:
                table = LiveTable(self.store, row, self.settings, aside=reason_of(error))
                await table.load()
            self.tables.setdefault(table_id, table)  # somebody else may have asked for it meanwhile
        return self.tables[table_id]

    async def see_to(self, table: LiveTable) -> None:
        """Look after a table from now on, if somebody has to and nobody does."""
        played = table.played
        if played is None or played.game.is_over or not table.row.automated or table.id in self._tasks:
            return
        task = asyncio.create_task(self._tending.tend(table), name=f"table {table.id}")
        self._tasks[table.id] = task
        self._tending.prepare_bots(table)
        task.add_done_callback(lambda _: self._tasks.pop(table.id, None))

    async def look_again(self, table_id: str) -> LiveTable:
        """A table was changed where it is kept: take that in."""
        table = await self.table(table_id)
        await table.refresh(rows=True)
        if table.gone:
            del self.tables[table_id]
        return table

    async def close(self) -> None:
        """Stop looking after tables."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.close()
        await self.coach.close()
