"""A network that has learned nothing, for tests."""

from __future__ import annotations

import numpy as np

from branchline.learning.network import Shape, weight_shapes
from branchline.learning.vocabulary import shipped_vocabulary
from branchline.learning.weights import Weights


def some_weights(seed: int = 0) -> Weights:
    """A small network that has learned nothing."""
    shape = Shape(part=8, table=16, action=8, rounds=2)
    random = np.random.default_rng(seed)
    vocabulary = shipped_vocabulary()
    arrays = {
        name: random.normal(size=size).astype(np.float32) / np.sqrt(size[0])
        for name, size in weight_shapes(shape, vocabulary).items()
    }
    return Weights(shape, vocabulary, arrays, {})
