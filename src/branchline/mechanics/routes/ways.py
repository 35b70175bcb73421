"""The cheapest ways across the map: one search for all who look for ways.

A way leads over routes that have a weight; what a weight is, the one who asks decides. `ticket_ways.py` asks for the
rules. For planners and environments the weights are worth and price, and where a board has several sorts of pieces, or
tours, what they find is an estimate: leg by leg, and however many pieces of a sort it takes.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Setting
from branchline.engine.terrain import NONE
from branchline.model.vecs import append, vec

CLOSED: Final[i64] = -1  # the weight of a route that cannot be used
FAR_AWAY: Final[i64] = 1 << 40


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
