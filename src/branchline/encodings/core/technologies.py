"""Technologies in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import Field, Marks, Part, seat_names, write_all
from branchline.mechanics.technologies.technologies import Technologies


class TechnologiesPart(Part):
    """Technologies for sale, and those of each seat."""

    def __init__(self, technologies: Technologies) -> None:
        super().__init__("technologies")
        self.technologies: Final = technologies
        self.seats: i64 = technologies.commons.seats
        self.marks: Final = Marks(self.seats, 1 + self.seats)

    def fields(self) -> list[Field]:
        names = self.technologies.ids
        copies = max([int(n) for n in self.technologies.copies])
        owned = [f"{name} of {seat}" for name in names for seat in seat_names(self.seats)]
        return [
            Field("technologies_for_sale", "copies on the table", names, copies),
            Field("technologies_owned", "1 if the seat has it", owned, 1),
        ]

    def has_changed(self, seat: i64) -> bool:
        """Whether a seat got a technology, or unsold ones left the game, since the last look."""
        self.marks.begin(seat)
        self.marks.note(1 if self.technologies.withdrawn else 0)
        for k in range(self.seats):
            self.marks.note(self.technologies.owned[k])
        return self.marks.changed

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        self.has_changed(seat)
        technologies = self.technologies
        at = write_all(out, at, technologies.table, 0, technologies.kinds)
        for k in range(self.seats):
            owned = technologies.owned[(seat + k) % self.seats]
            place: i64 = at + k
            while owned:
                out[place] = i16(owned & 1)
                owned >>= 1
                place += self.seats
        return at + technologies.kinds * self.seats


def part_of(mechanic: Technologies, making: Making) -> Part:
    return TechnologiesPart(mechanic)


FACES.add(Technologies, part_of)
