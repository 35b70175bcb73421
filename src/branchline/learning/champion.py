"""The bot `champion`: it plays what a trained network likes best, after a single look. It needs NumPy alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.engine.rng import Rng
from branchline.envs.encoding import Encoding
from branchline.envs.neural import drawn_by
from branchline.learning.network import Network, NumpyArithmetic
from branchline.learning.parts import parts_of
from branchline.learning.weights import Weights, load_weights
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Look:
    """What a network sees in a position."""

    legal: tuple[int, ...]
    chances: Floats  # of each legal action to be the one to choose
    wins: Floats  # by seat of the game: its share of the win
    leads: Floats  # by seat of the game: its lead over the best of the others, in points


class Judge:
    """A trained network that looks at positions."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._network = Network(weights.shape, NumpyArithmetic())
        self._boards: dict[tuple[str, str, int], tuple[Encoding, dict[str, Any]]] = {}

    def prepare(self, board: str, variant: str, seats: int) -> tuple[Encoding, dict[str, Any]]:
        """What it has to know of a board."""
        key = (board, variant, seats)
        if key not in self._boards:
            parts = parts_of(board, variant, seats, self._weights.vocabulary)
            self._boards[key] = parts.of, parts.arrays()
        return self._boards[key]

    def look(self, observation: Observation) -> Look:
        """Judge a position from what a seat sees of it."""
        of, parts = self.prepare(observation.board, observation.variant, observation.seats)
        row = of.encode_observation(observation)[None]
        legal = np.array(observation.legal, np.int64)
        found = self._network.judge(self._weights.arrays, parts, row, (np.zeros_like(legal), legal))
        seat, seats = observation.seat, observation.seats
        turned = [(k - (seat or 0)) % seats for k in range(seats)]  # the network counts from the seat that looks
        return Look(
            observation.legal, _shares(found.liking), _shares(found.win[0])[turned], 100 * found.margin[0][turned]
        )


def _shares(logarithms: Floats) -> Floats:
    """Chances that sum to one."""
    found: Floats = np.exp(logarithms - logarithms.max())
    found /= found.sum()
    return found


class ChampionBot:
    """Plays what a trained network likes best, or, with a temperature, draws from what it likes."""

    def __init__(self, path: str, temperature: float = 0.0, seed: int = 0) -> None:
        if temperature < 0:
            raise BadSetup(f"a temperature is zero or more, not {temperature}")
        self._judge = Judge(load_weights(Path(path)))
        self._temperature = temperature
        self._rng = Rng(seed)

    @property
    def name(self) -> str:
        """What people call it."""
        return "champion"

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Read the board."""
        self._judge.prepare(board, variant, seats)

    def decide(self, observation: Observation) -> int:
        """The action that it likes best, or one drawn by how much they are liked."""
        look = self._judge.look(observation)
        if self._temperature == 0:
            return look.legal[int(look.chances.argmax())]
        weights = look.chances.astype(np.float64) ** (1 / self._temperature)
        return look.legal[drawn_by(self._rng, weights)]
