"""A network in a file: its kind and shape, what it reads, and its weights.

Matrices are kept as whole numbers of eight bits with a scale for each column, which makes the file small; rows as
numbers of half precision.
"""

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
from branchline.learning.general import GeneralNetwork
from branchline.learning.network import Network
from branchline.learning.plain import PlainNetwork
from branchline.model.errors import BranchlineError

KINDS: Mapping[str, type[GeneralNetwork] | type[PlainNetwork]] = {
    network.kind: network for network in (GeneralNetwork, PlainNetwork)
}
GUESSES = "guesses"  # in a network's story: the setups for which it has learned to guess what others hold
_MOST = 127  # of a number with eight bits and a sign


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A trained network."""

    network: Network
    arrays: Mapping[str, NDArray[np.float32]]
    story: Mapping[str, Any]  # how it was trained

    def save(self, path: Path) -> None:
        """Keep it in a file."""
        facts = {
            "kind": self.network.kind,
            "network": self.network.as_dict(),
            "encoding": VERSION,
            "story": dict(self.story),
        }
        small: dict[str, NDArray[Any]] = {}
        for name, array in self.arrays.items():
            small |= _shrunk(name, array)
        with path.open("wb") as file:
            np.savez_compressed(file, facts=np.array(json.dumps(facts)), **small)  # type: ignore[arg-type]


def _shrunk(name: str, array: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
    """An array as a file keeps it."""
    if array.ndim == 1:
        return {f"weights_{name}": array.astype(np.float16)}
    scale = (np.maximum(np.abs(array).max(0, initial=0), 1e-12) / _MOST).astype(np.float32)
    whole = np.rint(array / scale).astype(np.int8)
    for near in (np.nextafter(scale, np.float32(0)), np.nextafter(scale, np.float32(1))):
        exact = (whole * near == array).all(0)  # it comes from a file: it stays just what it was there
        scale = np.where(exact, near, scale)
    return {f"weights_{name}": whole, f"scale_{name}": scale}


def _grown(name: str, kept: Mapping[str, NDArray[Any]]) -> NDArray[np.float32]:
    """The array that was kept."""
    array = kept[f"weights_{name}"].astype(np.float32)
    return array * kept[f"scale_{name}"] if array.ndim > 1 else array


def load_weights(path: str | Path) -> Weights:
    """The network in a file, which is read once, until it changes."""
    file = Path(path)
    if not file.is_file():
        raise BadAgent(f"there is no file {path}")
    return _load(str(file), file.stat().st_mtime)


@lru_cache(maxsize=8)
def _load(path: str, changed: float) -> Weights:
    try:
        with np.load(path, allow_pickle=False) as kept:
            facts = json.loads(str(kept["facts"]))
            if (version := facts["encoding"]) != VERSION:
                raise BadAgent(f"{path} was trained with version {version} of the encoding; this is version {VERSION}")
            network: Network = KINDS[facts["kind"]].from_dict(facts["network"])
            shapes = network.weight_shapes()
            arrays = {name: _grown(name, kept) for name in shapes}
    except BranchlineError:
        raise
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadAgent(f"{path} holds no trained network") from error
    wrong = [name for name, size in shapes.items() if arrays[name].shape != size]
    if wrong:
        raise BadAgent(f"{path} holds no trained network: {wrong[0]} has the wrong shape")
    return Weights(network, arrays, facts["story"])
