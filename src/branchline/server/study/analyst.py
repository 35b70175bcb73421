"""Finished games are analyzed one after the other, in a process of their own that everything else comes before.

Whoever looks at a game asks for its analysis; who still looks when it is there asks again, and gets a deeper one. What
is wanted stands in the store, so all workers have one queue, and a restart loses nothing but what was being worked on,
which is begun again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any, Protocol

import structlog

from branchline.analysis.analysis_files import judges_today
from branchline.model.errors import BranchlineError
from branchline.server.guarding.side_thread import SideThread
from branchline.server.settings import Settings
from branchline.server.store import analyses
from branchline.server.store.store import NotStored, Store, StoreFailed
from branchline.server.worker.background import Background
from branchline.server.worker.side_process import start_beside
from branchline.table import records
from branchline.table.live_table import LiveTable
from branchline.table.protocol.answers import AnalysisState
from branchline.table.protocol.refusing import Refused
from branchline.table.rows import AnalysisRow
from branchline.words.plain import counted

_log = structlog.get_logger("branchline.analyst")
_LEASE = 30.0  # seconds that a worker which is not heard of keeps a game
_HEARD = 5.0  # seconds between two signs of life of a process that tells nothing new
_TELL = 0.5  # seconds between two notes of how far it is
_LOOK = 2.0  # seconds between two looks for what other workers were asked for
_LINE = 2**26  # bytes of a line of the process


class Tables(Protocol):
    """Where tables are found."""

    async def table(self, table_id: str) -> LiveTable:
        """A table; `Refused` if there is none."""


class Analyst:
    """What one worker does about analyses."""

    def __init__(self, store: Store, hub: Tables, side_thread: SideThread, settings: Settings, worker: str) -> None:
        self._store = store
        self._hub = hub
        self._side_thread = side_thread
        self._settings = settings
        self._worker = worker
        self._wanted = asyncio.Event()
        self._places = 0 if settings.analyses_elsewhere else settings.analysis_processes

    # Asking

    async def state(self, table_id: str) -> AnalysisState:
        """How matters stand with a game's analysis. A game that is being played has none."""
        return self._described(await self._row(await self._hub.table(table_id)))

    async def ask(self, table_id: str, address: str) -> AnalysisState:
        """Somebody looks at a game: have it analyzed, or more deeply than it was."""
        table = await self._hub.table(table_id)
        if not (self._settings.analysis_processes or self._settings.analyses_elsewhere):
            raise Refused("unavailable", "This server does not analyze games.")
        if not records.finished(table).moves:
            raise Refused("not_allowed", "Nothing was decided in this game: there is nothing to analyze.")
        depth = self._next_depth(await self._row(table))
        if depth is not None:
            limits = self._settings.limits
            most = limits.analyses_in_all, limits.analyses_per_address
            try:
                await analyses.want(self._store, table_id, depth, address, *most)
            except analyses.QueueFull as full:
                raise Refused("limit", _FULL[full.own]) from None
            self._wanted.set()
        return await self.state(table_id)

    async def kept(self, table_id: str, worlds: int) -> bytes:
        """The kept analysis of a game, which must be of this depth, as JSON."""
        row = await self._row(await self._hub.table(table_id))
        found = await analyses.result(self._store, table_id)
        if found is None or self._depth(row) != worlds:
            raise Refused("not_found", "There is no such analysis of this game.")
        return found.encode()

    def _next_depth(self, row: AnalysisRow | None) -> int | None:
        """The depth after the one that there is; None if that is the last."""
        return next((worlds for worlds in self._settings.analysis_worlds if worlds > self._depth(row)), None)

    async def _row(self, table: LiveTable) -> AnalysisRow | None:
        """What the store knows of a finished game. What others made than who judges today counts for nothing."""
        game = records.finished(table).game
        row = await analyses.find(self._store, table.id)
        if row is None:
            return None
        today = await asyncio.to_thread(judges_today, game.board.id, game.variant.id, game.seats)  # may read files
        return row if (row.evaluator, row.version) == today else replace(row, worlds=0)

    @staticmethod
    def _depth(row: AnalysisRow | None) -> int:
        """How deep the kept analysis looked."""
        return row.worlds if row is not None else 0

    def _described(self, row: AnalysisRow | None) -> AnalysisState:
        state: AnalysisState = {
            "status": "none",
            "worlds": self._depth(row),
            "deepest": self._next_depth(row) is None,
            "wanted": 0,
            "before": 0,
            "done": 0,
            "total": 0,
            "words": "Nobody has asked for an analysis of this game.",
        }
        if row is None:
            return state
        if row.wanted:
            state |= {"wanted": row.wanted, "before": row.before, "done": row.done, "total": row.total}
            state["status"] = "running" if row.running else "waiting"
        elif row.problem:
            state["status"] = "failed"
        elif state["worlds"]:
            state["status"] = "ready"
        state["words"] = _words(state, row)
        return state

    # Working

    def start(self, background: Background) -> None:
        """Begin to work off the queue."""
        for number in range(self._places):
            background.start(_name(number), self._work_for_ever)

    async def stop(self, background: Background) -> None:
        """Leave what is being worked on to whoever comes next."""
        for number in range(self._places):
            await background.stop(_name(number))
        with contextlib.suppress(StoreFailed):
            await analyses.let_go(self._store, self._worker)

    async def _work_for_ever(self) -> None:
        while True:
            self._wanted.clear()
            job = await analyses.take(self._store, self._worker, _LEASE, self._settings.analysis_processes)
            if job is not None:
                await self._work(*job)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await self._wanted.wait()

    async def _work(self, table_id: str, worlds: int) -> None:
        """Make one analysis and keep it, or note why it was not made."""
        try:
            table = await self._hub.table(table_id)
            async with asyncio.timeout(self._settings.analysis_seconds):
                problem = await self._analyze(table, worlds)
        except Refused as error:
            problem = error.words
        except TimeoutError:
            problem = "it took too long"
        except (BranchlineError, ValueError, KeyError, TypeError) as error:  # also a table that cannot be loaded
            if isinstance(error, StoreFailed) and not isinstance(error, NotStored):
                raise
            problem = str(error) or type(error).__name__
        if problem:
            _log.warning("game not analyzed", table=table_id, problem=problem)
            await analyses.give_up(self._store, table_id, self._worker, problem)

    async def _analyze(self, table: LiveTable, worlds: int) -> str | None:
        """Let a process do it; returns what went wrong."""
        record = await self._side_thread.do(lambda: records.record(table).to_json())
        job = json.dumps({"record": record, "worlds": worlds, "niceness": self._settings.analysis_niceness})
        told = -_TELL
        async with contextlib.aclosing(_lines(job)) as lines:
            async for line in lines:
                if "problem" in line:
                    return str(line["problem"])
                if "result" in line:
                    await analyses.keep(self._store, table.id, self._worker, **line)
                    return None
                if "done" in line and time.monotonic() - told < _TELL:
                    continue
                told = time.monotonic()
                done, total = line.get("done", 0), line.get("total", 0)
                if not await analyses.progress(self._store, table.id, self._worker, done, total, _LEASE):
                    return None  # the game is gone, or another worker has it
        return "the process that made it ended"


