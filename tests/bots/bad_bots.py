"""Bots that misbehave, each in its own way. Other processes find them as `tests.bots.bad_bots:Name`."""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import sys
import time
from contextlib import suppress
from typing import Any

from branchline.bots.random_bot import RandomBot
from branchline.engine.rule_sheet import RuleSheet
from branchline.game import Game
from branchline.model.actions import Action, ClaimRoute
from branchline.model.observation import Observation


class Bad:
    """Plays at random, apart from every tenth decision, in which it does something bad."""

    name = "bad"

    def __init__(self, seed: int = 0, *, every: int = 10) -> None:
        self.good = RandomBot(seed)
        self.every = every
        self.asked = 0

    def decide(self, observation: Observation) -> Any:
        self.asked += 1
        return self.good.decide(observation) if self.asked % self.every else self.misbehave(observation)

    def misbehave(self, observation: Observation) -> Any:
        raise NotImplementedError


class Raising(Bad):
    def misbehave(self, observation: Observation) -> Any:
        raise ZeroDivisionError("oh")


class Leaving(Bad):
    def misbehave(self, observation: Observation) -> Any:
        sys.exit(3)


class Hanging(Bad):
    """Waits for ever, and does not want to be disturbed."""

    def misbehave(self, observation: Observation) -> Any:
        while True:
            with suppress(Exception):
                time.sleep(1000)


class Stubborn(Bad):
    """Swallows even the interruption, the first three times."""

    def misbehave(self, observation: Observation) -> Any:
        for _ in range(3):
            with suppress(BaseException):
                time.sleep(1000)
        time.sleep(1000)


class HangingInC(Bad):
    """Never comes back to the interpreter, so that no Python code can stop it.

    It waits for a lock that it holds itself, in C and without letting go of the interpreter: endless work would be as
    good, but takes a core from everybody else until it is noticed.
    """

    def misbehave(self, observation: Observation) -> Any:
        if sys.platform == "win32":
            return sum(itertools.repeat(0, 10**15))
        library = ctypes.PyDLL(None)
        lock = ctypes.create_string_buffer(256)  # larger than any
        library.pthread_mutex_init(lock, None)
        return library.pthread_mutex_lock(lock) or library.pthread_mutex_lock(lock)


class Crashing(Bad):
    """Takes its whole process down."""

    def misbehave(self, observation: Observation) -> Any:
        os._exit(41)


class Illegal(Bad):
    """Answers with all sorts of things that are not legal actions."""

    ANSWERS = (-1, 10**9, True, None, "draw", 1.5, ClaimRoute("nowhere", "pink", 99), ClaimRoute(None, 3, []))  # type: ignore[arg-type]

    def misbehave(self, observation: Observation) -> Any:
        return self.ANSWERS[self.asked // self.every % len(self.ANSWERS)]


class Unprepared(RandomBot):
    name = "unprepared"

    def prepare(self, board: str, variant: str, seats: int) -> None:
        raise RuntimeError(f"no {board} today")


class NeverReady(RandomBot):
    name = "never ready"

    def prepare(self, board: str, variant: str, seats: int) -> None:
        time.sleep(1000)


class Unmakeable(RandomBot):
    def __init__(self, seed: int = 0) -> None:
        raise FileNotFoundError("no weights")


class Peeking:
    """Looks for the game everywhere in its first decisions: up the stack, and among all objects of the process."""

    name = "peeking"

    def __init__(self, seed: int = 0) -> None:
        self.good = RandomBot(seed)
        self.asked = 0

    def decide(self, observation: Observation) -> int | Action:
        self.asked += 1
        if self.asked <= 3 and games_in_this_process():
            raise LookupError("found the game")
        return self.good.decide(observation)


def games_in_this_process() -> list[object]:
    """Games that have begun: any of them might be the one that is being played."""
    found: list[object] = []
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        found += [value for value in frame.f_locals.values() if isinstance(value, Game)]
    found += [thing for thing in gc.get_objects() if issubclass(type(thing), Game)]
    found += [thing for thing in gc.get_objects() if issubclass(type(thing), RuleSheet) and thing.open.depth > 0]
    return found
