"""Games that a champion finishes for a seat, against planners: what a strong player can still make of a decision.

Planners who play on need not know what a stronger player had in mind. What costs a planner much may cost a champion
nothing, and then it was no blunder.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from branchline.engine.rule_sheet import RuleSheet
from branchline.model.observation import Observation
from branchline.thinking.network_search import SLOTS, NetworkThinker, Trial
from branchline.thinking.practice import final_shares
from branchline.thinking.prediction import PRACTICE_GAMES


class GoodEndings(NetworkThinker):
    """Plays on as `search` does in imagined games, and tells who wins them."""

    def __init__(self, rules: RuleSheet, file: str) -> None:
        super().__init__(rules, 0, file=file, rounds=0, practice_games=PRACTICE_GAMES, patience=0.0)
        self.player = self.judge  # games are few here, and it is the strong player who is asked about

    def results(self, seen: Observation, actions: Sequence[int], games: int, seed: int) -> list[list[float]]:
        """The share of the win that a seat gets after each of some actions, in so many games with the same worlds."""
        assert seen.seat is not None, "a spectator decides nothing"
        self.seeds.seed(seed)
        self.planner.forget()
        trials = [Trial(action, 0.0) for action in actions]
        self._suspect(seen, seen.seat)
        while (left := games - len(trials[0].worths)) > 0:
            self._try_out(trials, min(left, SLOTS // len(trials)), seen, math.inf)
        return [trial.worths for trial in trials]

    def _result(self, game: RuleSheet, seat: int) -> float:
        return final_shares(game)[seat]
