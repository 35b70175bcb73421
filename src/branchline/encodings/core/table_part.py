"""What belongs to no mechanic in an encoding: turns, open questions, pieces and points."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.part import Field, Part, clear, seat_names, write_seats
from branchline.engine.decisions import KIND_NAMES
from branchline.engine.game_loop import PLAYING
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.terrain import NONE

MOST_POINTS: Final = 300  # beyond what anybody scores with routes; only the scale of the numbers hangs on it


class TablePart(Part):
    """Whose turn it is, what is asked, and every seat's pieces and points."""

    def __init__(self, rules: RuleSheet) -> None:
        super().__init__("table")
        self.rules: Final = rules
        self.seats: i64 = rules.seats
        asked = [kind for kind, offer in enumerate(rules.offers) if offer is not None]
        self.asked: list[str] = [KIND_NAMES[kind] for kind in asked]
        self.slot: Final = vec[i64]([i64(asked.index(k)) if k in asked else NONE for k in range(len(rules.offers))])
        self.kinds: i64 = len(asked)

    def fields(self) -> list[Field]:
        numbers = self.rules.setting.numbers
        seats = seat_names(self.seats)
        last = int(self.seats) * numbers.last_turns
        pieces = max(numbers.pieces, *[int(n) for n in self.rules.commons.pieces])
        return [
            Field("decision", "the question that is open to the seat, else the one on top of the stack", self.asked, 1),
            Field("deciding", "whose question that is", seats, 1),
            Field("turn", "whose turn it is; nobody's during the setup and after the end", seats, 1),
            Field("first", "who had the first turn", seats, 1),
            Field("setup", "1 until the first turn", ["setup"], 1),
            Field("last_turns", "turns left, once the end is near; before that 0", ["turns left"], last),
            Field("passes", "passes in a row", ["passes"], int(self.seats)),
            Field("pieces", "pieces in the supply", seats, pieces),
            Field("points", "points scored so far", seats, MOST_POINTS, low=-MOST_POINTS),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        rules = self.rules
        stack = rules.open
        seats = self.seats
        top = stack.at(seat)
        if top == NONE:
            top = stack.depth - 1
        if top >= 0:
            out[at + self.slot[stack.kinds[top]]] = 1
            self.point_at(out, at + self.kinds, stack.seats[top] - seat)
        at += self.kinds + seats
        if rules.turn != NONE:
            self.point_at(out, at, rules.turn - seat)
        at += seats
        self.point_at(out, at, rules.first_seat - seat)
        at += seats
        out[at] = 0 if rules.stage == PLAYING else 1
        out[at + 1] = i16(rules.last_turns) if rules.last_turns > 0 else i16(0)
        out[at + 2] = i16(rules.passes)
        at = write_seats(out, at + 3, rules.commons.pieces, seat, seats)
        return write_seats(out, at, rules.commons.points, seat, seats)

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        clear(out, at, self.size)  # something has always changed
        self.write(out, at, seat)

    def point_at(self, out: vec[i16], at: i64, ahead: i64) -> None:
        """Mark a seat by how far it sits ahead of the one that looks; behind it, if that is negative."""
        out[at + (ahead if ahead >= 0 else ahead + self.seats)] = 1
