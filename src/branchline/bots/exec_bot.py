"""`exec(./my-bot)`: a program in any language as a bot, in a process of its own, with limits of time and memory.

What goes back and forth is in `protocol.py`. Whatever the program does, nothing here waits longer than the limit: a
program that is silent, slow, too large, or says what is not of the protocol fails that decision. It is ended if it may
still be busy with it, and started again for the next one.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any
from weakref import finalize

import branchline
from branchline.boards import registry
from branchline.bots.processes import end_started_by, started_by
from branchline.bots.protocol import (
    PROTOCOL,
    BadMessage,
    decide_message,
    game_message,
    line_of,
    message_in,
    read_act,
    read_hello,
    shown,
)
from branchline.bots.referee import BotDied, TimeUp
from branchline.model.errors import NotationError, UnknownBot
from branchline.model.events import Event
from branchline.model.observation import Observation

_PATIENCE = 60.0  # seconds to say hello, and to get ready for a game
_LONGEST_LINE = 1_000_000  # bytes
_LAST_WORDS = 2_000  # bytes of what it wrote to its standard error
_LOOK = 0.05  # seconds between looks at its memory


class ExecBot:
    """A program by its command line. `seconds` is its time for a decision, `memory` what it may take, in MiB."""

    def __init__(self, command: str, *, seconds: float = 10.0, memory: int = 1024, seed: int = 0) -> None:
        if os.name != "posix":
            raise UnknownBot("programs can be bots on Linux and macOS only")
        self.command = command
        self.seconds = seconds
        self.memory = memory
        self.seed = seed
        self.name = Path(shlex.split(command)[-1]).name if command.strip() else ""
        self._program: Program | None = None
        self._game: tuple[str, str, int] | None = None
        self._before: dict[str, Any] | None = None  # what it was last shown
        self._decisions = 0
        self._events: list[Event] | None = None
        self._started()  # one that cannot be started is told of here

    def watch(self, events: Sequence[Event]) -> None:
        """What happened since its last decision, as its seat may know it."""
        self._events = [*(self._events or ()), *events]

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Tell it what is played, and wait until it is ready. What it was shown and told before is of another game."""
        self._events = None
        self._begin((board, variant, seats))

    def _begin(self, of: tuple[str, str, int]) -> None:
        self._game = of
        self._before = None
        self._ready(self._started())

    def decide(self, seen: Observation) -> int:
        """Ask for one decision. Whatever goes wrong is raised, and the next decision is asked of a program in order."""
        of = seen.board, seen.variant, seen.seats
        if self._game != of:
            self._begin(of)
        program = self._started()
        self._decisions += 1
        message = decide_message(self._decisions, seen, self._events, self.seconds, program.wants_words)
        self._events = None
        if program.wish != "none":
            told = shown(seen, self._before if program.wish == "changes" else None)
            self._before = shown(seen, None)["observation"]
            message |= told
        try:
            action = read_act(program.ask(message, self.seconds), self._decisions, seen)
        except (BadMessage, NotationError) as error:
            self._refuse(program, str(error))
            raise
        if action not in seen.legal:
            self._refuse(program, f"{action} is not among the legal actions")
        return action

    def _refuse(self, program: Program, reason: str) -> None:
        """Tell it why it did not decide; it need not answer."""
        program.tell({"type": "refused", "id": self._decisions, "reason": reason})

    def _started(self) -> Program:
        """The program, started if it has not been, or has ended."""
        if self._program is None or self._program.is_gone:
            self._before = None
            try:
                self._program = Program(shlex.split(self.command), self.memory)
                hello = {"type": "hello", "protocol": PROTOCOL, "branchline": branchline.__version__}
                limits = {"seed": self.seed, "seconds": self.seconds, "memory": self.memory}
                self.name = self._program.introduce(hello | limits)
            except (OSError, ValueError, BadMessage, BotDied, TimeUp) as error:
                self._program = None
                raise UnknownBot(f"'{self.command}' is no bot that can be run: {error}") from error
            if self._game is not None:
                self._ready(self._program)
        return self._program

    def _ready(self, program: Program) -> None:
        assert self._game is not None
        board = registry.board(self._game[0])
        message = game_message(board, registry.variant(board, self._game[1]), self._game[2])
        message_in(program.ask(message, _PATIENCE), "ready")

    def close(self) -> None:
        """Say goodbye and end the program."""
        if self._program is not None:
            self._program.tell({"type": "bye"})
            self._program.close()
            self._program = None


