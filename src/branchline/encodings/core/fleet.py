"""Fleets of trains and ships in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import Field, Part, seat_names, write_seats
from branchline.engine.terrain import NONE
from branchline.mechanics.fleet.fleet import Fleet


class FleetPart(Part):
    """Trains and ships of each seat; hidden until all fleets are shown."""

    def __init__(self, fleet: Fleet) -> None:
        super().__init__("fleet")
        self.fleet: Final = fleet
        self.seats: i64 = fleet.commons.seats

    def fields(self) -> list[Field]:
        seats = seat_names(self.seats)
        trains, ships = int(self.fleet.most_trains), int(self.fleet.most_ships)
        most_idle, most_stuck = int(self.fleet.idle_rounds * self.seats), int(self.fleet.stuck_rounds * self.seats)
        return [
            Field("trains", "trains in the supply", seats, trains),
            Field("ships", "ships in the supply", seats, ships),
            Field("box_trains", "trains in the box", seats, trains),
            Field("box_ships", "ships in the box", seats, ships),
            Field("fleet_chosen", "the trains of your own fleet, chosen but not shown yet", ["trains"], trains),
            Field("idle", "turns in a row in which seats only exchanged pieces or passed", ["turns"], most_idle),
            Field("stuck", "turns in a row in which they could do nothing else", ["turns"], most_stuck),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        fleet = self.fleet
        if fleet.shown:
            write_seats(out, at, fleet.trains, seat, self.seats)
            write_seats(out, at + self.seats, fleet.ships, seat, self.seats)
            write_seats(out, at + 2 * self.seats, fleet.box_trains, seat, self.seats)
            write_seats(out, at + 3 * self.seats, fleet.box_ships, seat, self.seats)
        at += 4 * self.seats
        if fleet.chosen[seat] != NONE:
            out[at] = i16(fleet.chosen[seat])
        out[at + 1] = i16(fleet.idle)
        out[at + 2] = i16(fleet.stuck)
        return at + 3


def part_of(mechanic: Fleet, making: Making) -> Part:
    return FleetPart(mechanic)


FACES.add(Fleet, part_of)
