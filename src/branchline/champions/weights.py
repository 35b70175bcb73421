"""A network in a file: its shape, what it reads, and its weights; and its apprentice, if it has one.

Matrices are kept as whole numbers of eight bits with a scale for each column, which makes the file small; rows as
numbers of half precision.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from branchline.champions.network import BadNetwork, Network
from branchline.champions.setups import Setup
from branchline.encodings.encoding import VERSION
from branchline.model.errors import BadSetup, BranchlineError

_APPRENTICE = "apprentice_"  # begins the names of all that belongs to it
_MOST = 127  # of a number with eight bits and a sign
_MOST_OF_APPRENTICES = 63  # seven bits will do for them


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A trained network."""

    network: Network
    arrays: Mapping[str, NDArray[np.float32]]
    story: Mapping[str, Any]  # how it was trained
    apprentice: Weights | None = None  # a small network that plays like this one, see training/apprentice.py

    def save(self, path: Path) -> None:
        """Keep it in a file."""
        small: dict[str, NDArray[Any]] = {}
        for prefix, one, most in (("", self, _MOST), (_APPRENTICE, self.apprentice, _MOST_OF_APPRENTICES)):
            if one is not None:
                small[f"{prefix}facts"] = np.array(json.dumps(one._facts()))
                for name, array in one.arrays.items():
                    small |= {prefix + key: kept for key, kept in _shrunk(name, array, most).items()}
        with path.open("wb") as file:
            np.savez_compressed(file, **small)  # type: ignore[arg-type]

    def _facts(self) -> dict[str, Any]:
        return {
            "network": self.network.as_dict(),
            "encoding": VERSION,
            "story": dict(self.story),
        }


def named_only(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings for a story, with the names of files but not their folders: these are nobody else's business."""
    return {name: Path(value).name if name in ("file", "out") else value for name, value in settings.items()}


def weights_to_teach(file: str, setups: Iterable[str], out: str) -> tuple[Weights, list[Setup]]:
    """A network that is to be taught something more, and for which setups: by default all that it has learned.

    What would fail after minutes is refused now.
    """
    weights = load_weights(file)
    wanted = [Setup.read(text) for text in dict.fromkeys(setups)] or list(weights.network.setups)
    for setup in wanted:
        weights.network.read(setup.board, setup.variant, setup.seats)
    if not Path(out).absolute().parent.is_dir():
        raise BadSetup(f"{out} cannot be written: there is no such folder")
    return weights, wanted


def _shrunk(name: str, array: NDArray[np.float32], most: int) -> dict[str, NDArray[Any]]:
    """An array as a file keeps it, in whole numbers up to the most."""
    if array.ndim == 1:
        return {f"weights_{name}": array.astype(np.float16)}
    scale = (np.maximum(np.abs(array).max(0, initial=0), 1e-12) / most).astype(np.float32)
    whole = np.rint(array / scale).astype(np.int8)
    for near in (np.nextafter(scale, np.float32(0)), np.nextafter(scale, np.float32(1))):
        exact = (whole * near == array).all(0)  # it comes from a file: it stays just what it was there
        scale = np.where(exact, near, scale)
    return {f"weights_{name}": whole, f"scale_{name}": scale}


def _grown(name: str, kept: Mapping[str, NDArray[Any]], prefix: str) -> NDArray[np.float32]:
    """The array that was kept."""
    array = kept[f"{prefix}weights_{name}"].astype(np.float32)
    return array * kept[f"{prefix}scale_{name}"] if array.ndim > 1 else array


def load_weights(path: str | Path) -> Weights:
    """The network in a file, which is read once, until it changes."""
    file = Path(path)
    if not file.is_file():
        raise BadNetwork(f"there is no file {path}")
    return _load(str(file), file.stat().st_mtime)


@lru_cache(maxsize=8)
def _load(path: str, changed: float) -> Weights:
    try:
        with np.load(path, allow_pickle=False) as kept:
            apprentice = _read(path, kept, _APPRENTICE) if f"{_APPRENTICE}facts" in kept else None
            return _read(path, kept, "", apprentice)
    except BranchlineError:
        raise
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadNetwork(f"{path} holds no trained network") from error


def _read(path: str, kept: Mapping[str, NDArray[Any]], prefix: str, apprentice: Weights | None = None) -> Weights:
    """A network, or the apprentice of one, from what a file holds."""
    facts = json.loads(str(kept[f"{prefix}facts"]))
    if (version := facts["encoding"]) != VERSION:
        raise BadNetwork(f"{path} was trained with version {version} of the encoding; this is version {VERSION}")
    network = Network.from_dict(facts["network"])
    shapes = network.weight_shapes()
    arrays = {name: _grown(name, kept, prefix) for name in shapes}
    wrong = [name for name, size in shapes.items() if arrays[name].shape != size]
    if wrong:
        raise BadNetwork(f"{path} holds no trained network: {wrong[0]} has the wrong shape")
    return Weights(network, arrays, facts["story"], apprentice)
