"""Planners who have followed a game and can play it on from any of its moments, each with the plan it has by then.

A planner is set in its ways: it keeps its plan until a route is claimed or it takes tickets. Where planners play, those
who follow do the very same, so nothing that they do changes what the game is worth to them; all else is luck.
"""

from __future__ import annotations

from branchline.analysis.practice import Shares, deciding, final_shares
from branchline.bots.planner.mind import Mind
from branchline.bots.planner.styles import usual
from branchline.engine.rule_sheet import RuleSheet

TAKEN_FOR_GRANTED = 2  # decisions before the first one, in which everybody did what was foreseen


class Followers:
    """One for each seat of a game. They look at nothing that their seat may not know, so all worlds have the same."""

    def __init__(self, truth: RuleSheet) -> None:
        self._truth = Mind(truth, usual())  # what they think of the game as it goes
        self._run = truth.blank()  # where it is played on
        self._mind = Mind(self._run, usual())
        self._would: int | None = None
        self._decided = self._foreseen = TAKEN_FOR_GRANTED  # how many decisions there were, and how many were foreseen

    @property
    def trust(self) -> float:
        """How far the rest of the game can be expected to go as they foresee it, by how it went so far.

        1 as long as everybody does what they would do. It is the square of the share of decisions that they foresaw:
        of several powers, none left results without luck with clearly less variance (docs/analysis/measured.md).
        """
        return (self._foreseen / self._decided) ** 2

    def think(self, seat: int) -> int | None:
        """Before a seat decides: what its follower would do; None if it knows nothing better than chance."""
        chance = self._truth.rng
        before = int(chance.counter)
        action = int(self._truth.decide(seat))
        self._would = action if int(chance.counter) == before else None
        return self._would

    def would_do(self, action: int) -> bool:
        """Whether the seat that decides now does what its follower would do."""
        return action == self._would

    def watch(self, action: int) -> None:
        """See what the seat did. What they would have left to chance themselves tells nothing."""
        if self._would is not None:
            self._decided += 1
            self._foreseen += self.would_do(action)

    def result(self, world: RuleSheet, chance: int) -> Shares:
        """Who wins if they play on from a world that looks to them like the game. `chance` names their own."""
        self._enter(world, chance)
        return self._play_on()

    def result_of(self, world: RuleSheet, seat: int, action: int, chance: int) -> Shares:
        """Who wins if a seat does something there, and then they play on."""
        self._enter(world, chance)
        self._run.act(seat, action)
        return self._play_on()

    def _enter(self, world: RuleSheet, chance: int) -> None:
        self._run.copy_from(world)
        self._mind.rng.seed(chance)
        for plan, kept in zip(self._mind.plans, self._truth.plans, strict=True):
            plan.copy_from(kept)

    def _play_on(self) -> Shares:
        for seat in deciding(self._run, -1):
            self._run.act(seat, self._mind.decide(seat))
        return final_shares(self._run)
