"""What claims with cards of one color and wilds have in common, be they of train or of ship routes.

An action is a route, a color (wilds after the last) and two numbers; a table lists them all. What differs is how many
ways there are to pay for a length with a hand, and which: `row_of`, `can_pay` and `find_splits` tell.
"""

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.terrain import Terrain
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.fleet.fleet_claims import FleetClaims
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.vecs import vec


class ClaimTable:
    """All claims of one way of payment: the route, the color (wilds after the last) and two numbers of each action."""

    def __init__(self, terrain: Terrain, way: i64, splits: list[list[tuple[int, int]]]) -> None:
        """`splits` lists by length the pairs of numbers with which cards of a color pay; all wilds come after them."""
        self.route_first: vec[i64] = vec[i64]([i64(0)] * terrain.routes)
        self.width: vec[i64] = vec[i64]([i64(len(pairs)) for pairs in splits])  # by length: splits for each color
        # The splits of length n are those from split_start[n] on.
        self.split_start: vec[i64] = vec[i64](
            [i64(sum([len(pairs) for pairs in splits[:n]])) for n in range(len(splits))]
        )
        self.split_x: vec[i64] = vec[i64]([i64(x) for pairs in splits for x, _ in pairs])
        self.split_y: vec[i64] = vec[i64]([i64(y) for pairs in splits for _, y in pairs])
        slots = [0] * (len(splits) * 81)
        for length, pairs in enumerate(splits):
            for slot, (x, y) in enumerate(pairs):
                slots[length * 81 + x * 9 + y] = slot + 1
        self.slots: vec[i64] = vec[i64]([i64(slot) for slot in slots])  # by length and numbers: split + 1; 0: none
        actions: list[tuple[int, int, int, int]] = []
        for route in range(terrain.routes):
            if terrain.shape_way[terrain.shape[route]] != way:
                continue
            self.route_first[route] = len(actions)
            length = int(terrain.length[route])
            color = int(terrain.color[route])
            for paying in range(terrain.colors) if color == terrain.colors else (color,):
                actions += [(route, int(paying), x, y) for x, y in splits[length]]
            actions.append((route, int(terrain.colors), 0, length))
        self.count: i64 = len(actions)
        self.ways: vec[i64] = vec[i64]()  # by hand and length: in how many ways the hand pays (see `row_of`) ...
        self.packed_ways: vec[i64] = vec[i64]()  # ... and the ways of all lengths packed into a word
        self.routes: vec[i64] = vec[i64]([i64(action[0]) for action in actions])
        self.colors: vec[i64] = vec[i64]([i64(action[1]) for action in actions])
        self.x: vec[i64] = vec[i64]([i64(action[2]) for action in actions])
        self.y: vec[i64] = vec[i64]([i64(action[3]) for action in actions])

    def at(self, terrain: Terrain, route: i64, color: i64, x: i64, y: i64) -> i64:
        """Which action that is; -1 if there is no such payment for the route."""
        length = terrain.length[route]
        gray = terrain.color[route] == terrain.colors
        if color == terrain.colors:
            columns: i64 = terrain.colors if gray else 1
            return self.route_first[route] + columns * self.width[length] if x == 0 and y == length else -1
        if not gray and color != terrain.color[route]:
            return -1
        if not (0 <= x < 9 and 0 <= y < 9) or self.slots[length * 81 + x * 9 + y] == 0:
            return -1
        column: i64 = color if gray else 0
        return self.route_first[route] + column * self.width[length] + self.slots[length * 81 + x * 9 + y] - 1


