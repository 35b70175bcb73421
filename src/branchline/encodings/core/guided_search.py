"""A search for ways that knows where its goal is, among the routes of one seat.

How far any two places are apart when nobody owns anything is worked out beforehand. A way gets cheaper than that only
over routes of your own. They make up networks, in which one travels for nothing, and how far every place is at least
from each of them is kept as they grow. That tells which ways a new route can make cheaper, and how far it is at least
to a goal (A*): a search looks where its goal is and not all around.

Routes that others have closed make ways longer, never shorter, so all of this holds whatever they do.

Such least distances are rounded down, route by route, to numbers of 16 bits, and the loops over all places do the same
for each of them, room for `stride` places being multiples of eight: the C compiler then takes eight places at a time.

It pays for its size: with a plain search for all tickets that a claim may concern, measured in one run, environments
stepped 58 % slower in random play on USA and 40 % slower on The World, in strong play 23 and 17 %.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

from branchline.engine.commons import Setting
from branchline.engine.rng import Rng
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.ways import CLOSED, SearchRoom, WaySearch

FAR: Final[i64] = 1 << 60
# What a route weighs: its pieces, that it is one, its number, and what decides between ways that are equal in all that.
PIECE_BITS: Final[i64] = 50
PIECE: Final = 1 << 50
ROUTE: Final = 1 << 43
NUMBER: Final = 1 << 30
REST: Final[i64] = 1 << 24
LINK: Final[i64] = 16  # bits for the number of a route
LINK_MASK: Final[i64] = (1 << 16) - 1
# So many bits of a weight are left out where it is only to be told what it is at least, and no more than this is told.
ROUGH: Final[i64] = 43
MOST: Final[i64] = 16000


class Distances:
    """What each free route weighs, and how far places are apart on the empty map. Shared by all games of a setting."""

    def __init__(self, setting: Setting) -> None:
        rng = Rng(0)
        lengths = [int(length) for length in setting.terrain.length]
        ties = [ROUTE + number * NUMBER + int(rng.below(REST)) for number in range(len(lengths))]
        self.weights: Final = vec[i64]([i64(length * PIECE + tie) for length, tie in zip(lengths, ties, strict=True)])
        self.places: i64 = setting.terrain.places
        self.stride: i64 = (self.places + 7) // 8 * 8
        self.apart: Final = vec[i16]([i16(0)] * (self.places * self.stride))  # at one place * stride + the other
        self.to_leg: vec[i16] = vec[i16]()  # from every place to the end of a leg, at leg * stride + place
        # The cheapest way of leg n on the empty map: what it costs, at least and exactly, and its routes, which are
        # those from direct_start[n] to direct_start[n + 1] - 1.
        self.direct_least: vec[i16] = vec[i16]()
        self.direct_cost: vec[i64] = vec[i64]()
        self.direct_start: vec[i64] = vec[i64]()
        self.direct: vec[i64] = vec[i64]()
        self.links: vec[i32] = vec[i32]()  # all edges of the map, as a search has them
        self.measure(setting)
        self.find_direct(setting)

    def measure(self, setting: Setting) -> None:
        """Search the empty map from every place."""
        search = WaySearch(setting, MOST)
        unused = vec[i64]([0] * search.routes)
        for k in range(search.routes):
            search.weight[k] = self.weights[k] >> ROUGH
        for place in range(self.places):
            search.clear()
            search.start_from(place)
            search.run(unused)
            for k in range(self.places):
                self.apart[place * self.stride + k] = i16(search.distance[k])
        ways = search.map
        for edge in range(len(ways.edge_to)):
            self.links = append(self.links, i32((ways.edge_to[edge] << LINK) + ways.edge_route[edge]))
        for leg in range(len(ways.to_end)):
            for place in range(self.stride):
                stops = range(ways.to_start[leg], ways.to_end[leg])
                least = min([int(self.apart[ways.stops[stop] * self.stride + place]) for stop in stops])
                self.to_leg = append(self.to_leg, i16(least))

    def find_direct(self, setting: Setting) -> None:
        """Find the ways of all legs on the empty map."""
        search = WaySearch(setting, FAR)
        unused = vec[i64]([0] * search.routes)
        for k in range(search.routes):
            search.weight[k] = self.weights[k]
        self.direct_start = append(self.direct_start, i64(0))
        for leg in range(len(search.map.to_end)):
            cost = search.search(leg, unused)
            self.direct_cost = append(self.direct_cost, cost)
            place: i64 = search.reached
            least: i64 = 0
            while cost < FAR and search.came_by[place] != NONE:
                self.direct = append(self.direct, search.came_by[place])
                least += self.weights[search.came_by[place]] >> ROUGH
                place = search.came_from[place]
            self.direct_least = append(self.direct_least, i16(least if least < MOST else MOST))
            self.direct_start = append(self.direct_start, i64(len(self.direct)))


def distances_of(setting: Setting) -> Distances:
    """The distances of a setting, made when first wanted."""
    return setting.once("distances", lambda: Distances(setting))


class GuidedRoom(SearchRoom):
    """What a guided search notes while it goes on. All games of a batch share it."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting, FAR)
        places: i64 = setting.terrain.places
        stride: i64 = distances_of(setting).stride
        self.to_route: Final = vec[i16]([i16(0)] * stride)  # how far every place was from the newest route
        self.ahead: Final = vec[i16]([i16(0)] * stride)  # how far it is at least from every place to the goal
        self.nowhere: Final = vec[i16]([i16(0)] * stride)  # the same without a goal: zeros
        self.promise: Final = vec[i64]([0] * places)  # of places that wait: the least that a way there can cost


