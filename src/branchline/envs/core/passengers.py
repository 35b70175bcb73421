"""Passengers in an encoding."""

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.engine.terrain import NONE
from branchline.envs.core.faces import FACES, Making
from branchline.envs.core.part import PLACE, Field, Part, seat_names, write_all
from branchline.mechanics.passengers import Passengers


class PassengersPart(Part):
    """Passengers by color: where they wait, who has them, and where the seat that decides is choosing."""

    def __init__(self, passengers: Passengers) -> None:
        super().__init__("passengers")
        self.passengers = passengers
        self.seats: i64 = passengers.commons.seats

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
        passengers = self.passengers
        colors = passengers.colors
        k: i64 = 0
        while k < self.seats:
            at = write_all(out, at, passengers.taken, ((seat + k) % self.seats) * colors, colors)
            k += 1
        if passengers.current != NONE:
            write_all(out, at, passengers.waiting, passengers.current * colors, colors)
        if passengers.following != NONE:
            write_all(out, at + colors, passengers.waiting, passengers.following * colors, colors)
        return write_all(out, at + 2 * colors, passengers.waiting, 0, passengers.spaces * colors)


def part_of(mechanic: Passengers, making: Making) -> Part:
    return PassengersPart(mechanic)


FACES.add(Passengers, part_of)
