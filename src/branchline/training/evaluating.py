"""How strong a learner is, against a bot that stays the same; and whether the chances that it predicts come true."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from branchline.champions.judge import Judge
from branchline.champions.setups import Setup
from branchline.champions.weights import load_weights
from branchline.envs import VectorEnv
from branchline.envs.rewards import win_shares
from branchline.training.learner import Learner, to_device
from branchline.training.watched_games import Job, WatchedGame, WatchedGames

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
    """Let a learner, always choosing what it likes best, play one game at each of that many tables of one bot."""
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


# Whether its chances are true


TENTHS = 10


@dataclass(frozen=True, slots=True)
class Sighting:
    """What happened in one game after a tenth of the scale was predicted in it."""

    lineup: int  # what kind of game it was, see `LINEUPS`
    tenth: int  # 0: the seat that looks has up to 10 % of the win, and so on
    looks: int
    predicted: float  # the sum over these looks
    won: float  # likewise


def watch(job: Job) -> list[Sighting]:
    """Play some games, and ask the network now and then what share of the win the seat that decides will have."""

    def note(_: int, __: int, row: NDArray[np.int16], mask: NDArray[np.uint8]) -> tuple[Any, Any]:
        return row, mask.copy()

    judge = Judge(load_weights(job.file))
    return [sighting for game in WatchedGames(job).play(note) for sighting in _sightings(judge, job, game)]


def _sightings(judge: Judge, job: Job, game: WatchedGame) -> list[Sighting]:
    if not game.seen:
        return []
    setup = job.setup.board, job.setup.variant, job.setup.seats
    encoding, _ = judge.prepare(*setup)
    rows = np.array([row for _, (row, _) in game.seen])
    bits = np.array([mask for _, (_, mask) in game.seen])
    masks = np.unpackbits(bits, axis=1, count=encoding.actions, bitorder="little").astype(bool)
    predicted = judge.predict(*setup, rows, masks)[0][:, 0]
    won = game.wins[[seat for seat, _ in game.seen]]
    tenth = np.minimum((predicted * TENTHS).astype(int), TENTHS - 1)
    return [
        Sighting(game.lineup, k, int(here.sum()), float(predicted[here].sum()), float(won[here].sum()))
        for k in range(TENTHS)
        if (here := tenth == k).any()
    ]
