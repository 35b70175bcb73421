"""The `branchline` program: finds the command, runs it, and turns errors into one line.

Only the module of the wanted command is imported, so that the program starts quickly.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Iterable, Sequence

COMMANDS = {
    "play": "play in the browser (or in the terminal), against bots or with friends",
    "replay": "print a recorded game in words, or step through it",
    "show": "show a position or a game that was written in one line",
    "analyze": "show where a recorded game was won and lost, what was luck, and what was better",
    "puzzles": "find positions in bots' games in which one decision is clearly the best",
    "serve": "serve tables for people and bots over the network",
    "admin": "look after a server while it runs: tables, people, backups",
    "site": "write all of it as a folder of files, to be played in a browser without a server",
    "worker": "analyze finished games of a server on another machine",
    "join": "let a bot on this machine take a seat at a server's table",
    "mcp": "let an agent play by the Model Context Protocol: tables as tools",
    "verify": "check that a recorded game was shuffled as promised",
    "boards": "list the boards and their variants",
    "arena": "let bots play each other on all cores, with ratings",
    "protocol": "check whether a program speaks the protocol of bots",
    "suite": "measure a bot on eight tasks that stay the same, and check such results",
    "draw": "draw a board, or a recorded game on it, as a picture",
    "simulate": "play many games between bots and keep what happened as tables",
    "train": "train, finish, calibrate and evaluate networks that learn to play",
    "report": "turn a simulation into a report for designers",
    "bench": "measure how fast the engine is on this machine (from a checkout)",
    "completion": "print a script that lets your shell complete commands, options, boards and bots",
}
FAILED = 2  # the exit status for anything that was asked for and cannot be done
INTERRUPTED = 130  # the usual exit status of a program that was stopped with Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit status."""
    from branchline.model.errors import BranchlineError

    words = sys.argv[1:] if arguments is None else list(arguments)
    _never_fail_at_a_letter()
    parser = make_parser([word for word in words if not word.startswith("-")][:1])
    if not words:
        parser.print_help()
        return 0
    options = parser.parse_args(words)
    try:
        status = importlib.import_module(f"branchline.cli.{options.command}").run(options)
        sys.stdout.flush()  # here, where a reader that has gone away can still be forgiven
    except BranchlineError as error:
        print(f"branchline: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.filename is None:
            raise
        print(f"branchline: {error.filename}: {error.strerror}", file=sys.stderr)  # a file or folder of the person's
        return FAILED
    return int(status)


def make_parser(wanted: Iterable[str]) -> argparse.ArgumentParser:
    """The parser with all commands; only those that are wanted get their arguments."""
    parser = argparse.ArgumentParser(
        prog="branchline",
        description="Rail board games: play them, replay them, measure them.",
        epilog="'branchline COMMAND --help' explains a command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and how the engine runs")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name in wanted:
            importlib.import_module(f"branchline.cli.{name}").add_arguments(command)
    return parser


class _Version(argparse.Action):
    """Prints the version only when asked: saying how the engine runs takes hashing its sources."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from branchline import __version__, _native

        how = _native.reason() if _native.mode() == "compiled" else f"uncompiled: {_native.reason()}"
        print(f"branchline {__version__} ({how})")
        parser.exit()


def _never_fail_at_a_letter() -> None:
    """A terminal that cannot show a symbol shows a question mark; it does not stop the game."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
