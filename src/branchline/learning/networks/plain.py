"""The plain network: a chain of layers for each board, which takes all numbers of the encoding at once.

It learns one board faster than the general network and answers sooner, and knows nothing of any other. The encodings of
a board's variants and numbers of seats are much alike: a number or an action of the same name has the same weights in
all of them, so one chain plays all setups of a board that it was made for.

At the end of the chain are its heads: what to do, who will win and by how much, and, once it has learned that (see
finishing.py), what the others hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.envs.core.part import PLACE, ROUTE, TICKET
from branchline.envs.encoding import Encoding, encoding
from branchline.envs.neural import BadAgent
from branchline.learning.networks.arithmetic import Arithmetic, Array
from branchline.learning.networks.hidden import ALL_FITS
from branchline.learning.networks.network import Arrays, Guesses, Judgment
from branchline.learning.networks.parts import units
from branchline.learning.setups import Setup


@dataclass(frozen=True, slots=True)
class PlainShape:
    """How large it is."""

    width: int = 640  # numbers in each layer
    blocks: int = 3  # of two layers each, around which what was known goes on unchanged
    seat: int = 128  # numbers from which the seats' chances are worked out
    guess: int = 0  # numbers from which it guesses what the others hold; 0: it has not learned that


class PlainNetwork:
    """A network for some setups."""

    kind = "plain"

    def __init__(self, shape: PlainShape, setups: Iterable[Setup]) -> None:
        self.shape = shape
        self.setups = tuple(dict.fromkeys(setups))

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> PlainNetwork:
        """From a file."""
        return cls(PlainShape(**kept["shape"]), [Setup.read(text) for text in kept["setups"]])

    def as_dict(self) -> dict[str, Any]:
        """For a file."""
        return {"shape": asdict(self.shape), "setups": [str(setup) for setup in self.setups]}

    @cached_property
    def _boards(self) -> dict[str, _Names]:
        boards = dict.fromkeys(setup.board for setup in self.setups)
        return {board: _Names([setup for setup in self.setups if setup.board == board]) for board in boards}

    def weight_shapes(self) -> dict[str, tuple[int, ...]]:
        """The names and shapes of all weights, board by board."""
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
            if self.shape.guess:
                found |= self._guess_shapes(board, names)
        return found

    def _guess_shapes(self, board: str, names: _Names) -> dict[str, tuple[int, ...]]:
        """By other seat and ticket, and by other seat and kind of card.

        It reads the inputs once more: what others have built matters little for one's own choices, and much of it is
        lost along the chain.
        """
        guess, others = self.shape.guess, names.seats - 1
        return {
            f"{board} guess_in": (len(names.inputs), guess),
            f"{board} guess_hidden": (self.shape.width, guess),
            f"{board} guess_bias": (guess,),
            f"{board} guess_fits": (ALL_FITS,),
            f"{board} tickets_out": (guess, others * len(names.tickets)),
            f"{board} tickets_bias": (others * len(names.tickets),),
            f"{board} cards_out": (guess, others * len(names.cards)),
            f"{board} cards_bias": (others * len(names.cards),),
        }

    def choosing_heads(self) -> list[str]:
        """The names of the weights that the likings are a multiple of."""
        return [f"{board} {end}" for board in self._boards for end in ("act_out", "act_bias")]

    def foretelling_heads(self, boards: Iterable[str]) -> list[str]:
        """The names of the weights that only foretelling depends on."""
        ends = ("seat_hidden", "seat_bias", "win_out", "margin_out")
        return [f"{board} {end}" for board in boards for end in ends]

    def guessing_heads(self, boards: Iterable[str]) -> list[str]:
        """The names of the weights that only guesses depend on."""
        return [name for board in boards for name in self._guess_shapes(board, self._boards[board])]

    def plays(self, board: str, variant: str, seats: int) -> bool:
        """Whether it was made for a setup."""
        return Setup(board, variant, seats) in self.setups

    def read(self, board: str, variant: str, seats: int) -> Arrays:
        """Which of its weights a setup uses."""
        setup = Setup(board, variant, seats)
        if not self.plays(board, variant, seats):
            learned = ", ".join(map(str, self.setups))
            raise BadAgent(f"this network has not learned {setup}; it has learned {learned}")
        names, of = self._boards[board], encoding(board, variant, seats)
        return {
            "board": board,
            "setup": names.setups.index(setup),
            "seats": seats,
            "scale": np.float32(1) / units(of.high),
            "inputs": np.array([names.inputs[name] for name in _input_names(of)], np.int64),
            "actions": self._actions(names, of),
            "tickets": _columns(names.tickets, _ticket_names(of), seats - 1),
            "cards": _columns(names.cards, _card_names(of), seats - 1),
        }

    @staticmethod
    def _actions(names: _Names, of: Encoding) -> NDArray[np.int64] | None:
        """Which of the board's actions a setup has; None, which is quicker, where it has them all in the same order."""
        found = np.array([names.actions[name] for name in _action_names(of)], np.int64)
        return None if np.array_equal(found, np.arange(len(names.actions))) else found

    def judge(self, do: Arithmetic, weights: Arrays, parts: Arrays, rows: Array, masks: Array) -> Judgment:
        """Judge positions."""
        board = parts["board"]
        inner = self.think(do, weights, parts, rows)
        act, bias = weights[f"{board} act_out"], weights[f"{board} act_bias"]
        if parts["actions"] is not None:
            act, bias = do.take_columns(act, parts["actions"]), do.take(bias, parts["actions"])
        return Judgment(do.allowed(inner @ act + bias, masks), *self.foretell(do, weights, parts, inner))

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

    def foretell(self, do: Arithmetic, weights: Arrays, parts: Arrays, inner: Array) -> tuple[Array, Array]:
        """Who will win, and by how much, see `Judgment`."""
        board, seats = parts["board"], parts["seats"]
        seat = do.relu(inner @ weights[f"{board} seat_hidden"] + weights[f"{board} seat_bias"])
        return seat @ weights[f"{board} win_out"][:, :seats], seat @ weights[f"{board} margin_out"][:, :seats]

    def guess(self, do: Arithmetic, weights: Arrays, parts: Arrays, inner: Array, rows: Array, fits: Array) -> Guesses:
        """What the others hold. `fits` says how well tickets fit what each of them has built, see hidden.py."""
        board, others = parts["board"], parts["seats"] - 1
        read = do.take(weights[f"{board} guess_in"], parts["inputs"])
        hidden = do.number(rows * parts["scale"], read) @ read + inner @ weights[f"{board} guess_hidden"]
        hidden = do.relu(hidden + weights[f"{board} guess_bias"])

        def table(what: str) -> Array:
            found = hidden @ weights[f"{board} {what}_out"] + weights[f"{board} {what}_bias"]
            chosen = do.take_columns(found, parts[what])
            return chosen.reshape(len(rows), others, chosen.shape[1] // others)

        return Guesses(table("tickets") + weights[f"{board} guess_fits"][fits], table("cards"))


class _Names:
    """Where the numbers and actions of a board's setups stand among all that any of them has."""

    def __init__(self, setups: list[Setup]) -> None:
        self.setups = setups
        self.seats = max(setup.seats for setup in setups)
        encodings = [encoding(setup.board, setup.variant, setup.seats) for setup in setups]
        self.inputs = _places(name for of in encodings for name in _input_names(of))
        self.actions = _places(name for of in encodings for name in _action_names(of))
        self.tickets = _places(name for of in encodings for name in _ticket_names(of))
        self.cards = _places(name for of in encodings for name in _card_names(of))


def _places(names: Iterable[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


def _columns(places: Mapping[str, int], names: list[str], others: int) -> NDArray[np.int64]:
    """Where the names stand in a table that has all places for every other seat."""
    return np.array([other * len(places) + places[name] for other in range(others) for name in names], np.int64)


def _ticket_names(of: Encoding) -> list[str]:
    return [ticket.id for ticket in of.variant.tickets]


def _card_names(of: Encoding) -> list[str]:
    return list(of.field("hand").columns)


def _input_names(of: Encoding) -> list[str]:
    """A name for every number of an encoding."""
    rows = {
        ROUTE: [route.id for route in of.board.routes],
        PLACE: [place.id for place in of.board.cities],
        TICKET: _ticket_names(of),
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
