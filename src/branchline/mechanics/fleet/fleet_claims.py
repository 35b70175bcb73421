"""What claims of train, ship and pair routes have in common: finding open routes, laying pieces, saying no.

Each of the three ways to pay for a route is a mechanic of its own (train_claims, ship_claims, pair_claims). All of them
count: open routes lie in groups of equal price (engine/terrain.py), and tables tell in how many ways a hand pays for
one route of a group.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons, Setting
from branchline.engine.terrain import BY_SHIPS, Terrain
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.routes.route_claims import RouteClaims
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.errors import NotationError, closest
from branchline.model.events import RouteClaimed
from branchline.model.vecs import vec


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
        assert self.word == terrain.shape_word[shapes[-1]], "that many lengths do not fit into a word"
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
        self.tables: Final = tables
        self.firsts: vec[i64] = vec[i64]()  # by route: where its actions begin
        self.splits: vec[i64] = vec[i64]([0] * 64)  # payments of a route, while all claims are written down

    def claims_route(self, route: i64) -> bool:
        return self.terrain.shape_way[self.terrain.shape[route]] == self.way

    def piece_name(self) -> str:
        return "ships" if self.with_ships else "trains"

    def affordable(self, seat: i64) -> i64:
        """How many of the shapes, from the shortest on, a seat has the right pieces for (WLD-047)."""
        pieces = min(self.pieces(seat), self.longest)
        return self.within[pieces]

    def pieces(self, seat: i64) -> i64:
        return self.fleet.ships[seat] if self.with_ships else self.fleet.trains[seat]

    def supply(self, seat: i64) -> i64:
        return self.pieces(seat) if self.fleet.shown else -1

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
