"""`branchline train finish` and `branchline train apprentice`: what a trained network is taught besides."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from branchline.cli.screen import make_console
from branchline.cli.training.run import check_options


@dataclass(frozen=True)
class Teaching:
    """A subcommand that teaches a trained network something more, and keeps it in another file."""

    epilog: str
    out: str  # what the other file is
    numbers: Mapping[str, str]  # that can be set: name -> what it is
    fractions: Collection[str]  # those that need not be whole
    teach: Callable[[dict[str, Any], Callable[[str], None]], None]
    done: str
    least: Mapping[str, float] = field(default_factory=dict)  # of numbers that may be other than 1 or more

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Name files, setups, the device and all numbers."""
        parser.epilog = self.epilog
        parser.add_argument("file", metavar="FILE", help="a trained network, like runs/first/champion.npz")
        parser.add_argument("--out", metavar="FILE", required=True, help=self.out)
        setups = "BOARD, BOARD/SEATS or BOARD/VARIANT/SEATS (all it has learned)"
        parser.add_argument("--setups", nargs="+", metavar="SETUP", help=setups)
        parser.add_argument("--device", help="where to learn: cpu or cuda (cuda if there is one)")
        for name, meaning in self.numbers.items():
            kind = float if name in self.fractions else int
            parser.add_argument(f"--{name}", type=kind, metavar="N", help=meaning)

    def run(self, options: argparse.Namespace) -> int:
        """Teach, and tell how it goes."""
        check_options(options, {name: self.least.get(name, 1) for name in self.numbers})
        names = ("file", "out", "setups", "device", *self.numbers)
        console = make_console()
        given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
        self.teach(given, console.print)
        console.print(self.done.format(out=options.out))
        return 0


def _finish(given: dict[str, Any], tell: Callable[[str], None]) -> None:
    from branchline.training.finishing import Finishing, FinishingSettings

    Finishing(FinishingSettings(**given), tell).run()


def _teach_apprentice(given: dict[str, Any], tell: Callable[[str], None]) -> None:
    from branchline.training.apprentice import ApprenticeSettings, Apprenticeship

    Apprenticeship(ApprenticeSettings(**given), tell).run()


_PLAYED = {
    "processes": "that play (one for each core)",
    "seed": "the seed (0)",
}
FINISH = Teaching(
    epilog="It learns from games between planners, between champions, and of one champion among planners to predict "
    "how each of them ends. What it likes to do does not change.",
    out="where the finished network is kept",
    numbers={
        "minutes": "of games, all setups together (5)",
        "games": "of each setup, whatever time they take, instead of minutes",
        "batch": "games that a process plays before it hands over what it saw (96)",
        "passes": "over what was seen (4)",
        "chunk": "positions that are learned from together (1024)",
        "rate": "the rate of learning at the start (0.001)",
        **_PLAYED,
    },
    fractions=("minutes", "rate"),
    # Of games with slips only what follows the last slip is kept: of a few games that may be nothing.
    least={"minutes": 0, "rate": 0, "seed": 0, "batch": 12},
    teach=_finish,
    done='It plays as the bot "champion({out})", and thinks as "search(champion={out})".',
)
APPRENTICE = Teaching(
    epilog="The trained network plays, alone and among planners, and the small one learns to answer as it does. Both "
    "are kept in one file. A search with it lets the small one play on in imagined games, as it needs less time.",
    out="where it is kept with its apprentice",
    numbers={
        "seconds": "of games (60)",
        "width": "numbers in each layer of the apprentice (128)",
        "blocks": "of two layers each (1)",
        "passes": "over what was seen (6)",
        "chunk": "decisions that are learned from together (2048)",
        "rate": "the rate of learning at the start (0.002)",
        **_PLAYED,
    },
    fractions=("seconds", "rate"),
    least={"seconds": 0, "rate": 0, "seed": 0},
    teach=_teach_apprentice,
    done='A search thinks with both: "search(champion={out})".',
)
