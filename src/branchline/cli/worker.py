"""`branchline worker`: a machine that serves nobody analyzes finished games of a server."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

from branchline.boards import registry
from branchline.model.errors import BranchlineError
from branchline.server.configuring import configured


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The database, and how much to do at once."""
    parser.epilog = (
        "Servers whose setting analyses_elsewhere is 1 leave their analyses to such workers. A worker that stops or is "
        "lost leaves its game to the others."
    )
    parser.add_argument("--database", default=argparse.SUPPRESS, metavar="URL", help="that the server uses")
    parser.add_argument("--config", metavar="FILE", help="the settings of the server")
    parser.add_argument(
        "--analysis-processes",
        default=argparse.SUPPRESS,
        metavar="N",
        type=int,
        help="games to analyze at once, all workers together",
    )


def run(options: argparse.Namespace) -> int:
    """Work until told to stop."""
    given = {name: value for name, value in vars(options).items() if name in ("database", "analysis_processes")}
    settings = configured(options.config, os.environ, given)
    for folder in settings.boards:
        registry.add_board(folder)
    os.environ.update(registry.environment())  # for the processes that analyze
    try:
        from branchline.server.study import working
    except ImportError as error:
        raise BranchlineError(
            f'this needs an extra ({error.name} is missing): pip install "branchline[server]"'
        ) from error
    working.work(replace(settings, analyses_elsewhere=0))
    return 0
