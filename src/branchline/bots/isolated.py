"""Bots in processes of their own.

Inside one process nothing keeps a determined program from looking around: it can walk up the call stack to the game.
A bot in a process of its own receives observations through a pipe and answers with numbers; the game is never there. It
can also be stopped whatever it does, which no timer can promise for compiled code in the same process.

It costs some tenths of a millisecond a decision, and the start of a process, which is kept for further games.
"""

from __future__ import annotations

import faulthandler
import json
import multiprocessing
import os
import signal
from dataclasses import fields
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from branchline.boards import registry
from branchline.bots.base import Bot, Prepares
from branchline.bots.referee import BotDied, BotRaised, TooSlow
from branchline.bots.registry import make_bot
from branchline.bots.seeds import derived
from branchline.model.actions import Action
from branchline.model.errors import BranchlineError, UnknownBot
from branchline.model.observation import ActionCodec, Observation

_FIELDS = tuple(f.name for f in fields(Observation) if f.name != "codec")
_PATIENCE = 120.0  # seconds for the start of a process, and for a bot to be made and to prepare
_GRACE = 5.0  # seconds after its time limit at which a process without a parent ends itself
_LONGEST_ANSWER = 10_000  # bytes


class BotHost:
    """A process in which one bot at a time plays. Spawned, not forked, so that it shares no memory with the game."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closing: Finalize | None = None

    def ask(self, request: tuple[Any, ...], seconds: float | None) -> Any:
        """Send a request and wait for the answer. Without one in time the process is killed and TooSlow is raised."""
        if self._process is None:
            self._start()
        assert self._pipe is not None
        try:
            self._pipe.send((request, seconds))
            if not self._pipe.poll(seconds):
                self.close()
                raise TooSlow
            # Not unpickled: what comes from a bot's process is only looked at.
            answer = json.loads(self._pipe.recv_bytes(_LONGEST_ANSWER))
        except (EOFError, OSError, ValueError) as error:
            code = self.close()
            raise BotDied(f"its process ended with exit code {code}") from error
        if "raised" in answer:
            raise BotRaised(str(answer["raised"]))
        return answer.get("value")

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, registry.added_folders()), name="bot")
        self._process.start()
        theirs.close()
        self._closing = Finalize(self, _end, (self._process, self._pipe), exitpriority=10)

    def close(self) -> int | None:
        """End the process; the next request starts a new one. Returns its exit code."""
        process, closing = self._process, self._closing
        self._process = self._pipe = self._closing = None
        if process is None or closing is None:
            return None
        closing()
        return process.exitcode


def _end(process: SpawnProcess, pipe: Connection) -> None:
    pipe.close()
    process.join(0.05)  # one that waits for a request, or is dying, ends by itself
    if process.exitcode is None:
        process.kill()
    process.join()


class IsolatedBot:
    """A bot in a process of its own. If that is killed or dies, the bot is made anew, with a further seed."""

    keeps_time = True  # the limit is for the bot alone, not for starting its process again

    def __init__(self, spec: str, seed: int, *, limit: float | None = None, host: BotHost | None = None) -> None:
        self.spec = spec
        self.seed = seed
        self.limit = limit
        self._host = BotHost() if host is None else host
        self._made = 0
        self._is_ready = False
        self._game: tuple[str, str, int] | None = None
        self.name = spec
        self._get_ready()

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Pass it on."""
        self._game = (board, variant, seats)
        self._get_ready()
        self._host.ask(("prepare", *self._game), _PATIENCE)

    def decide(self, observation: Observation) -> int:
        """Pass the observation on and wait for the answer, as long as the limit allows."""
        if not self._is_ready:
            self._get_ready()
            if self._game is not None:
                self._host.ask(("prepare", *self._game), _PATIENCE)
        values = tuple([getattr(observation, name) for name in _FIELDS])
        try:
            answer = self._host.ask(("decide", values), self.limit)
        except (TooSlow, BotDied):
            self._is_ready = False
            raise
        return answer if isinstance(answer, int) else -1

    def _get_ready(self) -> None:
        if self._is_ready:
            return
        seed = derived(self.seed, f"bot number {self._made} of") if self._made else self.seed
        self._made += 1
        try:
            self.name = str(self._host.ask(("make", self.spec, seed), _PATIENCE))
        except (BotRaised, BotDied, TooSlow) as error:
            why = f"that took more than {_PATIENCE:g} s" if isinstance(error, TooSlow) else error
            raise UnknownBot(f"the bot '{self.spec}' cannot be made: {why}") from error
        self._is_ready = True

    def close(self) -> None:
        """End the process."""
        self._is_ready = False
        self._host.close()


# In the other process


def _serve(pipe: Connection, boards: tuple[Path, ...]) -> None:
    """Answer requests until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that leads the match
    for folder in boards:
        registry.add_board(folder)
    bot: Bot | None = None
    silence = Path(os.devnull).open("w")  # noqa: SIM115  (open as long as the process lives)
    while True:
        try:
            request, seconds = pipe.recv()
        except (EOFError, OSError):
            return
        if seconds is not None:  # should the leading process be gone when the time is up, this one must not go on
            faulthandler.dump_traceback_later(seconds + _GRACE, exit=True, file=silence)
        try:
            if request[0] == "make":
                bot = make_bot(request[1], request[2])
                answer: dict[str, object] = {"value": bot.name}
            else:
                assert bot is not None
                answer = {"value": _answer(bot, request)}
        except (Exception, SystemExit) as error:  # noqa: BLE001  (passed on to the referee, who reports it)
            own = isinstance(error, BranchlineError) and request[0] == "make"
            words = str(error) if own else f"{type(error).__name__}: {error}"
            answer = {"raised": words[:1000]}
        faulthandler.cancel_dump_traceback_later()
        pipe.send_bytes(json.dumps(answer).encode())


def _answer(bot: Bot, request: tuple[Any, ...]) -> int | None:
    """The number of an action that the bot decides for; None after it has prepared."""
    if request[0] == "prepare":
        if isinstance(bot, Prepares):
            bot.prepare(*request[1:])
        return None
    values = dict(zip(_FIELDS, request[1], strict=True))
    codec = _codec(values["board"], values["variant"], values["seats"])
    observation = Observation(**values, codec=codec)
    answer = bot.decide(observation)
    if isinstance(answer, Action):
        return observation.number(answer)
    return -1 if isinstance(answer, bool) or not isinstance(answer, int) else answer


@lru_cache(maxsize=8)
def _codec(board: str, variant: str, seats: int) -> ActionCodec:
    return registry.codec(board, variant, seats)
