"""The tables behind claims with one color and wilds (claims.py): worked out once, shared by all games of a setting."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.commons import Setting
from branchline.engine.terrain import Terrain


class ClaimTables:
    """Prices, ways to pay, and all claims by number, for a board on which up to `most_saved` cards can be saved."""

    def __init__(self, terrain: Terrain, most_saved: int) -> None:
        self.terrain: Final = terrain
        self.most_saved = most_saved
        self.cap: i64 = terrain.longest  # more cards than the longest route of a kind are as good as that many
        self.units: vec[i64] = vec[i64]()  # units[saved, shape]: the cards that a route takes
        self.ways: vec[i64] = vec[i64]()
        self.packed_ways: vec[i64] = vec[i64]()  # the same packed (engine/terrain.py): words in place of shapes
        self.packed_wild: vec[i64] = vec[i64]()  # packed[saved, w]: 1 for the shapes that w wilds alone pay for
        self.reach: vec[i64] = terrain.packed_reach()
        self.route_first: vec[i64] = vec[i64]()  # offset of each route's first action, by saving
        self.routes: vec[i64] = vec[i64]()  # of each action: the route ...
        self.colors: vec[i64] = vec[i64]()  # ... the color (the wild kind for the all-wild claim) ...
        self.wilds: vec[i64] = vec[i64]()  # ... the number of wilds ...
        self.cards: vec[i64] = vec[i64]()  # ... and of set cards
        self.fewest: vec[i64] = vec[i64]()  # fewest[saved, word]: the cards for the cheapest shape of a packed word
        self.build_units()
        self.build_ways()
        self.build_actions()

    def build_units(self) -> None:
        """The cards that a shape takes of a seat that saves some: never fewer than its symbols, nor none at all."""
        units: list[int] = []
        for saved in range(self.most_saved + 1):
            for shape in range(self.terrain.shape_count):
                least = max(1, int(self.terrain.shape_symbols[shape]))
                units.append(max(least, int(self.terrain.shape_length[shape]) - saved))
        self.units = vec[i64]([i64(n) for n in units])
        fewest: list[int] = []
        for saved in range(self.most_saved + 1):
            in_words: list[list[int]] = [[] for _ in range(self.terrain.words)]
            for shape in range(self.terrain.shape_count):
                in_words[self.terrain.shape_word[shape]].append(units[saved * int(self.terrain.shape_count) + shape])
            fewest += [min(in_word) for in_word in in_words]
        self.fewest = vec[i64]([i64(n) for n in fewest])

    def build_ways(self) -> None:
        """ways[saved, (n, w), shape]: in how many ways n cards of a color, at least one of them, and w wilds pay."""
        terrain = self.terrain
        shapes = int(terrain.shape_count)
        ways: list[int] = []
        packed: list[int] = []
        wild: list[int] = []
        for saved in range(self.most_saved + 1):
            for cards in range(self.cap + 1):
                for wilds in range(self.cap + 1):
                    row: list[int] = []
                    for shape in range(shapes):
                        units = int(self.units[saved * shapes + shape])
                        fewest = max(int(terrain.shape_symbols[shape]), units - cards)
                        most = min(wilds, units - 1)
                        row.append(max(0, most - fewest + 1) if cards else 0)
                    ways += row
                    packed += terrain.packed_ways(row)
            for wilds in range(self.cap + 1):
                alone = [1 if self.units[saved * shapes + shape] <= wilds else 0 for shape in range(shapes)]
                wild += terrain.packed_ways(alone)
        self.ways = vec[i64]([i64(n) for n in ways])
        self.packed_ways = vec[i64]([i64(n) for n in packed])
        self.packed_wild = vec[i64]([i64(n) for n in wild])

    def build_actions(self) -> None:
        """The table of all claims: first those that save nothing, then those that save a card, and so on."""
        terrain = self.terrain
        first: list[int] = []
        actions: list[tuple[int, int, int, int]] = []
        for saved in range(self.most_saved + 1):
            for route in range(terrain.routes):
                units = int(self.price(route, saved))
                if saved and units == self.price(route, saved - 1):
                    first.append(first[(saved - 1) * terrain.routes + route])  # nothing more to save: the same actions
                    continue
                first.append(len(actions))
                color = int(terrain.color[route])
                for paying in range(terrain.colors) if color == terrain.colors else (color,):
                    for wilds in range(terrain.symbols[route], units):
                        actions.append((route, paying, wilds, units - wilds))
                actions.append((route, int(terrain.wild), units, 0))
        self.route_first = vec[i64]([i64(n) for n in first])
        self.routes = vec[i64]([i64(route) for route, _, _, _ in actions])
        self.colors = vec[i64]([i64(color) for _, color, _, _ in actions])
        self.wilds = vec[i64]([i64(wilds) for _, _, wilds, _ in actions])
        self.cards = vec[i64]([i64(cards) for _, _, _, cards in actions])

    def price(self, route: i64, saved: i64) -> i64:
        """The cards that a route takes of a seat that saves some."""
        return self.units[saved * self.terrain.shape_count + self.terrain.shape[route]]


def claim_tables(setting: Setting, most_saved: int) -> ClaimTables:
    """The tables of a setting, made when first wanted."""
    name = f"claims that save up to {most_saved}"
    found = setting.tables.get(name)
    if isinstance(found, ClaimTables):
        return found
    made = ClaimTables(setting.terrain, most_saved)
    setting.tables[name] = made
    return made
