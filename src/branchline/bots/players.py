"""Bots that play on after they were interrupted: in this process, or in processes of their own.

A bot that was stopped in the middle of a thought may be left in any state, so it is made again, with a further seed. A
match then goes on in the same way wherever the bot plays.

Inside one process nothing keeps a determined program from looking around: it can walk up the call stack to the game.
A bot in a process of its own receives observations through a pipe and answers with numbers; the game is never there. It
can also be stopped whatever it does, which no timer can promise for compiled code in the same process. That costs some
tenths of a millisecond a decision, and the start of a process, which is kept for further games.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from branchline.boards import registry
from branchline.bots.base import Bot, Prepares, Tallies, Watches, wants_events
from branchline.bots.processes import Helper, Watchdog
from branchline.bots.referee import BotDied, BotRaised, TooSlow, trace_of
from branchline.bots.registry import make_bot
from branchline.bots.seeds import derived
from branchline.model.actions import Action
from branchline.model.errors import BranchlineError, UnknownBot
from branchline.model.events import Event
from branchline.model.observation import Observation

_PATIENCE = 120.0  # seconds for a process to start, and for a bot to be made or to prepare
_LONGEST_ANSWER = 10_000  # bytes


class Renewed(ABC):
    """A bot by its spec, made again when it was interrupted."""

    def __init__(self, spec: str, seed: int) -> None:
        self.spec = spec
        self.seed = seed
        self.name = spec
        self._game: tuple[str, str, int] | None = None
        self._made = 0
        self._tallied: Counter[str] = Counter()  # by bots that were made before this one
        self._is_ready = False
        self._get_ready()

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Pass it on, now and whenever the bot is made again."""
        self._game = (board, variant, seats)
        self._prepare(*self._game)

    def decide(self, observation: Observation) -> int | Action:
        """Pass the observation on."""
        if not self._is_ready:
            self._get_ready()
        try:
            return self._decide(observation)
        except (TooSlow, BotDied):
            self._is_ready = False
            raise

    @property
    def tallies(self) -> Counter[str]:
        """What the bot counted about its work; the numbers of one whose process ended are lost."""
        return self._tallied + self._tallies()

    def _get_ready(self) -> None:
        if self._made:
            self._tallied += self._tallies()
        seed = derived(self.seed, f"bot number {self._made} of") if self._made else self.seed
        self._made += 1
        self.name = self._make(seed)
        if self._game is not None:
            self._prepare(*self._game)
        self._is_ready = True

    @property
    @abstractmethod
    def watches(self) -> bool:
        """Whether the bot wants to be told what happens."""

    @abstractmethod
    def watch(self, events: Sequence[Event]) -> None:
        """Tell it."""

    @abstractmethod
    def _make(self, seed: int) -> str:
        """Make the bot; returns its name."""

    @abstractmethod
    def _prepare(self, board: str, variant: str, seats: int) -> None:
        """Let it get ready for a game."""

    @abstractmethod
    def _decide(self, observation: Observation) -> int | Action:
        """Let it decide."""

    @abstractmethod
    def _tallies(self) -> Counter[str]:
        """What the bot as it was last made has counted."""


class LocalBot(Renewed):
    """A bot in this process. Where a watchdog is given, it is told of every decision."""

    def __init__(self, spec: str, seed: int, watchdog: Watchdog | None = None) -> None:
        self._watchdog = watchdog
        super().__init__(spec, seed)

    @property
    def watches(self) -> bool:
        return wants_events(self._bot)

    def watch(self, events: Sequence[Event]) -> None:
        if isinstance(self._bot, Watches):
            self._bot.watch(events)

    def _make(self, seed: int) -> str:
        self._bot = make_bot(self.spec, seed)
        return self._bot.name

    def _prepare(self, board: str, variant: str, seats: int) -> None:
        if isinstance(self._bot, Prepares):
            if self._watchdog is not None:
                self._watchdog.allow(_PATIENCE)
            self._bot.prepare(board, variant, seats)

    def _decide(self, observation: Observation) -> int | Action:
        if self._watchdog is not None:
            self._watchdog.watch()
        return self._bot.decide(observation)

    def _tallies(self) -> Counter[str]:
        return _tallies_of(self._bot)


