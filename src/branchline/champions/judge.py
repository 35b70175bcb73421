"""What a trained network says of positions, after a single look. It needs NumPy alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from branchline.champions.arithmetic import NumpyArithmetic
from branchline.champions.network import Arrays
from branchline.champions.weights import Weights
from branchline.encodings.encoding import Encoding, encoding
from branchline.engine.rng import Rng
from branchline.model.observation import Observation

Floats = NDArray[np.float32]
_DO = NumpyArithmetic()


@dataclass(frozen=True, slots=True)
class Look:
    """What a network sees in a position."""

    legal: tuple[int, ...]
    chances: Floats  # of each legal action to be the one to choose
    wins: Floats  # by seat of the game: its share of the win
    leads: Floats  # by seat of the game: its lead over the best of the others, in points

    def choice(self, temperature: float, chance: Rng) -> int:
        """The action that is liked best, or, with a temperature, one drawn by how much they are liked."""
        if temperature == 0:
            return self.legal[int(self.chances.argmax())]
        weights = self.chances.astype(np.float64) ** (1 / temperature)
        drawn = int(chance.below(1 << 30)) / (1 << 30) * weights.sum()
        return self.legal[int(np.searchsorted(weights.cumsum(), drawn, side="right"))]


class Judge:
    """A trained network that looks at positions."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._boards: dict[tuple[str, str, int], tuple[Encoding, Arrays]] = {}

    def prepare(self, board: str, variant: str, seats: int) -> tuple[Encoding, Arrays]:
        """What it has to know of a board."""
        key = (board, variant, seats)
        if key not in self._boards:
            self._boards[key] = encoding(*key), self.weights.network.read(*key)
        return self._boards[key]

    def look(self, observation: Observation) -> Look:
        """Judge a position from what a seat sees of it."""
        of, parts = self.prepare(observation.board, observation.variant, observation.seats)
        row = of.encode_observation(observation)[None]
        mask = of.mask(observation.legal).astype(bool)[None]
        found = self.weights.network.judge(_DO, self.weights.arrays, parts, row, mask)
        seat, seats = observation.seat, observation.seats
        turned = [(k - (seat or 0)) % seats for k in range(seats)]  # the network counts from the seat that looks
        return Look(
            observation.legal,
            _shares(found.liking[0][list(observation.legal)]),
            _shares(found.win[0])[turned],
            100 * found.margin[0][turned],
        )

    def likings(
        self, board: str, variant: str, seats: int, rows: NDArray[np.int16], masks: NDArray[np.bool_]
    ) -> Floats:
        """How much all actions are liked in several positions."""
        _, parts = self.prepare(board, variant, seats)
        found: Floats = self.weights.network.judge(_DO, self.weights.arrays, parts, rows, masks).liking
        return found

    def predict(
        self, board: str, variant: str, seats: int, rows: NDArray[np.int16], masks: NDArray[np.bool_]
    ) -> tuple[Floats, Floats]:
        """The shares of the win and the leads in points of all seats, from the one that looks, in several positions."""
        _, parts = self.prepare(board, variant, seats)
        found = self.weights.network.judge(_DO, self.weights.arrays, parts, rows, masks)
        return _shares(found.win), 100 * found.margin


def _shares(logarithms: Floats) -> Floats:
    """Chances that sum to one, row by row."""
    found: Floats = np.exp(logarithms - logarithms.max(-1, keepdims=True))
    found /= found.sum(-1, keepdims=True)
    return found
