"""Arrays that callers hand in or get: what they must look like, and clear words where they do not."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.encodings.core.batch import Batch
from branchline.model.errors import BranchlineError

Array = NDArray[Any]


class BadArray(BranchlineError, ValueError):
    """An array of the wrong shape or type."""


def view_of(buffer: Any) -> Array:
    """An array that shares the memory of a `vec`; what is written there shows in it."""
    return np.asarray(memoryview(buffer))


class _Written:
    """Memory of a `vec` that callers may write to as well. NumPy keeps this, and so the memory, as long as an array."""

    def __init__(self, buffer: Any) -> None:
        self.buffer = buffer
        seen = view_of(buffer).__array_interface__
        self.__array_interface__ = {**seen, "data": (seen["data"][0], False)}  # False: it is not only for reading


def masks_of(batch: Batch) -> NDArray[np.uint8]:
    """An array of games × bytes that shares the memory of a batch's masks, where rows are a little longer."""
    memory = np.asarray(_Written(batch.bit_masks if batch.packed else batch.byte_masks)).view(np.uint8)
    width = (batch.actions + 7) // 8 if batch.packed else batch.actions
    return memory.reshape(batch.count, -1)[:, :width]


def arrays_of(batch: Batch) -> dict[str, Array]:
    """All that a batch writes, as arrays that share its memory, by the names they have among the buffers.

    They can be written to, as arrays of your own can: the batch reads nothing that stands there.
    """
    each = (batch.count, batch.seats)
    return {
        "observations": np.asarray(_Written(batch.seen)).reshape(batch.count, -1),
        "masks": masks_of(batch),
        "seats": np.asarray(_Written(batch.current)).view(np.int8),
        "dones": np.asarray(_Written(batch.dones)).view(np.bool_),
        "totals": np.asarray(_Written(batch.totals)).reshape(each),
        "places": np.asarray(_Written(batch.places)).view(np.int8).reshape(each),
        "gains": np.asarray(_Written(batch.gains)).reshape(each),
        "actors": np.asarray(_Written(batch.actors)).view(np.int8),
        "lengths": np.asarray(_Written(batch.lengths)),
    }


def check_array(name: str, array: object, shape: tuple[int, ...], *, exact: np.dtype[Any] | None = None) -> Array:
    """The array itself, if numbers can be written into it and it has this shape (and exactly this type)."""
    if not isinstance(array, np.ndarray):
        raise BadArray(f"{name} must be a NumPy array, not {type(array).__name__}")
    if array.shape != shape:
        raise BadArray(f"{name} must have the shape {shape}, not {array.shape}")
    if exact is not None and array.dtype != exact:
        raise BadArray(f"{name} must be of the type {exact.name}, not {array.dtype.name}")
    if not np.can_cast(np.int16, array.dtype, "same_kind") and exact is None:
        raise BadArray(f"{name} must hold numbers with a sign, like int16 or float32, not {array.dtype.name}")
    if not array.flags.writeable:
        raise BadArray(f"{name} must be writable")
    return array


def check_actions(actions: object, count: int) -> NDArray[np.integer]:
    """Actions as an array of whole numbers, one for each of `count` games."""
    array = np.asarray(actions)
    if array.shape != (count,):
        raise BadArray(
            f"there must be one action for each of the {count} games, not an array of the shape {array.shape}"
        )
    if array.dtype.kind not in "iu":
        raise BadArray(f"actions must be whole numbers, not {array.dtype.name}")
    return array
