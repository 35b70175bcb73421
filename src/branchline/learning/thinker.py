"""How `search` thinks with a trained network: its policy proposes what to try, its value says what came of it.

As in bots/search, candidates race in imagined worlds, in which the others hold tickets that fit what they have built.
But what is tried is what the network likes, its favorite is the one to beat, and a playout ends at the seat's own next
turn, where the network looks again: at all candidates of a world at once, which takes little longer than at one.
"""

from __future__ import annotations

import time

import numpy as np
from librt.vecs import vec
from mypy_extensions import i16

from branchline.bots.planner.mind import Mind
from branchline.bots.planner.style import Style
from branchline.bots.search.candidates import Candidate
from branchline.bots.search.experience import experience_of
from branchline.bots.search.race import Race
from branchline.bots.search.ticket_guesses import TicketGuesses
from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.envs.arrays import view_of
from branchline.envs.core.encoder import Encoder
from branchline.learning.champion import Judge
from branchline.learning.shipped import weights_for
from branchline.model.observation import Observation

MOST = 8  # candidates
UNLIKELY = 0.01  # what the network likes less than this is not tried
LEAD_COUNTS = 0.1  # beside the win


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
        caution: float,
        patience: float,
    ) -> None:
        self.seeds = Rng(seed)
        self.key = (rules.setting.board.id, rules.setting.variant.id, int(rules.seats))
        self.judge = Judge(weights_for(file, self.key[0]))
        self.of, _ = self.judge.prepare(*self.key)
        self.world = rules  # the world at hand
        self.run = rules.blank()  # where candidates are tried
        experience = experience_of(rules, practice_games)
        self.guesses = TicketGuesses(Mind(rules, Style()), experience.habits)
        self.mind = Mind(self.run, Style())  # plays on for all seats
        self.mind.patience = experience.patience
        self.rounds = rounds or 1
        self.race = Race(caution, patience)
        self.encoder = Encoder(self.run)
        self._buffer: vec[i16] = vec[i16]([i16(0)] * (MOST * self.of.size))
        self._rows = view_of(self._buffer).reshape(MOST, self.of.size)
        self.playouts = 0  # that the last decision took

    def decide(self, seen: Observation, playouts: int, seconds: float) -> int:
        """Answer the open decision of the observing seat, after so many playouts or seconds at most (0: no limit)."""
        deadline = time.perf_counter() + seconds if seconds > 0 else 0.0
        assert seen.seat is not None, "a spectator decides nothing"
        look = self.judge.look(seen)
        order = np.argsort(-look.chances, kind="stable")[:MOST]
        likely = [int(k) for k in order if look.chances[k] >= UNLIKELY]
        race = self.race
        race.start([Candidate(look.legal[k], self.mind) for k in likely])
        self.playouts = 0
        self.world.imagine(seen, int(self.seeds.word()))
        self.guesses.look(seen.seat)
        while race.left() > 1:
            alive = [runner for runner in race.runners if runner.is_alive]
            if playouts and self.playouts + len(alive) > playouts:
                break
            if deadline and time.perf_counter() >= deadline:
                break
            self.world.imagine(seen, int(self.seeds.word()))
            self.guesses.deal(seen.seat, self.seeds)
            for runner, reward in zip(alive, self._try_out(alive, seen.seat), strict=True):
                runner.rewards.append(reward)
            self.playouts += len(alive)
            race.next_round()
        return int(race.winner().action)

    def _try_out(self, runners: list[Candidate], seat: int) -> list[float]:
        """What each candidate is worth to a seat in the world at hand."""
        chance = int(self.seeds.word())
        rewards = [0.0] * len(runners)
        open_ones = []
        masks = np.zeros((len(runners), self.of.actions), bool)
        for k, runner in enumerate(runners):
            self._play(runner, seat, chance)
            if self.run.over:
                rewards[k] = self._result(seat)
            else:
                self.encoder.write(self._buffer, k * self.of.size, seat)
                masks[k, self.run.legal(seat)] = True
                open_ones.append(k)
        if open_ones:
            wins, leads = self.judge.foretell(*self.key, self._rows[open_ones], masks[open_ones])
            for at, k in enumerate(open_ones):
                rewards[k] = self._worth(float(wins[at, 0]), float(leads[at, 0]))
        return rewards

    def _play(self, runner: Candidate, seat: int, chance: int) -> None:
        """Play a candidate, and on until the seat's turn comes again, or later."""
        run, mind = self.run, self.mind
        run.copy_from(self.world)
        mind.forget()
        mind.rng.seed(chance)  # all candidates meet the same
        run.act(seat, runner.action)
        turns = 0
        while not run.over:
            mover = run.open.seat()
            if mover == seat and run.open.kind() == TURN:
                turns += 1
                if turns == self.rounds:
                    return
            run.act(mover, mind.decide(mover))

    def _result(self, seat: int) -> float:
        """What a game that is over is worth to a seat."""
        totals = [int(self.run.total(k)) for k in range(int(self.run.seats))]
        best = max(totals)
        others = max(totals[:seat] + totals[seat + 1 :])
        return self._worth((totals[seat] == best) / totals.count(best), totals[seat] - others)

    def _worth(self, win: float, lead: float) -> float:
        """To win, and by how much, weighed as at the end of learning (see `worth` in returns.py)."""
        seats = int(self.run.seats)
        return (1 - LEAD_COUNTS) * (win * seats - 1) / (seats - 1) + LEAD_COUNTS * lead / 100
