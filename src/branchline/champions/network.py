"""The network: a chain of layers for each board, which takes all numbers of the encoding at once.

The encodings of a board's variants and numbers of seats are much alike: a number or an action of the same name has the
same weights in all of them, so one chain plays all setups of a board that it was made for. At the end of the chain are
its heads: what to do, who will win, and by how much.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.champions.arithmetic import Arithmetic, Array
from branchline.champions.setups import Setup
from branchline.encodings.core.part import PLACE, ROUTE, TICKET
from branchline.encodings.encoding import Encoding, encoding
from branchline.model.errors import BranchlineError

Arrays = Mapping[str, Any]  # by their names


class BadNetwork(BranchlineError):
    """A file that holds no trained network, or one that cannot play here."""


@dataclass(slots=True)
class Judgment:
    """What a network thinks of some positions."""

    liking: Array  # by position and action: how much it is liked; `IMPOSSIBLE` where it is not legal
    win: Array  # by position and seat, from the one that looks: the logarithm of its chance, up to a constant
    margin: Array  # likewise: the lead over the best of the others, in hundreds of points


@dataclass(frozen=True, slots=True)
class Shape:
    """How large it is."""

    width: int = 640  # numbers in each layer
    blocks: int = 3  # of two layers each, around which what was known goes on unchanged
    seat: int = 128  # numbers from which the seats' chances are worked out


class Network:
    """A calculation for some setups, with weights that are given with every call."""

    def __init__(self, shape: Shape, setups: Iterable[Setup]) -> None:
        self.shape = shape
        self.setups = tuple(dict.fromkeys(setups))

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Network:
        """From a file. What older versions have learned besides is left out."""
        shape = Shape(**{name: kept["shape"][name] for name in asdict(Shape())})
        return cls(shape, [Setup.read(text) for text in kept["setups"]])

    def as_dict(self) -> dict[str, Any]:
        """For a file."""
        return {"shape": asdict(self.shape), "setups": [str(setup) for setup in self.setups]}

    @cached_property
    def _boards(self) -> dict[str, _Names]:
        boards = dict.fromkeys(setup.board for setup in self.setups)
        return {board: _Names([setup for setup in self.setups if setup.board == board]) for board in boards}

    def weight_shapes(self) -> dict[str, tuple[int, ...]]:
        """The names and shapes of all weights: matrices of inputs × outputs, and rows that are added or multiplied."""
        width, seat = self.shape.width, self.shape.seat
        found: dict[str, tuple[int, ...]] = {}
        for board, names in self._boards.items():
            found[f"{board} in"] = (len(names.inputs), width)
            found[f"{board} known_setup"] = (len(names.setups), width)
            for k in range(self.shape.blocks):
                found[f"{board} {k}_norm"] = (width,)
                found[f"{board} {k}_hidden"] = (width, width)
                found[f"{board} {k}_bias"] = (width,)
                found[f"{board} {k}_out"] = (width, width)
            found[f"{board} last_norm"] = (width,)
            found[f"{board} act_out"] = (width, len(names.actions))
            found[f"{board} act_bias"] = (len(names.actions),)
            found[f"{board} seat_hidden"] = (width, seat)
            found[f"{board} seat_bias"] = (seat,)
            found[f"{board} win_out"] = (seat, names.seats)
            found[f"{board} margin_out"] = (seat, names.seats)
        return found

    def choosing_heads(self) -> list[str]:
        """The names of the weights that the likings are a multiple of."""
        return [f"{board} {end}" for board in self._boards for end in ("act_out", "act_bias")]

    def predicting_heads(self, boards: Iterable[str]) -> list[str]:
        """The names of the weights that only predicting depends on."""
        ends = ("seat_hidden", "seat_bias", "win_out", "margin_out")
        return [f"{board} {end}" for board in boards for end in ends]

    def plays(self, board: str, variant: str, seats: int) -> bool:
        """Whether it was made for a setup."""
        return Setup(board, variant, seats) in self.setups

    def read(self, board: str, variant: str, seats: int) -> Arrays:
        """Which of its weights a setup uses."""
        setup = Setup(board, variant, seats)
        if not self.plays(board, variant, seats):
            learned = ", ".join(map(str, self.setups))
            raise BadNetwork(f"this network has not learned {setup}; it has learned {learned}")
        names, of = self._boards[board], encoding(board, variant, seats)
        return {
            "board": board,
            "setup": names.setups.index(setup),
            "seats": seats,
            "scale": np.float32(1) / _units(of.high),
            "inputs": np.array([names.inputs[name] for name in _input_names(of)], np.int64),
            "actions": self._actions(names, of),
        }

    @staticmethod
    def _actions(names: _Names, of: Encoding) -> NDArray[np.int64] | None:
        """Which of the board's actions a setup has; None, which is quicker, where it has them all in the same order."""
        found = np.array([names.actions[name] for name in _action_names(of)], np.int64)
        return None if np.array_equal(found, np.arange(len(names.actions))) else found

    def judge(self, do: Arithmetic, weights: Arrays, parts: Arrays, rows: Array, masks: Array) -> Judgment:
        """Judge positions: `rows` of an encoding, `masks` of what is legal in each, and `parts`, which `read` gave."""
        board = parts["board"]
        inner = self.think(do, weights, parts, rows)
        act, bias = weights[f"{board} act_out"], weights[f"{board} act_bias"]
        if parts["actions"] is not None:
            act, bias = do.take_columns(act, parts["actions"]), do.take(bias, parts["actions"])
        return Judgment(do.allowed(inner @ act + bias, masks), *self.predict(do, weights, parts, inner))

    def think(self, do: Arithmetic, weights: Arrays, parts: Arrays, rows: Array) -> Array:
        """The numbers at the end of the chain, from which all heads read."""
        board = parts["board"]

        def of(name: str) -> Array:
            return weights[f"{board} {name}"]

        read = do.take(of("in"), parts["inputs"])
        inner = do.relu(do.number(rows * parts["scale"], read) @ read + of("known_setup")[parts["setup"]])
        for k in range(self.shape.blocks):
            hidden = do.relu(do.norm(inner, of(f"{k}_norm")) @ of(f"{k}_hidden") + of(f"{k}_bias"))
            inner = inner + hidden @ of(f"{k}_out")
        return do.relu(do.norm(inner, of("last_norm")))

    def predict(self, do: Arithmetic, weights: Arrays, parts: Arrays, inner: Array) -> tuple[Array, Array]:
        """Who will win, and by how much, see `Judgment`."""
        board, seats = parts["board"], parts["seats"]
        seat = do.relu(inner @ weights[f"{board} seat_hidden"] + weights[f"{board} seat_bias"])
        return seat @ weights[f"{board} win_out"][:, :seats], seat @ weights[f"{board} margin_out"][:, :seats]


