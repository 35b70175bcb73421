"""Harbors in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import PLACE, Field, Marks, Part, seat_names, write_seats
from branchline.engine.terrain import NONE
from branchline.mechanics.harbors.harbors import Harbors


class HarborsPart(Part):
    """Who has built a harbor where, and where one could build."""

    def __init__(self, harbors: Harbors) -> None:
        super().__init__("harbors")
        self.harbors: Final = harbors
        self.seats: i64 = harbors.commons.seats
        self.marks: Final = Marks(self.seats, 1 + self.seats)

    def fields(self) -> list[Field]:
        harbors = self.harbors
        seats = seat_names(self.seats)
        owners = Field(
            "harbors",
            "for each port: 1 if one has a harbor there; which of the others has one, counted from 1 in turn order; "
            "1 if a route of your own leads there",
            ["self", "other", "reached"],
            1,
            highs=[1, int(self.seats) - 1, 1],
            per=PLACE,
            rows=len(harbors.ports),
        )
        owners.row_of_place = [int(port) for port in harbors.port_of]
        return [Field("harbors_built", "harbors of each seat", seats, int(harbors.per_seat)), owners]

    def has_changed(self, seat: i64) -> bool:
        """Whether a harbor was built, or a route claimed by the seat itself, since its last look."""
        self.marks.begin(seat)
        self.marks.note(self.harbors.tracks.claims[seat])
        for k in range(self.seats):
            self.marks.note(self.harbors.built[k])
        return self.marks.changed

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        self.has_changed(seat)
        harbors = self.harbors
        at = write_seats(out, at, harbors.built, seat, self.seats)
        ports: i64 = len(harbors.ports)
        for port in range(ports):
            owner = harbors.owner[port]
            if owner == seat:
                out[at] = 1
            elif owner != NONE:
                out[at + 1] = i16((owner + self.seats - seat) % self.seats)
            out[at + 2] = i16(harbors.reached[seat * ports + port])
            at += 3
        return at


def part_of(mechanic: Harbors, making: Making) -> Part:
    return HarborsPart(mechanic)


FACES.add(Harbors, part_of)
