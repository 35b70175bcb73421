"""The tables behind claims with one color and wilds (claims.py): worked out once, shared by all games of a setting."""

from itertools import product
from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Setting
from branchline.model.vecs import vec


class ClaimTables:
    """Prices, ways to pay, and all claims by number, for a board on which up to `most_saved` cards can be saved."""

    def __init__(self, setting: Setting, most_saved: int) -> None:
        terrain = setting.terrain
        self.terrain: Final = terrain
        self.most_saved = most_saved
        self.units: vec[i64] = vec[i64]()  # units[saved, shape]: the cards that a route takes
        self.further: vec[i64] = vec[i64]()  # further[saved]: the fewest for shapes after the first packed word
        self.most_cards: i64 = max([int(terrain.composition[color]) for color in range(terrain.colors)])
        self.most_wilds: i64 = terrain.composition[terrain.wild]
        self.ways: vec[i64] = vec[i64]()  # ways[saved, w, n, shape]: how many with w wilds and n cards of a color
        self.packed_ways: vec[i64] = vec[i64]()  # packed[saved, word, w, n]: the same packed (engine/terrain.py)
        self.packed_wild: vec[i64] = vec[i64]()  # packed[saved, word, w]: 1 for the shapes that w wilds alone pay for
        self.reach: vec[i64] = terrain.packed_reach(setting.numbers.pieces)
        self.route_first: vec[i64] = vec[i64]()  # offset of each route's first action, by saving
        self.routes: vec[i64] = vec[i64]()  # of each action: the route ...
        self.colors: vec[i64] = vec[i64]()  # ... the color (the wild kind for the all-wild claim) ...
        self.wilds: vec[i64] = vec[i64]()  # ... the number of wilds ...
        self.cards: vec[i64] = vec[i64]()  # ... and of set cards
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
        shapes = int(self.terrain.shape_count)
        later = [shape for shape in range(shapes) if self.terrain.shape_word[shape] > 0]
        if later:
            fewest = [min([units[saved * shapes + s] for s in later]) for saved in range(self.most_saved + 1)]
            self.further = vec[i64]([i64(n) for n in fewest])

    def build_ways(self) -> None:
        """Ways to pay for each shape, for every hand that there can be: nobody has to compare a hand with a length."""
        shapes = range(int(self.terrain.shape_count))
        sizes = list(product(range(self.most_wilds + 1), range(self.most_cards + 1)))
        ways: list[int] = []
        packed_ways: list[int] = []
        packed_wild: list[int] = []
        for saved in range(self.most_saved + 1):
            units = [int(self.units[saved * len(shapes) + shape]) for shape in shapes]
            rows = [[self.ways_of(shape, units[shape], *size) for shape in shapes] for size in sizes]
            alone = [[1 if price <= wilds else 0 for price in units] for wilds in range(self.most_wilds + 1)]
            for row in rows:
                ways += row
            for word in range(self.terrain.words):
                packed_ways += [self.terrain.packed_ways(row)[word] for row in rows]
                packed_wild += [self.terrain.packed_ways(row)[word] for row in alone]
        self.ways = vec[i64]([i64(n) for n in ways])
        self.packed_ways = vec[i64]([i64(n) for n in packed_ways])
        self.packed_wild = vec[i64]([i64(n) for n in packed_wild])

    def ways_of(self, shape: int, units: int, wilds: int, cards: int) -> int:
        """In how many ways wilds and cards of a color, at least one of them, pay for a shape."""
        fewest = max(int(self.terrain.shape_symbols[shape]), units - cards)
        most = min(wilds, units - 1)
        return max(0, most - fewest + 1) if cards else 0

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
    return setting.once(f"claims that save up to {most_saved}", lambda: ClaimTables(setting, most_saved))
