"""Finishing: the last touch to a trained network, which can be repeated whenever its weights have changed.

Self-play teaches a network how *it* wins against itself. Here it plays and watches games of all kinds (see
watched_games.py), and learns from them to predict how each of them ends. Its choices stay exactly what they were: the
chain of layers is left alone, and only the heads behind it learn. So every position goes along the chain once, and all
passes of learning together take less time than the games.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from branchline.bots.workers import cores, spread
from branchline.champions.setups import Setup
from branchline.champions.weights import Weights, named_only, weights_to_teach
from branchline.training.heads import Figures, Heads, Near
from branchline.training.learner import Learner, TorchArithmetic, to_device
from branchline.training.run import Teller, device_for
from branchline.training.watched_games import LINEUPS, Job, WatchedGames

HELD_OUT = 10  # one in that many games is not learned from, but tells how well it goes
USUAL = 8  # for that many games there is one more without slips and strange styles, which tells how sure it may be
_DO = TorchArithmetic()
_TELL_EVERY = 30  # seconds
_AT_ONCE = 4096  # positions that go along the chain together


@dataclass(slots=True)
class Positions:
    """What seats saw when they decided, one row for each decision."""

    rows: NDArray[np.int16]  # see `Encoding`
    wins: NDArray[np.float32]  # by seat, from the one that decides: its share of the win in the end
    margins: NDArray[np.float32]  # likewise: its lead in the end, in hundreds of points
    games: NDArray[np.int64]  # which game it was in
    lineups: NDArray[np.int8]  # what kind of game that was, see `LINEUPS`

    def __len__(self) -> int:
        return len(self.games)

    @classmethod
    def join(cls, several: Sequence[Positions]) -> Positions:
        """All of them as one."""
        return cls(*(np.concatenate([getattr(one, each.name) for one in several]) for each in fields(cls)))

    def some(self, which: NDArray[np.bool_]) -> Positions:
        """Only some of them."""
        return Positions(*(getattr(self, each.name)[which] for each in fields(self)))


def gather(job: Job) -> Positions:
    """Play some games to their ends, and keep what was seen in them."""

    def note(_: int, __: int, row: NDArray[np.int16], ___: NDArray[np.uint8]) -> NDArray[np.int16]:
        return row

    columns = zip(
        *(
            (row, np.roll(game.wins, -seat), np.roll(game.margins, -seat), game.number, game.lineup)
            for game in WatchedGames(job).play(note)
            for seat, row in game.seen
        ),
        strict=True,
    )
    types = (np.int16, np.float32, np.float32, np.int64, np.int8)
    return Positions(*(np.array(column, kind) for column, kind in zip(columns, types, strict=True)))


@dataclass(slots=True)
class FinishingSettings:
    """How to finish."""

    file: str  # the network
    out: str  # where the finished one is kept
    setups: list[str] = field(default_factory=list)  # by default all that it has learned
    minutes: float = 5.0  # of games, all setups together ...
    games: int = 0  # ... or that many of each setup, whatever time they take
    batch: int = 96  # games that a process plays before it hands over what it saw
    processes: int = 0  # that play; 0: one for each core
    passes: int = 4  # over the positions
    chunk: int = 1024  # positions that are learned from together
    rate: float = 1e-3
    seed: int = 0
    device: str = "auto"


class Finishing:
    """A network that gets its last touch."""

    def __init__(self, settings: FinishingSettings, tell: Teller = print) -> None:
        self.settings = settings
        self.tell = tell
        self.weights, self.setups = weights_to_teach(settings.file, settings.setups, settings.out)
        self.network = self.weights.network
        torch.manual_seed(settings.seed)
        self.learner = Learner(self.network, settings.seed).to(device_for(settings.device))
        self.learner.take(self.weights.arrays)

    def run(self) -> None:
        """Gather positions, learn from them, and keep what came of it."""
        settings = self.settings
        learned, held_out, usual = {}, {}, {}
        for setup in self.setups:
            some = self.gather(setup)
            out = some.games % HELD_OUT == 0
            learned[setup], held_out[setup] = self.bring(setup, some.some(~out)), self.bring(setup, some.some(out))
            usual[setup] = self.bring(setup, self.gather(setup, varied=False))
        heads = Heads(self.learner, self.network, list(dict.fromkeys(setup.board for setup in self.setups)))
        self._tell("before", heads.figures(held_out))
        for done, figures in heads.learn(learned, held_out, settings.passes, settings.chunk, settings.rate):
            self._tell(f"pass {done}", figures)
        heads.put_back(usual)
        self._tell("kept", heads.figures(held_out))
        self.save()

    def gather(self, setup: Setup, varied: bool = True) -> Positions:
        """Let games be played in other processes: varied ones, or a few as they usually are."""
        begun = told = time.monotonic()
        parts: list[Positions] = []
        for part in spread(gather, self._jobs(setup, varied), self.settings.processes or cores()):
            parts.append(part)
            if (now := time.monotonic()) > told + _TELL_EVERY:
                told = now
                self.tell(f"  {setup}: {len(parts) * self.settings.batch} games after {now - begun:.0f} s")
        found = Positions.join(parts)
        games = len(parts) * self.settings.batch
        kind = "" if varied else " usual"
        self.tell(f"{setup}: {len(found)} positions of {games}{kind} games after {time.monotonic() - begun:.0f} s")
        return found

    def _jobs(self, setup: Setup, varied: bool) -> Iterator[Job]:
        """As long as there is time, or until there are enough games; at least one."""
        settings = self.settings
        part = 1 if varied else 1 / USUAL
        end = time.monotonic() + 60 * part * settings.minutes / len(self.setups)
        games = part * settings.games
        number = 0
        while number == 0 or (number * settings.batch < games if games else time.monotonic() < end):
            yield Job(settings.file, setup, number, settings.batch, settings.seed, varied)
            number += 1

    @torch.no_grad()
    def bring(self, setup: Setup, some: Positions) -> Near:
        """Positions to where the weights are."""
        learner = self.learner
        weights, parts = learner.weights(learner.precision), learner.parts(setup)
        rows = to_device(some.rows, learner.device)
        chunks = (rows[k : k + _AT_ONCE] for k in range(0, len(rows), _AT_ONCE))
        inner = [self.network.think(_DO, weights, parts, chunk).half() for chunk in chunks]
        truth = (some.wins, some.margins, some.lineups)
        return Near(rows, torch.cat(inner), *(to_device(array, learner.device) for array in truth))

    def _tell(self, when: str, figures: Figures) -> None:
        wins = ", ".join(f"{name} {loss:.4f}" for name, loss in zip(LINEUPS, figures.wins, strict=True))
        self.tell(f"{when}: win {wins}; margin {figures.margin:.4f}")

    def save(self) -> None:
        """Keep it, with all that did not change just as it was."""
        arrays = {name: value.detach().cpu().numpy() for name, value in self.learner.weights(torch.float32).items()}
        story = dict(self.weights.story) | {"finished": named_only(asdict(self.settings))}
        Weights(self.network, arrays, story, self.weights.apprentice).save(Path(self.settings.out))
