"""A mechanic of somebody's own in an encoding, without a part of its own: the numbers of its view.

A field of the view is one number, or one for each seat (counted from the one that looks), or as many as the tuple or
mapping had when a game began. A text that names a route, a place or a card is its place in the board's list, counted
from 1; anything else is 0. Numbers beyond 99 are written as 99: a mechanic with larger ones deserves a part of its own.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.part import Field, Part, seat_names
from branchline.engine.mechanic import Mechanic
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.observation import View

MOST: Final = 99


class PlainPart(Part):
    """The fields of a view, one after the other."""

    def __init__(self, mechanic: Mechanic, rules: RuleSheet) -> None:
        super().__init__(mechanic.name)
        self.mechanic: Final = mechanic
        self.seats: int = int(rules.seats)
        board = rules.setting.board
        self.places: dict[str, int] = {}  # of names, in the board's lists
        for names in (
            [route.id for route in board.routes],
            [city.id for city in board.cities],
            [country.id for country in board.countries],
            list(board.cards),
        ):
            for k, name in enumerate(names):
                self.places.setdefault(name, k + 1)
        self.most: int = max(MOST, *self.places.values())
        sample = rules.blank()
        sample.start(0, 0)
        self.columns: list[tuple[str, list[str]]] = []  # field by field
        for twin in sample.mechanics:
            if twin.name == mechanic.name:
                self.measure(twin.view(0, False))

    def measure(self, view: View) -> None:
        """Learn from a game that has just begun how many numbers each field has."""
        for field in fields(view):
            value = getattr(view, field.name)
            columns = [field.name]
            if isinstance(value, Mapping) and value:
                columns = [str(key) for key in value]
            elif isinstance(value, tuple) and value:
                columns = seat_names(self.seats) if len(value) == self.seats else [str(k) for k in range(len(value))]
            self.columns.append((field.name, columns))

    def fields(self) -> list[Field]:
        return [
            Field(f"{self.name}_{name}", f"'{name}' of the view of {self.name}", columns, self.most, low=-MOST)
            for name, columns in self.columns
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        view = self.mechanic.view(int(seat), False)
        for name, columns in self.columns:
            for k, value in enumerate(self.values(getattr(view, name), columns, int(seat))):
                out[at + k] = i16(self.number(value))
            at += len(columns)
        return at

    def values(self, value: object, columns: list[str], seat: int) -> list[object]:
        """As many values as a field has columns."""
        found: list[object] = [value]
        if isinstance(value, Mapping):
            found = [value.get(name) for name in columns] if len(columns) > 1 or columns[0] in value else [len(value)]
        elif isinstance(value, tuple):
            found = list(value) if len(columns) > 1 or len(value) == 1 else [len(value)]
            if len(found) == self.seats:
                found = found[seat:] + found[:seat]
        return found[: len(columns)] + [None] * (len(columns) - len(found))

    def number(self, value: object) -> int:
        """A value as a small number."""
        if isinstance(value, str):
            return self.places.get(value, 0)
        if isinstance(value, (tuple, Mapping)):
            return min(len(value), MOST)
        return max(-MOST, min(MOST, value)) if isinstance(value, int) else 0
