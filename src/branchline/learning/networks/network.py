"""What all networks have in common.

There are two kinds: a general one, which plays all boards with the same weights, and a plain one, which has weights for
each board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from branchline.learning.networks.arithmetic import Arithmetic, Array

Arrays = Mapping[str, Any]  # by their names


@dataclass(slots=True)
class Judgment:
    """What a network thinks of some positions."""

    liking: Array  # by position and action: how much it is liked; `IMPOSSIBLE` where it is not legal
    win: Array  # by position and seat, from the one that looks: the logarithm of its chance, up to a constant
    margin: Array  # likewise: the lead over the best of the others, in hundreds of points


@dataclass(slots=True)
class Guesses:
    """What a network thinks the others hold in some positions; others are counted from the seat that looks on."""

    tickets: Array  # by position, other seat and ticket: the logarithm of the odds that it holds it
    cards: Array  # by position, other seat and kind: the logarithm of how many times likelier than by chance an unseen
    # card of this kind is to be in that hand, up to a constant


class Network(Protocol):
    """A calculation, for weights that are given with every call."""

    @property
    def kind(self) -> str:
        """Its name in files and commands."""

    def as_dict(self) -> dict[str, Any]:
        """For a file: what its `from_dict` reads."""

    def weight_shapes(self) -> dict[str, tuple[int, ...]]:
        """The names and shapes of all weights: matrices of inputs × outputs, and rows that are added or multiplied."""

    def choosing_heads(self) -> list[str]:
        """The names of the weights that the likings are a multiple of."""

    def plays(self, board: str, variant: str, seats: int) -> bool:
        """Whether it can play a setup."""

    def read(self, board: str, variant: str, seats: int) -> Arrays:
        """What it has to know of a board."""

    def judge(self, do: Arithmetic, weights: Arrays, parts: Arrays, rows: Array, masks: Array) -> Judgment:
        """Judge positions: `rows` of an encoding, `masks` of what is legal in each, and `parts`, which `read` gave."""
