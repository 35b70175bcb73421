"""Bots think in processes of their own. None of them can block the server: who thinks too long is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import Any

import structlog

from branchline import _native
from branchline.boards import registry
from branchline.model.observation import Observation
from branchline.notation import forms

_log = structlog.get_logger("branchline.bots")
_QUICK = "builder"  # decides when another bot fails
_LONGEST_LINE = 4 * 1024 * 1024
_START = 60.0  # seconds for a process to begin. They are not the bot's: on a busy machine it would never get to think


class BotPool:
    """A number of processes; questions wait for the next free one."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._free: asyncio.Queue[_Thinker] = asyncio.Queue()
        self._all = [_Thinker() for _ in range(processes)]
        for thinker in self._all:
            self._free.put_nowait(thinker)

    async def decide(self, bot: str, seed: int, seen: Observation) -> int:
        """A legal action for the seat that sees this. If the bot fails a quick one decides; else chance does."""
        for asked in dict.fromkeys((bot, _QUICK)):
            try:
                return await self._ask({"bot": asked, "seed": seed, "observation": forms.to_json(seen)})
            except (TimeoutError, ThinkerFailed) as error:
                _log.warning("bot failed", bot=asked, board=seen.board, error=str(error) or "too slow")
        return seen.legal[seed % len(seen.legal)]

    async def _ask(self, question: dict[str, Any]) -> int:
        thinker = await self._free.get()
        try:
            async with asyncio.timeout(_START):
                await thinker.ready()
            async with asyncio.timeout(self._seconds):
                return await thinker.ask(question)
        except (TimeoutError, asyncio.CancelledError):
            await thinker.stop()  # its answer would come at the next question
            raise
        finally:
            self._free.put_nowait(thinker)

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

    async def ready(self) -> None:
        """Start the process if there is none, and wait until it listens. A newer engine is worth another start."""
        build = _native.build_stamp()
        if build not in (0, self._build):
            await self.stop()
        if self._process is not None and self._process.returncode is None:
            return
        self._build = build
        self._process = await self._start()
        assert self._process.stdout is not None
        if not await self._process.stdout.readline():
            await self.stop()
            raise ThinkerFailed("the process of the bots did not start")

    async def ask(self, question: dict[str, Any]) -> int:
        """Ask for one decision."""
        process = self._process
        if process is None:
            raise ThinkerFailed("the process of the bots is gone")
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            await process.stdin.drain()
            answer = json.loads(await process.stdout.readline())
        except (OSError, ValueError) as error:  # it is gone, or said something that is no answer
            await self.stop()
            raise ThinkerFailed(f"the process of the bots is of no use any more: {error}") from error
        if "error" in answer:
            raise ThinkerFailed(answer["error"])
        return int(answer["action"])

    @staticmethod
    async def _start() -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "branchline.server.bot_process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
            env=registry.environment(),  # boards of one's own too
            start_new_session=True,  # Ctrl-C in the terminal is for the server, which then stops its processes
        )

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
