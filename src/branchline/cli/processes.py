"""The option `--processes`, which several commands have."""

from __future__ import annotations

import argparse

from branchline.model.errors import BadSetup


def add_processes(parser: argparse.ArgumentParser, what: str = "how many processes (one for each core)") -> None:
    """Name the option."""
    parser.add_argument("--processes", type=int, metavar="N", help=what)


def check_processes(options: argparse.Namespace) -> None:
    """Refuse a number that makes no sense."""
    if options.processes is not None and options.processes < 1:
        raise BadSetup(f"there must be at least 1 process, not {options.processes}")
