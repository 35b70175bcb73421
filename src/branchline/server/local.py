"""A server for the person at this machine: it starts, the browser opens, and Ctrl-C ends it."""

from __future__ import annotations

import os
import socket
import threading
import time
import webbrowser
from pathlib import Path

from branchline.boards import registry
from branchline.server import running
from branchline.server.settings import Settings

_PATIENCE = 30.0  # seconds to wait for the server before the browser opens


def serve_and_open(*, board: str, port: int, database: str | None, show: bool) -> int:
    """Serve at this machine only, and show the client with a board chosen."""
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
    running.serve_here(settings, listening, None)
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
