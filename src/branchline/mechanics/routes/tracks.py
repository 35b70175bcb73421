"""Who owns which track, which tracks are open to whom, and what is connected (COM-042, COM-056..COM-061, COM-072).

A board may ask for permissions: bits that a route needs and that a seat is granted. A route is open only to seats with
all of its bits. On such a board a seat may also join in on routes of others where the rules let it.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, expect
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.standing import OPEN, OWN, PERMISSION, TAKEN, TWIN
from branchline.mechanics.routes.connections import Connections
from branchline.mechanics.routes.open_routes import OpenRoutes
from branchline.model.errors import BranchlineError
from branchline.model.observation import Observation, TracksView, View
from branchline.model.vecs import vec


class Tracks(Mechanic):
    """Owners as bit sets of seats, with the routes that are still open and the places that are connected."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("tracks", commons)
        terrain = commons.terrain
        self.terrain: Final = terrain
        self.routes: i64 = terrain.routes
        # With few seats a claimed track closes its twins for everybody, so all seats have the same routes open.
        self.single_track: bool = commons.seats <= commons.setting.numbers.single_track
        self.open_routes: Final = OpenRoutes(commons.setting, 1 if self.single_track else commons.seats)
        self.connections: Final = Connections(terrain.places, commons.seats)
        self.asks_permission: bool = False
        self.needs: vec[i64] = vec[i64]([0] * self.routes)  # the permission bits of each route
        self.granted: vec[i64] = vec[i64]([0] * commons.seats)  # those of each seat
        self.nobody: Final = vec[i64]([0] * self.routes)
        self.owners: vec[i64] = self.nobody[:]
        # The routes of seat s in the order claimed: claimed[s * routes : s * routes + claims[s]].
        self.claimed: vec[i64] = vec[i64]([0] * (commons.seats * self.routes))
        self.claims: vec[i64] = vec[i64]([0] * commons.seats)
        self.changes: i64 = 0  # rises with every change, for those who keep what they know of routes
        self.needing: Final[dict[int, vec[i64]]] = {}  # by permission bits: the routes that need any of them
        self.kept: Final[KeptViews[TracksView]] = KeptViews()

    def ask_permissions(self, needs: list[int]) -> None:
        """Let routes need permissions, given as bits for each route. To be called before the first game."""
        self.asks_permission = True
        self.needs = vec[i64]([i64(bits) for bits in needs])
        self.open_routes.need_permissions(self.commons.seats, self.needs)

    def reset(self) -> None:
        self.changes += 1
        self.owners = self.nobody[:]
        fill(self.claims, 0)
        fill(self.granted, 0)
        self.open_routes.reset()
        self.connections.reset()

    # Claiming

    def is_open(self, seat: i64, route: i64) -> bool:
        """Whether a seat may claim the route, cards and pieces apart."""
        return self.open_routes.has(0 if self.open_routes.lists == 1 else seat, route)

    def track_standing(self, seat: i64, route: i64) -> i64:
        """How a route stands for a seat, cards and pieces apart."""
        if self.is_open(seat, route):
            return OPEN
        owners: i64 = self.owners[route]
        if owners != 0:
            return OWN if owners >> seat & 1 else TAKEN
        return TWIN if self.is_shut(seat, route) else PERMISSION

    def claim(self, seat: i64, route: i64) -> None:
        """Give the route to the seat and close what that closes (COM-056, COM-058..COM-060)."""
        self.changes += 1
        terrain = self.terrain
        owners = self.owners
        owners[route] |= 1 << seat
        claims = self.claims
        count: i64 = claims[seat]
        claims[seat] = count + 1
        place: i64 = seat * self.routes + count
        self.claimed[place] = route
        open_routes = self.open_routes
        first: i64 = terrain.twin_start[route]
        last: i64 = terrain.twin_start[route + 1]
        if open_routes.lists == 1:
            open_routes.close(0, route)
            for twin in range(first, last):
                open_routes.close(0, terrain.twins[twin])
        else:
            for other in range(self.commons.seats):
                open_routes.close(other, route)
                if other == seat or self.single_track:
                    for twin in range(first, last):
                        open_routes.close(other, terrain.twins[twin])
        if self.asks_permission:
            self._update_taken(seat, route)
        self.connections.join(seat, terrain.a[route], terrain.b[route])

    # Permissions

    def grant(self, seat: i64, bits: i64) -> None:
        """Give a seat permissions: routes that it may now claim, or join in on, are opened to it."""
        before: i64 = self.granted[seat]
        after: i64 = before | bits
        self.granted[seat] = after
        if after == before:
            return
        needing = self.needing
        if bits not in needing:
            needing[bits] = vec[i64]([i64(r) for r in range(self.routes) if self.needs[r] & bits])
        for route in needing[bits]:
            needs: i64 = self.needs[route]
            if needs & after == needs and needs & before != needs:
                if self.owners[route] == 0:
                    if not self.is_shut(seat, route):
                        self.open_routes.open(seat, route)
                elif self.may_join(seat, route):
                    self.open_routes.open(self.open_routes.lists + seat, route)

    def is_permitted(self, seat: i64, route: i64) -> bool:
        """Whether a seat has all permissions that a route needs."""
        return self.needs[route] & ~self.granted[seat] == 0

    def is_shut(self, seat: i64, route: i64) -> bool:
        """Whether an unclaimed route is closed to a seat by a claim of another track of it (COM-058, COM-059)."""
        terrain = self.terrain
        following: i64 = route + 1
        last: i64 = terrain.twin_start[following]
        for twin in range(terrain.twin_start[route], last):
            owners: i64 = self.owners[terrain.twins[twin]]
            if owners >> seat & 1 or (self.single_track and owners != 0):
                return True
        return False

    def may_join(self, seat: i64, route: i64) -> bool:
        """Whether others own a route, and the seat neither owns it nor another track of it (R6)."""
        terrain = self.terrain
        owners: i64 = self.owners[route]
        if owners == 0 or owners >> seat & 1:
            return False
        for twin in range(terrain.twin_start[route], terrain.twin_start[route + 1]):
            if self.owners[terrain.twins[twin]] >> seat & 1:
                return False
        return True

    def _update_taken(self, owner: i64, route: i64) -> None:
        """After a claim: others may join in on the route, its owner on neither it nor its other tracks."""
        terrain = self.terrain
        open_routes = self.open_routes
        for seat in range(self.commons.seats):
            if seat != owner and self.is_permitted(seat, route) and self.may_join(seat, route):
                open_routes.open(open_routes.lists + seat, route)
        open_routes.close(open_routes.lists + owner, route)
        for twin in range(terrain.twin_start[route], terrain.twin_start[route + 1]):
            open_routes.close(open_routes.lists + owner, terrain.twins[twin])

    def owns_between(self, seat: i64, a: i64, b: i64) -> bool:
        """Whether a seat owns a direct track between two places."""
        terrain = self.terrain
        first: i64 = seat * self.routes
        for k in range(first, first + self.claims[seat]):
            route = self.claimed[k]
            if (terrain.a[route] == a and terrain.b[route] == b) or (terrain.a[route] == b and terrain.b[route] == a):
                return True
        return False

    # State and views

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Tracks)
        self.changes += 1
        self.owners = other.owners[:]
        self.claimed = other.claimed[:]
        self.claims = other.claims[:]
        self.open_routes.copy_from(other.open_routes)
        self.connections.copy_from(other.connections)
        self.granted = other.granted[:]

    def check(self) -> None:
        """Supply and routes add up to what each seat started with; nobody owns two tracks of a double route."""
        pieces: i64 = self.commons.setting.numbers.pieces
        for seat in range(self.commons.seats):
            laid: i64 = 0
            owned: i64 = 0
            for route in range(self.routes):
                if self.asks_permission:
                    self._check_permission(seat, route)
                if self.owners[route] >> seat & 1:
                    laid += self.terrain.length[route]
                    owned += 1
                    assert not self.is_open(seat, route), "a claimed route is still open"
                    for twin in range(self.terrain.twin_start[route], self.terrain.twin_start[route + 1]):
                        assert not self.owners[self.terrain.twins[twin]] >> seat & 1, "two tracks of a double route"
            assert owned == self.claims[seat], "a seat has lost count of its routes"
            assert self.commons.pieces[seat] + laid == pieces, "pieces were lost or invented"
            assert self.commons.pieces[seat] >= 0, "a supply below zero"

    def _check_permission(self, seat: i64, route: i64) -> None:
        """The lists say what the owners and permissions say."""
        permitted = self.is_permitted(seat, route)
        free = self.owners[route] == 0 and not self.is_shut(seat, route)
        assert self.is_open(seat, route) == (permitted and free), "a route is open without need or permission"
        taken = permitted and self.may_join(seat, route)
        listed = self.open_routes.has(self.open_routes.lists + seat, route)
        assert listed == taken, "a route of others is open without need or permission"

    def view(self, seat: int | None, revealed: bool) -> View:
        self.kept.start()
        self.kept.note_all(self.owners)
        found = self.kept.find(0)  # it is the same for everybody
        if found is None:
            masks = range(1 << self.commons.seats)
            owners = [tuple([s for s in range(self.commons.seats) if mask >> s & 1]) for mask in masks]
            found = self.kept.keep(0, TracksView(tuple([owners[mask] for mask in self.owners])))
        return found

    def imagine(self, seen: Observation) -> None:
        expect(len(seen.tracks.owners) == self.routes, "the board has more or fewer routes")
        for owners in seen.tracks.owners:
            if owners:
                expect(min(owners) >= 0 and max(owners) < seen.seats, "a route belongs to a seat that there is not")
                expect(len(set(owners)) == len(owners), "a route belongs to a seat twice")
        for route, owners in enumerate(seen.tracks.owners):
            for seat in owners:
                self.claim(seat, route)


def tracks_of(rules: RuleSheet) -> Tracks:
    """Who owns what in a game."""
    for mechanic in rules.mechanics:
        if isinstance(mechanic, Tracks):
            return mechanic
    raise BranchlineError("this board has no routes to claim")
