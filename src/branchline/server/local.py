"""A server for the person at this machine: it starts, the browser opens, and Ctrl-C ends it."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

from branchline import _compiling
from branchline.boards import registry
from branchline.server import running
from branchline.server.settings import Settings

_PATIENCE = 30.0  # seconds to wait for the server before the browser opens
_TERMINATED = 143  # the usual exit status of a program that was told to end


def serve_and_open(*, board: str, port: int, database: str | None, show: bool, compiles: bool = False) -> int:
    """Serve at this machine only, and show the client with a board chosen; compile the engine meanwhile if asked."""
    chosen = registry.board(board).id
    file = Path(database).expanduser() if database else games_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    listening = running.bound_socket("127.0.0.1", port)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/?board={chosen}"
    settings = Settings(database=f"sqlite:///{file}", log="warning")
    running.check_database(settings)
    print(f"Branchline is at {address}\nGames are kept in {file}. Ctrl-C ends it.", flush=True)
    if show:
        threading.Thread(target=_open_when_up, args=(listening.getsockname()[:2], address), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))  # so that what runs beside it is stopped as well
    try:
        if compiles:
            _compiling.begin(lambda words: print(words, flush=True))
        running.serve_here(settings, listening)
    finally:
        _compiling.stop()
    return 0


def games_file() -> Path:
    """Where the games of this machine's user are kept."""
    home = os.environ.get("XDG_DATA_HOME")
    folder = Path(home) if home else Path.home() / ".local" / "share"
    return folder / "branchline" / "games.db"


def _open_when_up(where: tuple[str, int], address: str) -> None:
    """Open the browser as soon as somebody answers."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        with socket.socket() as trial:
            trial.settimeout(1)
            if trial.connect_ex(where) == 0:
                webbrowser.open(address)
                return
        time.sleep(0.1)
