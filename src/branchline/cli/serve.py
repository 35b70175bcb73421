"""`branchline serve`: tables for people and bots, over the network."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from branchline.boards import registry
from branchline.model.errors import BranchlineError
from branchline.server.configuring import LEVELS, as_file, configured
from branchline.server.settings import Limits, Settings

_USUAL: dict[str, Any] = {**asdict(Limits()), **asdict(Settings())}  # what is not said otherwise
_SEVERAL = {"origin": "origins", "name": "names"}  # options that may be given several times
_OPTIONS = {
    "host": ("HOST", "the address to listen on"),
    "port": ("PORT", "the port; 0 takes any free one"),
    "database": (
        "URL",
        "where tables are kept: sqlite:///FILE or postgresql://USER@HOST/NAME (a password: in BRANCHLINE_DATABASE)",
    ),
    "workers": ("N", "processes that serve (more than one: PostgreSQL)"),
    "bot-processes": ("N", "processes in which bots think, per worker"),
    "bot-seconds": ("SECONDS", "how long a bot may think about a decision"),
    "bot-pause": ("SECONDS", "seconds that a bot waits before it acts"),
    "analysis-processes": ("N", "finished games to analyze at once, all workers together; 0 for none"),
    "origin": ("URL", "another site whose pages may use this server"),
    "proxy": (
        "ADDRESS",
        "the address of a proxy in front of the server; the server trusts what it says about who is asking",
    ),
    "name": ("NAME", "a name by which people reach the server, such as play.example.org (behind a proxy: any)"),
    "boards": ("FOLDER", "boards of your own that can be played here too"),
    "tables-per-address": ("N", "unfinished tables that one address may have"),
    "log": (None, "how much to log"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command; what is not given comes from the environment, the file, or is the default."""
    parser.epilog = (
        "Without options: a server for this machine only, at http://127.0.0.1:8300, with its tables in branchline.db. "
        "For friends in the same network: --host 0.0.0.0. Everything else that can be set: --settings."
    )
    for option, words in _OPTIONS.items():
        name = _SEVERAL.get(option, option.replace("-", "_"))
        kind, usual = type(_USUAL[name]), _USUAL[name]
        several: Any = {"action": "append", "type": str} if option in _SEVERAL else {"type": kind}
        several |= {"nargs": "+", "type": str} if name == "boards" else {}
        several |= {"choices": LEVELS} if name == "log" else {}
        shown = f" (default: {usual})" if usual not in ((), "") else ""
        parser.add_argument(
            f"--{option}", dest=name, default=argparse.SUPPRESS, metavar=words[0], help=words[1] + shown, **several
        )
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings; see --settings")
    parser.add_argument(
        "--settings", action="store_true", help="serve nothing; print all settings, as a file for --config"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="serve nothing; list the running games in the database that this version could not continue",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until told to stop."""
    given = {name: value for name, value in vars(options).items() if name in _USUAL}
    settings = configured(options.config, os.environ, given)
    if options.settings:
        print(as_file(settings), end="")
        return 0
    if settings.proxy and not settings.names:
        settings = replace(settings, names=("*",))
    for folder in settings.boards:
        registry.add_board(folder)
    os.environ.update(registry.environment())  # for workers, and for the processes in which bots think
    try:
        from branchline.server import running
        from branchline.server.worker.logs import set_up_logs
    except ImportError as error:
        raise BranchlineError(
            f'the server needs an extra ({error.name} is missing): pip install "branchline[server]"'
        ) from error

    set_up_logs(settings.log)
    stranded = running.games_of_other_rules(settings, patient=not options.check)
    if stranded:
        print(_warning(stranded), file=sys.stderr, flush=True)
    if options.check:
        print("The database is in order." if not stranded else "Finish these games with the older version first.")
        return 1 if stranded else 0
    host = "[::1]" if settings.host == "::" else "127.0.0.1" if settings.host == "0.0.0.0" else settings.host
    with running.bound_socket(settings.host, settings.port) as listening:
        port = listening.getsockname()[1]
        print(f"Branchline serves at http://{host}:{port} (Ctrl-C stops it)", flush=True)
        if settings.host == "0.0.0.0" and (address := _address_in_network()):
            print(f"Others in your network open http://{address}:{port}", flush=True)
        if settings.workers == 1:
            running.serve_here(settings, listening)
        else:
            running.serve_with_workers(settings, listening)
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
