"""`branchline serve`: tables for people and bots, over the network."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections import Counter
from collections.abc import Sequence

from branchline.boards import registry
from branchline.model.errors import BranchlineError
from branchline.server.settings import Limits, Settings

_USUAL = Settings()  # what is not said otherwise


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.epilog = (
        "Without options: a server for this machine only, at http://127.0.0.1:8300, with its tables in branchline.db. "
        "For friends in the same network: --host 0.0.0.0."
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8300, help="the port; 0 takes any free one (default: 8300)")
    parser.add_argument(
        "--database",
        default=os.environ.get("BRANCHLINE_DATABASE", _USUAL.database),
        metavar="URL",
        help="where tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME; "
        f"also from BRANCHLINE_DATABASE, which keeps a password out of sight (default: {_USUAL.database})",
    )
    parser.add_argument("--workers", type=int, default=1, help="processes that serve (more than one: PostgreSQL)")
    parser.add_argument(
        "--bot-processes", type=int, default=_USUAL.bot_processes, help="processes in which bots think, per worker"
    )
    parser.add_argument(
        "--bot-seconds", type=float, default=_USUAL.bot_seconds, help="how long a bot may think about a decision"
    )
    parser.add_argument(
        "--bot-pause", type=float, default=_USUAL.bot_pause, help="seconds that a bot waits before it acts"
    )
    parser.add_argument(
        "--analysis-processes",
        type=int,
        default=_USUAL.analysis_processes,
        help="finished games to analyze at once, all workers together; 0 for none (default: %(default)s)",
    )
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="another site whose pages may use this server"
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        help="the address of a proxy in front of the server; the server trusts what it says about who is asking",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which people reach the server, such as play.example.org (behind a proxy: any)",
    )
    parser.add_argument(
        "--boards", nargs="+", default=[], metavar="FOLDER", help="boards of your own that can be played here too"
    )
    parser.add_argument(
        "--tables-per-address",
        type=int,
        default=_USUAL.limits.tables_per_address,
        help="unfinished tables that one address may have",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="serve nothing; list the running games in the database that this version could not continue",
    )
    parser.add_argument(
        "--log", default=_USUAL.log, choices=["debug", "info", "warning", "error"], help="how much to log"
    )


def run(options: argparse.Namespace) -> int:
    """Serve until told to stop."""
    try:
        from branchline.server import running
    except ImportError as error:
        raise BranchlineError(
            f'the server needs an extra ({error.name} is missing): pip install "branchline[server]"'
        ) from error

    fewest = {"workers": 1, "bot_processes": 1, "bot_seconds": 0.1, "bot_pause": 0.0, "analysis_processes": 0}
    for name, least in fewest.items():
        if getattr(options, name) < least:
            raise BranchlineError(f"--{name.replace('_', '-')} is at least {least:g}")
    for folder in options.boards:
        registry.add_board(folder)
    os.environ.update(registry.environment())  # for workers, and for the processes in which bots think
    settings = Settings(
        database=options.database,
        limits=Limits(tables_per_address=options.tables_per_address),
        bot_processes=options.bot_processes,
        bot_seconds=options.bot_seconds,
        bot_pause=options.bot_pause,
        analysis_processes=options.analysis_processes,
        origins=tuple(options.origin),
        names=tuple(options.name) or (("*",) if options.proxy else ()),
        log=options.log,
    )
    if options.workers > 1 and options.database.startswith("sqlite"):
        raise BranchlineError("several workers need PostgreSQL: --database postgresql://…; SQLite serves one")
    stranded = running.games_of_other_rules(settings)
    if stranded:
        print(_warning(stranded), file=sys.stderr, flush=True)
    if options.check:
        print("The database is in order." if not stranded else "Finish these games with the older version first.")
        return 1 if stranded else 0
    host = "[::1]" if options.host == "::" else "127.0.0.1" if options.host == "0.0.0.0" else options.host
    with running.bound_socket(options.host, options.port) as listening:
        port = listening.getsockname()[1]
        print(f"Branchline serves at http://{host}:{port} (Ctrl-C stops it)", flush=True)
        if options.host == "0.0.0.0" and (address := _address_in_network()):
            print(f"Others in your network open http://{address}:{port}", flush=True)
        if options.workers == 1:
            running.serve_here(settings, listening, options.proxy)
        else:
            running.serve_with_workers(settings, listening, options.proxy, options.workers)
    return 0


def _address_in_network() -> str | None:
    """The address that this machine has for others: that from which it would speak to the world. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(("192.0.2.1", 9))  # belongs to nobody
        except OSError:
            return None  # there is no network
        return str(trial.getsockname()[0])


def _warning(stranded: Sequence[tuple[str, str, int]]) -> str:
    """Which games cannot go on with this version, by board and version of the rules."""
    groups = Counter((board, version) for _, board, version in stranded)
    lines = [
        f"  {board}, rules version {version}: {count} game{'s' if count > 1 else ''}"
        for (board, version), count in sorted(groups.items())
    ]
    return "\n".join(
        [
            "These running games began under other rules than this version's and are set aside.",
            "They can continue with the version that they began with:",
            *lines,
        ]
    )
