"""Compiles the hot modules beside a game that goes on meanwhile, from a checkout of the sources.

Nobody waits for the C compiler before a first game: the engine runs uncompiled, the compiler works at low priority, and
processes that start after it take the compiled modules (bots do, see `server/bots/processes.py`). Which ones may be
used is decided in `_native.py`, as always.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from branchline import _native

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent
_LOG = Path("build", "compiling.log")
_running: subprocess.Popen[bytes] | None = None


def begin(say: Callable[[str], None]) -> bool:
    """Start compiling if there is something to compile; says what becomes of it. Returns whether it began."""
    global _running
    if not _is_wanted():
        return False
    log = _CHECKOUT / _LOG
    log.parent.mkdir(exist_ok=True)
    with log.open("wb") as output:
        _running = subprocess.Popen(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
            cwd=_CHECKOUT,
            env={**os.environ, "BRANCHLINE_PROFILE": "0"},  # sooner there; `make compile` makes the faster one
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a group of its own, so that all its compilers can be stopped together
        )
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PGRP, _running.pid, 19)
    say("The engine is being compiled beside the game; it takes a minute or two. You can play meanwhile.")
    threading.Thread(target=_wait, args=(_running, say), daemon=True).start()
    return True


def is_under_way() -> bool:
    """Whether a compiled engine is on its way."""
    return _running is not None and _running.poll() is None


def stop() -> None:
    """Stop compiling, if that still goes on, with everything it started. What was compiled so far is kept."""
    global _running
    process, _running = _running, None
    if process is None or process.poll() is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGTERM)
        else:
            process.terminate()
    process.wait()


def _is_wanted() -> bool:
    """Whether this is a checkout whose modules run uncompiled for no better reason than that nobody compiled them."""
    return (
        _native.mode() == "uncompiled"
        and not is_under_way()
        and not _native.is_set("BRANCHLINE_PURE")
        and os.environ.get("BRANCHLINE_COMPILE") != "0"
        and (_CHECKOUT / "setup.py").exists()
        and importlib.util.find_spec("mypyc") is not None
    )


def _wait(process: subprocess.Popen[bytes], say: Callable[[str], None]) -> None:
    """Say how it ended; nothing if it was stopped."""
    started = time.monotonic()
    status = process.wait()
    if process is not _running:
        return
    if status:
        say(f"The engine could not be compiled, and goes on uncompiled; {_CHECKOUT / _LOG} says why.")
    elif _native.find_fault(_PACKAGE, _native.read_manifest(_PACKAGE)):
        say("There is no C compiler: everything works, only bots think more slowly and the hard ones less far.")
    else:
        took = round(time.monotonic() - started)
        say(f"The engine is compiled ({took} s). Bots use it from now on, and everything does at the next start.")
