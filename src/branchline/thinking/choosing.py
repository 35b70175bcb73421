"""What a seat had best do, by all that thinking can tell. The coach advises it, and the bot `coached` does it.

Where a champion judges, that is what its search does: the champion's favorite, unless whole games speak for something
else. Elsewhere it is what the planner would do, unless something else is better by more than chance explains.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from branchline.engine.rng import Rng
from branchline.model.observation import Observation
from branchline.thinking.estimates import Estimate, estimate, mean, seed_of
from branchline.thinking.evaluators import Evaluator
from branchline.thinking.practice import Outcome
from branchline.thinking.trial import Trial
from branchline.words.kinds import Kind, kind_of

if TYPE_CHECKING:  # it needs NumPy
    from branchline.thinking.network_search import NetworkSearch

WORLDS = 32  # for the best few, without a champion, and for what nothing was compared with
_FIRST_WORLDS = 8  # for all that is worth trying
_FINALISTS = 4  # kinds of decisions
_CAUTION = 2.0  # standard errors by which something has to be ahead of what the planner would do


@dataclass(frozen=True)
class Behind:
    """How far something is behind the best."""

    share: Estimate  # of the win
    points: Estimate  # of the lead over the others at the end
    worlds: int  # in which both were tried


@dataclass(frozen=True)
class Choice:
    """The best, and all that was tried."""

    ranked: tuple[int, ...]  # the best first
    shares: tuple[float, ...]  # the win share of every seat, if the best is done
    se: float  # of the own one
    behind: Mapping[int, Behind]  # all the others

    @property
    def action(self) -> int:
        """The best."""
        return self.ranked[0]


def choose(evaluator: Evaluator, seen: Observation, *, playouts: int = 0, seconds: float = 0.0) -> Choice:
    """Think for that many playouts or seconds at most (0: no limit). The same playouts make the same choice."""
    if evaluator.search is not None:
        return _searched(evaluator, evaluator.search, seen, playouts, seconds)
    return _compared(evaluator, seen, playouts, seconds)


def _searched(evaluator: Evaluator, search: NetworkSearch, seen: Observation, playouts: int, seconds: float) -> Choice:
    chance = Rng(seed_of(seen))
    search.chance = chance
    best = search.decide(seen, playouts, seconds)
    tried = sorted(search.trials, key=lambda trial: (trial.action != best, -search.mean(trial)))
    found = {trial.action: trial.outcomes for trial in tried if trial.outcomes}
    if best not in found:
        evaluator.look(seen, chance)
        found[best] = [world[0] for world in evaluator.try_out(seen, chance, [best], WORLDS)]
    return _choice([trial.action for trial in tried if trial.action in found], found, seen)


def _compared(evaluator: Evaluator, seen: Observation, playouts: int, seconds: float) -> Choice:
    until = time.monotonic() + seconds if seconds else math.inf
    board = evaluator.world.setting.board
    chance = Rng(seed_of(seen))
    evaluator.look(seen, chance)
    tried = list(dict.fromkeys(evaluator.candidates(seen, chance)))
    first = Trial(evaluator, seen, chance, tried, _FIRST_WORLDS)
    kinds: dict[Kind, int] = {kind_of(board, seen.action(tried[0])): tried[0]}  # what the planner would do
    for action in sorted(tried, key=lambda each: -first.mean(each)):
        kinds.setdefault(kind_of(board, seen.action(action)), action)
    final = Trial(evaluator, seen, chance, list(kinds.values())[: 1 + _FINALISTS], _FIRST_WORLDS)
    worlds = max(playouts // len(final.samples), _FIRST_WORLDS) if playouts else WORLDS
    while final.worlds < worlds and time.monotonic() < until:
        final.go_on(_FIRST_WORLDS)
    ahead = {action: final.ahead(action, tried[0]) for action in final.samples}
    best = max(final.samples, key=lambda action: (each := ahead[action]).value - _CAUTION * each.se)
    ranked = sorted(final.samples, key=lambda action: (action != best, -final.mean(action)))
    rest = sorted(first.samples.keys() - final.samples.keys(), key=lambda action: -first.mean(action))
    return _choice([*ranked, *rest], {**first.samples, **final.samples}, seen)


def _choice(ranked: Sequence[int], found: Mapping[int, Sequence[Outcome]], seen: Observation) -> Choice:
    """What was found of some actions, the best first, in the same worlds as far as there are any."""
    own = seen.seat
    assert own is not None, "a spectator decides nothing"
    best, *others = ranked
    shares = tuple(map(mean, zip(*(outcome.shares for outcome in found[best]), strict=True)))
    behind = {}
    for action in others:
        pairs = list(zip(found[best], found[action], strict=False))
        behind[action] = Behind(
            estimate([one.shares[own] - other.shares[own] for one, other in pairs]),
            estimate([one.leads[own] - other.leads[own] for one, other in pairs]),
            len(pairs),
        )
    return Choice(tuple(ranked), shares, estimate([outcome.shares[own] for outcome in found[best]]).se, behind)
