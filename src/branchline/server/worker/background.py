"""Work that goes on as long as the server does. A task that fails is told of, started again, and health says so."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

_FIRST_PAUSE = 0.1  # seconds before a task that failed is started again ...
_LONGEST_PAUSE = 10.0  # ... doubled with every failure up to this
_SOUND = 60.0  # seconds after which a failure is forgotten
_log = structlog.get_logger("branchline.background")


class Background:
    """The tasks of one worker that should never end before it does."""

    def __init__(self, passing: tuple[type[Exception], ...] = (OSError,)) -> None:
        self._passing = passing  # faults that go by themselves, such as that of a database that is away
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, float] = {}  # when a task last failed

    def start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run some work until it returns or is stopped; whenever it fails, run it again."""
        assert name not in self._tasks
        self._tasks[name] = asyncio.create_task(self._keep_up(name, work), name=name)

    async def stop(self, name: str) -> None:
        """End a task where it stands."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def finished(self, name: str) -> None:
        """Wait until a task has come to its own end."""
        task = self._tasks.pop(name, None)
        if task is not None:
            await asyncio.gather(task, return_exceptions=True)

    def troubled(self) -> list[str]:
        """Tasks that are not running, or failed a short while ago."""
        recent = time.monotonic() - _SOUND
        ended = {name for name, task in self._tasks.items() if task.done()}
        return sorted(ended | {name for name, at in self._failed.items() if at > recent})

    async def _keep_up(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        pause = _FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                await work()
                return
            except self._passing as error:  # it passes, and health asks the database itself
                _log.warning("task waits", task=name, reason=str(error))
            except Exception:  # noqa: BLE001  (whatever it was: a server whose tasks have ended serves nobody)
                _log.exception("task failed", task=name)
                self._failed[name] = time.monotonic()
            pause = _FIRST_PAUSE if time.monotonic() - began > _SOUND else min(_LONGEST_PAUSE, 2 * pause)
            await asyncio.sleep(pause)
