"""`branchline bench`: how fast the engine is on this machine. What measures it is in the repository, not in here."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from types import ModuleType

import branchline
from branchline.model.errors import BranchlineError

_CHECKOUT = Path(branchline.__file__).parents[2]


class NoCheckout(BranchlineError):
    """The package was installed without the rest of the repository."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options, if there is anything to measure with."""
    if _is_here():
        _program().add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Measure and show."""
    if not _is_here():
        raise NoCheckout("the programs that measure the engine are in the repository: run this from a checkout of it")
    return int(_program().run(options))


def _is_here() -> bool:
    return (_CHECKOUT / "benchmarks" / "speed").is_dir()


def _program() -> ModuleType:
    if str(_CHECKOUT) not in sys.path:
        sys.path.append(str(_CHECKOUT))
    return importlib.import_module("benchmarks.speed.bench")
