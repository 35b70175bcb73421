"""What networks calculate with. They are written once, for NumPy's arrays, to play, and PyTorch's, to learn."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

Array = Any  # NumPy's or PyTorch's
IMPOSSIBLE = -1e9  # how much an action is liked that is not legal


class Arithmetic(Protocol):
    """What the two kinds of arrays name differently."""

    def relu(self, x: Array) -> Array:
        """Nothing below zero."""

    def norm(self, x: Array, gain: Array) -> Array:
        """Rows brought to the same length."""

    def take(self, x: Array, rows: Array) -> Array:
        """Some of the rows."""

    def take_columns(self, x: Array, columns: Array) -> Array:
        """Some of the columns."""

    def allowed(self, table: Array, masks: Array) -> Array:
        """A table with `IMPOSSIBLE` where masks do not allow anything."""

    def number(self, x: Array, like: Array) -> Array:
        """Numbers, or yes and no as 1 and 0, as exact as others."""


class NumpyArithmetic:
    """For playing."""

    def relu(self, x: Array) -> Array:
        return np.maximum(x, 0)

    def norm(self, x: Array, gain: Array) -> Array:
        return x * (gain / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5))

    def take(self, x: Array, rows: Array) -> Array:
        return x[rows]

    def take_columns(self, x: Array, columns: Array) -> Array:
        return x[:, columns]

    def allowed(self, table: Array, masks: Array) -> Array:
        return np.where(masks, table, np.float32(IMPOSSIBLE))

    def number(self, x: Array, like: Array) -> Array:
        return x.astype(like.dtype)
