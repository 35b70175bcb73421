"""A trained agent as a bot: a small network, kept in a file of NumPy arrays, that needs nothing but NumPy to play.

The file is made by `save_agent`. The network is a chain of linear layers with ReLU between them, from the numbers of an
encoding, scaled, to a preference for each action.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from branchline.engine.rng import Rng
from branchline.envs.encoding import VERSION, Encoding, encoding
from branchline.model.errors import BadSetup, BranchlineError
from branchline.model.observation import Observation

Weights = NDArray[np.float32]
Layer = tuple[Weights, Weights]  # a matrix of outputs × inputs, and a bias


class BadAgent(BranchlineError):
    """A file that holds no trained agent, or one that cannot play here."""


def save_agent(path: str | Path, of: Encoding, layers: Sequence[tuple[Any, Any]]) -> None:
    """Keep a network for an encoding: its layers from first to last, each a matrix and a bias."""
    arrays: dict[str, Any] = {}
    inputs = of.size
    for at, (matrix, bias) in enumerate(layers):
        if np.ndim(matrix) != 2 or matrix.shape[1] != inputs or np.shape(bias) != matrix.shape[:1]:
            raise BadAgent(
                f"layer {at + 1} must take {inputs} numbers and have a bias for each it gives; "
                f"its matrix has the shape {np.shape(matrix)}, its bias {np.shape(bias)}"
            )
        arrays[f"matrix_{at}"] = np.asarray(matrix, np.float32)
        arrays[f"bias_{at}"] = np.asarray(bias, np.float32)
        inputs = matrix.shape[0]
    if inputs != of.actions:
        raise BadAgent(f"the last layer must give a number for each of the {of.actions} actions, not {inputs}")
    facts = {
        "board": of.board.id,
        "variant": of.variant.id,
        "seats": of.seats,
        "encoding": of.version,
        "layers": len(layers),
    }
    with Path(path).open("wb") as file:
        np.savez(file, facts=np.array(json.dumps(facts)), **arrays)


class TrainedAgent:
    """A network and what it was trained for."""

    def __init__(self, path: Path) -> None:
        try:
            with np.load(path, allow_pickle=False) as kept:
                self.facts: dict[str, Any] = json.loads(str(kept["facts"]))
                self.layers: list[Layer] = [
                    (kept[f"matrix_{at}"], kept[f"bias_{at}"]) for at in range(self.facts["layers"])
                ]
        except FileNotFoundError:
            raise BadAgent(f"there is no file {path}") from None
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise BadAgent(f"{path} holds no trained agent") from error
        if self.facts["encoding"] != VERSION:
            trained = self.facts["encoding"]
            raise BadAgent(f"{path} was trained with version {trained} of the encoding; this is version {VERSION}")

    def check(self, board: str, variant: str, seats: int) -> None:
        """Raise BadAgent if it was trained for something else."""
        trained = (self.facts["board"], self.facts["variant"], self.facts["seats"])
        if trained != (board, variant, seats):
            raise BadAgent(
                f"this agent was trained for {trained[0]} {trained[1]} with {trained[2]} seats, "
                f"not for {board} {variant} with {seats}"
            )

    def preferences(self, inputs: Weights) -> Weights:
        """What the network thinks of every action."""
        found = inputs
        for at, (matrix, bias) in enumerate(self.layers):
            found = matrix @ found + bias
            if at < len(self.layers) - 1:
                found = np.maximum(found, 0)
        return found


@lru_cache(maxsize=8)
def _load(path: str, changed: float) -> TrainedAgent:
    """A file is read once, until it changes."""
    return TrainedAgent(Path(path))


def load_agent(path: str | Path) -> TrainedAgent:
    """The agent in a file."""
    file = Path(path)
    return _load(str(file), file.stat().st_mtime if file.exists() else 0.0)


class NeuralBot:
    """Plays what a trained network likes best, or, with a temperature, draws from what it likes."""

    def __init__(self, path: str, temperature: float = 0.0, seed: int = 0) -> None:
        if temperature < 0:
            raise BadSetup(f"a temperature is zero or more, not {temperature}")
        self._agent = load_agent(path)
        self._temperature = temperature
        self._rng = Rng(seed)

    @property
    def name(self) -> str:
        """What people call it."""
        return "neural"

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """See to it that the agent was trained for this game."""
        self._agent.check(board, variant, seats)
        encoding(board, variant, seats)

    def decide(self, observation: Observation) -> int:
        """The best legal action, or one drawn by how good they seem."""
        self._agent.check(observation.board, observation.variant, observation.seats)
        of = encoding(observation.board, observation.variant, observation.seats)
        inputs = of.encode_observation(observation) * of.scale
        liked = self._agent.preferences(inputs)[list(observation.legal)]
        if self._temperature == 0:
            return observation.legal[int(liked.argmax())]
        weights = np.exp((liked - liked.max()) / self._temperature, dtype=np.float64)
        return observation.legal[drawn_by(self._rng, weights)]


def drawn_by(rng: Rng, weights: NDArray[np.float64]) -> int:
    """Draw one of several things, each as likely as its weight says."""
    drawn = int(rng.below(1 << 30)) / (1 << 30) * weights.sum()
    return int(np.searchsorted(weights.cumsum(), drawn, side="right"))
