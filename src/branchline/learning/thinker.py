"""How `search` thinks with a trained network: its policy proposes what to try, its value says what came of it.

What the network likes, and what a planner would do, is tried in imagined worlds, each candidate in the same ones. In
these the others hold what the network guesses, if it has learned to (see finishing.py), and else tickets that fit what
they have built. Two play on there, each for itself, and what they find counts half each:

- the network for all seats until the seat's own next turn, where it foretells what that is worth. These games are
  played side by side, as looking at sixty positions at once takes a fraction of sixty looks;
- planners for a third of a game, as in a search without a network (bots/search/thinker.py).

One sees far better, the other further; where they err, they err in different ways. In the end, what came of a
candidate is weighed against how much the network liked it at first sight: the less the worlds tell, the more the first
sight counts.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from branchline.bots.search.thinker import Thinker
from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs.arrays import view_of
from branchline.envs.core.batch import Batch
from branchline.learning.champion import Judge, Look
from branchline.learning.dealing import GuessedWorlds
from branchline.learning.shipped import weights_for
from branchline.model.observation import Observation

SLOTS = 64  # games side by side
FIRST = 16  # of them at first, where the time is limited: to see what they take
MOST = 8  # candidates
UNLIKELY = 0.01  # what the network likes less than this is not tried
LEAD_COUNTS = 0.1  # beside the win
PLANNERS_COUNT = 0.5  # beside the network
# What is thought of a candidate before it is tried, in worth (see `_worth`): how far it is behind the favorite for each
# unit of the logarithm of its chance, and how wrong that may be (a standard deviation).
BEHIND = 0.02
DOUBT = 0.05
# How far a candidate's worth beside the favorite's usually differs between worlds, and how many worlds that counts for:
# a few that happen to agree do not settle anything.
SPREAD = 0.15
SPREAD_COUNTS = 4


@dataclass(slots=True)
class Trial:
    """A candidate, and what came of it."""

    action: int
    expected: float  # at first sight: its worth beside the favorite's, which is 0
    worths: list[float] = field(default_factory=list)  # by world

    def beside(self, favorite: Trial) -> tuple[float, float]:
        """Its worth beside the favorite's by all that is known, and how wrong that may be (a standard deviation)."""
        differences = np.subtract(self.worths, favorite.worths[: len(self.worths)])
        if self is favorite or len(differences) < 2:
            return self.expected, 0.0 if self is favorite else DOUBT
        squares = float(differences.var()) * len(differences) + SPREAD_COUNTS * SPREAD**2
        known = len(differences) * (len(differences) - 1 + SPREAD_COUNTS) / squares
        doubt = 1 / DOUBT**2
        mean = (self.expected * doubt + float(differences.mean()) * known) / (doubt + known)
        return mean, 1 / math.sqrt(doubt + known)


