"""A process in which something thinks apart from the server: a bot, or a coach. It cannot block anybody."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from branchline import _native
from branchline.server.bots.wire import Prepare, framed
from branchline.server.worker.side_process import start_beside

_START = 60.0  # seconds for a process to begin. They are not the bot's: on a busy machine it would never get to think
_PREPARE = 120.0  # seconds to get ready for a board
_LOOK = 1.0  # seconds between two looks for a newer engine: everybody waits for the disk meanwhile
T = TypeVar("T")


class ThinkerFailed(Exception):
    """A bot or a coach failed, or its process did."""


class Thinker:
    """One process, started when it is first needed."""

    def __init__(self, module: str) -> None:
        self._module = module  # that runs in it
        self._process: asyncio.subprocess.Process | None = None
        self._build = 0  # of the compiled engine that was there when the process started
        self._looked = -math.inf  # when a newer one was last looked for
        self.prepared: set[Prepare] = set()  # what it is ready for

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
        self._process = await start_beside(self._module)
        assert self._process.stdout is not None
        if not await self._process.stdout.readline():
            await self.stop()
            raise ThinkerFailed("the process did not start")

    async def get_ready(self, wanted: Prepare, read: Callable[[bytes], object]) -> None:
        """Start the process, and let it get ready for a board. Neither is time to think."""
        async with self.within(_START):
            await self.ready()
        if wanted not in self.prepared:
            async with self.within(_PREPARE):
                await self.ask(framed(wanted), read)
            self.prepared.add(wanted)

    async def ask(self, question: bytes, read: Callable[[bytes], T]) -> T:
        """Ask something; `read` makes the answer of its line, or raises ValueError."""
        process = self._process
        if process is None:
            raise ThinkerFailed("the process is gone")
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(question)
            await process.stdin.drain()
            return read(await process.stdout.readline())
        except (OSError, ValueError) as error:  # it is gone, or said something that is no answer
            await self.stop()
            raise ThinkerFailed(f"the process is of no use any more: {error}") from error

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self.prepared.clear()
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
