"""Passengers in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import PLACE, Field, Marks, Part, clear, seat_names, write_all
from branchline.engine.terrain import NONE
from branchline.mechanics.passengers.passengers import Passengers


class PassengersPart(Part):
    """Passengers by color: where they wait, who has them, and where the seat that decides is choosing."""

    def __init__(self, passengers: Passengers) -> None:
        super().__init__("passengers")
        self.passengers: Final = passengers
        self.seats: i64 = passengers.commons.seats
        self.marks: Final = Marks(self.seats, passengers.spaces)  # how many wait on each space
        self.total: Final = Marks(self.seats, 1)  # how many were taken

    def fields(self) -> list[Field]:
        passengers = self.passengers
        colors = passengers.color_names
        taken = [f"{seat} {color}" for seat in seat_names(self.seats) for color in colors]
        ends = [f"{end} {color}" for end in ("here", "next") for color in colors]
        most = max([int(n) for n in passengers.capacity])
        waiting = Field(
            "passengers_waiting",
            "passengers on each space; the dead ends of a country share one",
            colors,
            most,
            per=PLACE,
            rows=int(passengers.spaces),
        )
        waiting.row_of_place = [int(space) for space in passengers.space_of]
        return [
            Field("passengers_taken", "passengers of each seat", taken, max([int(n) for n in passengers.composition])),
            Field(
                "passengers_ends",
                "passengers at the end of the new route that is asked about, and at the next",
                ends,
                most,
            ),
            waiting,
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        at = self.write_taken(out, at, seat)
        self.has_changed(seat)
        self.marks.begin(seat)
        for space in range(self.passengers.spaces):
            at = self.write_space(out, at, space)
            self.marks.note(self.passengers.left[space])
        return at

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        passengers = self.passengers
        at = self.write_taken(out, at, seat)
        if not self.has_changed(seat):
            return
        marks = self.marks
        marks.begin(seat)
        for space in range(passengers.spaces):
            if marks.known[marks.at] != passengers.left[space]:
                self.write_space(out, at, space)
            marks.note(passengers.left[space])
            at += passengers.colors

    def has_changed(self, seat: i64) -> bool:
        """Whether any passenger was taken since the last look."""
        total: i64 = 0
        for taken in self.passengers.taken:
            total += taken
        self.total.begin(seat)
        self.total.note(total)
        return self.total.changed

    def write_taken(self, out: vec[i16], at: i64, seat: i64) -> i64:
        """Who has which passengers, and who waits at the ends of a new route; returns where that ends."""
        passengers = self.passengers
        colors = passengers.colors
        other = seat
        for _k in range(self.seats):
            at = write_all(out, at, passengers.taken, other * colors, colors)
            other += 1
            if other == self.seats:
                other = 0
        at = self.write_end(out, at, passengers.current)
        return self.write_end(out, at, passengers.following)

    def write_end(self, out: vec[i16], at: i64, space: i64) -> i64:
        """Who waits at an end of a new route, if there is one; returns where that ends."""
        if space != NONE:
            return self.write_space(out, at, space)
        clear(out, at, self.passengers.colors)
        return at + self.passengers.colors

    def write_space(self, out: vec[i16], at: i64, space: i64) -> i64:
        """Who waits on a space; returns where that ends."""
        colors = self.passengers.colors
        return write_all(out, at, self.passengers.waiting, space * colors, colors)


def part_of(mechanic: Passengers, making: Making) -> Part:
    return PassengersPart(mechanic)


FACES.add(Passengers, part_of)
