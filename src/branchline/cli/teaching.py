"""Options of commands that teach a trained network something more, and leave it in another file."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping
from typing import Any

from branchline.cli.train import check_options


def add_teaching_arguments(
    parser: argparse.ArgumentParser, out: str, numbers: Mapping[str, str], fractions: Collection[str]
) -> None:
    """Name files, setups, the device and all numbers, with what they mean; those that are not fractions are whole."""
    parser.add_argument("file", metavar="FILE", help="a trained network, like runs/first/champion.npz")
    parser.add_argument("--out", metavar="FILE", required=True, help=out)
    parser.add_argument(
        "--setups", nargs="+", metavar="SETUP", help="BOARD, BOARD/SEATS or BOARD/VARIANT/SEATS (all it has learned)"
    )
    parser.add_argument("--device", help="where to learn: cpu or cuda (cuda if there is one)")
    for name, meaning in numbers.items():
        kind = float if name in fractions else int
        parser.add_argument(f"--{name}", type=kind, metavar="N", help=meaning)


def given_settings(
    options: argparse.Namespace, numbers: Collection[str], least_of: Mapping[str, int]
) -> dict[str, Any]:
    """The settings that were given; numbers below their least, which is 1 if nothing else is said, are refused."""
    check_options(options, {name: least_of.get(name, 1) for name in numbers})
    names = ("file", "out", "setups", "device", *numbers)
    return {name: getattr(options, name) for name in names if getattr(options, name) is not None}
