"""Games of a `VectorEnv` in several processes: each plays some of the games and writes into shared memory.

Only short messages go through the pipes; actions, observations and all the rest lie in one block of shared memory.
Which process plays a game changes nothing about it.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import multiprocessing
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.envs.buffers import BatchSetup, Buffers
from branchline.envs.local import LocalGames
from branchline.model.errors import BranchlineError

_ALIGNED = 64  # every array begins at a multiple of so many bytes
Message = tuple[str, int]


class WorkerFailed(BranchlineError):
    """A process that plays some of the games has failed or ended."""


class ProcessGames:
    """The games of a setup, spread over processes as evenly as possible."""

    def __init__(self, setup: BatchSetup, processes: int) -> None:
        context = multiprocessing.get_context("spawn")  # safe beside threads, and the same on every platform
        memory = context.RawArray(ctypes.c_byte, _size(setup))  # given back with the last array that looks into it
        self.buffers, self._actions = _arrays(setup, memory)
        self._pipes: list[Connection] = []
        self._workers = []
        bounds = [setup.games * k // processes for k in range(processes + 1)]
        for first, end in pairwise(bounds):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(setup, memory, first, end, theirs), daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(ours)
            self._workers.append(worker)

    def reset(self, seed: int) -> None:
        """Begin all games anew."""
        self._tell(("reset", seed))

    def step(self, actions: list[int]) -> None:
        """Take an action in each game. First all of them are checked, so that an illegal one changes nothing."""
        self._actions[:] = actions
        self._tell(("check", 0))
        self._tell(("step", 0))

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            with contextlib.suppress(OSError):  # it has ended already
                pipe.send(("close", 0))
            pipe.close()
        for worker in self._workers:
            worker.join(timeout=5)
            if worker.is_alive():
                worker.terminate()
                worker.join()
            worker.close()
        self._pipes = []
        self._workers = []

    def _tell(self, message: Message) -> None:
        """Send the same message to all workers, and wait until all have done it."""
        answers: list[Exception | None] = []
        try:
            for pipe in self._pipes:
                pipe.send(message)
            answers = [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError) as error:
            raise WorkerFailed("a process of this environment has ended; close it and make a new one") from error
        for answer in answers:
            if answer is not None:
                raise answer


def _size(setup: BatchSetup) -> int:
    """How many bytes all arrays take, the actions included."""
    sizes = [kind.itemsize * math.prod(shape) for shape, kind in setup.layout().values()]
    return sum(-(-size // _ALIGNED) * _ALIGNED for size in (*sizes, 8 * setup.games))


def _arrays(setup: BatchSetup, memory: Any) -> tuple[Buffers, NDArray[np.int64]]:
    """The arrays in a block of memory, one after the other; last the actions."""
    found: dict[str, NDArray[Any]] = {}
    at = 0
    for name, (shape, kind) in {**setup.layout(), "actions": ((setup.games,), np.dtype(np.int64))}.items():
        count = math.prod(shape)
        found[name] = np.frombuffer(memory, kind, count, at).reshape(shape)
        at += -(-count * kind.itemsize // _ALIGNED) * _ALIGNED
    actions = found.pop("actions")
    return Buffers(**found), actions


def _work(setup: BatchSetup, memory: Any, first: int, end: int, pipe: Connection) -> None:
    """What a worker does: play the games from `first` to `end`, as it is told."""
    buffers, actions = _arrays(setup, memory)
    games = LocalGames(setup, first, buffers.part(first, end))
    while True:
        try:
            what, number = pipe.recv()
        except (EOFError, KeyboardInterrupt):  # whoever asked for the games is gone
            return
        if what == "close":
            return
        try:
            if what == "reset":
                games.reset(number)
            elif what == "check":
                games.batch.check(actions[first:end].tolist())
            else:
                games.step(actions[first:end].tolist())
        except BranchlineError as error:
            pipe.send(error)
        else:
            pipe.send(None)
