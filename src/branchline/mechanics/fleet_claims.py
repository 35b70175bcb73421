"""What claims of train, ship and pair routes have in common: finding open routes, laying pieces, saying no.

Each of the three ways to pay for a route is a mechanic of its own (train_claims, ship_claims, pair_claims). All of them
count: open routes lie in groups of equal price (engine/terrain.py), and tables tell in how many ways a hand pays for
one route of a group.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons, Setting
from branchline.engine.terrain import BY_SHIPS, Terrain
from branchline.mechanics.fleet import Fleet
from branchline.mechanics.route_claims import RouteClaims
from branchline.mechanics.tracks import Tracks
from branchline.mechanics.two_deck_market import TwoDeckMarket
from branchline.model.errors import NotationError, closest
from branchline.model.events import RouteClaimed
from branchline.model.vecs import append, vec


class FleetTables:
    """The shapes with one way of payment: worked out once, shared by all games of a setting."""

    def __init__(self, terrain: Terrain, way: i64) -> None:
        self.terrain: Final = terrain
        shapes = [s for s in range(terrain.shape_count) if terrain.shape_way[s] == way]
        lengths = [int(terrain.shape_length[s]) for s in shapes]
        self.shapes: vec[i64] = vec[i64]([i64(s) for s in shapes])  # by length
        self.lengths: vec[i64] = vec[i64]([i64(length) for length in lengths])
        self.longest: i64 = lengths[-1]
        numbers = range(lengths[-1] + 1)
        # How many of the shapes are up to n long.
        self.within: vec[i64] = vec[i64]([i64(sum([1 for length in lengths if length <= n])) for n in numbers])
        # The packed word that holds these shapes (engine/terrain.py), and by pieces: the shapes they are enough for.
        self.word: i64 = terrain.shape_word[shapes[0]]
        assert self.word == terrain.shape_word[shapes[-1]], "so many lengths do not fit into a word"
        full = int(terrain.ways_mask)
        reach = [self.packed([full if length <= n else 0 for length in lengths]) for n in numbers]
        self.reach: vec[i64] = vec[i64]([i64(word) for word in reach])
        alone = [self.packed([1 if length <= n else 0 for length in lengths]) for n in numbers]
        self.packed_wild: vec[i64] = vec[i64]([i64(word) for word in alone])  # the lengths that n wilds alone pay for

    def packed(self, numbers: list[int]) -> int:
        """Pack a number for each of these shapes into a word."""
        return sum([number << int(self.terrain.ways_at[self.shapes[k]]) for k, number in enumerate(numbers)])

    def packed_rows(self, ways: vec[i64]) -> vec[i64]:
        """A table with a number for each of these shapes in every row, packed."""
        width = len(self.shapes)
        starts = range(0, len(ways), width)
        return vec[i64]([i64(self.packed([int(ways[at + k]) for k in range(width)])) for at in starts])


def fleet_tables(setting: Setting, way: i64) -> FleetTables:
    """The tables of a setting, made when first wanted."""
    return setting.once(f"shapes paid in way {way}", lambda: FleetTables(setting.terrain, way))


class FleetClaims(RouteClaims):
    """Claims of all routes with one way of payment. They have no wild symbols, so a length is a shape."""

    def __init__(self, name: str, commons: Commons, market: TwoDeckMarket, tracks: Tracks, fleet: Fleet, way: i64):
        super().__init__(name, commons, market.hands, tracks)
        self.market: Final = market
        self.fleet: Final = fleet
        self.way = way
        self.with_ships: bool = way == BY_SHIPS
        tables = fleet_tables(commons.setting, way)
        self.shapes: vec[i64] = tables.shapes
        self.shape_count: i64 = len(tables.shapes)
        self.lengths: vec[i64] = tables.lengths
        self.longest: i64 = tables.longest
        self.within: vec[i64] = tables.within
        self.word: i64 = tables.word
        self.reach: vec[i64] = tables.reach
        self.packed_wild: vec[i64] = tables.packed_wild
        self.tables: Final = tables
        self.by_color: vec[i64] = vec[i64]([0] * self.terrain.colors)  # the parts of the last count
        self.firsts: vec[i64] = vec[i64]()  # by route: where its actions begin
        self.splits: vec[i64] = vec[i64]([0] * 64)  # payments of a route, while all claims are written down

    def claims_route(self, route: i64) -> bool:
        return self.terrain.shape_way[self.terrain.shape[route]] == self.way

    def piece_name(self) -> str:
        return "ships" if self.with_ships else "trains"

    def affordable(self, seat: i64) -> i64:
        """How many of the shapes, from the shortest on, a seat has the right pieces for (WLD-047)."""
        pieces = self.pieces(seat)
        if pieces > self.longest:
            pieces = self.longest
        return self.within[pieces]

    def pieces(self, seat: i64) -> i64:
        return self.fleet.ships[seat] if self.with_ships else self.fleet.trains[seat]

    def most_pieces(self, seat: i64) -> i64:
        """Pieces of the other sort can be exchanged; before fleets are shown, as many as a fleet can have."""
        fleet = self.fleet
        if self.with_ships:
            return fleet.ships[seat] + fleet.most_to_ships(seat) if fleet.shown else fleet.most_ships
        return fleet.trains[seat] + fleet.most_to_trains(seat) if fleet.shown else fleet.most_trains

    def lay(self, seat: i64, route: i64) -> None:
        """The cards are paid: put a piece on each space and score (COM-053)."""
        self.market.spent()
        self.tracks.claim(seat, route)
        self.fleet.lay(seat, self.with_ships, self.terrain.length[route])
        if self.commons.journal.on:
            self.commons.journal.add(RouteClaimed(seat, self.commons.setting.board.routes[route].id))
        self.commons.score(seat, self.terrain.points[route])

    # Open routes

    def claimable(self, seat: i64, kind: i64) -> vec[i64]:
        """The routes with this way of payment that are open to a seat and that it has the pieces for."""
        terrain = self.terrain
        at = self.tracks.list_of(seat, kind)
        pieces = self.pieces(seat)
        found: vec[i64] = vec[i64]()
        route: i64 = 0
        while route < terrain.routes:
            if self.claims_route(route) and terrain.length[route] <= pieces and self.tracks.is_in(at, route):
                found = append(found, route)
            route += 1
        return found

    def nth_all_wild(self, at: i64, n: i64, table: "ClaimTable") -> i64:
        """The n-th open route by length and color, paid with nothing but wilds."""
        k: i64 = 0
        while True:
            shape = self.shapes[k]
            here = self.tracks.open_of_shape(at, shape)
            if n < here:
                break
            n -= here
            k += 1
        route = self.nth_open_of_shape(at, shape, n)
        return self.first + table.at(self.terrain, route, self.terrain.colors, 0, self.lengths[k])

    def write_color(self, routes: i64, color: i64, shape: i64, count: i64, width: i64, out: vec[i64], at: i64) -> i64:
        """Write the first `count` of `splits` for all open routes of a shape that a color pays for.

        `width` is how many splits a color has on a route: on a gray one, those of the colors before come first.
        """
        if count > 0:
            terrain = self.terrain
            firsts = self.firsts
            opened = self.tracks.open
            groups: i64 = routes * self.tracks.groups
            group: i64 = color * terrain.shape_count + shape
            if opened[groups + group] > 0:
                at = self.write_open(routes, group, firsts, 0, self.splits, count, out, at)
            group = terrain.colors * terrain.shape_count + shape
            if opened[groups + group] > 0:
                k: i64 = 0
                while k < count:
                    self.splits[k] += color * width
                    k += 1
                at = self.write_open(routes, group, firsts, 0, self.splits, count, out, at)
        return at

    def write_all_wild(self, routes: i64, top: i64, wilds: i64, table: "ClaimTable", out: vec[i64], at: i64) -> i64:
        """Write the claims with nothing but wilds."""
        terrain = self.terrain
        k: i64 = 0
        while k < top and self.lengths[k] <= wilds:
            width = table.width[self.lengths[k]]
            color: i64 = 0
            while color <= terrain.colors:
                self.splits[0] = terrain.colors * width if color == terrain.colors else width  # behind all others
                group: i64 = color * terrain.shape_count + self.shapes[k]
                at = self.write_open(routes, group, self.firsts, 0, self.splits, 1, out, at)
                color += 1
            k += 1
        return at

    # Names

    def find_color(self, name: str) -> i64:
        """The number of a color; wilds come after the last one."""
        colors = self.commons.setting.board.colors
        if name == "wild":
            return len(colors)
        if name not in colors:
            raise NotationError(f"there is no color '{name}' on this board{closest(name, colors)}")
        return colors.index(name)

    def color_name(self, color: i64) -> str:
        """A color, or "wild" after the last one."""
        colors = self.commons.setting.board.colors
        return colors[color] if color < len(colors) else "wild"


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
        self.packed_ways: vec[i64] = vec[i64]()  # the ways to pay by hand, packed
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
