"""Bots think in processes of their own. None of them can block the server: who thinks too long is stopped.

There are two lanes, each with its processes: one for bots that decide in a moment, one for those that think. In each,
time is shared fairly between tables; who waits too long for a bot that thinks is answered by one that does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator

import structlog

from branchline import _native
from branchline.bots.levels import LEVELS
from branchline.model.observation import Observation
from branchline.server.bot_wire import Prepare, Question, framed, read_answer
from branchline.server.fair_queue import FairQueue
from branchline.server.side_process import start_beside

_log = structlog.get_logger("branchline.bots")
_QUICK = "builder"  # decides when another bot fails
_QUICK_BOTS = ("builder", "casual", "greedy", "planner", "random")  # others are thought to think
_LONG = 0.25  # seconds; a bot that takes longer on average is one that thinks
_MEMORY = 0.2  # how much the latest decision counts in the average
_START = 60.0  # seconds for a process to begin. They are not the bot's: on a busy machine it would never get to think
_PREPARE = 120.0  # seconds for a bot to get ready for a board
_LOOK = 1.0  # seconds between two looks for a newer engine: everybody waits for the disk meanwhile
UNSEEN = 4.0  # a table where only bots play counts as so many


class BotPool:
    """Processes in which bots think, and who is next."""

    def __init__(self, processes: int, seconds: float, longest_wait: float = 5.0) -> None:
        self._seconds = seconds
        self._longest_wait = longest_wait
        self._quick = _Lane(processes)
        self._slow = _Lane(processes)
        self._costs: dict[str, float] = {}  # average seconds of a decision, by bot
        self._preparing: set[asyncio.Task[None]] = set()

    async def decide(self, bot: str, seed: int, seen: Observation, table: str = "", share: float = 1.0) -> int:
        """A legal action for the seat that sees this. If the bot fails a quick one decides; else chance does.

        Time is shared fairly between tables; one with a larger `share` is charged so many times what it uses.
        """
        for asked in dict.fromkeys((bot, _QUICK)):
            try:
                return await self._ask(Question(asked, seed, seen), table, share)
            except (TimeoutError, ThinkerFailed) as error:
                _log.warning("bot failed", bot=asked, board=seen.board, error=str(error) or "too slow")
        return seen.legal[seed % len(seen.legal)]

    def prepare(self, bot: str, board: str, variant: str, seats: int, table: str = "") -> None:
        """Let a bot that thinks get ready for a board ahead of its first decision, as far as nothing else is to do."""
        if self._lane(bot) is not self._slow or (bot, board, variant, seats) in self._slow.prepared_everywhere():
            return
        wanted = Prepare(bot, board, variant, seats)
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
            await self._get_ready(thinker, question.setting)
            began = time.monotonic()
            async with thinker.within(self._seconds):
                action = await thinker.ask(question)
            cost = time.monotonic() - began
            self._costs[question.bot] += _MEMORY * (cost - self._costs[question.bot])
            return action

    async def _prepare(self, wanted: Prepare, table: str) -> None:
        try:
            async with self._slow.turn(table, 1.0, wanted) as thinker:
                await self._get_ready(thinker, wanted)
        except (TimeoutError, ThinkerFailed) as error:
            _log.warning("bot not prepared", bot=wanted.bot, board=wanted.board, error=str(error) or "too slow")

    async def _get_ready(self, thinker: _Thinker, wanted: Prepare) -> None:
        """Start the process, and let the bot get ready. Neither is time of the bot's decision."""
        async with thinker.within(_START):
            await thinker.ready()
        if wanted.key not in thinker.prepared:
            async with thinker.within(_PREPARE):
                await thinker.ask(wanted)
            thinker.prepared.add(wanted.key)


class _Lane:
    """Some processes, and a fair queue before them."""

    def __init__(self, processes: int) -> None:
        self._all = [_Thinker() for _ in range(processes)]
        self._free = [*self._all]
        self._queue = FairQueue(processes)

    @contextlib.asynccontextmanager
    async def turn(self, table: str, cost: float, wanted: Prepare) -> AsyncIterator[_Thinker]:
        """A process that is free, best one that is prepared for what is wanted."""
        async with self._queue.turn(table, cost):
            ready = [thinker for thinker in self._free if wanted.key in thinker.prepared]
            thinker = (ready or self._free)[0]
            self._free.remove(thinker)
            try:
                yield thinker
            finally:
                self._free.append(thinker)

    def prepared_everywhere(self) -> set[tuple[str, str, str, int]]:
        """What all processes are prepared for."""
        return set.intersection(*(thinker.prepared for thinker in self._all))

    async def close(self) -> None:
        """Stop all processes."""
        for thinker in self._all:
            await thinker.stop()


class ThinkerFailed(Exception):
    """A bot failed, or its process did."""


class _Thinker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._build = 0  # of the compiled engine that was there when the process started
        self._looked = -math.inf  # when a newer one was last looked for
        self.prepared: set[tuple[str, str, str, int]] = set()

    @contextlib.asynccontextmanager
    async def within(self, seconds: float) -> AsyncIterator[None]:
        """Something that the process has so many seconds for; else it is stopped: its answer would come later."""
        try:
            async with asyncio.timeout(seconds):
                yield
        except (TimeoutError, asyncio.CancelledError):
            await self.stop()
            raise

    async def ready(self) -> None:
        """Start the process if there is none, and wait until it listens. A newer engine is worth another start."""
        if time.monotonic() - self._looked > _LOOK:
            self._looked = time.monotonic()
            build = _native.build_stamp()
            if build not in (0, self._build):
                await self.stop()
                self._build = build
        if self._process is not None and self._process.returncode is None:
            return
        self.prepared.clear()
        self._process = await start_beside("branchline.server.bot_process")
        assert self._process.stdout is not None
        if not await self._process.stdout.readline():
            await self.stop()
            raise ThinkerFailed("the process of the bots did not start")

    async def ask(self, question: Question | Prepare) -> int:
        """Ask for one decision, or to get ready for them."""
        process = self._process
        if process is None:
            raise ThinkerFailed("the process of the bots is gone")
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(framed(question))
            await process.stdin.drain()
            answer = read_answer(await process.stdout.readline())
        except (OSError, ValueError) as error:  # it is gone, or said something that is no answer
            await self.stop()
            raise ThinkerFailed(f"the process of the bots is of no use any more: {error}") from error
        if isinstance(answer, str):
            raise ThinkerFailed(answer)
        return answer

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self.prepared.clear()
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
