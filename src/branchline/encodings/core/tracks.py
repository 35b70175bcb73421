"""Routes in an encoding: whose they are, and which of them your own tickets want."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making, ways_of
from branchline.encodings.core.part import ROUTE, Field, Part, seat_names, write_seats
from branchline.encodings.core.ways import KeptWays
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.routes.ways import CLOSED

MOST_WANTED: Final[i64] = 20  # spaces of a color; more make no difference


class TracksPart(Part):
    """Who owns which route, and which routes your own tickets want."""

    def __init__(self, tracks: Tracks, ways: KeptWays) -> None:
        super().__init__("tracks")
        self.late = 2
        self.by_ways = True
        self.tracks: Final = tracks
        self.ways: Final = ways
        self.wanted: Final = ways.wanted
        self.terrain: Final = tracks.terrain
        self.seats: i64 = tracks.commons.seats
        self.routes: i64 = tracks.routes
        self.colors: i64 = tracks.terrain.colors

    def fields(self) -> list[Field]:
        board = self.terrain.board
        seats = seat_names(self.seats)
        columns = [*seats, "free"]
        return [
            Field("routes_owned", "how many routes each seat has", seats, int(self.routes)),
            Field(
                "cards_wanted",
                "spaces of the wanted routes (see `routes`), by their color, up to 20",
                [*board.colors, "gray"],
                MOST_WANTED,
            ),
            Field(
                "routes",
                "1 for each seat that owns the route; free: 1 if nothing but cards, pieces and permissions keeps the "
                "seat from claiming it, 2 if it is wanted, being on the cheapest way of a ticket that the seat holds, "
                "3 if of several",
                columns,
                1,
                highs=[*[1] * (len(columns) - 1), 3],
                per=ROUTE,
                rows=int(self.routes),
            ),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        rows: i64 = at + self.seats + self.colors + 1
        width: i64 = self.seats + 1
        for route in range(self.routes):
            out[rows + route * width + self.seats] = 1  # free
        self.write_changed(out, at, seat)
        return rows + self.routes * width

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        if self.wanted.changed_count[seat] > 0:  # else no claim and no other way: the sums are the same as well
            self.write_changed(out, at, seat)

    def write_changed(self, out: vec[i16], at: i64, seat: i64) -> None:
        """Write the sums, and the routes that have changed."""
        wanted = self.wanted
        rows = self.write_sums(out, at, seat)
        weight = self.ways.searches[seat].weight
        first: i64 = seat * self.routes
        for k in range(first, first + wanted.changed_count[seat]):
            route = i64(wanted.changed[k])
            self.write_route(out, rows + route * (self.seats + 1), route, seat, weight)
        wanted.forget_changes(seat)

    def write_sums(self, out: vec[i16], at: i64, seat: i64) -> i64:
        """How many routes each seat has, and the spaces of wanted ones by color; returns where the routes begin."""
        at = write_seats(out, at, self.tracks.claims, seat, self.seats)
        spaces = self.wanted.spaces
        first: i64 = seat * (self.colors + 1)
        for k in range(first, first + self.colors + 1):
            out[at] = i16(spaces[k] if spaces[k] < MOST_WANTED else MOST_WANTED)
            at += 1
        return at

    # unchecked: `write_changed` gives the row of a route of the map
    def write_route(self, out: vec[i16], at: i64, route: i64, seat: i64, weight: vec[i64]) -> None:
        """Whose a route is, or whether it is free and wanted."""
        seats = self.seats
        owners = self.tracks.owners[route]
        other: i64 = seat
        end: i64 = at + seats
        for k in range(at, end):
            out[k] = i16(owners >> other & 1)
            other += 1
            if other == seats:
                other = 0
        if owners != 0 or weight[route] == CLOSED:
            out[end] = 0
        else:
            ways = self.wanted.ways[seat * self.routes + route]
            out[end] = 1 if ways == 0 else 2 if ways == 1 else 3


def part_of(mechanic: Tracks, making: Making) -> Part | None:
    ways = ways_of(making)
    return None if ways is None else TracksPart(mechanic, ways)


FACES.add(Tracks, part_of)
