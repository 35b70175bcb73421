"""Random games of a board, with everything checked in some positions of every kind of decision."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import branchline as bl
from branchline.model.actions import Action
from branchline.testing.contract import Effort, probe
from branchline.testing.policies import by_kind, uniform
from branchline.testing.trial import Trial
from tests.rules.play import choosing


@dataclass
class Seen:
    """What came up: how often each question was asked, and each action done, with the question it answered."""

    asked: Counter[str] = field(default_factory=Counter)
    probed: Counter[str] = field(default_factory=Counter)
    done: Counter[tuple[str, type[Action]]] = field(default_factory=Counter)
    actions: list[tuple[bl.Game, Action]] = field(default_factory=list)
    games: list[bl.Game] = field(default_factory=list)


def wander(board: str, seats: int, games: int, probes: int) -> Seen:
    """Play random games; the first that many positions of each kind of decision are probed as the contract does.

    A probe compares counted with listed actions, plays some, tries illegal ones, and takes words, JSON, copies and
    imagined truths of every viewer there and back.
    """
    seen = Seen()
    for seed in range(games):
        trial = Trial(board, "classic", seats, seed)
        policy = (uniform, by_kind)[seed % 2]
        game, choices, probing = trial.new_game(), trial.rng(), trial.rng(1)
        while not game.is_over:
            seat, question = choosing(game)
            assert seat is not None
            seen.asked[question] += 1
            if seen.probed[question] < probes and probing.below(3) == 0:
                probe(trial, game, policy, probing, Effort())
                seen.probed[question] += 1
            number = policy(game, seat, choices)
            action = game.action(number, seat)
            seen.done[question, type(action)] += 1
            seen.actions.append((game, action))
            game.apply(number, seat)
            trial.step += 1
        assert bl.replay(game.record()).scores() == game.scores()
        seen.games.append(game)
    return seen
