"""Games of a `VectorEnv` in several processes: each plays some of the games and writes into shared memory.

A step of a group is one short message to each process, and a shorter one back; actions, observations and all the rest
lie in one block of shared memory. Which process plays a game changes nothing about it.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import multiprocessing
import pickle
from multiprocessing.connection import Connection
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.encodings.encoding import encoding
from branchline.envs.buffers import BatchSetup, Buffers
from branchline.envs.local import LocalGames
from branchline.model.errors import BranchlineError

_ALIGNED = 64  # every array begins at a multiple of that many bytes
# A message is one of these, and then the number of a group, or a seed.
_RESET: Final = b"r"
_CHECK: Final = b"c"
_STEP: Final = b"s"
_CLOSE: Final = b"x"
_DONE: Final = b""  # the answer; else an error, pickled


class WorkerFailed(BranchlineError):
    """A process that plays some of the games has failed or ended."""


class ProcessGames:
    """The games of a setup, each group of them spread over processes as evenly as possible."""

    def __init__(self, setup: BatchSetup, processes: int) -> None:
        context = multiprocessing.get_context("spawn")  # safe beside threads, and the same on every platform
        memory = context.RawArray(ctypes.c_byte, _size(setup))  # given back with the last array that looks into it
        self.setup = setup
        self.buffers, self._actions = _arrays(setup, memory)
        self._action_count = encoding(setup.board, setup.variant, setup.seats).actions
        self._pipes: list[Connection] = []
        self._workers = []
        self._started: list[int] = []  # groups whose answers are still to come, in this order
        for k in range(processes):
            spans = [_share(start, stop, k, processes) for start, stop in setup.groups()]
            ours, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(setup, memory, spans, theirs), daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(ours)
            self._workers.append(worker)

    def reset(self, seed: int) -> None:
        """Begin all games again."""
        while self._started:
            self.finish(self._started[0])
        self._send(_RESET + str(seed).encode())
        self._wait()

    def check(self, group: int, actions: NDArray[np.integer]) -> None:
        """Choose an action for each game of a group; raise IllegalAction if one of them is not legal."""
        start, stop = self.setup.groups()[group]
        np.copyto(self._actions[start:stop], actions, casting="same_kind")
        if not _all_legal(self.buffers.masks[start:stop], self._actions[start:stop], self._action_count, self.setup):
            self._send(_CHECK + bytes([group]))  # those who play the games know why
            self._wait()

    def start(self, group: int) -> None:
        """Let the actions that were checked be taken, while this process does something else."""
        self._send(_STEP + bytes([group]))
        self._started.append(group)

    def finish(self, group: int) -> list[int]:
        """Wait until a group that was started is done; returns which of its games ended."""
        while group in self._started:
            del self._started[0]  # answers come in the order of the questions
            self._wait()
        start, stop = self.setup.groups()[group]
        ended: list[int] = self.buffers.dones[start:stop].nonzero()[0].tolist()
        return ended

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            with contextlib.suppress(OSError):  # it has ended already
                pipe.send_bytes(_CLOSE)
            pipe.close()
        for worker in self._workers:
            worker.join(timeout=5)
            if worker.is_alive():
                worker.terminate()
                worker.join()
            worker.close()
        self._pipes = []
        self._workers = []

    def _send(self, message: bytes) -> None:
        """Send the same message to all workers."""
        try:
            for pipe in self._pipes:
                pipe.send_bytes(message)
        except OSError as error:
            raise _ended() from error

    def _wait(self) -> None:
        """Wait until all workers have answered a message."""
        try:
            answers = [pipe.recv_bytes() for pipe in self._pipes]
        except (EOFError, OSError) as error:
            raise _ended() from error
        for answer in answers:
            if answer != _DONE:
                raise pickle.loads(answer)  # written by a process of our own


def _ended() -> WorkerFailed:
    return WorkerFailed("a process of this environment has ended; close it and make a new one")


def _share(start: int, stop: int, k: int, processes: int) -> tuple[int, int]:
    """The games of a group that one of the processes plays."""
    games = stop - start
    return start + games * k // processes, start + games * (k + 1) // processes


def _all_legal(masks: NDArray[np.uint8], actions: NDArray[np.int64], count: int, setup: BatchSetup) -> bool:
    """Whether the mask of each game allows its action."""
    if actions.min() < 0 or actions.max() >= count:
        return False
    games = np.arange(len(actions))
    if setup.packed:
        allowed = masks[games, actions >> 3] >> (actions & 7) & 1
    else:
        allowed = masks[games, actions]
    return bool(allowed.all())


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


def _work(setup: BatchSetup, memory: Any, spans: list[tuple[int, int]], pipe: Connection) -> None:
    """What a worker does: play some games of each group, as it is told."""
    buffers, actions = _arrays(setup, memory)
    groups = [LocalGames(setup, start, stop - start, buffers.part(start, stop)) for start, stop in spans]
    chosen = [actions[start:stop] for start, stop in spans]
    while True:
        try:
            message = pipe.recv_bytes()
        except (EOFError, KeyboardInterrupt):  # whoever asked for the games is gone
            return
        what, number = message[:1], message[1:]
        if what == _CLOSE:
            return
        try:
            if what == _RESET:
                for games in groups:
                    games.reset(int(number))
            else:
                groups[number[0]].check(chosen[number[0]])
                if what == _STEP:
                    groups[number[0]].step()
        except BranchlineError as error:
            pipe.send_bytes(pickle.dumps(error))
        else:
            pipe.send_bytes(_DONE)
