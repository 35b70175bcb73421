"""A board, a variant and a number of seats as arrays of numbers that a network calculates with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.envs.encoding import Encoding, encoding
from branchline.learning.networks.described import Described, Fixed, Moving
from branchline.learning.networks.described_actions import NONE, ActionReader
from branchline.learning.networks.vocabulary import ACTION, KINDS, TABLE, Vocabulary

Floats = NDArray[np.float32]
Indexes = NDArray[np.int64]


class Parts:
    """All that never changes, for one vocabulary.

    `moving[kind]` says where in the encoding each feature of each part stands (one past its end where there is none),
    `columns[kind]` which features of the vocabulary these are, `fixed[kind]` holds those that never change, and
    `known[kind]` says which of the parts that are known by name they are. The matrices named a_b carry messages from b
    to a.
    """

    def __init__(self, of: Encoding, vocabulary: Vocabulary) -> None:
        self.of = of
        self.seats = of.seats
        described = Described(of)
        self.actions = ActionReader(of, described).all
        self.scale: Floats = np.float32(1) / units(of.high)
        self.moving: dict[str, Indexes] = {}
        self.columns: dict[str, Indexes] = {}
        self.fixed: dict[str, Floats] = {}
        self.known = {kind: _numbers(names, vocabulary.known[kind]) for kind, names in described.known.items()}
        for kind in (*KINDS, TABLE):
            everywhere = _places(described.moving[kind], vocabulary.moving[kind], of.size)
            self.columns[kind] = np.flatnonzero((everywhere < of.size).any(0))
            self.moving[kind] = np.ascontiguousarray(everywhere[:, self.columns[kind]])
            self.fixed[kind] = _values(described.fixed[kind], vocabulary.fixed[kind])
        self.fixed[ACTION] = _values([action.features for action in self.actions], vocabulary.fixed[ACTION])
        self._link_places()
        self._read_actions(len(described.cards))
        # Where the encoding says which place of the offer a ticket has, and how it says so.
        self.offered: Indexes = np.array([part["tickets offered"] for part in described.moving["ticket"]], np.int64)
        self.slot_marks: Floats = np.arange(1, self.slots + 1, dtype=np.float32) * self.scale[self.offered[0]]

    def _link_places(self) -> None:
        board, tickets = self.of.board, self.of.variant.tickets
        self.place_route: Floats = np.zeros((len(board.cities), len(board.routes)), np.float32)
        for route in board.routes:
            self.place_route[[route.a, route.b], route.index] = 1
        self.route_place: Floats = np.ascontiguousarray(self.place_route.T)
        self.ticket_place: Floats = np.zeros((len(tickets), len(board.cities)), np.float32)
        for at, ticket in enumerate(tickets):
            for end in ticket.ends:
                self.ticket_place[at, list(end)] = 1 / len(end)
        self.place_ticket: Floats = np.ascontiguousarray(self.ticket_place.T)

    def _read_actions(self, cards: int) -> None:
        """Which part of each kind an action is about; those about none name one past the last."""
        board = self.of.board
        self.route_of = _or_last([action.route for action in self.actions], len(board.routes))
        self.place_of = _or_last([action.place for action in self.actions], len(board.cities))
        combinations, self.cards_of = _distinct([tuple(sorted(action.cards.items())) for action in self.actions])
        self.combinations: Floats = np.zeros((len(combinations), cards), np.float32)
        for at, combination in enumerate(combinations):
            for card, part in combination:
                self.combinations[at, card] = part
        choices, self.choice_of = _distinct([action.slots for action in self.actions])
        self.slots = max([0, *(slot + 1 for choice in choices for slot in choice)])
        self.choices: Floats = np.zeros((len(choices), self.slots), np.float32)
        for at, choice in enumerate(choices):
            self.choices[at, list(choice)] = 1
        # Which cards pay for which route, by the actions that claim it.
        pays: Floats = np.zeros((len(board.routes), cards), np.float32)
        for action in self.actions:
            if action.route != NONE:
                pays[action.route, list(action.cards)] = 1
        self.route_card: Floats = pays / np.maximum(pays.sum(1, keepdims=True), 1)
        self.card_route: Floats = np.ascontiguousarray((pays / np.maximum(pays.sum(0, keepdims=True), 1)).T)

    def arrays(self) -> dict[str, Any]:
        """All arrays by their names, those of kinds as "moving route"."""
        found = {name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)}
        for name in ("moving", "columns", "fixed", "known"):
            found |= {f"{name} {kind}": value for kind, value in getattr(self, name).items()}
        return found


@lru_cache(maxsize=64)
def parts_of(board: str, variant: str, seats: int, vocabulary: Vocabulary) -> Parts:
    """The parts of a board; the same object for the same arguments."""
    return Parts(encoding(board, variant, seats), vocabulary)


def units(high: NDArray[np.int16]) -> Floats:
    """What numbers up to some height are counted in, so that they come out around one on every board alike."""
    return np.select([high <= 1, high <= 9, high <= 70], [1, 4, 10], 100).astype(np.float32)


def _places(parts: Sequence[Moving], names: Sequence[str], nowhere: int) -> Indexes:
    return np.array([[part.get(name, nowhere) for name in names] for part in parts], np.int64)


def _values(parts: Sequence[Fixed], names: Sequence[str]) -> Floats:
    return np.array([[part.get(name, 0) for name in names] for part in parts], np.float32)


def _numbers(names: Sequence[str], known: Sequence[str]) -> Indexes:
    """Where names stand among those that are known; one past the last for those that are not."""
    number = {name: at for at, name in enumerate(known)}
    return np.array([number.get(name, len(known)) for name in names], np.int64)


def _or_last(numbers: Sequence[int], last: int) -> Indexes:
    return np.array([last if number == NONE else number for number in numbers], np.int64)


def _distinct(values: Sequence[tuple[Any, ...]]) -> tuple[list[tuple[Any, ...]], Indexes]:
    """The different values, and for each value which of them it is."""
    found = list(dict.fromkeys(values))
    number = {value: at for at, value in enumerate(found)}
    return found, np.array([number[value] for value in values], np.int64)
