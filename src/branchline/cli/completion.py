"""`branchline completion`: a script by which a shell completes commands, options, boards, bots and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import shtab

from branchline.boards.registry import boards
from branchline.bots import bot_names

PLACES = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY, "FOLDER": shtab.DIRECTORY}  # by what help calls the argument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the shell."""
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS)
    parser.epilog = 'For bash, add to ~/.bashrc: eval "$(branchline completion bash)"'


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from branchline.cli.main import COMMANDS, make_parser

    parser = make_parser(COMMANDS)
    known = boards()
    values = {
        "board": [board.id for board in known],
        "variant": sorted({variant for board in known for variant in board.variants}),
        "BOT": bot_names(),
    }
    for action in _arguments(parser):
        if action.metavar in PLACES:
            action.complete = PLACES[action.metavar]  # type: ignore[attr-defined]  # which shtab looks for
        elif action.choices is None and not isinstance(action.metavar, tuple):
            action.choices = values.get(action.metavar or "", values.get(action.dest))
    print(shtab.complete(parser, options.shell))
    return 0


def _arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of all commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _arguments(command)
        else:
            yield action
