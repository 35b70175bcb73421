"""`branchline train`: everything about networks that learn to play. The subcommands are in `training/`."""

from __future__ import annotations

import argparse
from typing import Protocol

from branchline.cli.training import calibrate, evaluate
from branchline.cli.training import run as new_run
from branchline.cli.training.teach import APPRENTICE, FINISH


class Command(Protocol):
    """A subcommand."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Name the options."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it; returns the exit status."""


COMMANDS: dict[str, tuple[Command, str]] = {
    "run": (new_run, "train a network: demonstrations of planners, then games against itself"),
    "finish": (FINISH, "teach a trained network to predict who wins all kinds of games"),
    "apprentice": (APPRENTICE, "teach a small network to play as a trained one does, for searching with it"),
    "calibrate": (calibrate, "check whether the chances that a trained network predicts come true"),
    "evaluate": (evaluate, "measure how strong a bot is, beside others, on any boards and numbers of seats"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the subcommands."""
    commands = parser.add_subparsers(dest="training", metavar="COMMAND", required=True)
    for name, (command, summary) in COMMANDS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        command.add_arguments(commands.add_parser(name, help=summary, description=description))


def run(options: argparse.Namespace) -> int:
    """Do what the subcommand says."""
    command, _ = COMMANDS[options.training]
    return command.run(options)
