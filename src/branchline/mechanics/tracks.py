"""Who owns which track, which tracks are open to whom, and what is connected (COM-042, COM-056..COM-061, COM-072).

Open routes are kept in groups of equal price (see engine/terrain.py) so that payments are counted, not listed. While
all seats have the same routes open, they share one set of groups; else each seat has its own.

A board may ask for permissions: bits that a route needs and that a seat is granted. A route is open only to seats with
all of its bits. On such a board a seat may also join in on routes of others where the rules let it; these lie in a
second set of groups for each seat.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons, Setting
from branchline.engine.decisions import CLAIM_TAKEN
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, expect
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.standing import OPEN, OWN, PERMISSION, TAKEN, TWIN
from branchline.engine.terrain import Terrain
from branchline.model.errors import BranchlineError
from branchline.model.observation import Observation, TracksView, View
from branchline.model.vecs import vec


class FreshLists:
    """The groups of a board on which nothing is claimed yet, once per list: how every game of a setting begins."""

    def __init__(self, terrain: Terrain, seats: i64, lists: i64) -> None:
        columns = int(terrain.colors) + 2
        opened: list[int] = [int(size) for size in terrain.group_size]
        members: list[int] = [int(route) for route in terrain.group_members]
        positions = [0] * int(terrain.routes)
        for at, route in enumerate(members):
            positions[route] = at
        packed = [0] * (int(terrain.words) * columns)
        for shape in range(int(terrain.shape_count)):
            first = int(terrain.shape_word[shape]) * columns
            shift = int(terrain.open_at[shape])
            by_color = opened[shape :: int(terrain.shape_count)]
            for column, count in enumerate([*by_color, sum(by_color)]):
                packed[first + column] += count << shift
        self.open: vec[i64] = vec[i64]([i64(n) for n in opened * int(lists)])
        self.packed: vec[i64] = vec[i64]([i64(n) for n in packed * int(lists)])
        self.members: vec[i64] = vec[i64]([i64(n) for n in members * int(lists)])
        self.position: vec[i64] = vec[i64]([i64(n) for n in positions * int(lists)])
        self.owners: vec[i64] = vec[i64]([0] * terrain.routes)
        self.parent: vec[i64] = vec[i64]([i64(place) for _ in range(seats) for place in range(terrain.places)])
        self.needing: dict[int, vec[i64]] = {}  # by permission bits: the routes that need any of them, when first asked


def fresh_lists(setting: Setting, lists: i64) -> FreshLists:
    """The lists of a setting, made when first wanted."""
    return setting.once("tracks", lambda: FreshLists(setting.terrain, setting.seats, lists))


class Tracks(Mechanic):
    """Owners as bit sets of seats; open routes in groups; a union-find of connected places for every seat."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("tracks", commons)
        terrain = commons.terrain
        self.terrain: Final = terrain
        self.routes: i64 = terrain.routes
        self.groups: i64 = terrain.group_count
        self.places: i64 = terrain.places
        # With few seats a claimed track closes its twins for everybody, so all seats have the same routes open.
        self.single_track: bool = commons.seats <= commons.setting.numbers.single_track
        self.lists: i64 = 1 if self.single_track else commons.seats
        self.asks_permission: bool = False
        self.needs: vec[i64] = vec[i64]([0] * self.routes)  # the permission bits of each route
        self.granted: vec[i64] = vec[i64]([0] * commons.seats)  # those of each seat
        self.owners: vec[i64] = vec[i64]([0] * self.routes)
        # The routes of seat s in the order claimed: claimed[s * routes : s * routes + claims[s]].
        self.claimed: vec[i64] = vec[i64]([0] * (commons.seats * self.routes))
        self.claims: vec[i64] = vec[i64]([0] * commons.seats)
        self.changes: i64 = 0  # rises with every change, for those who keep what they know of routes
        # Per list: group g has open[list * groups + g] open routes, the first so many of its stretch of members.
        self.open: vec[i64] = vec[i64]()
        # The same packed (see engine/terrain.py), by list, word and color; after gray come the routes of all colors.
        self.packed: vec[i64] = vec[i64]()
        self.columns: i64 = terrain.colors + 2
        self.list_words: i64 = terrain.words * self.columns  # of one list
        self.members: vec[i64] = vec[i64]()
        self.position: vec[i64] = vec[i64]()
        self.parent: vec[i64] = vec[i64]()
        self.fresh: FreshLists = fresh_lists(commons.setting, self.lists)  # as they lie when a game begins
        self.kept: Final[KeptViews[TracksView]] = KeptViews()
        self.reset()

    def ask_permissions(self, needs: list[int]) -> None:
        """Let routes need permissions, given as bits for each route. To be called before the first game."""
        self.asks_permission = True
        self.lists = self.commons.seats
        self.needs = vec[i64]([i64(bits) for bits in needs])
        self.fresh = FreshLists(self.terrain, self.commons.seats, 2 * self.lists)
        self.reset()
        for at in range(2 * self.lists):
            for route in range(self.routes):
                if at >= self.lists or self.needs[route]:
                    self.close_in(at, route)
        self.fresh.open = self.open[:]
        self.fresh.packed = self.packed[:]
        self.fresh.members = self.members[:]
        self.fresh.position = self.position[:]

    def reset(self) -> None:
        self.changes += 1
        self.owners = self.fresh.owners[:]
        fill(self.claims, 0)
        fill(self.granted, 0)
        self.open = self.fresh.open[:]
        self.packed = self.fresh.packed[:]
        self.members = self.fresh.members[:]
        self.position = self.fresh.position[:]
        self.parent = self.fresh.parent[:]

    # Claiming

    def list_of(self, seat: i64, kind: i64) -> i64:
        """Which set of groups holds the routes open to a seat for a decision of this kind."""
        if self.lists == 1:
            return 0
        return seat if kind != CLAIM_TAKEN else self.lists + seat

    def is_open(self, seat: i64, route: i64) -> bool:
        """Whether a seat may claim the route, cards and pieces apart."""
        return self.is_in(0 if self.lists == 1 else seat, route)

    def is_in(self, at: i64, route: i64) -> bool:
        """Whether a route is open in a list."""
        group = self.terrain.group[route]
        first = self.terrain.group_start[group]
        place: i64 = at * self.routes + route
        count: i64 = at * self.groups + group
        return self.position[place] - first < self.open[count]

    def is_empty(self, at: i64) -> bool:
        """Whether no route at all is open in a list."""
        every: i64 = at * self.list_words + self.terrain.colors + 1
        last: i64 = every + self.list_words
        while every < last:
            if self.packed[every] != 0:
                return False
            every += self.columns
        return True

    def open_of_shape(self, at: i64, shape: i64) -> i64:
        """How many routes of a shape are open in a list, whatever their color."""
        terrain = self.terrain
        place: i64 = (at * terrain.words + terrain.shape_word[shape]) * self.columns + terrain.colors + 1
        return self.packed[place] >> terrain.open_at[shape] & terrain.field_mask

    def open_to_color(self, at: i64, color: i64, shape: i64) -> i64:
        """How many routes of a shape can be paid with a color, gray ones included."""
        terrain = self.terrain
        packed = self.packed
        place: i64 = (at * terrain.words + terrain.shape_word[shape]) * self.columns
        return packed[place + color] + packed[place + terrain.colors] >> terrain.open_at[shape] & terrain.field_mask

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
        if self.lists == 1:
            self.close_in(0, route)
        else:
            self.close(route)
        following: i64 = route + 1
        last: i64 = terrain.twin_start[following]
        for twin in range(terrain.twin_start[route], last):
            if self.lists == 1:
                self.close_in(0, terrain.twins[twin])
            elif self.single_track:
                self.close(terrain.twins[twin])
            else:
                self.close_in(seat, terrain.twins[twin])
        if self.asks_permission:
            self.update_taken(seat, route)
        self.join(seat, terrain.a[route], terrain.b[route])

    def close(self, route: i64) -> None:
        """Close a route for every seat."""
        for at in range(self.lists):
            self.close_in(at, route)

    def close_in(self, at: i64, route: i64) -> None:
        """Close a route in one list, if it is open there: swap it behind the last open route of its group."""
        terrain = self.terrain
        group = terrain.group[route]
        base: i64 = at * self.routes
        mine: i64 = base + route
        position = self.position
        place: i64 = position[mine]
        counter: i64 = at * self.groups + group
        opened = self.open
        left: i64 = opened[counter] - 1
        last: i64 = terrain.group_start[group] + left
        if place > last:
            return
        members = self.members
        other: i64 = members[base + last]
        members[base + place] = other
        members[base + last] = route
        position[base + other] = place
        position[mine] = last
        opened[counter] = left
        self.add_packed(at, route, -1)

    def open_in(self, at: i64, route: i64) -> None:
        """Open a route in one list, if it is closed there: the reverse of `close_in`."""
        terrain = self.terrain
        group = terrain.group[route]
        base: i64 = at * self.routes
        mine: i64 = base + route
        position = self.position
        place: i64 = position[mine]
        counter: i64 = at * self.groups + group
        opened = self.open
        count: i64 = opened[counter]
        next_open: i64 = terrain.group_start[group] + count
        if place < next_open:
            return
        members = self.members
        other: i64 = members[base + next_open]
        members[base + place] = other
        members[base + next_open] = route
        position[base + other] = place
        position[mine] = next_open
        opened[counter] = count + 1
        self.add_packed(at, route, 1)

    def add_packed(self, at: i64, route: i64, sign: i64) -> None:
        """Count a route more (1) or less (-1) in the packed words of a list: in its color and in that of all."""
        terrain = self.terrain
        packed = self.packed
        shape = terrain.shape[route]
        one: i64 = terrain.one_open[shape] * sign
        place: i64 = (at * terrain.words + terrain.shape_word[shape]) * self.columns
        packed[place + terrain.color[route]] += one
        packed[place + terrain.colors + 1] += one

    # Permissions

    def grant(self, seat: i64, bits: i64) -> None:
        """Give a seat permissions: routes that it may now claim, or join in on, are opened to it."""
        before: i64 = self.granted[seat]
        after: i64 = before | bits
        self.granted[seat] = after
        if after == before:
            return
        needing = self.fresh.needing
        if bits not in needing:
            needing[bits] = vec[i64]([i64(r) for r in range(self.routes) if self.needs[r] & bits])
        for route in needing[bits]:
            needs: i64 = self.needs[route]
            if needs & after == needs and needs & before != needs:
                if self.owners[route] == 0:
                    if not self.is_shut(seat, route):
                        self.open_in(seat, route)
                elif self.may_join(seat, route):
                    self.open_in(self.lists + seat, route)

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

    def update_taken(self, owner: i64, route: i64) -> None:
        """After a claim: others may join in on the route, its owner on neither it nor its other tracks."""
        terrain = self.terrain
        for seat in range(self.commons.seats):
            if seat != owner and self.is_permitted(seat, route) and self.may_join(seat, route):
                self.open_in(self.lists + seat, route)
        self.close_in(self.lists + owner, route)
        for twin in range(terrain.twin_start[route], terrain.twin_start[route + 1]):
            self.close_in(self.lists + owner, terrain.twins[twin])

    # Connections

    def join(self, seat: i64, a: i64, b: i64) -> None:
        """Note that two places are connected for a seat."""
        root = self.root(seat, a)
        other = self.root(seat, b)
        if root != other:
            place: i64 = seat * self.places + root
            self.parent[place] = other

    def root(self, seat: i64, place: i64) -> i64:
        """The place that stands for all those connected with this one by the seat's routes."""
        parent = self.parent
        base: i64 = seat * self.places
        above: i64 = parent[base + place]
        while above != place:
            place = above
            above = parent[base + place]
        return place

    def connected(self, seat: i64, a: i64, b: i64) -> bool:
        """Whether a continuous path of the seat's own routes joins two places (COM-072)."""
        return self.root(seat, a) == self.root(seat, b)

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
        self.open = other.open[:]
        self.packed = other.packed[:]
        self.members = other.members[:]
        self.position = other.position[:]
        self.parent = other.parent[:]
        self.granted = other.granted[:]

    def check(self) -> None:
        """Supply and routes add up to what each seat started with; nobody owns two tracks of a double route."""
        pieces: i64 = self.commons.setting.numbers.pieces
        for seat in range(self.commons.seats):
            laid: i64 = 0
            owned: i64 = 0
            for route in range(self.routes):
                if self.asks_permission:
                    self.check_permission(seat, route)
                if self.owners[route] >> seat & 1:
                    laid += self.terrain.length[route]
                    owned += 1
                    assert not self.is_open(seat, route), "a claimed route is still open"
                    for twin in range(self.terrain.twin_start[route], self.terrain.twin_start[route + 1]):
                        assert not self.owners[self.terrain.twins[twin]] >> seat & 1, "two tracks of a double route"
            assert owned == self.claims[seat], "a seat has lost count of its routes"
            assert self.commons.pieces[seat] + laid == pieces, "pieces were lost or invented"
            assert self.commons.pieces[seat] >= 0, "a supply below zero"

    def check_permission(self, seat: i64, route: i64) -> None:
        """The lists say what the owners and permissions say."""
        permitted = self.is_permitted(seat, route)
        free = self.owners[route] == 0 and not self.is_shut(seat, route)
        assert self.is_in(seat, route) == (permitted and free), "a route is open without need or permission"
        taken = permitted and self.may_join(seat, route)
        assert self.is_in(self.lists + seat, route) == taken, "a route of others is open without need or permission"

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
