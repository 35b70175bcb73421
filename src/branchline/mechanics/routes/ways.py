"""The cheapest ways across the map: one search for all who look for ways, and what a ticket still takes of a seat.

A way leads over routes that have a weight; what a weight is, the one who asks decides. `TicketWays` asks for the rules:
own routes cost nothing, those that a seat can still claim their length, all others are closed. Permissions that a seat
lacks do not close a route as long as they can be had; a claimed or closed track, or a lack of pieces, does.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Setting
from branchline.engine.filling import fill
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.route_claims import RouteClaims
from branchline.mechanics.routes.tracks import tracks_of
from branchline.model.vecs import append, vec

CLOSED: Final[i64] = -1  # the weight of a route that cannot be used
FAR_AWAY: Final[i64] = 1 << 40
PIECE: Final[i64] = 10  # the weight of a piece, so that likings can be finer than that
SCARCE: Final[i64] = 1 << 20  # the weight of a piece that there are too few of


class WayMap:
    """Which routes end at each place, and what tickets join. Worked out once, shared by all games of a setting."""

    def __init__(self, setting: Setting) -> None:
        terrain = setting.terrain
        self.terrain: Final = terrain
        self.edge_start: vec[i64] = vec[i64]()  # the routes at place p are edges[edge_start[p] : edge_start[p + 1]]
        self.edge_route: vec[i64] = vec[i64]()
        self.edge_to: vec[i64] = vec[i64]()
        # The legs of ticket t are leg_start[t] .. leg_start[t + 1] - 1; each joins some places with some others.
        self.leg_start: vec[i64] = vec[i64]()
        self.from_start: vec[i64] = vec[i64]()
        self.to_start: vec[i64] = vec[i64]()
        self.to_end: vec[i64] = vec[i64]()
        self.stops: vec[i64] = vec[i64]()
        self.build_edges()
        self.build_legs(setting)

    def build_edges(self) -> None:
        """List the routes at each place."""
        terrain = self.terrain
        self.edge_start = append(self.edge_start, i64(0))
        for place in range(terrain.places):
            for route in range(terrain.routes):
                if terrain.a[route] == place or terrain.b[route] == place:
                    other = terrain.b[route] if terrain.a[route] == place else terrain.a[route]
                    self.edge_route = append(self.edge_route, i64(route))
                    self.edge_to = append(self.edge_to, other)
            self.edge_start = append(self.edge_start, i64(len(self.edge_route)))

    def build_legs(self, setting: Setting) -> None:
        """Flatten the tickets: a plain one has a single leg, a tour one between each two neighbors."""
        for ticket in setting.variant.tickets:
            self.leg_start = append(self.leg_start, i64(len(self.from_start)))
            for k in range(1, len(ticket.ends)):
                self.from_start = append(self.from_start, i64(len(self.stops)))
                for place in ticket.ends[k - 1]:
                    self.stops = append(self.stops, i64(place))
                self.to_start = append(self.to_start, i64(len(self.stops)))
                for place in ticket.ends[k]:
                    self.stops = append(self.stops, i64(place))
                self.to_end = append(self.to_end, i64(len(self.stops)))
        self.leg_start = append(self.leg_start, i64(len(self.from_start)))


def way_map(setting: Setting) -> WayMap:
    """The map of a setting, made when first wanted."""
    return setting.once("ways", lambda: WayMap(setting))


class SearchRoom:
    """What a search notes while it goes on. Searches that take turns may share it: then it stays in the cache."""

    def __init__(self, setting: Setting, far: i64) -> None:
        places: i64 = setting.terrain.places
        self.distance: Final = vec[i64]([far] * places)
        self.came_by: Final = vec[i64]([NONE] * places)  # the route to each place
        self.came_from: Final = vec[i64]([NONE] * places)
        self.frontier: Final = vec[i64]([0] * places)  # places that were reached and not yet left
        self.target: Final = vec[i64]([0] * places)
        self.touched: Final = vec[i64]([0] * (2 * places))  # places with a distance, or a target
        self.touches: i64 = 0  # how many these are


class WaySearch:
    """Weights of all routes, and a search for the cheapest way (Dijkstra, on small maps without a heap)."""

    def __init__(self, setting: Setting, far: i64 = FAR_AWAY, room: SearchRoom | None = None) -> None:
        """`far` is more than any way weighs."""
        if room is None:
            room = SearchRoom(setting, far)
        self.room: Final = room
        self.map: Final = way_map(setting)
        self.far: i64 = far
        self.routes: i64 = setting.terrain.routes
        self.places: i64 = setting.terrain.places
        self.weight: Final = vec[i64]([0] * self.routes)
        self.distance: Final = room.distance
        self.came_by: Final = room.came_by
        self.came_from: Final = room.came_from
        self.frontier: Final = room.frontier
        self.waiting: i64 = 0  # how many places are in the frontier
        self.target: Final = room.target
        self.touched: Final = room.touched
        self.reached: i64 = NONE  # where the last search ended

    def search(self, leg: i64, used: vec[i64]) -> i64:
        """The cost of the cheapest way for a leg of a ticket; `far` if there is none.

        Routes marked in `used` cost nothing. The way then leads back from `reached` by `came_by` and `came_from`.
        """
        self.begin(leg)
        return self.run(used)

    def begin(self, leg: i64) -> None:
        """Get ready to search for a leg of a ticket."""
        ways = self.map
        self.clear()
        middle: i64 = ways.to_start[leg]
        end: i64 = ways.to_end[leg]
        for k in range(ways.from_start[leg], end):
            if k < middle:
                self.start_from(ways.stops[k])
            else:
                self.lead_to(ways.stops[k])

    def between(self, a: i64, b: i64, used: vec[i64]) -> i64:
        """The cost of the cheapest way between two places."""
        self.clear()
        self.start_from(a)
        self.lead_to(b)
        return self.run(used)

    def clear(self) -> None:
        """Forget the last search."""
        touched = self.touched
        distance = self.distance
        target = self.target
        far = self.far
        k: i64 = self.room.touches
        while k > 0:
            k -= 1
            place: i64 = touched[k]
            distance[place] = far
            target[place] = 0
        self.room.touches = 0
        self.waiting = 0

    def start_from(self, place: i64) -> None:
        """Let a search begin at a place."""
        self.distance[place] = 0
        self.came_by[place] = NONE
        self.frontier[self.waiting] = place
        self.waiting += 1
        self.touched[self.room.touches] = place
        self.room.touches += 1

    def lead_to(self, place: i64) -> None:
        """Let a search end at a place."""
        self.target[place] = 1
        self.touched[self.room.touches] = place
        self.room.touches += 1

    def run(self, used: vec[i64]) -> i64:
        """Go on from the nearest place until a target is reached.

        No weight is negative, so a place that was left is never reached again.
        """
        starts = self.map.edge_start
        routes = self.map.edge_route
        ends = self.map.edge_to
        weight = self.weight
        distance = self.distance
        came_by = self.came_by
        came_from = self.came_from
        frontier = self.frontier
        far = self.far
        waiting = self.waiting
        while waiting > 0:
            nearest = self.nearest(waiting)
            at: i64 = frontier[nearest]
            cost: i64 = distance[at]
            if self.target[at] == 1:
                self.reached = at
                return cost
            waiting -= 1
            frontier[nearest] = frontier[waiting]
            last: i64 = starts[at + 1]
            for k in range(starts[at], last):  # look along all routes of the place
                route: i64 = routes[k]
                step: i64 = weight[route]
                if step != CLOSED:
                    if used[route] == 1:
                        step = 0
                    to: i64 = ends[k]
                    known: i64 = distance[to]
                    if cost + step < known:
                        if known == far:
                            frontier[waiting] = to
                            waiting += 1
                            self.touched[self.room.touches] = to
                            self.room.touches += 1
                        distance[to] = cost + step
                        came_by[to] = route
                        came_from[to] = at
        return far

    def nearest(self, waiting: i64) -> i64:
        """Which of the places that wait is the nearest; of several, the first."""
        distance = self.distance
        frontier = self.frontier
        found: i64 = waiting - 1
        least: i64 = distance[frontier[found]]
        k: i64 = found
        while k > 0:
            k -= 1
            cost: i64 = distance[frontier[k]]
            if cost <= least:
                found = k
                least = cost
        return found


class TicketWays:
    """What tickets still take of one seat at a time, in the cheapest way that the rules leave it."""

    def __init__(self, rules: RuleSheet) -> None:
        self.rules: Final = rules
        self.terrain: Final = rules.commons.terrain
        self.tracks: Final = tracks_of(rules)
        self.search: Final = WaySearch(rules.setting)
        self.claims: list[RouteClaims] = [found for found in rules.mechanics if isinstance(found, RouteClaims)]
        # By route: which of the claims it is claimed by first. Several may claim the same routes, with the same pieces.
        self.claimed_by: vec[i64] = vec[i64]([self.claims_of(r) for r in range(self.terrain.routes)])
        self.used: vec[i64] = vec[i64]([0] * self.terrain.routes)  # planned routes, and those of the way found
        self.supply: vec[i64] = vec[i64]([0] * len(self.claims))
        self.taken: vec[i64] = vec[i64]([0] * len(self.claims))
        self.seat: i64 = 0

    def claims_of(self, route: i64) -> i64:
        """Which of the claims is the first that a route is claimed by."""
        for k, claims in enumerate(self.claims):
            if claims.claims_route(route):
                return k
        return NONE

    def look_at(self, seat: i64, buying: bool, liking: dict[int, int]) -> None:
        """Weigh all routes for a seat, with the permissions that it has or, if it is `buying`, could still get.

        `liking` makes some longer or shorter than they are, in tenths of a piece.
        """
        self.seat = seat
        for k in range(len(self.claims)):
            self.supply[k] = self.claims[k].most_pieces(seat)
        permitted = self.tracks.granted[seat]
        if buying:
            for mechanic in self.rules.mechanics:
                permitted |= mechanic.obtainable(seat)
        for route in range(self.terrain.routes):
            self.search.weight[route] = self.weight_of(route, permitted)
        for liked, tenths in liking.items():
            weight = self.search.weight[liked]
            if weight > 0:
                self.search.weight[liked] = max(weight + tenths, 1)

    def weight_of(self, route: i64, permitted: i64) -> i64:
        """What a route costs the seat, in tenths of a piece; CLOSED if it can never claim it."""
        tracks = self.tracks
        length = self.terrain.length[route]
        by = self.claimed_by[route]
        if tracks.owners[route] >> self.seat & 1:
            return 0
        if tracks.owners[route] != 0 or tracks.is_shut(self.seat, route) or tracks.needs[route] & ~permitted:
            return CLOSED
        return length * PIECE if by != NONE and length <= self.supply[by] else CLOSED

    def missing(self, ticket: i64, planned: list[int]) -> list[int] | None:
        """The routes to claim for a ticket besides those planned: none if it is complete, None if it is lost."""
        found = self.find(ticket, planned)
        if found is not None and not self.has_pieces():
            scarce = self.scarce()
            if scarce == NONE:
                return None
            self.make_dear(scarce, SCARCE)  # another way may take fewer of these
            found = self.find(ticket, planned)
            self.make_dear(scarce, -SCARCE)
            if not self.has_pieces():
                return None
        return found

    def find(self, ticket: i64, planned: list[int]) -> list[int] | None:
        """The cheapest way, however many pieces it takes; for a tour leg by leg, each using what those before build."""
        search = self.search
        used = self.used
        fill(used, 0)
        for each in planned:
            used[each] = 1
        found: list[int] = []
        for leg in range(search.map.leg_start[ticket], search.map.leg_start[ticket + 1]):
            if search.search(leg, used) >= FAR_AWAY:
                return None
            place: i64 = search.reached
            while search.came_by[place] != NONE:
                route = search.came_by[place]
                if search.weight[route] > 0 and used[route] == 0:
                    used[route] = 1
                    found.append(int(route))
                place = search.came_from[place]
        return found

    def has_pieces(self) -> bool:
        """Whether the seat's pieces are enough for all routes in use."""
        total: i64 = 0
        fill(self.taken, 0)
        for route in range(self.terrain.routes):
            if self.used[route] == 1 and self.search.weight[route] != 0:
                self.taken[self.claimed_by[route]] += self.terrain.length[route]
                total += self.terrain.length[route]
        return total <= self.rules.commons.pieces[self.seat] and self.scarce() == NONE

    def scarce(self) -> i64:
        """The claims that take more pieces of their sort than the seat can have; NONE if there are none."""
        for k in range(len(self.claims)):
            if self.taken[k] > self.supply[k]:
                return k
        return NONE

    def make_dear(self, claims: i64, more: i64) -> None:
        """Let routes of a sort cost more, or as much as before."""
        for route in range(self.terrain.routes):
            if self.claimed_by[route] == claims and self.search.weight[route] > 0:
                self.search.weight[route] += more * self.terrain.length[route]
