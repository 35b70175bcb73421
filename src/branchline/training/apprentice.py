"""An apprentice: a small network that has learned to play as a champion does, in a fraction of the time.

`search` lets it play on in the games that it imagines (see thinker.py): there many games tell more than few that are
played a little better. It is kept in the champion's file and can be taught whenever the champion has changed.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path

import numpy as np
import torch

from branchline.bots.workers import cores, spread
from branchline.champions.network import Network, Shape
from branchline.champions.setups import Setup
from branchline.champions.weights import Weights, load_weights, named_only, weights_to_teach
from branchline.encodings.arrays import masks_of, view_of
from branchline.encodings.core.batch import Batch
from branchline.engine.rng import Rng
from branchline.planner.mind import Mind
from branchline.planner.style import Style
from branchline.training.demonstrations import Demonstrations
from branchline.training.improving import Improver
from branchline.training.learner import Learner
from branchline.training.run import Teller, device_for
from branchline.training.watched_games import a_slip

SIDE_BY_SIDE = 64  # games
ALONE = 3  # in one of that many games champions are among themselves; in the others one is among planners
SLIPS = 0.04  # part of the champion's moves that are not what it likes best, so that there is more to see
LESSONS = 4  # for each process that plays
_SEAT = 8  # an apprentice predicts nothing: this part of it stays as small as can be


@dataclass(slots=True)
class ApprenticeSettings:
    """How to teach an apprentice."""

    file: str  # the champion
    out: str  # where it is kept together with its apprentice
    setups: list[str] = field(default_factory=list)  # by default all that the champion has learned
    seconds: float = 60.0  # of games
    processes: int = 0  # that play; 0: one for each core
    width: int = 128  # numbers in each layer
    blocks: int = 1
    passes: int = 6  # over what the champion did
    chunk: int = 2048  # decisions that are learned from together
    rate: float = 2e-3
    seed: int = 0
    device: str = "auto"


@dataclass(frozen=True, slots=True)
class Lesson:
    """Games that a champion plays, for an apprentice to see."""

    file: str
    setup: Setup
    seed: int
    seconds: float
    games: float  # or until that many are over
    folder: str  # where its decisions are left: they are too large to be sent from one process to another


def leave_decisions(lesson: Lesson) -> tuple[Setup, str]:
    """Let the champion play, and leave what it decided in a folder."""
    torch.set_num_threads(1)  # every core has a process of its own
    _Games(lesson).play().save(Path(lesson.folder))
    return lesson.setup, lesson.folder


class _Games:
    """Games side by side."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.setup = lesson.setup
        champion = load_weights(lesson.file)
        self.champion = Learner(champion.network)
        self.champion.take(champion.arrays)
        self.batch = Batch(self.setup.new_games(SIDE_BY_SIDE), lesson.seed, 0, True)
        self.batch.reset(lesson.seed)
        self.batch.write()
        self.planners = [Mind(game, Style()) for game in self.batch.games]
        self.rng = Rng(lesson.seed)
        self.seen: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []  # rows, masks and the champion's decisions

    def is_champion(self, game: int, seat: int) -> bool:
        """Who plays a seat."""
        return game % ALONE == 0 or seat == game % self.setup.seats

    def play(self) -> Demonstrations:
        """Play for as long as the lesson says, but at least one decision."""
        batch, ended = self.batch, 0
        end = time.monotonic() + self.lesson.seconds
        while not self.seen or (time.monotonic() < end and ended < self.lesson.games):
            batch.choose(self._decide().tobytes())
            batch.play_all()
            for g in batch.ended():
                self.planners[g].forget()
                batch.restart(g)
                ended += 1
            batch.write()
        rows, masks, actions = (np.concatenate(column) for column in zip(*self.seen, strict=True))
        nothing = np.zeros((len(actions), self.setup.seats), np.float32)  # how games end is not what it learns
        return Demonstrations(rows, masks, actions, nothing, nothing)

    @torch.no_grad()
    def _decide(self) -> np.ndarray:
        """An action for every game."""
        batch = self.batch
        seats = [batch.to_move(g) for g in range(SIDE_BY_SIDE)]
        found = np.zeros(SIDE_BY_SIDE, "<i8")
        asked = [g for g, seat in enumerate(seats) if self.is_champion(g, seat)]
        for g in set(range(SIDE_BY_SIDE)).difference(asked):
            found[g] = self.planners[g].decide(seats[g])
        if asked:
            rows = view_of(batch.rows).reshape(SIDE_BY_SIDE * self.setup.seats, -1)[view_of(batch.current_rows)[asked]]
            masks = masks_of(batch)[asked]
            chances = self.champion(self.setup, torch.from_numpy(rows), torch.from_numpy(masks))[0].exp().numpy()
            best = chances.argmax(-1)
            self.seen.append((rows, masks, best))
            for g, action, liked in zip(asked, best, chances, strict=True):
                slips = int(self.rng.below(1000)) < SLIPS * 1000
                found[g] = a_slip(liked, self.rng) if slips else action
        return found


class Apprenticeship:
    """A champion that gets an apprentice."""

    def __init__(self, settings: ApprenticeSettings, tell: Teller = print) -> None:
        self.settings = settings
        self.tell = tell
        self.champion, self.setups = weights_to_teach(settings.file, settings.setups, settings.out)

    def run(self, games: float = math.inf) -> None:
        """Let the champion play, teach the apprentice, and keep both. `games` end a lesson before its time."""
        settings = self.settings
        torch.manual_seed(settings.seed)
        network = Network(Shape(settings.width, settings.blocks, _SEAT), self.setups)
        learner = Learner(network, settings.seed).to(device_for(settings.device))
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            seen: dict[Setup, list[Demonstrations]] = {setup: [] for setup in self.setups}
            lessons = self._lessons(folder, games)
            for setup, own in spread(leave_decisions, lessons, settings.processes or cores()):
                seen[setup].append(Demonstrations.load(Path(own)))
        count = sum(len(some) for several in seen.values() for some in several)
        self.tell(f"{count} decisions of the champion after {time.monotonic() - begun:.0f} s")
        improver = Improver(learner, settings.chunk)
        for done, figures in improver.imitate(seen, settings.passes, settings.chunk, settings.rate, ends=False):
            self.tell(f"{done:.0%}: {figures.right:.1%} answered alike after {time.monotonic() - begun:.0f} s")
        arrays = {name: value.detach().cpu().numpy() for name, value in learner.weights(torch.float32).items()}
        story = named_only(asdict(settings)) | {"decisions": count, "alike": figures.right}
        apprentice = Weights(network, arrays, story)
        replace(self.champion, apprentice=apprentice).save(Path(settings.out))

    def _lessons(self, folder: str, games: float) -> Iterator[Lesson]:
        """Several for each process, and the same number for each setup."""
        settings = self.settings
        processes = settings.processes or cores()
        count = len(self.setups) * max(1, round(LESSONS * processes / len(self.setups)))
        seconds = settings.seconds * processes / count
        for k, setup in enumerate(islice(cycle(self.setups), count)):
            yield Lesson(settings.file, setup, settings.seed * 1000 + k, seconds, games, f"{folder}/{k}")
