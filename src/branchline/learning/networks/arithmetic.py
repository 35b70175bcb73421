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

    def best(self, x: Array) -> Array:
        """The highest of all rows, number by number."""

    def join(self, arrays: list[Array]) -> Array:
        """Side by side."""

    def take(self, x: Array, rows: Array) -> Array:
        """Some of the rows."""

    def take_columns(self, x: Array, columns: Array) -> Array:
        """Some of the columns."""

    def pairs(self, masks: Array) -> tuple[Array, Array]:
        """The row and the column of everything that masks allow."""

    def spread(self, values: Array, masks: Array) -> Array:
        """Values for all that masks allow, row by row, in a table that has `IMPOSSIBLE` everywhere else."""

    def allowed(self, table: Array, masks: Array) -> Array:
        """A table with `IMPOSSIBLE` where masks do not allow anything."""

    def legal_routes(self, games: Array, routes: Array, count: int, some: Array) -> Array:
        """1 for each route that a legal action is about, as games × (routes + 1) × 1."""

    def pad(self, x: Array) -> Array:
        """With one more row of zeros behind the last."""

    def number(self, x: Array, like: Array) -> Array:
        """Numbers, or yes and no as 1 and 0, as exact as others."""


class NumpyArithmetic:
    """For playing."""

    def relu(self, x: Array) -> Array:
        return np.maximum(x, 0)

    def norm(self, x: Array, gain: Array) -> Array:
        return x * (gain / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5))

    def best(self, x: Array) -> Array:
        return x.max(1)

    def join(self, arrays: list[Array]) -> Array:
        return np.concatenate(arrays, -1)

    def take(self, x: Array, rows: Array) -> Array:
        return x[rows]

    def take_columns(self, x: Array, columns: Array) -> Array:
        return x[:, columns]

    def pairs(self, masks: Array) -> tuple[Array, Array]:
        games, actions = np.nonzero(masks)
        return games, actions

    def spread(self, values: Array, masks: Array) -> Array:
        found = np.full(masks.shape, IMPOSSIBLE, np.float32)
        found[masks] = values
        return found

    def allowed(self, table: Array, masks: Array) -> Array:
        return np.where(masks, table, np.float32(IMPOSSIBLE))

    def legal_routes(self, games: Array, routes: Array, count: int, some: Array) -> Array:
        found = np.zeros((len(some), count + 1, 1), np.float32)
        found[games, routes] = 1
        return found[:, :count]

    def pad(self, x: Array) -> Array:
        return np.pad(x, ((0, 0), (0, 1), (0, 0)))

    def number(self, x: Array, like: Array) -> Array:
        return x.astype(like.dtype)
