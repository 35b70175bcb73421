"""Where bots think in a tab: those that decide in a moment, right beside the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from branchline.table.bots.thinker import Thinker
from branchline.table.bots.wire import LENGTH, answered, opened


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
