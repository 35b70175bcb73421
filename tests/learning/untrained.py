"""Networks that have learned nothing, for tests."""

from __future__ import annotations

import numpy as np

from branchline.learning.networks.general import GeneralNetwork, Shape
from branchline.learning.networks.network import Network
from branchline.learning.networks.plain import PlainNetwork, PlainShape
from branchline.learning.networks.vocabulary import shipped_vocabulary
from branchline.learning.networks.weights import Weights
from branchline.learning.setups import Setup


def general_network() -> Network:
    """A small one for all boards."""
    return GeneralNetwork(Shape(part=8, table=16, action=8, rounds=2), shipped_vocabulary())


def plain_network(*setups: str, guess: int = 0) -> Network:
    """A small one for some setups."""
    return PlainNetwork(PlainShape(width=16, blocks=2, seat=8, guess=guess), [Setup.read(text) for text in setups])


def some_weights(network: Network | None = None, seed: int = 0) -> Weights:
    """Random weights for a network, by default a general one."""
    network = general_network() if network is None else network
    random = np.random.default_rng(seed)
    arrays = {
        name: random.normal(size=size).astype(np.float32) / np.sqrt(size[0])
        for name, size in network.weight_shapes().items()
    }
    return Weights(network, arrays, {})
