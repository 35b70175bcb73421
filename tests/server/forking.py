"""Servers that start at once: a process that has imported everything becomes one whenever a test wants one.

Each is a process of its own, on a socket of its own, as if it had been started anew; only importing, which takes longer
than most tests, is done once for all of them.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import subprocess
import sys
import threading
import time
from typing import Any

from branchline.boards import registry

_lock = threading.Lock()
_parent: subprocess.Popen[str] | None = None


class ForkedServer:
    """A server process, handled in the way of subprocess.Popen."""

    def __init__(self, settings: str, port: int, log: str) -> None:
        found = _ask({"settings": settings, "port": port, "log": log, "environment": dict(os.environ)})
        self.pid = int(found["pid"])
        self.url = str(found["url"])
        self._status: int | None = None

    def poll(self) -> int | None:
        """Its exit status; None while it runs."""
        if self._status is None:
            self._status = _ask({"ended": self.pid})["status"]
        return self._status

    def wait(self, timeout: float = 60.0) -> int:
        """Wait until it has ended; its exit status."""
        until = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(f"server {self.pid}", timeout)
            time.sleep(0.01)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)


def _ask(request: dict[str, Any]) -> dict[str, Any]:
    """Ask the process that makes servers; starts it if there is none yet."""
    global _parent
    with _lock:
        if _parent is None:
            command = [sys.executable, "-m", "tests.server.forking"]
            _parent = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            atexit.register(_end, _parent)
        assert _parent.stdin is not None
        assert _parent.stdout is not None
        print(json.dumps(request), file=_parent.stdin, flush=True)
        answer = json.loads(_parent.stdout.readline())
    return dict(answer)


def _end(parent: subprocess.Popen[str]) -> None:
    """It ends when nobody asks any more."""
    assert parent.stdin is not None
    assert parent.stdout is not None
    parent.stdin.close()
    parent.wait()
    parent.stdout.close()


def main() -> None:
    """Import everything, and become a server whenever one is asked for: in a process of its own."""
    gc.disable()
    from branchline.server.app import SETTINGS_TEXT
    from branchline.server.running import CannotServe, bound_socket, serve_here

    registry.boards()
    gc.freeze()
    for line in sys.stdin:
        wish = json.loads(line)
        if "ended" in wish:
            pid, status = os.waitpid(wish["ended"], os.WNOHANG)
            print(json.dumps({"status": os.waitstatus_to_exitcode(status) if pid else None}), flush=True)
            continue
        until = time.monotonic() + 10
        listening = None
        while listening is None:
            try:
                listening = bound_socket("127.0.0.1", wish["port"])
            except CannotServe as error:  # the bots of a server that was killed hold on to its port for a moment
                if time.monotonic() > until:
                    raise SystemExit(str(error)) from error
                time.sleep(0.02)
        if pid := os.fork():
            url = f"http://127.0.0.1:{listening.getsockname()[1]}"
            listening.close()
            print(json.dumps({"pid": pid, "url": url}), flush=True)
            continue
        _leave_the_parent(wish)
        serve_here(SETTINGS_TEXT.validate_json(wish["settings"]), listening)
        return


def _leave_the_parent(wish: dict[str, Any]) -> None:
    """Take nothing over from it: not its lines to the tests, nor what its environment was."""
    nothing = os.open(os.devnull, os.O_RDWR)
    log = os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for target, source in ((0, nothing), (1, nothing), (2, log)):
        os.dup2(source, target)
    os.environ.clear()
    os.environ.update(wish["environment"])
    registry._named_folders.cache_clear()  # the boards that it names are others


if __name__ == "__main__":
    main()
