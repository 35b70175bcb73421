"""How `search` thinks with a trained network: its policy proposes what to try, and plays on to see what comes of it.

What the network likes, and what a planner would do, is tried in imagined worlds, each candidate in the same ones. In
these the others hold tickets that fit what they have built. The games are played to their ends, side by side, as
looking at sixty positions at once takes a fraction of sixty looks: the network plays the seat that thinks, and planners
play the others. If the network has an apprentice, that one plays in its place (`training/apprentice.py`): many games by
a weaker player tell more than a few. Where the time is up before a game is over, or after so many rounds, the network
foretells how it would end.

In the end, what came of a candidate is weighed against how much the network liked it at first sight: the less the
games tell, the more the first sight counts.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from branchline.champions.judge import Judge, Look
from branchline.champions.shipped import weights_for
from branchline.encodings.arrays import masks_of, view_of
from branchline.encodings.core.batch import Batch
from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.observation import Observation
from branchline.planner.mind import Mind
from branchline.planner.style import Style
from branchline.thinking.core.experience import experience_of
from branchline.thinking.core.outcomes import CLOSE
from branchline.thinking.core.ticket_guesses import TicketGuesses

SLOTS = 64  # games side by side
MOST = 8  # candidates
LEAD_COUNTS = 0.1  # beside the win, where the network foretells
UNLIKELY = 0.01  # what the network likes less than this is not tried
PACE = 0.004  # seconds that a game takes, as long as none was played
# What is thought of a candidate before it is tried, in worth (see `_worth`): how far it is behind the favorite for each
# unit of the logarithm of its chance, and how wrong that may be (a standard deviation).
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


class NetworkThinker:
    """Decides for one seat of one setting, like `Thinker`; how cautious it is depends on its first sight alone."""

    def __init__(
        self,
        rules: RuleSheet,
        seed: int,
        *,
        file: str,
        rounds: int,
        practice_games: int,
        patience: float,
    ) -> None:
        self.seeds = Rng(seed)
        self.key = (rules.setting.board.id, rules.setting.variant.id, int(rules.seats))
        weights = weights_for(file, self.key[0])
        self.judge = Judge(weights)
        self.player = self.judge  # who plays on in imagined games
        if weights.apprentice is not None and weights.apprentice.network.plays(*self.key):
            self.player = Judge(weights.apprentice)
        for judge in (self.judge, self.player):
            judge.prepare(*self.key)
        self.world = rules  # the world at hand
        experience = experience_of(rules, practice_games)
        self.planner = Mind(rules, Style())
        self.planner.patience = experience.patience
        self.guesses = TicketGuesses(self.planner, experience.habits)
        self.rounds = rounds  # after so many the network foretells the end; 0: games are played to their ends
        self.patience = patience  # by how many standard deviations a candidate may be behind and still be tried
        self.batch = side_by_side(rules)
        self.rivals = [Mind(game, Style()) for game in self.batch.games]  # who play the other seats
        for rival in self.rivals:
            rival.patience = experience.patience
        self._rows = view_of(self.batch.rows).reshape(SLOTS * self.key[2], -1)
        self._current_rows = view_of(self.batch.current_rows)
        self._masks = masks_of(self.batch).view(bool)
        self.trials: list[Trial] = []
        self.playouts = 0  # that the last decision took
        self.pace = PACE

    def decide(self, seen: Observation, playouts: int, seconds: float) -> int:
        """Answer the open decision of the observing seat, after so many playouts or seconds at most (0: no limit)."""
        begun = time.perf_counter()
        deadline = begun + seconds if seconds > 0 else math.inf
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
            if seconds > 0:
                worlds = min(worlds, self._worlds_for(deadline - time.perf_counter(), len(left)))
            if worlds <= 0:
                break
            self._try_out(left, worlds, seen, deadline)
            left = self._left()
        return max(self.trials, key=self._mean).action

    def _worlds_for(self, seconds: float, candidates: int) -> int:
        """In how many worlds there is time to try all candidates, by what games took so far.

        In half of them at first, so that the rest of the time is for those that may still be the best.
        """
        worlds = int(seconds / self.pace / candidates)
        return max(worlds // 2, 1) if self.playouts == 0 else worlds

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
        self.guesses.look(seat)

    def _ask_planner(self, seat: int) -> None:
        """What a planner would do is tried as well."""
        action = int(self.planner.decide(seat))
        if all(action != trial.action for trial in self.trials):
            self.trials.append(Trial(action, BEHIND * math.log(UNLIKELY)))

    def _imagine(self, seen: Observation, seat: int) -> None:
        """Another world."""
        self.world.imagine(seen, int(self.seeds.word()))
        self.guesses.deal(seat, self.seeds)

    def _try_out(self, trials: list[Trial], worlds: int, seen: Observation, deadline: float) -> None:
        """Try all of these in some further worlds."""
        assert seen.seat is not None
        begun = time.perf_counter()
        met = len(trials[0].worths)
        slot = 0
        for world in range(met, met + worlds):
            self._imagine(seen, seen.seat)
            for trial in trials:
                self.batch.games[slot].copy_from(self.world)
                self.batch.games[slot].act(seen.seat, trial.action)
                self.batch.forget(slot)
                self.rivals[slot].forget()
                self.rivals[slot].rng.seed(world)  # so that all candidates meet the same chance
                slot += 1
        for k, worth in enumerate(self._play_on(slot, seen.seat, deadline)):
            trials[k % len(trials)].worths.append(worth)
        self.playouts += slot
        self.pace = (time.perf_counter() - begun) / slot

    def _play_on(self, slots: int, seat: int, deadline: float) -> list[float]:
        """Play games to their ends; what they are worth to a seat."""
        batch, games = self.batch, self.batch.games
        worths = [0.0] * slots
        turns = [0] * slots
        playing = list(range(slots))
        while playing:
            deciding, arrived = list[int](), list[int]()
            for slot in playing:
                game = games[slot]
                self._let_rivals_play(slot, seat)
                if game.over:
                    worths[slot] = self._result(game, seat)
                    game.copy_from(self.world)  # something to write, which nobody reads
                    batch.forget(slot)
                    continue
                turns[slot] += game.open.kind() == TURN
                (arrived if turns[slot] == self.rounds > 0 else deciding).append(slot)
            if time.perf_counter() > deadline:
                arrived += deciding
                deciding = []
            batch.write()
            if arrived:
                wins, leads = self.judge.foretell(*self.key, *self._seen(arrived))
                for slot, win, lead in zip(arrived, wins[:, 0], leads[:, 0], strict=True):
                    worths[slot] = self._worth(float(win), float(lead))
            if deciding:
                for slot, action in zip(deciding, self._favorites(deciding), strict=True):
                    games[slot].act(seat, action)
            playing = deciding
        return worths

    def _let_rivals_play(self, slot: int, seat: int) -> None:
        """Let planners decide for the others until it is the seat's turn to decide, or the game is over."""
        game, rival = self.batch.games[slot], self.rivals[slot]
        while not game.over and (mover := game.open.seat()) != seat:
            game.act(mover, rival.decide(mover))

    def _favorites(self, slots: list[int]) -> list[int]:
        """What the one who plays on likes best in some of the games."""
        return [int(action) for action in self.player.likings(*self.key, *self._seen(slots)).argmax(-1)]

    def _seen(self, slots: list[int]) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """What those who decide in some of the games see, and may do."""
        return self._rows[self._current_rows[slots]], self._masks[slots]

    def _result(self, game: RuleSheet, seat: int) -> float:
        """What a game that is over is worth to a seat: its lead, squashed, so that it counts most who wins."""
        totals = [int(game.total(k)) for k in range(self.key[2])]
        lead = totals[seat] - max(totals[:seat] + totals[seat + 1 :])
        return lead / (abs(lead) + CLOSE)

    def _worth(self, win: float, lead: float) -> float:
        """To win, and by how much, weighed as at the end of learning (see `worth` in returns.py)."""
        seats = self.key[2]
        return (1 - LEAD_COUNTS) * (win * seats - 1) / (seats - 1) + LEAD_COUNTS * lead / 100


def side_by_side(rules: RuleSheet) -> Batch:
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
