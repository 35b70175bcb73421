"""A board as columns of numbers: what the rules read in their inner loops. Built once, shared by all games on it.

Two ideas make counting cheap (see docs/decisions). A *shape* is what a route costs apart from its color: its length,
its wild symbols and its way of payment. A *group* is a color and a shape: all open routes of a group can be paid in
equally many ways.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.model.board import GRAY, WILD, Board, Route

NONE: Final[i64] = -1
BY_SET: Final[i64] = 0  # ways of payment: a card of one color for each space
BY_SHIPS: Final[i64] = 1  # ship routes, which are paid with cards of their own
BY_PAIRS: Final[i64] = 2  # a pair of cards for each space


class Terrain:
    """Routes, card kinds and points of a board, by index."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.card_names: list[str] = list(board.cards)
        self.composition: vec[i64] = vec[i64]([i64(count) for count in board.cards.values()])
        self.kinds: i64 = len(self.card_names)
        self.wild: i64 = self.card_names.index(WILD)
        self.colors: i64 = len(board.colors)
        self.places: i64 = len(board.cities)
        self.routes: i64 = len(board.routes)
        routes = board.routes
        self.a: vec[i64] = vec[i64]([i64(r.a) for r in routes])
        self.b: vec[i64] = vec[i64]([i64(r.b) for r in routes])
        self.length: vec[i64] = vec[i64]([i64(r.length) for r in routes])
        self.symbols: vec[i64] = vec[i64]([i64(r.wilds) for r in routes])
        self.points: vec[i64] = vec[i64]([i64(board.points_of(r)) for r in routes])
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
        self.deck_names: list[str] = list(dict.fromkeys([kind.deck for kind in board.card_kinds])) or [""]
        self.decks: i64 = len(self.deck_names)
        deck_of = [self.deck_names.index(kind.deck) for kind in board.card_kinds] or [0] * int(self.kinds)
        self.deck_of: vec[i64] = vec[i64]([i64(deck) for deck in deck_of])  # the deck of each kind of card
        # Every attribute is there before the first method is called: mypyc then leaves out its checks for missing ones.
        self.build_twins()
        self.build_shapes()
        self.build_groups()

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
        """Number the shapes by length, so that those a seat has pieces for are the first few."""
        keys = [(r.length, r.wilds, int(way_of(r))) for r in self.board.routes]
        shapes = sorted(set(keys))
        self.shape_count = len(shapes)
        self.shape_length = vec[i64]([i64(length) for length, _, _ in shapes])
        self.shape_symbols = vec[i64]([i64(symbols) for _, symbols, _ in shapes])
        self.shape_way = vec[i64]([i64(way) for _, _, way in shapes])
        self.shape = vec[i64]([i64(shapes.index(key)) for key in keys])
        within = [sum([1 for length, _, _ in shapes if length <= pieces]) for pieces in range(self.longest + 1)]
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

    def first_of_sort(self, sort: str) -> i64:
        """The first of the kinds of card of a sort; those of the other colors follow in the order of the colors."""
        return [kind.sort for kind in self.board.card_kinds].index(sort)

    def of_deck(self, deck: i64) -> vec[i64]:
        """The composition of one deck; all other kinds are at zero."""
        return vec[i64]([self.composition[k] if self.deck_of[k] == deck else i64(0) for k in range(self.kinds)])


def way_of(route: Route) -> i64:
    """How a route is paid."""
    if route.kind == "ship":
        return BY_SHIPS
    return BY_PAIRS if "pair" in route.tags else BY_SET
