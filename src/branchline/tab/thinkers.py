"""Where bots and the coach think in a tab: in a moment, right beside the tables; or in a worker of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from branchline.table.bots.thinker import Thinker
from branchline.table.bots.wire import LENGTH, Prepare, answered, opened


class ThinkerHere(Thinker):
    """Answers at once, in this worker. The page is elsewhere, and never waits for it."""

    def __init__(self, answer: Callable[[Any], str]) -> None:
        super().__init__()
        self._answer = answer

    async def ready(self) -> None:
        """There is nothing to start."""

    async def answer_to(self, question: bytes) -> bytes:
        """The line that it answers with."""
        return answered(opened(question[LENGTH:]), self._answer).encode()

    async def stop(self) -> None:
        """Forget what it was ready for."""
        self.prepared.clear()


class OtherWorker(Protocol):
    """Another worker, with Python in it too."""

    prepared: set[Prepare]  # what those who think there are ready for; nothing when it has ended

    async def start(self) -> None:
        """Start it if it is not running, and wait until it listens."""

    async def ask(self, kind: str, question: bytes) -> bytes:
        """Its answer to a question; OSError if it is gone."""

    def stop(self) -> None:
        """End it."""


class ThinkerThere(Thinker):
    """Answers in a worker of its own: tables go on meanwhile, and what takes too long can be stopped."""

    def __init__(self, worker: OtherWorker, kind: str) -> None:
        super().__init__()
        self.prepared = worker.prepared  # others may think there as well, and end it
        self._worker = worker
        self._kind = kind

    async def ready(self) -> None:
        """Start the worker if there is none, and wait until it listens."""
        await self._worker.start()

    async def answer_to(self, question: bytes) -> bytes:
        """The line that it answers with."""
        return await self._worker.ask(self._kind, question)

    async def stop(self) -> None:
        """End the worker, with all that it has prepared."""
        self._worker.stop()
