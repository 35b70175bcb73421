"""Asking a person something: one line, with history and completion where the terminal has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from branchline.cli.screen import is_terminal


class Left(Exception):
    """The person has left the table."""


def ask(prompt: str) -> str:
    """One line from the person. The end of the input (Ctrl-D) or an interruption (Ctrl-C) raises Left."""
    try:
        line = input(prompt)
    except (EOFError, KeyboardInterrupt):
        print()
        raise Left from None
    if not sys.stdin.isatty():  # nothing has echoed what was piped in; with it the output reads like a session
        print(line)
    return line.strip()


def offer_completion(candidates: Callable[[], Sequence[str]]) -> None:
    """Let the tab key complete a line to one of the candidates, asked for again each time."""
    if not is_terminal():
        return
    try:
        import readline
    except ImportError:  # not on every platform
        return
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            found[:] = [line for line in candidates() if line.casefold().startswith(text.casefold())]
        return found[state] if state < len(found) else None

    readline.set_completer_delims("")  # a line is completed as a whole: names of places hold blanks
    readline.set_completer(complete)
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
