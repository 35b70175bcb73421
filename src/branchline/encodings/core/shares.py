"""Shares in railroads in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import Field, Marks, Part, clear, seat_names
from branchline.engine.terrain import NONE
from branchline.mechanics.shares.shares import Shares


class SharesPart(Part):
    """Shares in railroads: what is left of each, and who holds how many."""

    def __init__(self, shares: Shares) -> None:
        super().__init__("shares")
        self.shares: Final = shares
        self.seats: i64 = shares.commons.seats
        self.width: i64 = 2 + 2 * shares.holders
        self.marks: Final = Marks(self.seats, 1 + shares.railroads)

    def fields(self) -> list[Field]:
        holders = seat_names(self.seats)
        if self.shares.has_dummy:
            holders.append("dummy")
        per_railroad = ["left", "asked", *[f"held by {h}" for h in holders], *[f"lowest of {h}" for h in holders]]
        columns = [f"{railroad}: {what}" for railroad in self.shares.ids for what in per_railroad]
        most = max([int(n) for n in self.shares.sizes])
        highs = [most, 1, *[most] * (2 * len(holders))] * int(self.shares.railroads)
        meaning = (
            "by railroad: shares left in its pile; 1 if it is marked on the route that a share is asked for; how many "
            "each holder has; the lowest number among them"
        )
        return [Field("shares", meaning, columns, most, highs=highs)]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        marks = self.marks
        marks.begin(seat)
        marks.note(self.shares.route)
        self.write_asked(out, at)
        for railroad in range(self.shares.railroads):
            marks.note(self.shares.taken[railroad])
            self.write_railroad(out, at, seat, railroad)
            at += self.width
        return at

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        marks = self.marks
        marks.begin(seat)
        marks.note(self.shares.route)
        if marks.changed:
            self.write_asked(out, at)
        for railroad in range(self.shares.railroads):
            if marks.known[marks.at] != self.shares.taken[railroad]:
                clear(out, at + 2, self.width - 2)
                self.write_railroad(out, at, seat, railroad)
            marks.note(self.shares.taken[railroad])
            at += self.width

    def write_asked(self, out: vec[i16], at: i64) -> None:
        """Mark the railroads that a share is asked for, and no others."""
        shares = self.shares
        for k in range(shares.railroads):
            out[at + k * self.width + 1] = 0
        if shares.route != NONE:
            for k in range(shares.mark_start[shares.route], shares.mark_start[shares.route + 1]):
                out[at + shares.marks[k] * self.width + 1] = 1

    def write_railroad(self, out: vec[i16], at: i64, seat: i64, railroad: i64) -> None:
        """What is left of a railroad, and who holds the rest of it."""
        shares = self.shares
        out[at] = i16(shares.sizes[railroad] - shares.taken[railroad])
        number: i64 = shares.taken[railroad]
        while number > 0:  # from the highest down, so that the lowest is written last
            holder = shares.holder[shares.start[railroad] + number - 1]
            if holder < self.seats:
                holder = holder - seat if holder >= seat else holder - seat + self.seats
            out[at + 2 + holder] += 1
            out[at + 2 + shares.holders + holder] = i16(number)
            number -= 1


def part_of(mechanic: Shares, making: Making) -> Part:
    return SharesPart(mechanic)


FACES.add(Shares, part_of)
