"""Where something thinks apart from the tables: a bot, or the coach. It cannot block anybody."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from branchline.table.bots.wire import Prepare, framed

_START = 60.0  # seconds to begin. They are not the bot's: on a busy machine it would never get to think
_PREPARE = 120.0  # seconds to get ready for a board
T = TypeVar("T")


class ThinkerFailed(Exception):
    """A bot or a coach failed, or where it thinks did."""


class Thinker(ABC):
    """A process or a worker, started when it is first needed."""

    def __init__(self) -> None:
        self.prepared: set[Prepare] = set()  # what it is ready for

    @abstractmethod
    async def ready(self) -> None:
        """Start it if it is not running, and wait until it listens."""

    @abstractmethod
    async def answer_to(self, question: bytes) -> bytes:
        """The line that it answers with; OSError if it is gone."""

    @abstractmethod
    async def stop(self) -> None:
        """End it, with all that it has prepared."""

    @contextlib.asynccontextmanager
    async def within(self, seconds: float) -> AsyncIterator[None]:
        """Something that it has that many seconds for; else it is stopped: its answer would come later."""
        try:
            async with asyncio.timeout(seconds):
                yield
        except (TimeoutError, asyncio.CancelledError):
            await self.stop()
            raise

    async def get_ready(self, wanted: Prepare, read: Callable[[bytes], object]) -> None:
        """Start it, and let it get ready for a board. Neither is time to think."""
        async with self.within(_START):
            await self.ready()
        if wanted not in self.prepared:
            async with self.within(_PREPARE):
                await self.ask(framed(wanted), read)
            self.prepared.add(wanted)

    async def ask(self, question: bytes, read: Callable[[bytes], T]) -> T:
        """Ask something; `read` makes the answer of its line, or raises ValueError."""
        try:
            return read(await self.answer_to(question))
        except (OSError, ValueError) as error:  # it is gone, or said something that is no answer
            await self.stop()
            raise ThinkerFailed(f"it is of no use any more: {error}") from error
