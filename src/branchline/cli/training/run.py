"""`branchline train run`: train a network that judges positions and plays, on one board or on several at once."""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from branchline.cli.screen import make_console
from branchline.model.errors import BadSetup

# What can be set of `TrainingSettings`, beside the setups and the folder: name -> what it is.
_NUMBERS = {
    "minutes": "of self-play in this piece of training",
    "total_minutes": "of all pieces together, if there will be several; the rate of learning falls with them",
    "demonstration_seconds": "of the teacher's play to learn from before the first game; 0: none",
    "demonstration_games": "of the teacher, for each setup: demonstrations end when that many are over",
    "demonstration_passes": "over what the teacher did",
    "demonstration_rate": "the rate of learning from demonstrations",
    "surer": "how many times as sure as it was of the teacher's answers it begins to play itself",
    "games": "side by side, of each setup",
    "steps": "of every game between two times of learning",
    "workers": "processes that play, for each setup",
    "epochs": "how often each decision is learned from",
    "chunk": "decisions that are learned from together",
    "rate": "the rate of learning at the start",
    "sparring": "the part of games in which planners of several styles have the other seats",
    "openness": "how much trying things counts at the start",
    "lead_counts": "how much the lead counts beside the win at the start, of 1",
    "league": "the part of rollouts in which past selves are met",
    "league_every": "rollouts between two past selves",
    "league_size": "past selves that are kept",
    "evaluate": "minutes between evaluations",
    "evaluation_games": "games of an evaluation, on each setup",
    "width": "numbers in each layer of the network",
    "blocks": "of two layers each that it has",
    "seed": "the seed",
}
_FRACTIONS = (
    *("minutes", "total_minutes", "demonstration_seconds", "demonstration_rate", "surer", "rate", "evaluate"),
    *("sparring", "openness", "lead_counts", "league"),
)
_AT_LEAST_ONE = ("games", "steps", "workers", "epochs", "chunk", "demonstration_passes")
_FIXED = ("width", "blocks", "demonstrations", "teacher", "surer")  # once a run has begun
_DEVICES = ("cpu", "cuda")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument(
        "setups", nargs="+", metavar="SETUP", help="what to play: BOARD, BOARD/SEATS or BOARD/VARIANT/SEATS"
    )
    parser.add_argument("--folder", required=True, help="where it is kept; a run that is there already goes on")
    parser.add_argument(
        "--demonstrations", nargs="+", metavar="SETUP", help="setups that the teacher demonstrates, if others"
    )
    parser.add_argument("--begin-with", metavar="FILE", help="a trained network to go on from, where the folder is new")
    parser.add_argument(
        "--turns", action="store_true", help="one setup a rollout, in turn: one that is named twice has two turns"
    )
    parser.add_argument(
        "--teacher", metavar="BOT", help="the bot that demonstrates, search(seconds=0.1) for example (planner)"
    )
    parser.add_argument("--opponent", help="the bot that evaluations are against (planner)")
    parser.add_argument("--device", help="cpu or cuda (cuda if there is one)")
    for name, meaning in _NUMBERS.items():
        kind = float if name in _FRACTIONS else int
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, metavar="N", help=meaning)


def run(options: argparse.Namespace) -> int:
    """Train, and tell how it goes."""
    check_options(options, {name: 1 if name in _AT_LEAST_ONE else 0 for name in _NUMBERS})
    from branchline.training.run import TrainingRun, TrainingSettings

    words = ("setups", "folder", "demonstrations", "teacher", "opponent", "device", "begin_with", "turns")
    names = (*words, *_NUMBERS)
    given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    _check_fixed(Path(options.folder), given)
    console = make_console()
    training = TrainingRun(TrainingSettings(**given), console.print)
    if training.resumed:
        console.print(f"going on after {training.minutes:.1f} minutes and {training.decisions} decisions")
        if options.begin_with:
            console.print(f"{options.begin_with} is not read: {options.folder} has weights of its own, which go on")
    elif training.settings.demonstration_seconds > 0 and not options.begin_with:
        training.teach()
    training.play()
    training.evaluate()
    console.print(f'It plays as the bot "champion({training.folder / "champion.npz"})".')
    return 0


def _check_fixed(folder: Path, given: Mapping[str, Any]) -> None:
    """Refuse what a run that is there already was not begun with, and cannot take on now."""
    kept = folder / "settings.json"
    if not kept.is_file():
        return
    begun_with = json.loads(kept.read_text(encoding="utf-8"))
    for name in _FIXED:
        if name in given and name in begun_with and given[name] != begun_with[name]:
            option = f"--{name.replace('_', '-')}"
            raise BadSetup(
                f"the run in {folder} was begun with {option} {begun_with[name]}, not {given[name]}; "
                "leave the option out, or take another folder"
            )


def check_options(options: argparse.Namespace, least_of: Mapping[str, float]) -> None:
    """Refuse a machine without PyTorch, and numbers that make no sense, before minutes are spent on them."""
    if importlib.util.find_spec("torch") is None:
        raise BadSetup('this needs PyTorch: pip install "branchline[learn]"')
    for name, least in least_of.items():
        value = getattr(options, name)
        if value is not None and value < least:
            raise BadSetup(f"--{name.replace('_', '-')} is at least {least:g}, not {value:g}")
    if options.device is not None and options.device.partition(":")[0] not in _DEVICES:
        raise BadSetup(f"--device is cpu or cuda, not '{options.device}'")
