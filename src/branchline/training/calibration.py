"""Whether a network's chances are true: what it predicts in games that it never learned from, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.champions.judge import Judge
from branchline.champions.weights import load_weights
from branchline.training.watched_games import Job, WatchedGame, WatchedGames

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
