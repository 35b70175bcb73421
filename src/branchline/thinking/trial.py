"""Some actions of a seat, tried in the same imagined worlds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from branchline.engine.rng import Rng
from branchline.model.observation import Observation
from branchline.thinking.estimates import Estimate, estimate, mean
from branchline.thinking.evaluators import Evaluator
from branchline.thinking.practice import Outcome

TryOut = Callable[[Observation, Rng, Sequence[int], int], list[list[Outcome]]]  # as `Evaluator.try_out`


class Trial:
    """What came of each of them, world by world."""

    def __init__(
        self,
        evaluator: Evaluator,
        seen: Observation,
        chance: Rng,
        actions: Sequence[int],
        worlds: int,
        try_out: TryOut | None = None,  # instead of the evaluator's own
    ) -> None:
        assert seen.seat is not None, "a spectator decides nothing"
        self._seen, self._chance = seen, chance
        self._try_out = try_out or evaluator.try_out
        self.seat = seen.seat
        self.worlds = 0
        self.samples: dict[int, list[Outcome]] = {action: [] for action in actions}
        self.go_on(worlds)

    def go_on(self, worlds: int) -> None:
        """Try all of them in that many further worlds."""
        self.worlds += worlds
        actions = list(self.samples)
        for found in self._try_out(self._seen, self._chance, actions, worlds):
            for action, outcome in zip(actions, found, strict=True):
                self.samples[action].append(outcome)

    def shares(self, action: int) -> tuple[float, ...]:
        """The win share of every seat."""
        return tuple(map(mean, zip(*(outcome.shares for outcome in self.samples[action]), strict=True)))

    def own(self, action: int) -> list[float]:
        """The deciding seat's share, world by world."""
        return [outcome.shares[self.seat] for outcome in self.samples[action]]

    def mean(self, action: int) -> float:
        """The deciding seat's share."""
        return mean(self.own(action))

    def lead(self, one: int, other: int) -> list[float]:
        """How much more one action is worth than another, world by world."""
        return [a - b for a, b in zip(self.own(one), self.own(other), strict=True)]

    def points(self, one: int, other: int) -> list[float]:
        """By how many points more the seat ends up ahead of the others, world by world."""
        pairs = zip(self.samples[one], self.samples[other], strict=True)
        return [a.leads[self.seat] - b.leads[self.seat] for a, b in pairs]

    def value(self, action: int) -> Estimate:
        """The deciding seat's share, with its standard error."""
        return estimate(self.own(action))

    def ahead(self, one: int, other: int) -> Estimate:
        """How much more one action is worth than another, with its standard error."""
        return estimate(self.lead(one, other))

    def best(self, worlds: slice) -> int:
        """The best action in some of the worlds; of several, the first."""
        return max(self.samples, key=lambda action: mean(self.own(action)[worlds]))