class IsolatedBot(Renewed):
    """A bot in a process of its own, or in that of a host that other bots have used before."""

    keeps_time = True  # the limit is for the bot alone, not for starting its process again

    def __init__(self, spec: str, seed: int, *, limit: float | None = None, host: BotHost | None = None) -> None:
        self._limit = limit
        self._host = BotHost() if host is None else host
        self._events: Sequence[Event] | None = None  # to be told with the next decision
        super().__init__(spec, seed)

    @property
    def watches(self) -> bool:
        return self._watches

    def watch(self, events: Sequence[Event]) -> None:
        if self._watches:
            self._events = events

    def _make(self, seed: int) -> str:
        try:
            name, watches = self._host.ask(("make", self.spec, seed), _PATIENCE)
            self._watches = bool(watches)
            return str(name)
        except (BotRaised, BotDied, TooSlow) as error:
            why = f"that took more than {_PATIENCE:g} s" if isinstance(error, TooSlow) else error
            raise UnknownBot(f"the bot '{self.spec}' cannot be made: {why}") from error

    def _prepare(self, board: str, variant: str, seats: int) -> None:
        self._host.ask(("prepare", board, variant, seats), _PATIENCE)

    def _decide(self, observation: Observation) -> int:
        events, self._events = self._events, None
        answer = self._host.ask(("decide", observation, events), self._limit)
        return answer if isinstance(answer, int) else -1

    def _tallies(self) -> Counter[str]:
        if not self._is_ready:
            return Counter()
        try:
            told = self._host.ask(("tallies",), self._limit)
        except (BotRaised, BotDied, TooSlow):
            return Counter()
        return Counter({str(name): int(count) for name, count in told.items()})

    def close(self) -> None:
        """End the process."""
        self._host.close()


class BotHost:
    """A process in which one bot at a time plays."""

    def __init__(self) -> None:
        self._process: Helper | None = None

    def ask(self, request: tuple[Any, ...], seconds: float | None) -> Any:
        """Send a request and wait for the answer. Without one in time the process is killed and TooSlow is raised."""
        if self._process is None:
            self._process = Helper(_serve, registry.added_folders())
        pipe = self._process.pipe
        try:
            pipe.send((request, seconds))
            if not pipe.poll(seconds):
                self.close()
                raise TooSlow
            # Not unpickled: what comes from a bot's process is only looked at.
            answer = json.loads(pipe.recv_bytes(_LONGEST_ANSWER))
        except (EOFError, OSError, ValueError) as error:
            raise BotDied(f"its process ended with exit code {self.close()}") from error
        if "raised" in answer:
            raise BotRaised(str(answer["raised"]), str(answer.get("trace", "")))
        return answer.get("value")

    def close(self) -> int | None:
        """End the process; the next request starts a new one. Returns its exit code."""
        process, self._process = self._process, None
        return None if process is None else process.end()


def _tallies_of(bot: Bot) -> Counter[str]:
    return Counter(bot.tallies) if isinstance(bot, Tallies) else Counter()


# In the other process


def _serve(pipe: Connection, boards: tuple[Path, ...]) -> None:
    """Answer requests until the pipe is closed."""
    for folder in boards:
        registry.add_board(folder)
    bot: Bot | None = None
    while True:
        try:
            request, seconds = pipe.recv()
        except (EOFError, OSError):
            return
        watchdog = Watchdog(seconds)  # should the leading process be gone when the time is up, this one must not go on
        watchdog.watch()
        try:
            if request[0] == "make":
                bot = make_bot(request[1], request[2])
                answer: dict[str, object] = {"value": [bot.name, wants_events(bot)]}
            else:
                assert bot is not None
                answer = {"value": _tallies_of(bot) if request[0] == "tallies" else _answer(bot, request)}
        except (Exception, SystemExit) as error:  # noqa: BLE001  (passed on to the referee, who reports it)
            known = isinstance(error, BranchlineError) and request[0] == "make"
            words = str(error) if known else f"{type(error).__name__}: {error}"
            answer = {"raised": words[:1000], "trace": trace_of(error)[-_LONGEST_ANSWER // 4 :]}
        watchdog.rest()
        pipe.send_bytes(json.dumps(answer).encode())


def _answer(bot: Bot, request: tuple[Any, ...]) -> int | None:
    """The number of an action that the bot decides for; None after it has prepared."""
    if request[0] == "prepare":
        if isinstance(bot, Prepares):
            bot.prepare(*request[1:])
        return None
    observation: Observation = request[1]
    if request[2] is not None and isinstance(bot, Watches):
        bot.watch(request[2])
    answer = bot.decide(observation)
    if isinstance(answer, Action):
        return observation.number(answer)
    return -1 if isinstance(answer, bool) or not isinstance(answer, int) else answer
