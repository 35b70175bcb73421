"""A board as columns of numbers: what the rules read in their inner loops. Built once, shared by all games on it.

Two ideas make counting cheap (see docs/decisions). A *shape* is what a route costs apart from its color: its length,
its wild symbols and its way of payment. A *group* is a color and a shape: all open routes of a group can be paid in
equally many ways.

To count claims is to multiply, shape by shape, ways to pay with open routes, and to add up. Both are kept *packed*: a
word has a field of some bits for each of several shapes, ways from the lowest field on, open routes from the highest
down. Multiplied as numbers, such words have the sum of all products in their highest field, as in multiplying by hand.
"""

from typing import Final

from mypy_extensions import i64

from branchline.model.board import GRAY, WILD, Board, Route
from branchline.model.vecs import vec

NONE: Final[i64] = -1
BY_SET: Final[i64] = 0  # ways of payment: a card of one color for each space
BY_SHIPS: Final[i64] = 1  # ship routes, which are paid with cards of their own
BY_PAIRS: Final[i64] = 2  # a pair of cards for each space


class Terrain:
    """Routes, card kinds and points of a board, by index."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.card_names: list[str] = list(board.cards)
        self.route_numbers: dict[str, int] = {route.id: route.index for route in board.routes}
        self.composition: vec[i64] = vec[i64]([i64(count) for count in board.cards.values()])
        self.kinds: i64 = len(self.card_names)
        self.wild: i64 = self.card_names.index(WILD)
        self.colors: i64 = len(board.colors)
        self.places: i64 = len(board.cities)
        self.routes: i64 = len(board.routes)
        routes = board.routes
        self.a: vec[i64] = vec[i64]([i64(r.a) for r in routes])
        self.b: vec[i64] = vec[i64]([i64(r.b) for r in routes])
        # A route has two halves: from the half 2 * route, at a, it leads to b; from 2 * route + 1, at b, to a.
        self.far_end: vec[i64] = vec[i64]([i64(place) for r in routes for place in (r.b, r.a)])
        self.length: vec[i64] = vec[i64]([i64(r.length) for r in routes])
        self.symbols: vec[i64] = vec[i64]([i64(r.wilds) for r in routes])
        self.points: vec[i64] = vec[i64]([i64(board.printed_points(r)) for r in routes])
        color_numbers = {name: number for number, name in enumerate([*board.colors, GRAY])}
        self.color: vec[i64] = vec[i64]([i64(color_numbers[r.color]) for r in routes])
        self.longest: i64 = max(r.length for r in routes)
        self.twin_start: vec[i64] = vec[i64]()
        self.twins: vec[i64] = vec[i64]()
        self.shape_count: i64 = 0
        self.shape_length: vec[i64] = vec[i64]()
        self.shape_symbols: vec[i64] = vec[i64]()
        self.shape: vec[i64] = vec[i64]()
        self.shapes_within: vec[i64] = vec[i64]()
        self.group_count: i64 = 0
        self.group: vec[i64] = vec[i64]()
        self.group_start: vec[i64] = vec[i64]()
        self.group_size: vec[i64] = vec[i64]()
        self.group_members: vec[i64] = vec[i64]()
        self.shape_way: vec[i64] = vec[i64]()
        self.field: i64 = 0  # bits of a field of a packed word
        self.fields: i64 = 0  # fields of a word
        self.words: i64 = 0  # that hold all shapes
        self.sum_at: i64 = 0  # how far a product is shifted to get at the sum of products
        self.field_mask: i64 = 0  # what a field can hold
        self.ways_mask: i64 = 0  # what a field for ways holds at most
        self.shape_word: vec[i64] = vec[i64]()  # the word that a shape is in ...
        self.ways_at: vec[i64] = vec[i64]()  # ... how far its field is shifted in words of ways ...
        self.open_at: vec[i64] = vec[i64]()  # ... and in words of open routes ...
        self.one_open: vec[i64] = vec[i64]()  # ... and a one that is shifted so far
        self.sorts: list[str] = [kind.sort for kind in board.card_kinds]
        self.deck_names: list[str] = list(dict.fromkeys([kind.deck for kind in board.card_kinds])) or [""]
        self.decks: i64 = len(self.deck_names)
        deck_of = [self.deck_names.index(kind.deck) for kind in board.card_kinds] or [0] * int(self.kinds)
        self.deck_of: vec[i64] = vec[i64]([i64(deck) for deck in deck_of])  # the deck of each kind of card
        # Every attribute is there before the first method is called: mypyc then leaves out its checks for missing ones.
        self.build_twins()
        self.build_shapes()
        self.build_groups()
        self.build_fields()

    def build_twins(self) -> None:
        """The other tracks of double and triple routes, flattened: those of r are twins[start[r] : start[r + 1]]."""
        start: list[int] = [0]
        flat: list[int] = []
        for route in self.board.routes:
            flat.extend(route.twins)
            start.append(len(flat))
        self.twin_start = vec[i64]([i64(n) for n in start])
        self.twins = vec[i64]([i64(n) for n in flat])

    def build_shapes(self) -> None:
        """Number the shapes of a way of payment by length: those a seat has pieces for are the first few of them."""
        keys = [(int(way_of(r)), r.length, r.wilds) for r in self.board.routes]
        shapes = sorted(set(keys))
        self.shape_count = len(shapes)
        self.shape_way = vec[i64]([i64(way) for way, _, _ in shapes])
        self.shape_length = vec[i64]([i64(length) for _, length, _ in shapes])
        self.shape_symbols = vec[i64]([i64(symbols) for _, _, symbols in shapes])
        self.shape = vec[i64]([i64(shapes.index(key)) for key in keys])
        within = [sum([1 for _, length, _ in shapes if length <= pieces]) for pieces in range(self.longest + 1)]
        self.shapes_within = vec[i64]([i64(n) for n in within])

    def build_groups(self) -> None:
        """List the routes group by group; a game copies these lists and closes routes in its copy."""
        self.group_count = (self.colors + 1) * self.shape_count
        members: list[list[int]] = [[] for _ in range(self.group_count)]
        group: list[int] = []
        for index in range(self.routes):
            number = int(self.color[index] * self.shape_count + self.shape[index])
            group.append(number)
            members[number].append(index)
        flat = [index for group_members in members for index in group_members]
        start: list[int] = []
        total = 0
        for group_members in members:
            start.append(total)
            total += len(group_members)
        self.group = vec[i64]([i64(n) for n in group])
        self.group_start = vec[i64]([i64(n) for n in start])
        self.group_size = vec[i64]([i64(len(group_members)) for group_members in members])
        self.group_members = vec[i64]([i64(n) for n in flat])

    def build_fields(self) -> None:
        """Choose fields that no sum of products can overflow; each way of payment begins a word of its own."""
        shapes = range(int(self.shape_count))
        stored = max([max(self.most_ways(k), sum([1 for shape in self.shape if shape == k])) for k in shapes])
        field = max([stored, *[self.highest_sum(color) for color in range(self.colors)]]).bit_length()
        if 64 % field == 0 and stored.bit_length() == field:
            field += 1  # the highest bit of a word stays free
        fields = min(64 // field, int(self.shape_count))  # short words are quicker where numbers can have any length
        self.field = field
        self.fields = fields
        self.sum_at = field * (fields - 1)
        self.field_mask = (1 << field) - 1
        self.ways_mask = (1 << stored.bit_length()) - 1
        word = -1
        used = fields
        words: list[int] = []
        slots: list[int] = []
        for shape in range(self.shape_count):
            if used == fields or (shape > 0 and self.shape_way[shape] != self.shape_way[shape - 1]):
                word += 1
                used = 0
            words.append(word)
            slots.append(used)
            used += 1
        self.words = word + 1
        self.shape_word = vec[i64]([i64(n) for n in words])
        self.ways_at = vec[i64]([i64(slot * field) for slot in slots])
        self.open_at = vec[i64]([i64((fields - 1 - slot) * field) for slot in slots])
        self.one_open = vec[i64]([i64(1 << (fields - 1 - slot) * field) for slot in slots])

    def highest_sum(self, color: int) -> int:
        """The highest number that can come up in any field when ways to pay with a color are multiplied with routes."""
        highest = 0
        for way in (BY_SET, BY_SHIPS):
            shapes = [shape for shape in range(self.shape_count) if self.shape_way[shape] == way]
            highest = max(highest, sum([1 for shape in self.shape if shape in shapes]))  # all paid with wilds alone
            ways = [self.most_ways(shape) for shape in shapes]
            groups = [
                (color * int(self.shape_count) + shape, int(self.colors * self.shape_count) + shape) for shape in shapes
            ]
            routes = [int(self.group_size[own] + self.group_size[gray]) for own, gray in groups]
            for apart in range(len(shapes)):
                highest = max(highest, sum([ways[k] * routes[k + apart] for k in range(len(shapes) - apart)]))
        return highest

    def most_ways(self, shape: int) -> int:
        """In how many ways cards of a color can pay for a shape at most."""
        length = int(self.shape_length[shape])
        if self.shape_way[shape] == BY_SHIPS:  # that many double ships, that many wilds, the rest single ships
            return sum([length - 2 * doubles + 1 for doubles in range(length // 2 + 1)])
        return length - int(self.shape_symbols[shape])

    def packed_ways(self, ways: list[int]) -> list[int]:
        """Pack a number for each shape into words."""
        words = [0] * int(self.words)
        for shape, number in enumerate(ways):
            words[self.shape_word[shape]] += number << int(self.ways_at[shape])
        return words

    def packed_reach(self, most: int) -> vec[i64]:
        """By pieces, up to the most, and word: a mask of the fields of all shapes that that many are enough for."""
        full = int(self.ways_mask)
        reach: list[int] = []
        for pieces in range(most + 1):
            reach += self.packed_ways([full if length <= pieces else 0 for length in self.shape_length])
        return vec[i64]([i64(word) for word in reach])

    def colors_for(self, route: i64) -> tuple[i64, i64]:
        """The colors that pay for a route: the first of them, and the one after the last."""
        color = self.color[route]
        return (0, self.colors) if color == self.colors else (color, color + 1)

    def first_of_sort(self, sort: str) -> i64:
        """The first of the kinds of card of a sort; those of the other colors follow in the order of the colors."""
        return self.sorts.index(sort)

    def of_deck(self, deck: i64) -> vec[i64]:
        """The composition of one deck; all other kinds are at zero."""
        return vec[i64]([self.composition[k] if self.deck_of[k] == deck else i64(0) for k in range(self.kinds)])


def way_of(route: Route) -> i64:
    """How a route is paid."""
    if route.kind == "ship":
        return BY_SHIPS
    return BY_PAIRS if "pair" in route.tags else BY_SET