class _Names:
    """Where the numbers and actions of a board's setups stand among all that any of them has."""

    def __init__(self, setups: list[Setup]) -> None:
        self.setups = setups
        self.seats = max(setup.seats for setup in setups)
        encodings = [encoding(setup.board, setup.variant, setup.seats) for setup in setups]
        self.inputs = _places(name for of in encodings for name in _input_names(of))
        self.actions = _places(name for of in encodings for name in _action_names(of))


def _places(names: Iterable[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


def _units(high: NDArray[np.int16]) -> NDArray[np.float32]:
    """What numbers up to some height are counted in, so that they come out around one on every board alike."""
    return np.select([high <= 1, high <= 9, high <= 70], [1, 4, 10], 100).astype(np.float32)


def _input_names(of: Encoding) -> list[str]:
    """A name for every number of an encoding."""
    rows = {
        ROUTE: [route.id for route in of.board.routes],
        PLACE: [place.id for place in of.board.cities],
        TICKET: [ticket.id for ticket in of.variant.tickets],
    }
    found = []
    for field in of.fields:
        ids = rows.get(field.per, [""])
        if field.row_of_place:
            ids = [ids[place] for row in range(field.rows) for place in [field.row_of_place.index(row)]]
        found += [f"{field.name} {row} {column}" for row in ids for column in field.columns]
    return found


def _action_names(of: Encoding) -> list[str]:
    """A name for every action."""
    slots = tuple(f"slot {k}" for k in range(max(of.variant.numbers.deal, of.variant.numbers.draw)))
    return [str(of.action(number, slots)) for number in range(of.actions)]