def _name(number: int) -> str:
    return f"analyst {number + 1}"


async def _lines(job: str) -> AsyncGenerator[dict[str, Any]]:
    """What a process tells that does a job. If it tells nothing for a while, the latest comes again: it is alive."""
    process = await start_beside("branchline.server.study.analysis_process", _LINE)
    assert process.stdin is not None
    assert process.stdout is not None
    latest: dict[str, Any] = {"done": 0, "total": 0}
    reading: asyncio.Task[bytes] | None = None
    try:
        process.stdin.write(f"{job}\n".encode())
        await process.stdin.drain()
        while True:
            reading = reading or asyncio.create_task(process.stdout.readline())
            heard, _ = await asyncio.wait([reading], timeout=_HEARD)
            if heard:
                line, reading = reading.result(), None
                if not line:
                    return
                latest = json.loads(line)
                if "evaluator" in latest:
                    latest["result"] = (await process.stdout.readline()).decode().strip()
            yield latest
    except (OSError, ValueError) as error:
        yield {"problem": f"the process that made it is of no use: {error}"}
    finally:
        if reading is not None:
            reading.cancel()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


_FULL = {
    True: "You have several games in the queue already. Wait until one of them is analyzed.",
    False: "Too many games wait to be analyzed. Try again in a while.",
}


def _words(state: AnalysisState, row: AnalysisRow) -> str:
    """How matters stand, in a sentence."""
    if state["status"] == "failed":
        return f"The game could not be analyzed: {row.problem}."
    what = "more deeply" if state["worlds"] else ""
    if state["status"] == "waiting":
        before = state["before"]
        waits = f"{counted(before, 'game')} {'comes' if before == 1 else 'come'} first" if before else "it is next"
        return f"Waiting to be analyzed{f' {what}' if what else ''}: {waits}."
    if state["status"] == "running":
        done = f"{state['done']} of {counted(state['total'], 'decision')}" if state["total"] else "it begins"
        return f"Being analyzed{f' {what}' if what else ''}: {done}."
    if state["status"] == "ready":
        return f"Analyzed by '{row.evaluator}' in {state['worlds']} imagined worlds a decision."
    return "Nobody has asked for an analysis of this game."
