"""How many tickets of a seat each free route would serve, and which routes have changed since it was last told."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.part import clear, fill
from branchline.engine.terrain import Terrain


class WantedRoutes:
    """For every seat: the routes on the ways of tickets that it holds, and what there is to write again."""

    def __init__(self, terrain: Terrain, seats: i64) -> None:
        self.terrain: Final = terrain
        self.routes: i64 = terrain.routes
        self.colors: i64 = terrain.colors + 1  # gray too
        # By seat and route; small numbers, so that those of many games stay in the processor's cache.
        self.ways: Final = vec[i16]([i16(0)] * (seats * self.routes))  # that many lead over the route
        self.marked: Final = vec[i16]([i16(0)] * (seats * self.routes))  # 1: its owner or `ways` has changed
        self.changed: Final = vec[i16]([i16(0)] * (seats * self.routes))  # the marked ones
        self.changed_count: Final = vec[i64]([0] * seats)
        self.spaces: Final = vec[i64]([0] * (seats * self.colors))  # of wanted routes, by color

    def forget(self, seat: i64) -> None:
        """A seat wants nothing, and nothing has changed."""
        clear(self.ways, seat * self.routes, self.routes)
        clear(self.marked, seat * self.routes, self.routes)
        fill(self.spaces, seat * self.colors, self.colors, 0)
        self.changed_count[seat] = 0

    # unchecked: each route is marked once, and there is room for all of them
    def mark(self, seat: i64, route: i64) -> None:
        """Note that a route's owner, or the number of ways over it, has changed."""
        base: i64 = seat * self.routes
        if self.marked[base + route] == 0:
            self.marked[base + route] = 1
            count: i64 = self.changed_count[seat]
            self.changed[base + count] = i16(route)
            self.changed_count[seat] = count + 1

    def forget_changes(self, seat: i64) -> None:
        """The routes that have changed for a seat were taken note of."""
        base: i64 = seat * self.routes
        for k in range(base, base + self.changed_count[seat]):
            self.marked[base + i64(self.changed[k])] = 0
        self.changed_count[seat] = 0

    # unchecked: ways lead over routes of the map
    def count_way(self, seat: i64, way: vec[i16], first: i64, last: i64, more: i64) -> None:
        """Count a way more (1) or less (-1) over each of its routes, which are `way[first:last]`."""
        ways = self.ways
        marked = self.marked
        terrain = self.terrain
        base: i64 = seat * self.routes
        colors: i64 = seat * self.colors
        for k in range(first, last):
            route = i64(way[k])
            before = i64(ways[base + route])
            ways[base + route] = i16(before + more)
            if marked[base + route] == 0:
                self.mark(seat, route)
            if before + more == 0 or before == 0:
                self.spaces[colors + terrain.color[route]] += more * terrain.length[route]