class Program:
    """A process that is talked to line by line."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        if not command:
            raise ValueError("there is no command")
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        streams = [self._process.stdin, self._process.stdout, self._process.stderr]
        self._in, self._out, self._err = (stream.fileno() for stream in streams if stream is not None)
        for end in (self._in, self._out, self._err):
            os.set_blocking(end, False)
        self._said = b""
        self._complained = b""
        self._too_large = [False]
        self.wish = "full"
        self.wants_words = True
        self.close = finalize(self, _end, self._process)
        Thread(target=_watch_memory, args=(self._process, memory << 20, self._too_large), daemon=True).start()

    @property
    def is_gone(self) -> bool:
        """Whether it has ended, or nothing can be said to it any more."""
        return not self.close.alive or self._process.poll() is not None

    def introduce(self, hello: Mapping[str, Any]) -> str:
        """Say hello and learn how it wants to be talked to; returns its name."""
        name, self.wish, self.wants_words = read_hello(self.ask(hello, _PATIENCE))
        return name

    def tell(self, message: Mapping[str, Any]) -> None:
        """Write a message that needs no answer, as far as it is read."""
        if self.close.alive:  # otherwise that number may stand for another file by now
            with suppress(OSError):
                os.write(self._in, line_of(message))

    def ask(self, message: Mapping[str, Any], seconds: float) -> bytes:
        """Write a message and wait for the next line. Without one in time the program is ended."""
        self._forget()
        try:
            return self._answer(memoryview(line_of(message)), seconds)
        except BaseException:  # also when somebody else stops to wait: it may be busy with an answer yet
            self.close()
            raise

    def _forget(self) -> None:
        """What it said unasked is no answer."""
        self._said = b""
        with suppress(OSError):
            for _ in range(_LONGEST_LINE >> 16):
                os.read(self._out, 1 << 16)

    def _answer(self, to_write: memoryview, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._in, selectors.EVENT_WRITE)
            selector.register(self._out, selectors.EVENT_READ)
            selector.register(self._err, selectors.EVENT_READ)
            while b"\n" not in self._said:
                left = until - time.monotonic()
                if left <= 0:
                    raise TimeUp(f"no answer within {seconds:g} s")
                for key, _ in selector.select(left):
                    if key.fd == self._in:
                        to_write = self._write(to_write)
                        if not to_write:
                            selector.unregister(self._in)
                    elif key.fd == self._err:
                        if not self._read_complaints():
                            selector.unregister(self._err)
                    else:
                        self._read()
        line, _, self._said = self._said.partition(b"\n")
        return line

    def _write(self, rest: memoryview) -> memoryview:
        try:
            return rest[os.write(self._in, rest) :]
        except OSError:
            return rest[len(rest) :]  # it reads no more; that it has ended shows when it is read

    def _read(self) -> None:
        read = os.read(self._out, 1 << 16)
        self._said += read
        if not read:
            raise self._died()
        if len(self._said) > _LONGEST_LINE and b"\n" not in self._said:
            raise BadMessage(f"a line of more than {_LONGEST_LINE} bytes")

    def _read_complaints(self) -> bool:
        read = os.read(self._err, 1 << 16)
        self._complained = (self._complained + read)[-_LAST_WORDS:]
        return bool(read)

    def _died(self) -> BotDied:
        """Why it ended, as far as it is known, with all that it said of that."""
        with suppress(BlockingIOError):
            while self._read_complaints():
                pass
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)  # it has closed its output, and is about to end
        if self._too_large[0]:
            return BotDied("it took more memory than it may")
        words = self._complained.decode(errors="replace").strip()
        last = words.splitlines()[-1:]
        error = BotDied(": ".join([f"it ended with exit code {self._process.returncode}", *last]))
        error.add_note(words)
        return error


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it started."""
    if process.poll() is None:
        end_started_by(process.pid)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _watch_memory(process: subprocess.Popen[bytes], most: int, too_large: list[bool]) -> None:
    """End a program that takes more memory than it may. Where the system does not tell (macOS), nothing is watched."""
    while sys.platform == "linux" and process.poll() is None:
        if sum(_memory_of(pid) for pid in (process.pid, *started_by(process.pid))) > most:
            too_large[0] = True
            end_started_by(process.pid)
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            return
        time.sleep(_LOOK)


def _memory_of(pid: int) -> int:
    """What a process has in memory, in bytes."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0
