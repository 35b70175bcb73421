"""What a seat sees, as an array of small whole numbers: the compact form, its fields, and the graph form.

>>> from branchline.envs import encoding
>>> usa = encoding("usa")
>>> usa.size
513

An encoding belongs to a board, a variant and a number of seats, and always has the same size. Seats are counted from
the one that looks: first itself, then the others in turn order. Nothing in it is hidden from that seat.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from librt.vecs import vec
from mypy_extensions import i16
from numpy.typing import NDArray

from branchline.boards import registry
from branchline.encodings.arrays import Array, check_array, view_of
from branchline.encodings.core.encoder import Encoder
from branchline.encodings.core.part import Field
from branchline.encodings.graph import Graph
from branchline.game import Game, imagine
from branchline.model.actions import Action
from branchline.model.board import Board, Variant
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation

VERSION: Final = 2  # rises whenever any number of any encoding changes its place or its meaning


class Encoding:
    """The encoding of a board, a variant and a number of seats."""

    def __init__(self, board: str, variant: str, seats: int) -> None:
        self._rules = registry.new_rule_sheet(board, variant, seats)
        self._encoder = Encoder(self._rules)
        self.board: Board = self._rules.setting.board
        self.variant: Variant = self._rules.setting.variant
        self.seats = seats
        self.version = VERSION
        self.size = int(self._encoder.size)
        self.actions = self._rules.action_count()
        self.fields: tuple[Field, ...] = tuple(self._encoder.fields)
        self._buffer: vec[i16] = vec[i16]([i16(0)] * self.size)
        self._view = view_of(self._buffer)  # the same memory

    # Encoding

    def encode(self, game: Game, seat: int | None = None, out: Array | None = None) -> Array:
        """What a seat (by default the one to move) may know of a game; written into `out` where one is given."""
        if (game.board.id, game.variant.id, game.seats) != (self.board.id, self.variant.id, self.seats):
            raise BadSetup(
                f"this encoding is for {self.board.id} {self.variant.id} with {self.seats} seats, "
                f"not for {game.board.id} {game.variant.id} with {game.seats}"
            )
        seat = game.to_move if seat is None else seat
        if seat is None:
            raise BadSetup("the game is over: say for which seat to encode it")
        if not 0 <= seat < self.seats:
            raise BadSetup(f"there is no seat {seat}; seats go from 0 to {self.seats - 1}")
        out = np.empty(self.size, np.int16) if out is None else check_array("out", out, (self.size,))
        self._rules.copy_from(game._rules)
        self._encoder.write(self._buffer, 0, seat)
        np.copyto(out, self._view, casting="same_kind")
        return out

    def encode_observation(self, observation: Observation, out: Array | None = None) -> Array:
        """The same from an observation: any world that its seat can imagine has the same encoding."""
        return self.encode(imagine(observation, 0), observation.seat, out)

    def mask(self, legal: tuple[int, ...] | list[int], out: Array | None = None) -> Array:
        """Legal actions as an array of zeros and ones."""
        out = np.zeros(self.actions, np.int8) if out is None else check_array("out", out, (self.actions,))
        out[:] = 0
        out[list(legal)] = 1
        return out

    def action(self, number: int, offer: tuple[str, ...]) -> Action:
        """The action behind a number, for a seat that chooses from this offer of tickets."""
        return self._rules.typed(number, offer)

    # What the numbers mean

    @cached_property
    def low(self) -> NDArray[np.int16]:
        """The smallest value of each number."""
        return np.concatenate([np.full(field.size(), field.low, np.int16) for field in self.fields])

    @cached_property
    def high(self) -> NDArray[np.int16]:
        """The largest value of each number."""
        return np.concatenate([np.tile(np.array(field.highs, np.int16), field.rows) for field in self.fields])

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """What to multiply the numbers by to get inputs between -1 and 1."""
        return (1 / np.maximum(self.high, 1)).astype(np.float32)

    @cached_property
    def parts(self) -> dict[str, tuple[Field, ...]]:
        """The fields of each part; a part is what one mechanic adds."""
        left = list(self.fields)
        found: dict[str, tuple[Field, ...]] = {}
        for part in self._encoder.parts:
            count = len(part.fields())
            found[part.name] = tuple(left[:count])
            del left[:count]
        return found

    def field(self, name: str) -> Field:
        """A field by its name."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"there is no field '{name}'; there are: {', '.join(field.name for field in self.fields)}")

    def part(self, encoded: Array, name: str) -> Array:
        """The table of a field, rows × columns, out of one encoding or of many."""
        field = self.field(name)
        stretch = encoded[..., field.start : field.start + field.size()]
        return stretch.reshape(*encoded.shape[:-1], field.rows, len(field.columns))

    @cached_property
    def graph(self) -> Graph:
        """The graph form."""
        return Graph(self.board, self.variant, self.fields, self.size)


@registry.kept
def encoding(board: str, variant: str = "classic", seats: int = 2) -> Encoding:
    """The encoding of a board, a variant and a number of seats; the same object for the same arguments."""
    return Encoding(board, variant, seats)
