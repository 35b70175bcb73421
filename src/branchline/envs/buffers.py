"""The arrays that a `VectorEnv` writes into, and how they are laid out."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.encodings.arrays import check_array
from branchline.encodings.encoding import encoding


@dataclass(frozen=True, slots=True)
class BatchSetup:
    """What is played: all that workers in other processes have to be told."""

    board: str
    variant: str
    seats: int
    games: int
    packed: bool  # masks are bits
    opponents: tuple[str, ...]  # specs of bots; none in self-play
    learner: int | None
    with_gains: bool
    group_count: int  # the games are stepped in that many groups, one after the other
    opponents_every: int = 1  # opponents sit in every so-manyth game; in the others the learner has all seats

    @property
    def one_learner(self) -> bool:
        """Whether the learner has one seat in every game."""
        return bool(self.opponents) and self.opponents_every == 1

    def has_opponents(self, game: int) -> bool:
        """Whether bots play in a game."""
        return bool(self.opponents) and game % self.opponents_every == 0

    def groups(self) -> list[tuple[int, int]]:
        """The first game of each group, and the first that is no longer in it."""
        bounds = [self.games * k // self.group_count for k in range(self.group_count + 1)]
        return list(pairwise(bounds))

    def layout(self) -> dict[str, tuple[tuple[int, ...], np.dtype[Any]]]:
        """The shape and type of each array."""
        of = encoding(self.board, self.variant, self.seats)
        each = (self.games, self.seats)
        return {
            "observations": ((self.games, of.size), np.dtype(np.int16)),
            "masks": ((self.games, (of.actions + 7) // 8 if self.packed else of.actions), np.dtype(np.uint8)),
            "seats": ((self.games,), np.dtype(np.int8)),
            "rewards": ((self.games,) if self.one_learner else each, np.dtype(np.float32)),
            "dones": ((self.games,), np.dtype(np.bool_)),
            "totals": (each, np.dtype(np.int32)),
            "places": (each, np.dtype(np.int8)),
            "gains": (each, np.dtype(np.int32)),
            "actors": ((self.games,), np.dtype(np.int8)),
            "learners": ((self.games,), np.dtype(np.int8)),
            "lengths": ((self.games,), np.dtype(np.int32)),
        }


@dataclass(slots=True)
class Buffers:
    """What a batch of games looks like after a step, one row for each game."""

    observations: NDArray[Any]  # what the seat that decides sees, see `Encoding`; int16, or any type you hand in
    masks: NDArray[np.uint8]  # its legal actions: a byte each, or a bit each, the lowest bit of a byte first
    seats: NDArray[np.int8]  # the seat that decides
    rewards: NDArray[np.float32]  # in self-play by game and seat; against bots in every game the learner's
    dones: NDArray[np.bool_]  # a game ended in this step; what is shown is the next one in its place
    totals: NDArray[np.int32]  # by seat: the final scores of the game that ended last in this place
    places: NDArray[np.int8]  # by seat: the places in it; 1 is the winner
    gains: NDArray[np.int32]  # by seat: the change of its standing, if the rewards want to know
    actors: NDArray[np.int8]  # the seat whose action was taken in this step
    learners: NDArray[np.int8]  # against bots: the seat that the learner had in this step's game; -1: all of them
    lengths: NDArray[np.int32]  # how many decisions of learners the game took that ended last in this place

    @classmethod
    def allocate(cls, setup: BatchSetup, **given: NDArray[Any]) -> Buffers:
        """New arrays, all zero, except those that are given."""
        layout = setup.layout().items()
        return cls(**given, **{name: np.zeros(shape, kind) for name, (shape, kind) in layout if name not in given})

    def checked(self, setup: BatchSetup) -> Buffers:
        """These arrays, if they have the right shapes and types; observations may be of any signed type."""
        for name, (shape, kind) in setup.layout().items():
            exact = None if name == "observations" else kind
            check_array(f"buffers.{name}", getattr(self, name), shape, exact=exact)
        return self

    def part(self, start: int, stop: int) -> Buffers:
        """The rows of some of the games; the same memory."""
        return Buffers(**{field.name: getattr(self, field.name)[start:stop] for field in fields(self)})
