"""Networks that have learned nothing, for tests."""

from __future__ import annotations

import numpy as np

from branchline.champions.network import Network, Shape
from branchline.champions.setups import Setup
from branchline.champions.weights import Weights


def a_network(*setups: str) -> Network:
    """A small one for some setups."""
    return Network(Shape(width=16, blocks=2, seat=8), [Setup.read(text) for text in setups])


def some_weights(network: Network, seed: int = 0) -> Weights:
    """Random weights for a network."""
    random = np.random.default_rng(seed)
    arrays = {
        name: random.normal(size=size).astype(np.float32) / np.sqrt(size[0])
        for name, size in network.weight_shapes().items()
    }
    return Weights(network, arrays, {})