class ColorClaimsOfFleet(FleetClaims):
    """Claims of all routes with one way of payment, each with cards of one color and wilds."""

    def __init__(
        self,
        name: str,
        commons: Commons,
        market: TwoDeckMarket,
        tracks: Tracks,
        fleet: Fleet,
        way: i64,
        table: ClaimTable,
    ) -> None:
        super().__init__(name, commons, market, tracks, fleet, way)
        self.table: ClaimTable = table
        self.packed_ways: vec[i64] = table.packed_ways
        self.packed_wild: vec[i64] = self.tables.packed_wild
        self.firsts = table.route_first
        self.by_color: vec[i64] = vec[i64]([0] * self.terrain.colors)  # the parts of the last count

    # What differs

    def row_of(self, seat: i64, color: i64, wilds: i64) -> i64:
        """Which row of the table tells the ways to pay with a color of the hand and that many wilds."""
        raise NotImplementedError

    def can_pay(self, seat: i64, at: i64) -> bool:
        """Whether a seat holds the cards of a claim of the table."""
        raise NotImplementedError

    def find_splits(self, seat: i64, color: i64, wilds: i64, length: i64, count: i64) -> None:
        """Note the splits of a length, `count` in all, that a seat's cards of a color and its wilds can pay."""
        raise NotImplementedError

    # Actions; `count` is written for each of them, as it is asked all the time

    def size(self) -> int:
        return self.table.count

    def can_pay_for(self, seat: i64, route: i64) -> bool:
        at = self.table.route_first[route]
        while at < self.table.count and self.table.routes[at] == route:
            if self.can_pay(seat, at):
                return True
            at += 1
        return False

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        terrain = self.terrain
        open_routes = self.open_routes
        at = open_routes.list_of(seat, kind)
        color: i64 = 0
        while color < terrain.colors and n >= self.by_color[color]:
            n -= self.by_color[color]
            color += 1
        k: i64 = 0
        if color == terrain.colors:
            return self.nth_all_wild(at, n, self.table)
        wilds: i64 = min(self.hands.held(seat, terrain.wild), self.longest)
        row: i64 = self.row_of(seat, color, wilds) * self.shape_count
        while True:
            per_route = self.table.ways[row]
            shape = self.shapes[k]
            here = per_route * open_routes.to_color(at, color, shape)
            if n < here:
                break
            n -= here
            row += 1
            k += 1
        which: i64 = n // per_route
        route = open_routes.nth_to_color(at, color, shape, which)
        return self.nth_payment(seat, route, color, n - which * per_route)

    def nth_payment(self, seat: i64, route: i64, color: i64, n: i64) -> i64:
        """The n-th claim of a route with a color that the seat can pay."""
        at = self.table.route_first[route]
        if self.terrain.color[route] == self.terrain.colors:
            at += color * self.table.width[self.terrain.length[route]]
        while True:
            if self.can_pay(seat, at):
                if n == 0:
                    return self.first + at
                n -= 1
            at += 1

    def nth_all_wild(self, at: i64, n: i64, table: "ClaimTable") -> i64:
        """The n-th open route by length and color, paid with nothing but wilds."""
        k: i64 = 0
        while True:
            shape = self.shapes[k]
            here = self.open_routes.of_shape(at, shape)
            if n < here:
                break
            n -= here
            k += 1
        route = self.open_routes.nth_of_shape(at, shape, n)
        return self.first + table.at(self.terrain, route, self.terrain.colors, 0, self.lengths[k])

    def write_color(self, routes: i64, color: i64, shape: i64, count: i64, width: i64, out: vec[i64], at: i64) -> i64:
        """Write the first `count` of `splits` for all open routes of a shape that a color pays for.

        `width` is how many splits a color has on a route: on a gray one, those of the colors before come first.
        """
        if count > 0:
            terrain = self.terrain
            firsts = self.firsts
            opened = self.open_routes.counts
            groups: i64 = routes * self.open_routes.groups
            group: i64 = color * terrain.shape_count + shape
            if opened[groups + group] > 0:
                at = self.write_open(routes, group, firsts, 0, self.splits, count, out, at)
            group = terrain.colors * terrain.shape_count + shape
            if opened[groups + group] > 0:
                for k in range(count):
                    self.splits[k] += color * width
                at = self.write_open(routes, group, firsts, 0, self.splits, count, out, at)
        return at

    def write_all_wild(self, routes: i64, top: i64, wilds: i64, table: "ClaimTable", out: vec[i64], at: i64) -> i64:
        """Write the claims with nothing but wilds."""
        terrain = self.terrain
        k: i64 = 0
        while k < top and self.lengths[k] <= wilds:
            width = table.width[self.lengths[k]]
            for color in range(terrain.colors + 1):
                self.splits[0] = terrain.colors * width if color == terrain.colors else width  # behind all others
                group: i64 = color * terrain.shape_count + self.shapes[k]
                at = self.write_open(routes, group, self.firsts, 0, self.splits, 1, out, at)
            k += 1
        return at

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        terrain = self.terrain
        table = self.table
        ways = table.ways
        wilds = self.hands.held(seat, terrain.wild)
        capped = min(wilds, self.longest)
        routes = self.open_routes.list_of(seat, kind)
        left: i64 = self.counted
        for color in range(terrain.colors):
            end: i64 = at + self.by_color[color]  # where the claims with this color end
            left -= self.by_color[color]
            row: i64 = self.row_of(seat, color, capped) * self.shape_count if at < end else 0
            k: i64 = 0
            while at < end:
                count: i64 = ways[row + k]
                shape: i64 = self.shapes[k]
                if count > 0 and self.open_routes.to_color(routes, color, shape) > 0:
                    length: i64 = self.lengths[k]
                    self.find_splits(seat, color, wilds, length, count)
                    at = self.write_color(routes, color, shape, count, table.width[length], out, at)
                k += 1
        return at if left == 0 else self.write_all_wild(routes, self.affordable(seat), wilds, table, out, at)
