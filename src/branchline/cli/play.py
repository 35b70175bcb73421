"""`branchline play`: a server on this machine and the browser; with `--terminal`, a game in the terminal."""

from __future__ import annotations

import argparse

from branchline import _compiling
from branchline.cli import terminal_game
from branchline.cli.screen import is_terminal
from branchline.model.errors import BranchlineError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("--terminal", action="store_true", help="play in the terminal instead of the browser")
    browser = parser.add_argument_group("in the browser")
    browser.add_argument("--port", type=int, default=0, help="the port of the server (a free one)")
    browser.add_argument("--no-open", action="store_true", help="print the address without opening a browser")
    parser.add_argument(
        "--compile", action="store_true", help="compile the engine in the background (in a checkout of the sources)"
    )
    browser.add_argument("--database", metavar="FILE", help="where games are kept (a file in your home folder)")
    terminal = parser.add_argument_group(
        "in the terminal", "Any of these except --board plays in the terminal, and so does input from a file or a pipe."
    )
    terminal_game.add_arguments(terminal)


def run(options: argparse.Namespace) -> int:
    """Play."""
    if in_terminal(options):
        return _run_in_terminal(options)
    try:
        from branchline.server.local import serve_and_open
    except ImportError as error:
        raise BranchlineError(
            'playing in the browser needs the server: pip install "branchline[server]"; '
            f"or play with --terminal ({error.name} is missing)"
        ) from error
    return serve_and_open(
        board=options.board,
        port=options.port,
        database=options.database,
        show=not options.no_open,
        compiles=options.compile,
    )


def _run_in_terminal(options: argparse.Namespace) -> int:
    """Play in the terminal; what happens beside the game must not write into it."""
    try:
        if options.compile:
            _compiling.begin(lambda _: None)
        return terminal_game.run(options)
    finally:
        _compiling.stop()


def in_terminal(options: argparse.Namespace) -> bool:
    """Whether the terminal was asked for, in that many words or by an option that only it has."""
    if options.terminal or (not is_terminal() and not options.no_open):
        return True
    alone = argparse.ArgumentParser()
    terminal_game.add_arguments(alone)
    usual = vars(alone.parse_args([]))
    return any(getattr(options, name) != value for name, value in usual.items() if name != "board")
