"""`branchline mcp`: tables as tools for agents, by the Model Context Protocol."""

from __future__ import annotations

import argparse
import contextlib
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from branchline.model.errors import BranchlineError

_TERMINATED = 143  # the usual exit status of a program that was told to end


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.epilog = (
        "An agent's program starts this and talks over its input and output. "
        "Example: branchline mcp --server http://play.example.org"
    )
    parser.add_argument("--server", metavar="URL", help="the server whose tables to play at (one of its own)")
    parser.add_argument(
        "--http", action="store_true", help="serve many agents by streamable HTTP at http://HOST:PORT/mcp"
    )
    parser.add_argument("--host", default="127.0.0.1", help="with --http: the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8301, help="with --http: the port (8301)")


def run(options: argparse.Namespace) -> int:
    """Serve agents until told to stop, or until the agent's program is gone."""
    try:
        import uvicorn

        from branchline.client.mcp_server import mcp_server
        from branchline.server.running import bound_socket
    except ImportError as error:
        raise BranchlineError(
            f'agents need an extra ({error.name} is missing): pip install "branchline[mcp]"'
        ) from error
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(_TERMINATED))  # so that the server beside it is stopped as well
    with _tables(options.server) as address:
        print(f"Tables are at {address}", file=sys.stderr, flush=True)
        served = mcp_server(address)
        if not options.http:
            served.run("stdio")
            return 0
        listening = bound_socket(options.host, options.port)
        print(f"Agents connect to http://{options.host}:{listening.getsockname()[1]}/mcp", file=sys.stderr, flush=True)
        app = served.streamable_http_app(host=options.host)
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])
    return 0


@contextlib.contextmanager
def _tables(server: str | None) -> Iterator[str]:
    """The address of a server: the one that was named, or one of our own, for as long as this takes."""
    if server is not None:
        yield server
        return
    with tempfile.TemporaryDirectory(prefix="branchline") as folder:
        database = f"sqlite:///{Path(folder, 'tables.db')}"
        command = [sys.executable, "-m", "branchline.cli", "serve", "--port", "0", "--bot-pause", "0"]
        beside = subprocess.Popen(
            [*command, "--log", "error", "--database", database],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert beside.stdout is not None
            words = beside.stdout.readline().split()
            if len(words) < 4:
                raise BranchlineError("no server could be started")
            yield words[3]
        finally:
            beside.terminate()
            beside.wait()
