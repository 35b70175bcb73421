"""What goes between a table and where its bots think.

Questions are pickled values, which takes a fifth of the time that JSON forms do. Answers are one line of JSON each,
because what comes from a bot is only looked at: unpickling it could run anything.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from branchline.model.observation import Observation

LENGTH = 4  # bytes before each question


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
    body = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(LENGTH, "big") + body


def opened(body: bytes) -> Any:
    """A question as it was framed, without the bytes of its length."""
    return pickle.loads(body)


def answered(question: Any, answer: Callable[[Any], str]) -> str:
    """The line that answers a question, or says what went wrong."""
    try:
        return answer(question)
    except Exception as error:  # noqa: BLE001  (whatever goes wrong there, who asked has to hear of it)
        return answer_line(None, f"{type(error).__name__}: {error}")


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
