"""`branchline apprentice`: teach a small network to play as a trained one does."""

from __future__ import annotations

import argparse

from branchline.cli.screen import make_console
from branchline.cli.teaching import add_teaching_arguments, given_settings

# What can be set of `ApprenticeSettings`, beside files and setups: name -> what it is.
_NUMBERS = {
    "seconds": "of games (60)",
    "processes": "that play (one for each core)",
    "width": "numbers in each layer of the apprentice (128)",
    "blocks": "of two layers each (1)",
    "passes": "over what was seen (6)",
    "chunk": "decisions that are learned from together (2048)",
    "rate": "the rate of learning at the start (0.002)",
    "seed": "the seed (0)",
}
_FRACTIONS = ("seconds", "rate")
_LEAST = {"seconds": 0, "rate": 0, "seed": 0}  # else 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.epilog = (
        "The trained network plays, alone and among planners, and the small one learns to answer as it does. Both are "
        "kept in one file. A search with it lets the small one play on in imagined games, as it needs less time."
    )
    add_teaching_arguments(parser, "where it is kept with its apprentice", _NUMBERS, _FRACTIONS)


def run(options: argparse.Namespace) -> int:
    """Teach an apprentice, and tell how it goes."""
    given = given_settings(options, _NUMBERS, _LEAST)
    from branchline.training.apprentice import ApprenticeSettings, Apprenticeship

    console = make_console()
    Apprenticeship(ApprenticeSettings(**given), console.print).run()
    console.print(f'A search thinks with both: "search(champion={options.out})".')
    return 0
