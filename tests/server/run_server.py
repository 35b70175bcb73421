"""Runs a server with the settings given as JSON; says its address on the standard output."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Serve until told to stop."""
    gc.disable()  # while everything is imported, which takes a third longer else; the server has its own ways
    from branchline.server.app import SETTINGS_TEXT
    from branchline.server.running import bound_socket, serve_here

    listening = bound_socket("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    serve_here(SETTINGS_TEXT.validate_json(sys.argv[1]), listening)


if __name__ == "__main__":
    main()
