"""`branchline finish`: the last touch to a trained network, which leaves its choices as they are."""

from __future__ import annotations

import argparse

from branchline.cli.screen import make_console
from branchline.cli.teaching import add_teaching_arguments, given_settings

# What can be set of `FinishingSettings`, beside files and setups: name -> what it is.
_NUMBERS = {
    "minutes": "of games, all setups together (5)",
    "games": "of each setup, whatever time they take, instead of minutes",
    "batch": "games that a process plays before it hands over what it saw (96)",
    "processes": "that play (one for each core)",
    "passes": "over what was seen (4)",
    "chunk": "positions that are learned from together (1024)",
    "rate": "the rate of learning at the start (0.001)",
    "seed": "the seed (0)",
}
_FRACTIONS = ("minutes", "rate")
# Of games with slips only what follows the last slip is kept: of a few games that may be nothing.
_LEAST = {"minutes": 0, "rate": 0, "seed": 0, "batch": 12}  # else 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.epilog = (
        "It learns from games between planners, between champions, and of one champion among planners to predict how "
        "each of them ends. What it likes to do does not change."
    )
    add_teaching_arguments(parser, "where the finished network is kept", _NUMBERS, _FRACTIONS)


def run(options: argparse.Namespace) -> int:
    """Finish a network, and tell how it goes."""
    given = given_settings(options, _NUMBERS, _LEAST)
    from branchline.training.finishing import Finishing, FinishingSettings

    console = make_console()
    Finishing(FinishingSettings(**given), console.print).run()
    console.print(f'It plays as the bot "champion({options.out})", and thinks as "search(champion={options.out})".')
    return 0
