"""Actions as a network reads them: what is done, to which route, place and cards, and with which numbers.

An action is a value with named fields (model/actions.py). Each field is read by what stands in it: the id of a route or
place, a kind of card or a color, places in an offer of tickets, a number, or any other name.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from branchline.envs.encoding import Encoding
from branchline.learning.networks.described import Described
from branchline.model.actions import Action

NONE = -1


@dataclass(slots=True)
class DescribedAction:
    """What one action refers to."""

    route: int = NONE
    place: int = NONE
    cards: dict[int, float] = field(default_factory=dict)  # kind of card -> its part in what is paid or taken
    slots: tuple[int, ...] = ()  # places in the offer of tickets
    features: dict[str, float] = field(default_factory=dict)


class ActionReader:
    """Describes the actions of a board."""

    def __init__(self, of: Encoding, described: Described) -> None:
        self._described = described
        board = of.board
        self._routes = {route.id: route.index for route in board.routes}
        self._places = {place.id: place.index for place in board.cities}
        self._slots = tuple(f"slot {k}" for k in range(max(of.variant.numbers.deal, of.variant.numbers.draw)))
        self.all: list[DescribedAction] = [self._read(of.action(number, self._slots)) for number in range(of.actions)]

    def _read(self, action: Action) -> DescribedAction:
        kind = type(action).__name__
        found = DescribedAction(features={kind: 1.0})
        for one in fields(action):
            self._read_value(found, f"{kind} {one.name}", getattr(action, one.name))
            if found.route == NONE and found.place == NONE and isinstance(value := getattr(action, one.name), str):
                found.features[f"{kind} {one.name} {value}"] = 1.0  # a color may mean other things than cards
        return found

    def _read_value(self, found: DescribedAction, name: str, value: Any) -> None:
        if isinstance(value, tuple):
            self._read_several(found, name, value)
        elif isinstance(value, int | float):
            found.features[name] = value / 4
            found.features[f"{name} is 0"] = float(value == 0)
        elif value in self._routes:
            found.route = self._routes[value]
        elif value in self._places:
            found.place = self._places[value]
        elif kinds := self._kinds(value):
            found.cards.update(dict.fromkeys(kinds, 1 / len(kinds)))

    def _read_several(self, found: DescribedAction, name: str, values: tuple[Any, ...]) -> None:
        if values and all(value in self._slots for value in values):
            found.slots = tuple(self._slots.index(value) for value in values)
            found.features[f"{name} count"] = len(values) / 4
        for k, value in enumerate(values):
            if isinstance(value, tuple):  # a card and how many of it
                kinds = self._kinds(value[0])
                found.cards.update(dict.fromkeys(kinds, 1 / max(len(kinds), 1)))
                found.features[f"{name} different"] = len(values) / 4
            elif value not in self._slots:
                self._read_value(found, f"{name} {k}", value)

    def _kinds(self, name: Any) -> list[int]:
        """The kinds of card that a name means: one, or all of a color."""
        described = self._described
        if name in described.cards:
            return [described.cards.index(name)]
        return [k for k, color in enumerate(described.color_of) if color == name]
