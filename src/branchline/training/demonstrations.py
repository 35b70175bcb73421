"""Demonstrations: games of a teacher, from which a network learns to answer as it does and to predict who wins.

The teacher is the planner, or any other bot, such as a search: slower, but there may be more to learn. In some games
now and then a move is random, so that the network also sees how to go on after a slip.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from branchline.bots.match import ask
from branchline.bots.registry import make_bot
from branchline.bots.seeds import bot_seed, derived
from branchline.champions.setups import Setup
from branchline.encodings.arrays import masks_of, view_of
from branchline.encodings.core.batch import Batch
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs.rewards import lead, win_shares
from branchline.game import Game
from branchline.planner.mind import Mind
from branchline.planner.style import Style

PLANNER = "planner"
GAMES = 32  # of planners, side by side
FEW_GAMES = 2  # of other bots, which may be slow: with and without slips


@dataclass(slots=True)
class Demonstrations:
    """Decisions, one row for each."""

    rows: NDArray[np.int16]  # what the seat saw, see `Encoding`
    masks: NDArray[np.uint8]  # its legal actions, as bits
    actions: NDArray[np.int64]  # what the teacher would do
    wins: NDArray[np.float32]  # by seat from the one that decides: its share of the win in the end
    margins: NDArray[np.float32]  # likewise: its lead in the end, in hundreds of points

    def __len__(self) -> int:
        return len(self.actions)

    def save(self, folder: Path) -> None:
        """Keep them in a folder, one file for each array."""
        folder.mkdir(parents=True, exist_ok=True)
        for field in fields(self):
            np.save(folder / f"{field.name}.npy", getattr(self, field.name))

    @classmethod
    def load(cls, folder: Path) -> Demonstrations:
        """From such a folder."""
        return cls(**{field.name: np.load(folder / f"{field.name}.npy") for field in fields(cls)})


class Teacher(Protocol):
    """Who decides for all seats of the games in one place of a batch."""

    def decide(self, seat: int, /) -> int:
        """What a seat does."""
        ...

    def forget(self) -> None:
        """The next game begins."""
        ...


class SeatedBots:
    """A bot in every seat, new ones in each game."""

    def __init__(self, spec: str, rules: RuleSheet, seed: int) -> None:
        self._spec = spec
        self._rules = rules
        self._seed = seed
        self._played = 0
        self._seat()

    def decide(self, seat: int, /) -> int:
        """From what the seat may know."""
        return ask(self._game, seat, self._bots[seat])

    def forget(self) -> None:
        """The next game begins."""
        self._played += 1
        self._seat()

    def _seat(self) -> None:
        self._game = Game(self._rules, None)
        deal = derived(self._seed, f"game {self._played}")
        self._bots = [make_bot(self._spec, bot_seed(deal, seat)) for seat in range(int(self._rules.seats))]


def demonstrate(
    setup: Setup,
    seed: int,
    seconds: float = math.inf,
    games: float = math.inf,
    slips: float = 0.05,
    teacher: str = PLANNER,
) -> Demonstrations:
    """Let a bot play for some seconds, or until that many games are over; those that are not by then are left out."""
    count = GAMES if teacher == PLANNER else FEW_GAMES
    batch = _new_batch(setup, seed, count)
    teachers = [_new_teacher(teacher, game, derived(seed, f"place {g}")) for g, game in enumerate(batch.games)]
    rng = Rng(seed)
    rows = view_of(batch.rows).reshape(count * setup.seats, -1)
    masks = masks_of(batch)
    current_rows, current = view_of(batch.current_rows), view_of(batch.current)
    totals, places = view_of(batch.totals).reshape(count, -1), view_of(batch.places).reshape(count, -1)
    running: list[list[tuple[Any, ...]]] = [[] for _ in range(count)]
    done: list[tuple[list[tuple[Any, ...]], NDArray[Any], NDArray[Any]]] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and len(done) < games:
        answers = [int(one.decide(batch.to_move(g))) for g, one in enumerate(teachers)]
        seen = rows[current_rows].copy(), masks.copy(), current.copy()
        for g, answer in enumerate(answers):
            running[g].append((seen[0][g], seen[1][g], int(seen[2][g]), answer))
        batch.choose(np.array(_with_slips(batch, answers, rng, slips), "<i8").tobytes())
        batch.play_all()
        for g in batch.ended():
            done.append((running[g], totals[g].copy(), places[g].copy()))
            running[g] = []
            batch.restart(g)
            teachers[g].forget()
        batch.write()
    return _collect(done, setup.seats)


def leave_demonstrations(setup: Setup, seed: int, seconds: float, games: float, teacher: str, folder: Path) -> str:
    """Let a bot demonstrate, and leave it in a folder: it is too large to be sent from one process to another."""
    own = folder / f"demonstrations {str(setup).replace('/', ' ')} {seed}"
    demonstrate(setup, seed, seconds, games, teacher=teacher).save(own)
    return str(own)


def _new_teacher(spec: str, rules: RuleSheet, seed: int) -> Teacher:
    """A planner looks at the game itself, which is quicker; it looks at nothing that its seat may not know."""
    return Mind(rules, Style()) if spec == PLANNER else SeatedBots(spec, rules, seed)


def _new_batch(setup: Setup, seed: int, count: int) -> Batch:
    batch = Batch(setup.new_games(count), seed, 0, True)
    batch.reset(seed)
    batch.write()
    return batch


def _with_slips(batch: Batch, answers: list[int], rng: Rng, slips: float) -> list[int]:
    """What is played: in half of the games some moves are random."""
    played = list(answers)
    for g in range(len(answers) // 2):
        if int(rng.below(1000)) < slips * 1000:
            rules = batch.games[g]
            legal = rules.legal(batch.to_move(g))
            played[g] = legal[int(rng.below(len(legal)))]
    return played


def _collect(done: list[tuple[list[tuple[Any, ...]], NDArray[Any], NDArray[Any]]], seats: int) -> Demonstrations:
    decisions = [one for game, _, _ in done for one in game]
    wins, margins = [], []
    for game, totals, places in done:
        share = win_shares(places[None])[0]
        ahead = lead(totals[None])[0] / 100
        for _, _, seat, _ in game:
            turned = [(seat + k) % seats for k in range(seats)]
            wins.append(share[turned])
            margins.append(ahead[turned])
    return Demonstrations(
        np.array([one[0] for one in decisions], np.int16),
        np.array([one[1] for one in decisions], np.uint8),
        np.array([one[3] for one in decisions], np.int64),
        np.array(wins, np.float32),
        np.array(margins, np.float32),
    )
