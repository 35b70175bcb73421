"""How `search` thinks with a trained network: its policy proposes what to try, and plays on to see what comes of it.

What the network likes, and what a planner would do, is tried in imagined worlds, each candidate in the same ones. In
these the others hold tickets that fit what they have built. The network, or its apprentice, plays the games to their
ends for all seats (playouts.py). Where the time is up before a game is over, or after that many rounds, the network
predicts its end.

What came of a candidate is weighed against how much the network liked it at first sight: the less the games say, the
more the first sight counts.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

import numpy as np

from branchline.champions.judge import Look
from branchline.engine.rng import Rng
from branchline.model.observation import Observation
from branchline.thinking.core.worlds import Worlds
from branchline.thinking.playouts import Playouts, worth_of
from branchline.thinking.practice import Outcome
from branchline.thinking.side_by_side import SLOTS

MOST = 8  # candidates
UNLIKELY = 0.01  # what the network likes less than this is not tried
PACE = 0.004  # seconds that a game takes, as long as none was played
# What is thought of a candidate before it is tried, in worth (see playouts.py): how far it is behind the favorite for
# each unit of the logarithm of its chance, and how wrong that may be (a standard deviation).
BEHIND = 0.008
DOUBT = 0.1
# How far a candidate's worth beside the favorite's usually differs between worlds, and how many worlds that counts for:
# a few that happen to agree do not settle anything.
SPREAD = 0.5
SPREAD_COUNTS = 4


@dataclass(slots=True)
class Trial:
    """A candidate, and what came of it."""

    action: int
    expected: float  # at first sight: its worth beside the favorite's, which is 0
    worths: list[float] = field(default_factory=list)  # by world
    outcomes: list[Outcome] = field(default_factory=list)  # likewise, with all that is known of them

    def beside(self, favorite: Trial) -> tuple[float, float]:
        """Its worth beside the favorite's by all that is known, and how wrong that may be (a standard deviation)."""
        differences = np.subtract(self.worths, favorite.worths[: len(self.worths)])
        if self is favorite or len(differences) == 0:
            return self.expected, 0.0 if self is favorite else DOUBT
        squares = float(differences.var()) * len(differences) + SPREAD_COUNTS * SPREAD**2
        known = len(differences) * (len(differences) - 1 + SPREAD_COUNTS) / squares
        doubt = 1 / DOUBT**2
        mean = (self.expected * doubt + float(differences.mean()) * known) / (doubt + known)
        return mean, 1 / math.sqrt(doubt + known)


class NetworkSearch:
    """Decides for one seat of one setting, like `TreeSearch`; its first sight alone says how cautious it is."""

    def __init__(self, worlds: Worlds, seed: int, *, file: str, rounds: int = 0, patience: float) -> None:
        self.chance = Rng(seed)
        self.games = Playouts(worlds, file)
        self.judge = self.games.judge
        self.games.rounds = rounds
        self.planner = self.games.worlds.guide
        self.patience = patience  # by how many standard deviations a candidate may be behind and still be tried
        self.trials: list[Trial] = []
        self.playouts = 0  # that the last decision took
        self.pace = PACE

    def decide(self, seen: Observation, playouts: int, seconds: float) -> int:
        """Answer the open decision of the observing seat, after that many playouts or seconds at most (0: no limit)."""
        deadline = time.perf_counter() + seconds if seconds > 0 else math.inf
        assert seen.seat is not None, "a spectator decides nothing"
        self.playouts = 0
        self.trials = _trials(self.judge.look(seen))
        if len(seen.legal) > 1:
            self._ask_planner(self.games.worlds.look(seen, self.chance))
        left = self.trials
        while len(left) > 1:
            worlds = SLOTS // len(left)
            if playouts:
                worlds = min(worlds, (playouts - self.playouts) // len(left))
            if seconds > 0:
                worlds = min(worlds, self._worlds_for(deadline - time.perf_counter(), len(left)))
            if worlds <= 0:
                break
            self._try_out(left, worlds, seen, deadline)
            left = self._left()
        return max(self.trials, key=self.mean).action

    def liked(self, seen: Observation) -> list[int]:
        """What the network would try, its favorite first."""
        return [trial.action for trial in _trials(self.judge.look(seen))]

    def _ask_planner(self, seat: int) -> None:
        """What a planner would do is tried as well."""
        action = int(self.planner.decide(seat))
        if all(action != trial.action for trial in self.trials):
            self.trials.append(Trial(action, BEHIND * math.log(UNLIKELY)))

    def _worlds_for(self, seconds: float, candidates: int) -> int:
        """In how many worlds there is time to try all candidates, by what games took so far.

        In half of them at first, so that the rest of the time is for those that may still be the best.
        """
        worlds = int(seconds / self.pace / candidates)
        return max(worlds // 2, 1) if self.playouts == 0 else worlds

    def _try_out(self, trials: list[Trial], worlds: int, seen: Observation, deadline: float) -> None:
        """Try all of these in some further worlds."""
        assert seen.seat is not None
        begun = time.perf_counter()
        found = self.games.try_out([trial.action for trial in trials], worlds, seen, self.chance, deadline)
        for trial, outcomes in zip(trials, found, strict=True):
            trial.outcomes += outcomes
            trial.worths += [worth_of(outcome, seen.seat) for outcome in outcomes]
        self.playouts += worlds * len(trials)
        self.pace = (time.perf_counter() - begun) / (worlds * len(trials))

    def mean(self, trial: Trial) -> float:
        """What is thought of a candidate by now, beside the favorite."""
        return trial.beside(self.trials[0])[0]

    def _left(self) -> list[Trial]:
        """Those that may still be the best; the favorite always is, as the others are measured by it."""
        found = {id(trial): trial.beside(self.trials[0]) for trial in self.trials}
        best = max(mean for mean, _ in found.values())
        met = len(self.trials[0].worths)

        def may_be_best(trial: Trial) -> bool:
            mean, deviation = found[id(trial)]
            return len(trial.worths) == met and mean + self.patience * deviation > best

        rest = [trial for trial in self.trials[1:] if may_be_best(trial)]
        return [self.trials[0], *rest]


def _trials(look: Look) -> list[Trial]:
    """What the network likes, its favorite first."""
    order = np.argsort(-look.chances, kind="stable")[:MOST]
    chances = [float(look.chances[k]) for k in order]
    return [
        Trial(look.legal[k], BEHIND * (math.log(chance) - math.log(chances[0])))
        for k, chance in zip(order, chances, strict=True)
        if chance >= UNLIKELY
    ]
