"""Analyses of finished games, at a modest depth: the worker that thinks makes them, one after the other."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from branchline.analysis.analyzing import FEWEST_WORLDS, analyze
from branchline.model.errors import BranchlineError
from branchline.notation.record import Record
from branchline.tab.home import TabHome
from branchline.tab.store import Disk
from branchline.tab.thinkers import OtherWorker
from branchline.table import records
from branchline.table.plain_text import dumped
from branchline.table.protocol.answers import AnalysisState
from branchline.table.protocol.refusing import Refused
from branchline.table.study.analysis_page import studied

WORLDS = FEWEST_WORLDS
_PLACE = "analyses"  # no table has such a name
ANALYST = "analyst"


def analyzed(game: Record) -> str:
    """In the worker that thinks: an analysis of a record, or what went wrong."""
    try:
        made = analyze(game, worlds=WORLDS, processes=1)
        return dumped({"analysis": made.to_json(), "study": studied(game, made)})
    except BranchlineError as error:
        return dumped({"problem": str(error)})


class Studying:
    """The analyses that were made here."""

    def __init__(self, home: TabHome, disk: Disk, worker: OtherWorker) -> None:
        self._home = home
        self._disk = disk
        self._worker = worker
        self._made: dict[str, Any] = {}
        self._making: dict[str, asyncio.Task[None]] = {}
        self._problems: dict[str, str] = {}
        self._turn = asyncio.Lock()

    async def state(self, table: str) -> AnalysisState:
        """How matters stand with the analysis of a game."""
        records.finished(await self._home.table(table))
        is_there = await self._kept(table) is not None
        making, problem = table in self._making, self._problems.get(table, "")
        words = "Nobody has asked for an analysis of this game."
        if is_there:
            words = f"Analyzed in {WORLDS} imagined worlds a decision, which is not deep: a server looks deeper."
        elif making:
            words = "Being analyzed in this tab, which takes a few minutes."
        elif problem:
            words = f"The game could not be analyzed: {problem}."
        return {
            "status": "ready" if is_there else "running" if making else "failed" if problem else "none",
            "worlds": WORLDS if is_there else 0,
            "deepest": is_there,
            "wanted": WORLDS if making else 0,
            "before": 0,
            "done": 0,
            "total": 0,
            "words": words,
        }

    async def ask(self, table: str) -> AnalysisState:
        """Have a game analyzed, if it is not yet."""
        if not records.finished(await self._home.table(table)).moves:
            raise Refused("not_allowed", "Nothing was decided in this game: there is nothing to analyze.")
        if await self._kept(table) is None and table not in self._making:
            self._problems.pop(table, None)
            self._making[table] = asyncio.create_task(self._make(table), name=f"analyze {table}")
        return await self.state(table)

    async def kept(self, table: str) -> str:
        """The analysis of a game."""
        found = await self._kept(table)
        if found is None:
            raise Refused("not_found", "There is no such analysis of this game.")
        return found

    async def _kept(self, table: str) -> str | None:
        if table not in self._made:
            parts = await self._disk.parts(f"{_PLACE} {table}")
            self._made[table] = parts[0] if parts else None
        found: str | None = self._made[table]
        return found

    async def _make(self, table: str) -> None:
        try:
            record = records.record(await self._home.table(table)).dumps()
            async with self._turn:
                try:
                    await self._worker.start()
                    answer = (await self._worker.ask(ANALYST, record.encode())).decode()
                finally:
                    self._worker.stop()  # it is large, and the next analysis may be long to come
            problem = json.loads(answer).get("problem")
            if problem:
                self._problems[table] = problem
                return
            await self._disk.keep(f"{_PLACE} {table}", None, {"analysis": answer})
            self._made[table] = answer
        except (BranchlineError, OSError) as error:
            self._problems[table] = str(error)
        finally:
            del self._making[table]
