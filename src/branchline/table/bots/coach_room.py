"""Where the coach thinks: one thinker, and what it found out of the decisions that are open now.

An advice is worked out once for a decision, whoever asks for it again. Tables take turns, as they do for bots.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from branchline.analysis.coach import Advice, Doubt
from branchline.model.observation import Observation
from branchline.table.bots.coach_wire import ADVICE, COACH, DOUBT, Advise, Weigh, heard
from branchline.table.bots.fair_queue import FairQueue
from branchline.table.bots.thinker import Thinker, ThinkerFailed
from branchline.table.bots.wire import Prepare, framed
from branchline.table.protocol.refusing import Refused

_log = logging.getLogger("branchline.coach")
_QUICK = 1.5  # seconds that a move may wait for the coach's word
_KEPT = 200  # decisions that are remembered


@dataclass(frozen=True, slots=True)
class Asked:
    """An open decision of a seat at a table, and what the seat sees."""

    table: str
    seat: int
    decision: int
    seen: Observation
    names: tuple[str, ...]

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells decisions apart."""
        return self.table, self.seat, self.decision


class CoachRoom:
    """One thinker that answers, and the answers."""

    def __init__(self, thinker: Thinker, seconds: float, longest_wait: float) -> None:
        self._seconds = seconds  # for one answer, after which the thinker is of no use
        self._longest_wait = longest_wait
        self._thinker = thinker
        self._queue = FairQueue(1)
        self._advice: OrderedDict[tuple[str, int, int], asyncio.Task[Advice]] = OrderedDict()
        self._others: set[asyncio.Task[Any]] = set()

    def prepare(self, table: str, board: str, variant: str, seats: int) -> None:
        """Get to know a board, before the first question."""
        self._begin(self._ask(table, Prepare(COACH, board, variant, seats), None), "prepare the coach")

    async def advice(self, asked: Asked) -> Advice:
        """What is best; refused if the coach cannot tell in time."""
        task = self._thinking(asked)
        try:
            async with asyncio.timeout(self._longest_wait):
                return await asyncio.shield(task)
        except (TimeoutError, ThinkerFailed) as error:
            if task.done():
                self._advice.pop(asked.key, None)  # somebody may ask again
            _log.warning("no advice on %s: %s", asked.seen.board, str(error) or "too slow")
            raise Refused("unavailable", "The coach is busy. Ask again in a moment.") from error

    async def doubt(self, asked: Asked, advice: Advice, action: int) -> Doubt | None:
        """Whether a move is a blunder, if that can be told in a moment."""
        question = Weigh(asked.seen, advice.action, action, asked.names)
        task = self._begin(self._ask(asked.table, _setting(asked.seen), question), "weigh a move")
        try:
            async with asyncio.timeout(_QUICK):
                found = await asyncio.shield(task)
        except (TimeoutError, ThinkerFailed):
            return None
        return None if found is None else DOUBT.validate_python(found)

    def known(self, asked: Asked) -> Advice | None:
        """The advice for a decision, if it is there already."""
        task = self._advice.get(asked.key)
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return None
        return task.result()

    async def close(self) -> None:
        """Stop thinking."""
        tasks = [*self._advice.values(), *self._others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinker.stop()

    # Asking

    def _thinking(self, asked: Asked) -> asyncio.Task[Advice]:
        task = self._advice.get(asked.key)
        if task is None:
            task = asyncio.create_task(self._advise(asked), name="coach")
            task.add_done_callback(_look_at)
            self._advice[asked.key] = task
            while len(self._advice) > _KEPT:
                self._advice.popitem(last=False)
        return task

    def _begin(self, work: Any, name: str) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(work, name=name)
        self._others.add(task)
        task.add_done_callback(self._others.discard)
        task.add_done_callback(_look_at)
        return task

    async def _advise(self, asked: Asked) -> Advice:
        found = await self._ask(asked.table, _setting(asked.seen), Advise(asked.seen, asked.names))
        if found is None:
            raise ThinkerFailed("the coach said nothing")
        return ADVICE.validate_python(found)

    async def _ask(self, table: str, setting: Prepare, question: Advise | Weigh | None) -> dict[str, Any] | None:
        """One question in its turn; the process is started and knows the board before."""
        thinker = self._thinker
        async with self._queue.turn(table, 1.0):
            await thinker.get_ready(setting, heard)
            if question is None:
                return None
            async with thinker.within(self._seconds):
                answer = await thinker.ask(framed(question), heard)
            if isinstance(answer, str):
                raise ThinkerFailed(answer)
            return answer


def _setting(seen: Observation) -> Prepare:
    return Prepare(COACH, seen.board, seen.variant, seen.seats)


def _look_at(task: asyncio.Task[Any]) -> None:
    """Whoever waits hears of an error; if nobody does, it is noted."""
    if task.cancelled():
        return
    error = task.exception()
    with contextlib.suppress(Exception):
        if error is not None and not isinstance(error, (ThinkerFailed, TimeoutError)):
            _log.error("coach failed: %r", error)
