"""Routes in an encoding: whose they are, and which of them one's own tickets want."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.envs.core.faces import FACES, Making, ways_of
from branchline.envs.core.part import ROUTE, Field, Part, seat_names, write_bits, write_seats
from branchline.envs.core.ways import Ways
from branchline.mechanics.tracks import Tracks

MOST_WANTED: Final[i64] = 20  # spaces of a color; more make no difference


class TracksPart(Part):
    """Who owns which route, and which routes one's own tickets want."""

    def __init__(self, tracks: Tracks, ways: Ways) -> None:
        super().__init__("tracks")
        self.late = 2
        self.tracks = tracks
        self.ways = ways
        self.terrain = tracks.terrain
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
        tracks = self.tracks
        seats = self.seats
        at = write_seats(out, at, tracks.claims, seat, seats)
        colors: i64 = at
        at += self.colors + 1
        wanted = self.ways.wanted
        base: i64 = seat * self.routes
        route: i64 = 0
        while route < self.routes:
            owners = tracks.owners[route]
            if owners:
                write_bits(out, at, owners, seat, seats)
            elif not tracks.is_shut(seat, route):
                want = wanted[base + route]
                out[at + seats] = 1 if want == 0 else 2 if want == 1 else 3
                if want:
                    color: i64 = colors + self.terrain.color[route]
                    spaces: i64 = i64(out[color]) + self.terrain.length[route]
                    out[color] = i16(spaces if spaces < MOST_WANTED else MOST_WANTED)
            at += seats + 1
            route += 1
        return at


def part_of(mechanic: Tracks, making: Making) -> Part | None:
    ways = ways_of(making)
    return None if ways is None else TracksPart(mechanic, ways)


FACES.add(Tracks, part_of)
