"""Who owns which track, which tracks are open to whom, and what is connected (COM-042, COM-056..COM-061, COM-072).

Open routes are kept in groups of equal price (see engine/terrain.py) so that payments are counted, not listed. While
all seats have the same routes open, they share one set of groups; else each seat has its own.
"""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.mechanic import Mechanic
from branchline.model.observation import Observation, TracksView, View


class Tracks(Mechanic):
    """Owners as bit sets of seats; open routes in groups; a union-find of connected places for every seat."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("tracks", commons)
        terrain = commons.terrain
        self.terrain = terrain
        self.routes: i64 = terrain.routes
        self.groups: i64 = terrain.group_count
        self.shapes: i64 = terrain.shape_count
        self.places: i64 = terrain.places
        # With few seats a claimed track closes its twins for everybody, so all seats have the same routes open.
        self.single_track: bool = commons.seats <= commons.setting.numbers.single_track
        self.lists: i64 = 1 if self.single_track else commons.seats
        self.owners: vec[i64] = vec[i64]([0] * self.routes)
        # The routes of seat s in the order claimed: claimed[s * routes : s * routes + claims[s]].
        self.claimed: vec[i64] = vec[i64]([0] * (commons.seats * self.routes))
        self.claims: vec[i64] = vec[i64]([0] * commons.seats)
        # Per list: group g has open[list * groups + g] open routes, the first so many of its stretch of members.
        self.open: vec[i64] = vec[i64]()
        self.open_to_color: vec[i64] = vec[i64]()  # the same, for each color with the gray routes of the shape
        self.open_by_shape: vec[i64] = vec[i64]()
        self.members: vec[i64] = vec[i64]()
        self.position: vec[i64] = vec[i64]()
        self.all_open: vec[i64] = vec[i64]()
        self.all_open_to_color: vec[i64] = vec[i64]()
        self.all_open_by_shape: vec[i64] = vec[i64]()
        self.all_members: vec[i64] = vec[i64]()
        self.all_positions: vec[i64] = vec[i64]()
        self.unconnected: vec[i64] = vec[i64]([i64(p) for _ in range(commons.seats) for p in range(self.places)])
        self.parent: vec[i64] = self.unconnected[:]
        self.build_lists()
        self.reset()

    def build_lists(self) -> None:
        """The groups of a fresh board, once per list."""
        terrain = self.terrain
        opened: list[int] = [int(size) for size in terrain.group_size]
        members: list[int] = [int(route) for route in terrain.group_members]
        positions = [0] * int(self.routes)
        for at, route in enumerate(members):
            positions[route] = at
        shapes = int(self.shapes)
        by_shape = [sum(opened[s::shapes]) for s in range(shapes)]
        gray = opened[-shapes:]
        to_color = [n + gray[group % shapes] for group, n in enumerate(opened[:-shapes])] + gray
        lists = int(self.lists)
        self.all_open = vec[i64]([i64(n) for n in opened * lists])
        self.all_members = vec[i64]([i64(n) for n in members * lists])
        self.all_positions = vec[i64]([i64(n) for n in positions * lists])
        self.all_open_by_shape = vec[i64]([i64(n) for n in by_shape * lists])
        self.all_open_to_color = vec[i64]([i64(n) for n in to_color * lists])

    def reset(self) -> None:
        owners = self.owners
        route: i64 = 0
        while route < self.routes:
            owners[route] = 0
            route += 1
        seat: i64 = 0
        while seat < self.commons.seats:
            self.claims[seat] = 0
            seat += 1
        self.open = self.all_open[:]
        self.open_to_color = self.all_open_to_color[:]
        self.open_by_shape = self.all_open_by_shape[:]
        self.members = self.all_members[:]
        self.position = self.all_positions[:]
        self.parent = self.unconnected[:]

    # Claiming

    def list_of(self, seat: i64) -> i64:
        """Which set of groups holds the routes open to a seat."""
        return 0 if self.lists == 1 else seat

    def is_open(self, seat: i64, route: i64) -> bool:
        """Whether a seat may claim the route, cards and pieces apart."""
        at = self.list_of(seat)
        group = self.terrain.group[route]
        first = self.terrain.group_start[group]
        return self.position[at * self.routes + route] - first < self.open[at * self.groups + group]

    def claim(self, seat: i64, route: i64) -> None:
        """Give the route to the seat and close what that closes (COM-056, COM-058..COM-060)."""
        terrain = self.terrain
        self.owners[route] |= 1 << seat
        self.claimed[seat * self.routes + self.claims[seat]] = route
        self.claims[seat] += 1
        self.close(route)
        twin: i64 = terrain.twin_start[route]
        while twin < terrain.twin_start[route + 1]:
            if self.single_track:
                self.close(terrain.twins[twin])
            else:
                self.close_in(seat, terrain.twins[twin])
            twin += 1
        self.join(seat, terrain.a[route], terrain.b[route])

    def close(self, route: i64) -> None:
        """Close a route for every seat."""
        at: i64 = 0
        while at < self.lists:
            self.close_in(at, route)
            at += 1

    def close_in(self, at: i64, route: i64) -> None:
        """Close a route in one list, if it is open there: swap it behind the last open route of its group."""
        terrain = self.terrain
        group = terrain.group[route]
        place: i64 = self.position[at * self.routes + route]
        left: i64 = self.open[at * self.groups + group] - 1
        last: i64 = terrain.group_start[group] + left
        if place > last:
            return
        base: i64 = at * self.routes
        members = self.members
        other: i64 = members[base + last]
        members[base + place] = other
        members[base + last] = route
        self.position[base + other] = place
        self.position[base + route] = last
        self.open[at * self.groups + group] = left
        shape = terrain.shape[route]
        self.open_by_shape[at * self.shapes + shape] -= 1
        if terrain.color[route] == terrain.colors:  # a gray route is lost to every color
            group = shape
            while group < self.groups:
                self.open_to_color[at * self.groups + group] -= 1
                group += self.shapes
        else:
            self.open_to_color[at * self.groups + group] -= 1

    # Connections

    def join(self, seat: i64, a: i64, b: i64) -> None:
        """Note that two places are connected for a seat."""
        root = self.root(seat, a)
        other = self.root(seat, b)
        if root != other:
            self.parent[seat * self.places + root] = other

    def root(self, seat: i64, place: i64) -> i64:
        """The place that stands for all those connected with this one by the seat's routes."""
        parent = self.parent
        base: i64 = seat * self.places
        while parent[base + place] != place:
            place = parent[base + place]
        return place

    def connected(self, seat: i64, a: i64, b: i64) -> bool:
        """Whether a continuous path of the seat's own routes joins two places (COM-072)."""
        return self.root(seat, a) == self.root(seat, b)

    def owns_between(self, seat: i64, a: i64, b: i64) -> bool:
        """Whether a seat owns a direct track between two places."""
        terrain = self.terrain
        k: i64 = seat * self.routes
        last: i64 = k + self.claims[seat]
        while k < last:
            route = self.claimed[k]
            if (terrain.a[route] == a and terrain.b[route] == b) or (terrain.a[route] == b and terrain.b[route] == a):
                return True
            k += 1
        return False

    # State and views

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Tracks)
        self.owners = other.owners[:]
        self.claimed = other.claimed[:]
        self.claims = other.claims[:]
        self.open = other.open[:]
        self.open_to_color = other.open_to_color[:]
        self.open_by_shape = other.open_by_shape[:]
        self.members = other.members[:]
        self.position = other.position[:]
        self.parent = other.parent[:]

    def check(self) -> None:
        """Supply and routes add up to what each seat started with; nobody owns two tracks of a double route."""
        pieces: i64 = self.commons.setting.numbers.pieces
        seat: i64 = 0
        while seat < self.commons.seats:
            laid: i64 = 0
            owned: i64 = 0
            route: i64 = 0
            while route < self.routes:
                if self.owners[route] >> seat & 1:
                    laid += self.terrain.length[route]
                    owned += 1
                    assert not self.is_open(seat, route), "a claimed route is still open"
                    twin: i64 = self.terrain.twin_start[route]
                    while twin < self.terrain.twin_start[route + 1]:
                        assert not self.owners[self.terrain.twins[twin]] >> seat & 1, "two tracks of a double route"
                        twin += 1
                route += 1
            assert owned == self.claims[seat], "a seat has lost count of its routes"
            assert self.commons.pieces[seat] + laid == pieces, "pieces were lost or invented"
            assert self.commons.pieces[seat] >= 0, "a supply below zero"
            seat += 1

    def view(self, seat: int | None, revealed: bool) -> View:
        seats = range(self.commons.seats)
        return TracksView(tuple([tuple([s for s in seats if mask >> s & 1]) for mask in self.owners]))

    def imagine(self, seen: Observation) -> None:
        for route, owners in enumerate(seen.tracks.owners):
            for seat in owners:
                self.claim(seat, route)