class GuidedSearch(WaySearch):
    """A search for the ways of one seat, which is told what the seat owns."""

    def __init__(self, setting: Setting, room: GuidedRoom) -> None:
        super().__init__(setting, FAR, room)
        distances = distances_of(setting)
        self.terrain: Final = setting.terrain
        self.distances: Final = distances
        self.apart: Final = distances.apart
        self.to_leg: Final = distances.to_leg
        self.networks: i64 = 0  # how many networks the seat's routes make up
        self.stride: i64 = distances.stride
        # How far every place is at least from each of them, at network * stride + place; 0 for its own places.
        self.near: Final = vec[i16]([i16(0)] * ((self.places // 2 + 2) * self.stride))
        self.to_route: Final = room.to_route
        self.ahead: Final = room.ahead
        self.nowhere: Final = room.nowhere
        self.promise: Final = room.promise
        # The routes at each place that are not closed, those of place p from edge_start[p] of the map to link_end[p]:
        # a route, and above LINK bits the place where it leads.
        self.every_link: Final = distances.links
        self.link: Final = vec[i32]([i32(0)] * len(distances.links))
        self.link_end: Final = vec[i64]([0] * self.places)

    # What the seat owns, and what is closed to it

    def forget_routes(self) -> None:
        """The seat owns nothing, and no route is closed; they weigh what they weigh when free."""
        self.networks = 0
        weight = self.weight
        weights = self.distances.weights
        for k in range(self.routes):
            weight[k] = weights[k]
        link = self.link
        every = self.every_link
        count: i64 = len(every)
        for k in range(count):
            link[k] = every[k]
        for k in range(self.places):
            self.link_end[k] = self.map.edge_start[k + 1]

    def reweigh(self, route: i64, weight: i64) -> None:
        """Let a route weigh something else."""
        before: i64 = self.weight[route]
        self.weight[route] = weight
        if weight == CLOSED and before != CLOSED:
            self.take_away(self.terrain.a[route], route)
            self.take_away(self.terrain.b[route], route)
        elif weight != CLOSED and before == CLOSED:
            self.put_back(self.terrain.a[route], self.terrain.b[route], route)
            self.put_back(self.terrain.b[route], self.terrain.a[route], route)

    def take_away(self, place: i64, route: i64) -> None:
        """A route at a place is closed."""
        link = self.link
        k: i64 = self.map.edge_start[place]
        while i64(link[k]) & LINK_MASK != route:
            k += 1
        self.link_end[place] -= 1
        link[k] = link[self.link_end[place]]

    def put_back(self, place: i64, to: i64, route: i64) -> None:
        """A route at a place is closed no longer."""
        self.link[self.link_end[place]] = i32((to << LINK) + route)
        self.link_end[place] += 1

    def add_route(self, route: i64) -> None:
        """The seat owns one more route: a network of its own, together with those that it touches."""
        a = self.terrain.a[route]
        b = self.terrain.b[route]
        self.measure_to(a, b)
        near = self.near
        to_route = self.to_route
        stride = self.stride
        network: i64 = 0
        while network < self.networks:
            base: i64 = network * stride
            between: i16 = near[base + a] if near[base + a] < near[base + b] else near[base + b]
            if between == 0:
                self.networks -= 1
                copy(near, self.networks * stride, near, base, stride)  # it becomes a part of the new one
            else:
                lower(near, base, to_route, 0, between, stride)
                network += 1
        copy(to_route, 0, near, self.networks * stride, stride)
        self.networks += 1

    def measure_to(self, a: i64, b: i64) -> None:
        """How far every place is at least from one of two, with what the seat owned before."""
        near = self.near
        to_route = self.to_route
        stride = self.stride
        copy(self.apart, a * stride, to_route, 0, stride)
        lower(to_route, 0, self.apart, b * stride, 0, stride)
        for network in range(self.networks):
            base: i64 = network * stride
            between: i16 = near[base + a] if near[base + a] < near[base + b] else near[base + b]
            lower(to_route, 0, near, base, between, stride)

    def reach_of_newest(self, leg: i64, cost: i64) -> i64:
        """Within how far of the newest route both ends of a leg are if a way over it costs less; 0 if none can."""
        ways = self.map
        start = i64(self.least_of(self.to_route, 0, ways.from_start[leg], ways.to_start[leg])) << ROUGH
        if start >= cost:
            return 0
        end = i64(self.least_of(self.to_route, 0, ways.to_start[leg], ways.to_end[leg])) << ROUGH
        if start + end >= cost:
            return 0
        return cost - start if start < end else cost - end

    def spread_from(self, route: i64, limit: i64) -> None:
        """Find how far all places are from a route, those within a limit."""
        self.clear()
        self.start_from(self.terrain.a[route])
        self.start_from(self.terrain.b[route])
        self.run_straight(self.nowhere, limit)

    # unchecked: stops of a leg, which are places of the map
    def least_of(self, distances: vec[i16], base: i64, first: i64, last: i64) -> i16:
        """The least of the distances, from `base` on, of some stops."""
        stops = self.map.stops
        least: i16 = distances[base + stops[first]]
        for k in range(first + 1, last):
            distance: i16 = distances[base + stops[k]]
            if distance < least:
                least = distance
        return least

    def search_straight(self, leg: i64, bound: i64) -> i64:
        """The same as `search` where no routes are marked as used, found with less looking around.

        Ways that cost `bound` or more are not looked for.
        """
        self.look_ahead(leg)
        self.begin(leg)
        return self.run_straight(self.ahead, bound)

    def is_direct(self, leg: i64) -> bool:
        """Whether the cheapest way of a leg is that of the empty map: it is free, and no own route helps."""
        distances = self.distances
        if distances.direct_cost[leg] >= FAR:
            return False
        direct = distances.direct
        weight = self.weight
        last: i64 = distances.direct_start[leg + 1]
        for k in range(distances.direct_start[leg], last):
            if weight[direct[k]] <= 0:
                return False
        ways = self.map
        near = self.near
        least: i16 = distances.direct_least[leg]
        for network in range(self.networks):
            base: i64 = network * self.stride
            start: i16 = self.least_of(near, base, ways.from_start[leg], ways.to_start[leg])
            if start <= least and start <= least - self.least_of(near, base, ways.to_start[leg], ways.to_end[leg]):
                return False
        return True

    def look_ahead(self, leg: i64) -> None:
        """How far it is from every place to the end of a leg if others have closed nothing.

        That is the way over free routes, or to one of your own networks and from there.
        """
        near = self.near
        ahead = self.ahead
        stride = self.stride
        first: i64 = self.map.to_start[leg]
        last: i64 = self.map.to_end[leg]
        copy(self.to_leg, leg * stride, ahead, 0, stride)
        for network in range(self.networks):
            base: i64 = network * stride
            lower(ahead, 0, near, base, self.least_of(near, base, first, last), stride)

    # unchecked: places and routes come from the map, and each array has an entry for every one of them
    def run_straight(self, ahead: vec[i16], bound: i64) -> i64:
        """Go on from the place that promises most until a target is reached, to which it is so far at least."""
        starts = self.map.edge_start
        ends = self.link_end
        links = self.link
        weight = self.weight
        distance = self.distance
        frontier = self.frontier
        promises = self.promise
        came_by = self.came_by
        came_from = self.came_from
        touched = self.touched
        touches = self.room.touches
        target = self.target
        waiting = self.waiting
        for k in range(waiting):
            promises[frontier[k]] = 0  # where it begins; all of them are left first
        while waiting > 0:
            nearest = most_promising(frontier, promises, waiting)
            at: i64 = frontier[nearest]
            cost: i64 = distance[at]
            if target[at] == 1:
                self.reached = at
                self.room.touches = touches
                return cost
            waiting -= 1
            frontier[nearest] = frontier[waiting]
            last: i64 = ends[at]
            for k in range(starts[at], last):  # look along all routes of the place
                link = i64(links[k])
                route: i64 = link & LINK_MASK
                to: i64 = link >> LINK
                there: i64 = cost + weight[route]
                known: i64 = distance[to]
                promise: i64 = there + (i64(ahead[to]) << ROUGH)
                if (there - known) & (promise - bound) < 0:  # both are less: asked at once, as most answers surprise
                    if known == FAR:
                        frontier[waiting] = to
                        waiting += 1
                        touched[touches] = to
                        touches += 1
                    distance[to] = there
                    came_by[to] = route
                    came_from[to] = at
                    promises[to] = promise
        self.room.touches = touches
        return FAR


# unchecked: callers name stretches that they made room for
def copy(source: vec[i16], start: i64, out: vec[i16], at: i64, count: i64) -> None:
    """Copy a stretch of distances."""
    for k in range(count):
        out[at + k] = source[start + k]


# unchecked: both stretches are rows of arrays that are made with this stride
def lower(out: vec[i16], at: i64, others: vec[i16], start: i64, more: i16, count: i64) -> None:
    """Let each of some distances be no more than another one, from `start` on, and `more`."""
    for k in range(count):
        mine: i16 = out[at + k]
        other: i16 = others[start + k] + more
        out[at + k] = mine if mine < other else other


# unchecked: only places of the map wait, and at least one does
def most_promising(frontier: vec[i64], promises: vec[i64], waiting: i64) -> i64:
    """Which of the places that wait promises the cheapest way.

    No branch depends on what is compared: a processor guesses wrong which promise is less, and that takes longer.
    """
    found: i64 = waiting - 1
    least: i64 = promises[frontier[found]]
    k: i64 = found
    while k > 0:
        k -= 1
        more: i64 = promises[frontier[k]] - least
        if_less: i64 = more >> 63  # all bits are set if it is less, none if it is not
        least += more & if_less
        found += (k - found) & if_less
    return found
