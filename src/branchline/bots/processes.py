"""Processes that work for this one: started, talked to through a pipe, and never left behind."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

_LAST_CHANCE = 0.05  # seconds in which a process may end by itself once its pipe is closed


class Helper:
    """A process that runs a function with one end of a pipe; `pipe` is the other end.

    It is spawned, not forked, so that it shares no memory with this one. It ends when its pipe does, and this process
    ends it when it exits itself.
    """

    def __init__(self, serve: Callable[..., None], *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_run, args=(serve, theirs, *arguments))
        self._process.start()
        theirs.close()
        self._ending = Finalize(self, _end, (self._process, self.pipe), exitpriority=10)

    def end(self) -> int | None:
        """End it, whatever it is doing; returns its exit code."""
        self._ending()
        return self._process.exitcode


def _end(process: multiprocessing.process.BaseProcess, pipe: Connection) -> None:
    pipe.close()
    process.join(_LAST_CHANCE)
    if process.exitcode is None:
        if process.pid is not None:
            end_started_by(process.pid)
        process.kill()
    process.join()


def end_started_by(pid: int) -> None:
    """End all that a process has started, in whatever session it is. Nothing leads to it once the process has ended."""
    for each in started_by(pid):
        with suppress(OSError):
            os.kill(each, signal.SIGKILL)


def started_by(pid: int) -> list[int]:
    """The processes that a process has started, and theirs; none where the system does not tell (only Linux does)."""
    found: list[int] = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(word) for word in children.read_text().split()]
    return [*found, *(further for each in found for further in started_by(each))]


def _run(serve: Callable[..., None], pipe: Connection, *arguments: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that leads
    serve(pipe, *arguments)


class Watchdog:
    """Ends this process when something in it hangs, even in compiled code, where no Python code would run any more.

    Whoever started the process notices. `watch` is to be called at the beginning of every piece of work; the process is
    ended if one takes more than about twice the limit. Without a limit nothing is watched.
    """

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self._due = 0.0
        self._is_set = False

    def watch(self) -> None:
        """A new piece of work begins. Setting the alarm starts a thread, so an alarm serves for some time."""
        if self._limit is not None and time.monotonic() >= self._due:
            self.allow(2 * self._limit + 1)
            self._due = time.monotonic() + self._limit

    def allow(self, seconds: float) -> None:
        """Something begins that may take so long, whatever the limit for other work is."""
        if self._limit is not None:
            faulthandler.dump_traceback_later(seconds, exit=True, file=_nowhere())
            self._is_set = True
            self._due = 0.0

    def rest(self) -> None:
        """The work is done."""
        if self._is_set:
            faulthandler.cancel_dump_traceback_later()
            self._is_set = False
            self._due = 0.0


@cache
def _nowhere() -> int:
    """A file for what nobody wants to read, open as long as the process lives."""
    return os.open(os.devnull, os.O_WRONLY)
