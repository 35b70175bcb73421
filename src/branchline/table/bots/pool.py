"""Bots think apart. None of them can block a table: who thinks too long is stopped.

There are two lanes, each with its thinkers (processes, or workers of a browser): one for bots that decide in a moment,
one for those that think. In each, time is shared fairly between tables; who waits too long for a bot that thinks is
answered by one that does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable

from branchline.bots.levels import LEVELS
from branchline.model.observation import Observation
from branchline.table.bots.fair_queue import FairQueue
from branchline.table.bots.thinker import Thinker, ThinkerFailed
from branchline.table.bots.wire import Prepare, Question, framed, read_answer

_log = logging.getLogger("branchline.bots")
_QUICK = "builder"  # decides when another bot fails
_QUICK_BOTS = ("builder", "casual", "champion", "greedy", "planner", "random")  # others are thought to think
_LONG = 0.25  # seconds; a bot that takes longer on average is one that thinks
_MEMORY = 0.2  # how much the latest decision counts in the average
UNSEEN = 4.0  # a table where only bots play counts as that many


class BotPool:
    """Processes in which bots think, and who is next."""

    def __init__(
        self,
        start: Callable[[], Thinker],
        places: int,
        seconds: float,
        longest_wait: float = 5.0,
        start_slow: Callable[[], Thinker] | None = None,  # for bots that think; else as for all
    ) -> None:
        self._seconds = seconds
        self._longest_wait = longest_wait
        self._quick = _Lane(start, places)
        self._slow = _Lane(start_slow or start, places)
        self._costs: dict[str, float] = {}  # average seconds of a decision, by bot
        self._preparing: set[asyncio.Task[None]] = set()

    async def decide(self, bot: str, seed: int, seen: Observation, table: str = "", share: float = 1.0) -> int:
        """A legal action for the seat that sees this. If the bot fails a quick one decides; else chance does.

        Time is shared fairly between tables; one with a larger `share` is charged that many times what it uses.
        """
        for asked in dict.fromkeys((bot, _QUICK)):
            try:
                return await self._ask(Question(asked, seed, seen), table, share)
            except (TimeoutError, ThinkerFailed) as error:
                _log.warning("bot failed: %s on %s: %s", asked, seen.board, str(error) or "too slow")
        return seen.legal[seed % len(seen.legal)]

    def prepare(self, bot: str, board: str, variant: str, seats: int, table: str = "") -> None:
        """Let a bot that thinks get ready for a board ahead of its first decision, as far as nothing else is to do."""
        wanted = Prepare(bot, board, variant, seats)
        if self._lane(bot) is not self._slow or wanted in self._slow.prepared_everywhere():
            return
        task = asyncio.create_task(self._prepare(wanted, table), name=f"prepare {bot}")
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)

    async def close(self) -> None:
        """Stop all processes."""
        for task in self._preparing:
            task.cancel()
        await asyncio.gather(*self._preparing, return_exceptions=True)
        for lane in (self._quick, self._slow):
            await lane.close()

    @property
    def waiting(self) -> int:
        """How many decisions wait for a place to think."""
        return self._quick.waiting + self._slow.waiting

    @property
    def thinking(self) -> int:
        """How many are being thought about."""
        return self._quick.thinking + self._slow.thinking

    # Asking

    def _lane(self, bot: str) -> _Lane:
        return self._slow if self._cost(bot) > _LONG else self._quick

    def _cost(self, bot: str) -> float:
        """How long a decision of a bot takes, by what is known of it."""
        if bot not in self._costs:
            spec = LEVELS[bot].spec if bot in LEVELS else bot
            self._costs[bot] = 0.01 if spec.partition("(")[0] in _QUICK_BOTS else 1.0
        return self._costs[bot]

    async def _ask(self, question: Question, table: str, share: float) -> int:
        lane = self._lane(question.bot)
        async with contextlib.AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(self._longest_wait):
                    turn = lane.turn(table, share * self._cost(question.bot), question.setting)
                    thinker = await stack.enter_async_context(turn)
            except TimeoutError:
                raise ThinkerFailed("too many tables wait for it") from None
            await thinker.get_ready(question.setting, _action)
            began = time.monotonic()
            async with thinker.within(self._seconds):
                action = await thinker.ask(framed(question), _action)
            cost = time.monotonic() - began
            self._costs[question.bot] += _MEMORY * (cost - self._costs[question.bot])
            return action

    async def _prepare(self, wanted: Prepare, table: str) -> None:
        try:
            async with self._slow.turn(table, 1.0, wanted) as thinker:
                await thinker.get_ready(wanted, _action)
        except (TimeoutError, ThinkerFailed) as error:
            _log.warning("bot not prepared: %s on %s: %s", wanted.bot, wanted.board, str(error) or "too slow")


class _Lane:
    """Some processes, and a fair queue before them."""

    def __init__(self, start: Callable[[], Thinker], places: int) -> None:
        self._all = [start() for _ in range(places)]
        self._free = [*self._all]
        self._queue = FairQueue(places)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._queue)

    @property
    def thinking(self) -> int:
        """How many think."""
        return len(self._all) - len(self._free)

    @contextlib.asynccontextmanager
    async def turn(self, table: str, cost: float, wanted: Prepare) -> AsyncIterator[Thinker]:
        """A process that is free, best one that is prepared for what is wanted."""
        async with self._queue.turn(table, cost):
            ready = [thinker for thinker in self._free if wanted in thinker.prepared]
            thinker = (ready or self._free)[0]
            self._free.remove(thinker)
            try:
                yield thinker
            finally:
                self._free.append(thinker)

    def prepared_everywhere(self) -> set[Prepare]:
        """What all processes are prepared for."""
        return set.intersection(*(thinker.prepared for thinker in self._all))

    async def close(self) -> None:
        """Stop all processes."""
        for thinker in self._all:
            await thinker.stop()


def _action(line: bytes) -> int:
    """What a bot has decided; 0 if it got ready."""
    answer = read_answer(line)
    if isinstance(answer, str):
        raise ThinkerFailed(answer)
    return answer
