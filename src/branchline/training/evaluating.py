"""How strong a learner is: games against a bot that stays the same, with an interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch

from branchline.champions.setups import Setup
from branchline.envs import VectorEnv
from branchline.envs.rewards import win_shares
from branchline.training.learner import Learner, to_device

SEED = 99  # of all evaluations, so that they deal the same games


@dataclass(frozen=True, slots=True)
class Result:
    """What came of some games against a bot."""

    setup: str
    opponent: str
    games: int
    share: float  # of the wins, ties divided
    error: float  # its standard error
    score: float  # the learner's mean
    lead: float  # over the best of the others

    def __str__(self) -> str:
        return (
            f"{self.share:.1%} ± {1.96 * self.error:.1%} of the wins against {self.opponent} in {self.games} games, "
            f"mean score {self.score:.0f}, lead {self.lead:+.1f}"
        )


@torch.no_grad()
def compare(learner: Learner, setup: Setup, opponent: str, games: int, processes: int) -> Result:
    """Let a learner, always choosing what it likes best, play one game at each of so many tables of one bot."""
    shares, scores, leads = [], [], []
    with VectorEnv(
        setup.board,
        variant=setup.variant,
        seats=setup.seats,
        games=games,
        seed=SEED,
        opponents=opponent,
        rewards="margin",
        masks="bits",
        processes=min(processes, games),
    ) as env:
        now = env.reset()
        running = np.ones(games, bool)
        while running.any():
            rows, masks = (to_device(array, learner.device) for array in (now.observations, now.masks))
            chances, _, _ = learner(setup, rows, masks)
            now = env.step(chances.argmax(-1).cpu().numpy())
            for g in np.flatnonzero(now.dones & running):
                shares.append(win_shares(now.places[g][None])[0, now.learners[g]])
                scores.append(now.totals[g][now.learners[g]])
                leads.append(100 * float(now.rewards[g]))
            running &= ~now.dones
    error = float(np.std(shares) / math.sqrt(len(shares)))
    return Result(
        str(setup), opponent, games, float(np.mean(shares)), error, float(np.mean(scores)), float(np.mean(leads))
    )
