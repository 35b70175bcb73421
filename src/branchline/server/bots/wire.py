"""What goes between the server and the processes in which bots think.

Questions are pickled values, which takes a fifth of the time that JSON forms do. Answers are one line of JSON each,
because what comes from a bot's process is only looked at: unpickling it could run anything.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from branchline.boards import registry
from branchline.model.observation import Observation

_LENGTH = 4  # bytes before each question


@dataclass(frozen=True, slots=True)
class Prepare:
    """Get ready for games on a board."""

    bot: str
    board: str
    variant: str
    seats: int


@dataclass(frozen=True, slots=True)
class Question:
    """Decide: a bot, its chance, and what its seat may know; nothing else."""

    bot: str
    seed: int
    seen: Observation

    @property
    def setting(self) -> Prepare:
        """What the bot has to be ready for."""
        return Prepare(self.bot, self.seen.board, self.seen.variant, self.seen.seats)


def framed(question: Any) -> bytes:
    """A question as it is written: to get ready, or a value with what a seat has `seen`."""
    plain: Any = question
    if not isinstance(question, Prepare):
        seen = question.seen
        bare = replace(seen, codec=None)  # the other side has one of its own
        inner = pickle.dumps(replace(question, seen=bare), pickle.HIGHEST_PROTOCOL)
        plain = (seen.board, seen.variant, seen.seats, inner)  # the board first: it may bring classes of its own
    body = pickle.dumps(plain, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(_LENGTH, "big") + body


def read_question(stream: BinaryIO) -> Any:
    """The next question of the server; None if there are no more."""
    head = stream.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    plain = pickle.loads(stream.read(int.from_bytes(head, "big")))
    if isinstance(plain, Prepare):
        return plain
    board, variant, seats, inner = plain
    codec = registry.codec(board, variant, seats)
    question: Any = pickle.loads(inner)
    return replace(question, seen=replace(question.seen, codec=codec))


def answer_all(answer: Callable[[Any], str]) -> None:
    """In a process of its own: answer questions, a line each, until there are no more."""
    if hasattr(os, "nice"):
        os.nice(10)  # the server itself comes first, on a machine with few cores: people wait for it
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a bot prints is no answer
    answers.write(answer_line(0))  # the time to think begins with the first question
    answers.flush()
    while (question := read_question(sys.stdin.buffer)) is not None:
        try:
            line = answer(question)
        except Exception as error:  # noqa: BLE001  (whatever goes wrong there, the server has to hear of it)
            line = answer_line(None, f"{type(error).__name__}: {error}")
        answers.write(line)
        answers.flush()


def answer_line(action: int | None, error: str = "") -> str:
    """An answer as it is written; without an action, the bot is ready or has failed."""
    return json.dumps({"error": error} if error else {"action": action or 0}) + "\n"


def read_answer(line: bytes) -> int | str:
    """An action, or what went wrong; ValueError if it is no answer at all."""
    plain = json.loads(line)
    if not isinstance(plain, dict):
        raise ValueError("no answer")
    if "error" in plain:
        return str(plain["error"])
    action = plain.get("action")
    if not isinstance(action, int) or isinstance(action, bool):
        raise ValueError("no answer")
    return action