class NetworkThinker:
    """Decides for one seat of one setting, like `Thinker`."""

    def __init__(
        self,
        rules: RuleSheet,
        seed: int,
        *,
        file: str,
        rounds: int,
        practice_games: int,
        patience: float,
        caution: float,
    ) -> None:
        self.seeds = Rng(seed)
        self.key = (rules.setting.board.id, rules.setting.variant.id, int(rules.seats))
        self.judge = Judge(weights_for(file, self.key[0]))
        self.judge.prepare(*self.key)
        self.world = rules  # the world at hand
        self.planners = Thinker(
            rules, seed, rounds=0, practice_games=practice_games, caution=caution, patience=patience
        )
        self.guesses = self.planners.guesses
        self.guessed: GuessedWorlds | None = None  # worlds as the network guesses them
        if self.judge.can_guess(*self.key):
            self.guessed = GuessedWorlds(rules, self.judge, self.guesses, seed)
        self.rounds = rounds or 1
        self.patience = patience  # by how many standard deviations a candidate may be behind and still be tried
        self.batch = _side_by_side(rules)
        self._rows = view_of(self.batch.rows).reshape(SLOTS * self.key[2], -1)
        self._current_rows = view_of(self.batch.current_rows)
        self._masks = view_of(self.batch.masks).reshape(SLOTS, -1).view(bool)
        self.trials: list[Trial] = []
        self.playouts = 0  # that the last decision took

    def decide(self, seen: Observation, playouts: int, seconds: float) -> int:
        """Answer the open decision of the observing seat, after so many playouts or seconds at most (0: no limit)."""
        begun = time.perf_counter()
        assert seen.seat is not None, "a spectator decides nothing"
        self.playouts = 0
        self.trials = _trials(self.judge.look(seen))
        if len(seen.legal) > 1:
            self._suspect(seen, seen.seat)
            self._ask_planner(seen.seat)
        left = self.trials
        while len(left) > 1:
            worlds = SLOTS // len(left)
            if playouts:
                worlds = min(worlds, (playouts - self.playouts) // len(left))
            if seconds > 0:  # as many as there is time for, by what they took so far
                spent = time.perf_counter() - begun
                games = int((seconds - spent) / spent * self.playouts) if self.playouts else max(FIRST, len(left))
                worlds = min(worlds, games // len(left))
            if worlds <= 0:
                break
            self._try_out(left, worlds, seen)
            self.playouts += worlds * len(left)
            left = self._left()
        return max(self.trials, key=self._mean).action

    def _mean(self, trial: Trial) -> float:
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

    def _suspect(self, seen: Observation, seat: int) -> None:
        """Guess what the others hold."""
        self.world.imagine(seen, int(self.seeds.word()))
        if self.guessed is None:
            self.guesses.look(seat)
        else:
            self.guessed.look(seen)

    def _ask_planner(self, seat: int) -> None:
        """What a planner would do is tried as well."""
        action = self.planners.consider(seat)
        if all(action != trial.action for trial in self.trials):
            self.trials.append(Trial(action, BEHIND * math.log(UNLIKELY)))

    def _imagine(self, seen: Observation, seat: int) -> None:
        """Another world."""
        self.world.imagine(seen, int(self.seeds.word()))
        (self.guessed or self.guesses).deal(seat, self.seeds)

    def _try_out(self, trials: list[Trial], worlds: int, seen: Observation) -> None:
        """Try all of these in some further worlds."""
        assert seen.seat is not None
        games = self.batch.games
        actions = [trial.action for trial in trials]
        met = len(trials[0].worths)
        rewards: list[float] = []  # where planners play on
        slot = 0
        for world in range(met, met + worlds):
            self._imagine(seen, seen.seat)
            rewards += self.planners.play_out(actions, world)
            for action in actions:
                games[slot].copy_from(self.world)
                games[slot].act(seen.seat, action)
                self.batch.forget(slot)
                slot += 1
        for k, (worth, reward) in enumerate(zip(self._play_on(slot, seen.seat), rewards, strict=True)):
            both = (1 - PLANNERS_COUNT) * worth + PLANNERS_COUNT * reward
            trials[k % len(trials)].worths.append(both)

    def _play_on(self, slots: int, seat: int) -> list[float]:
        """Let the network play all games until the seat's turn comes again, or later; what they are worth then."""
        batch, games = self.batch, self.batch.games
        worths = [0.0] * slots
        turns = [0] * slots
        playing, arrived = list(range(slots)), list[int]()
        while playing:
            deciding: list[int] = []
            for slot in playing:
                game = games[slot]
                if game.over:
                    worths[slot] = self._result(game, seat)
                    game.copy_from(self.world)  # something to write, which nobody reads
                    batch.forget(slot)
                    continue
                if game.open.seat() == seat and game.open.kind() == TURN:
                    turns[slot] += 1
                (arrived if turns[slot] == self.rounds else deciding).append(slot)
            batch.write()
            if deciding:
                for slot, action in zip(deciding, self._favorites(deciding), strict=True):
                    games[slot].act(games[slot].open.seat(), action)
            playing = deciding
        if arrived:
            wins, leads = self.judge.foretell(*self.key, *self._seen(arrived))
            for slot, win, lead in zip(arrived, wins[:, 0], leads[:, 0], strict=True):
                worths[slot] = self._worth(float(win), float(lead))
        return worths

    def _favorites(self, slots: list[int]) -> list[int]:
        """What the network likes best in some of the games."""
        return [int(action) for action in self.judge.likings(*self.key, *self._seen(slots)).argmax(-1)]

    def _seen(self, slots: list[int]) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """What those who decide in some of the games see, and may do."""
        return self._rows[self._current_rows[slots]], self._masks[slots]

    def _result(self, game: RuleSheet, seat: int) -> float:
        """What a game that is over is worth to a seat."""
        totals = [int(game.total(k)) for k in range(self.key[2])]
        best = max(totals)
        others = max(totals[:seat] + totals[seat + 1 :])
        return self._worth((totals[seat] == best) / totals.count(best), totals[seat] - others)

    def _worth(self, win: float, lead: float) -> float:
        """To win, and by how much, weighed as at the end of learning (see `worth` in returns.py)."""
        seats = self.key[2]
        return (1 - LEAD_COUNTS) * (win * seats - 1) / (seats - 1) + LEAD_COUNTS * lead / 100


def _side_by_side(rules: RuleSheet) -> Batch:
    """Games in which candidates are tried."""
    games = [rules.blank() for _ in range(SLOTS)]
    for game in games:
        game.commons.journal.on = False
    batch = Batch(games, 0, 0, False)
    batch.reset(0)
    return batch


def _trials(look: Look) -> list[Trial]:
    """What the network likes, its favorite first."""
    order = np.argsort(-look.chances, kind="stable")[:MOST]
    chances = [float(look.chances[k]) for k in order]
    return [
        Trial(look.legal[k], BEHIND * (math.log(chance) - math.log(chances[0])))
        for k, chance in zip(order, chances, strict=True)
        if chance >= UNLIKELY
    ]
