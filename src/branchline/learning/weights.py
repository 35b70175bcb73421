"""A network in a file: its weights, its shape and the names that it reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from branchline.envs.encoding import VERSION
from branchline.envs.neural import BadAgent
from branchline.learning.network import Shape, weight_shapes
from branchline.learning.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A trained network."""

    shape: Shape
    vocabulary: Vocabulary
    arrays: Mapping[str, NDArray[np.float32]]
    story: Mapping[str, Any]  # how it was trained

    def save(self, path: Path) -> None:
        """Keep it in a file, with half the precision and so half the size."""
        facts = {
            "shape": self.shape.as_dict(),
            "vocabulary": self.vocabulary.as_dict(),
            "encoding": VERSION,
            "story": dict(self.story),
        }
        halves: dict[str, Any] = {f"weights_{name}": array.astype(np.float16) for name, array in self.arrays.items()}
        with path.open("wb") as file:
            np.savez_compressed(file, facts=np.array(json.dumps(facts)), **halves)


def load_weights(path: str | Path) -> Weights:
    """The network in a file, which is read once, until it changes."""
    file = Path(path)
    if not file.is_file():
        raise BadAgent(f"there is no file {path}")
    return _load(str(file), file.stat().st_mtime)


@lru_cache(maxsize=4)
def _load(path: str, changed: float) -> Weights:
    try:
        with np.load(path, allow_pickle=False) as kept:
            facts = json.loads(str(kept["facts"]))
            shape, vocabulary = Shape(**facts["shape"]), Vocabulary.from_dict(facts["vocabulary"])
            shapes = weight_shapes(shape, vocabulary)
            arrays = {name: kept[f"weights_{name}"].astype(np.float32) for name in shapes}
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadAgent(f"{path} holds no trained network") from error
    wrong = [name for name, size in shapes.items() if arrays[name].shape != size]
    if wrong:
        raise BadAgent(f"{path} holds no trained network: {wrong[0]} has the wrong shape")
    if facts["encoding"] != VERSION:
        raise BadAgent(
            f"{path} was trained with version {facts['encoding']} of the encoding; this is version {VERSION}"
        )
    return Weights(shape, vocabulary, arrays, facts["story"])
