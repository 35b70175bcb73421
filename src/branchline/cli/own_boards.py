"""The option `--boards`: boards of your own, for records of games on them."""

from __future__ import annotations

import argparse
import os

from branchline.boards import registry


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Let somebody name folders of boards."""
    parser.add_argument("--boards", nargs="+", default=[], metavar="FOLDER", help="boards of your own (none)")


def know_boards(options: argparse.Namespace) -> None:
    """Make them known, here and in all processes that are started from here."""
    for folder in options.boards:
        registry.add_board(folder)
    os.environ.update(registry.environment())
