"""A process that answers questions, a line each, until there are no more."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from branchline.table.bots.wire import LENGTH, answer_line, answered, opened


def answer_all(answer: Callable[[Any], str]) -> None:
    """In a process of its own: answer all questions."""
    if hasattr(os, "nice"):
        os.nice(10)  # the server itself comes first, on a machine with few cores: people wait for it
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a bot prints is no answer
    answers.write(answer_line(0))  # the time to think begins with the first question
    answers.flush()
    while (question := read_question(sys.stdin.buffer)) is not None:
        answers.write(answered(question, answer))
        answers.flush()


def read_question(stream: BinaryIO) -> Any:
    """The next question of the server; None if there are no more."""
    head = stream.read(LENGTH)
    return opened(stream.read(int.from_bytes(head, "big"))) if len(head) == LENGTH else None
