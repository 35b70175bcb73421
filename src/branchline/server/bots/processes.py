"""Where bots and the coach think: processes of their own, which cannot block the server."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time

from branchline import _native
from branchline.server.worker.side_process import start_beside
from branchline.table.bots.coach_room import CoachRoom
from branchline.table.bots.pool import BotPool
from branchline.table.bots.thinker import Thinker, ThinkerFailed

_LOOK = 1.0  # seconds between two looks for a newer engine: everybody waits for the disk meanwhile


def bot_pool(processes: int, seconds: float, longest_wait: float = 5.0) -> BotPool:
    """That many processes for quick bots, and as many for those that think."""
    return BotPool(lambda: ThinkingProcess("branchline.server.bots.process"), processes, seconds, longest_wait)


def coach_room(seconds: float, longest_wait: float) -> CoachRoom:
    """A process in which the coach thinks."""
    return CoachRoom(ThinkingProcess("branchline.server.bots.coach_process"), seconds, longest_wait)


class ThinkingProcess(Thinker):
    """One process, started when it is first needed."""

    def __init__(self, module: str) -> None:
        super().__init__()
        self._module = module  # that runs in it
        self._process: asyncio.subprocess.Process | None = None
        self._build = 0  # of the compiled engine that was there when the process started
        self._looked = -math.inf  # when a newer one was last looked for

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
        self._process = await start_beside(self._module)
        assert self._process.stdout is not None
        if not await self._process.stdout.readline():
            await self.stop()
            raise ThinkerFailed("the process did not start")

    async def answer_to(self, question: bytes) -> bytes:
        """The line that the process answers with."""
        process = self._process
        if process is None:
            raise ThinkerFailed("the process is gone")
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question)
        await process.stdin.drain()
        return await process.stdout.readline()

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self.prepared.clear()
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
