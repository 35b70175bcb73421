"""Claiming routes of pairs (WLD-056..WLD-059, N51, N52).

Each space costs a pair: two train cards of one color, one and a wild, or two wilds; spaces may differ in color. So a
payment for L spaces has 2L cards, and as many wilds at least as there are colors with an odd number of cards. An action
is a route and how many cards of each color are paid; wilds make up the rest, and plain cards go before marked ones.

The payments are counted from how many colors a seat holds at least one, two, three ... cards of, which takes a formula
for each length: up to three spaces there are so few patterns that they can be written down.
"""

from itertools import product
from typing import Final

from mypy_extensions import i64

from branchline.engine.bill import Bill
from branchline.engine.commons import Commons
from branchline.engine.terrain import BY_PAIRS, Terrain
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket
from branchline.mechanics.fleet import ClaimWithPairs
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.fleet.fleet_claims import FleetClaims
from branchline.mechanics.fleet.train_claims import TrainClaims
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.actions import Action
from branchline.model.errors import NotationError
from branchline.model.questions import Price
from branchline.model.vecs import vec

MOST_SPACES: Final = 3
PACKED: Final = 15  # numbers of four bits in a word that has a sign


class PairTable:
    """All payments: for each length a block of rows, each with the cards of every color and the wilds."""

    def __init__(self, terrain: Terrain, longest: int) -> None:
        colors = int(terrain.colors)
        self.width: i64 = colors + 1
        rows: list[tuple[int, ...]] = []
        start: list[int] = []
        for length in range(longest + 1):
            start.append(len(rows))
            rows += [row for row in all_rows(colors, 2 * length) if sum([n % 2 for n in row[:-1]]) <= row[-1]]
        start.append(len(rows))
        self.start: vec[i64] = vec[i64]([i64(n) for n in start])  # by length: its first row
        self.rows: vec[i64] = vec[i64]([i64(n) for row in rows for n in row])
        # The same packed, four bits for each number, to compare them all at once.
        self.packed: vec[i64] = vec[i64]([i64(sum([n << 4 * k for k, n in enumerate(row)])) for row in rows])
        assert colors < PACKED, "that many colors do not fit into a word"
        self.row_number: dict[tuple[int, ...], int] = {row: number for number, row in enumerate(rows)}
        first: list[int] = [0] * int(terrain.routes)
        routes: list[int] = []
        row_of: list[int] = []
        for route in range(terrain.routes):
            if terrain.shape_way[terrain.shape[route]] == BY_PAIRS:
                length = int(terrain.length[route])
                first[route] = len(routes)
                routes += [route] * (start[length + 1] - start[length])
                row_of += range(start[length], start[length + 1])
        self.route_first: vec[i64] = vec[i64]([i64(n) for n in first])
        self.routes: vec[i64] = vec[i64]([i64(n) for n in routes])
        self.row_of: vec[i64] = vec[i64]([i64(n) for n in row_of])
        self.count: i64 = len(routes)


def all_rows(colors: int, cards: int) -> list[tuple[int, ...]]:
    """All ways to take a number of cards from some colors and wilds."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(colors):
        rows = [(*row, n) for row, n in product(rows, range(cards + 1)) if sum(row) + n <= cards]
    return [(*row, cards - sum(row)) for row in rows]


class PairClaims(FleetClaims):
    """Number order: by route, then payment."""

    def __init__(
        self, commons: Commons, market: TwoDeckMarket, tracks: Tracks, fleet: Fleet, trains: TrainClaims
    ) -> None:
        super().__init__("pair_claims", commons, market, tracks, fleet, BY_PAIRS)
        assert self.longest <= MOST_SPACES, "longer routes of pairs need a formula of their own"
        self.trains: Final = trains  # knows train cards, plain and marked
        self.table: PairTable = self.shared_table()
        self.firsts = self.table.route_first
        self.splits = vec[i64]([0] * (len(self.table.row_number) + 1))
        self.levels_of: vec[i64] = vec[i64]([i64(sum([1 << 8 * k for k in range(held)])) for held in range(7)])

    def shared_table(self) -> PairTable:
        """The table of this setting, made when first wanted."""
        return self.commons.setting.once(self.name, lambda: PairTable(self.terrain, int(self.longest)))

    def claim(self, seat: i64, action: i64) -> i64:
        """Pay, lay the trains, score; returns the route."""
        route = self.table.routes[action - self.first]
        row: i64 = self.table.row_of[action - self.first] * self.table.width
        colors = self.terrain.colors
        if self.commons.journal.on:
            self.note_payment(seat, action)
        for color in range(colors):
            cards = self.table.rows[row + color]
            if cards > 0:
                self.trains.spend(seat, color, cards)
        self.market.spend(seat, self.terrain.wild, self.table.rows[row + colors])
        self.lay(seat, route)
        return route

    # Questions

    def price_of(self, seat: i64, action: i64) -> Price | None:
        row: i64 = self.table.row_of[action - self.first] * self.table.width
        kinds: list[i64] = []
        counts: list[i64] = []
        color: i64 = 0
        while color < self.terrain.colors:
            cards = self.table.rows[row + color]
            plain = self.trains.plain_among(seat, color, cards)
            kinds += [self.trains.plain + color, self.trains.marked + color]
            counts += [plain, cards - plain]
            color += 1
        kinds.append(self.terrain.wild)
        counts.append(self.table.rows[row + color])
        pieces = int(self.terrain.length[self.table.routes[action - self.first]])
        return Price(self.counted_cards(kinds, counts), pieces=pieces)

    def put_down(self, bill: Bill, route: i64) -> None:
        """Each space is a set of two by itself, in any one color."""
        pool = self.trains.pool_of(bill)
        for _ in range(self.terrain.length[route]):
            bill.add(route, pool, self.terrain.colors, 2, 0)

    def can_pay_for(self, seat: i64, route: i64) -> bool:
        wilds = self.hands.held(seat, self.terrain.wild)
        return self.payments(self.levels(seat), wilds, self.terrain.length[route]) > 0

    # Counting payments

    def levels(self, seat: i64) -> i64:
        """Of how many colors a seat holds at least 1, 2 ... 6 train cards: six numbers of a byte each, packed."""
        cards = self.hands.cards
        plain: i64 = seat * self.hands.kinds + self.trains.plain
        marked: i64 = seat * self.hands.kinds + self.trains.marked
        levels = self.levels_of
        total: i64 = 0
        for color in range(self.terrain.colors):
            held: i64 = cards[plain + color] + cards[marked + color]
            if held > 6:  # not `min`: uncompiled, a call would take longer than the rest
                held = 6
            total += levels[held]
        return total

    def payments(self, levels: i64, wilds: i64, length: i64) -> i64:
        """In how many ways a hand can pay for a route of pairs. `have_k`: colors of which it has k cards or more."""
        have_1: i64 = levels & 255
        have_2: i64 = levels >> 8 & 255
        if length == 1:
            return one_space(wilds, have_1, have_2)
        have_3: i64 = levels >> 16 & 255
        have_4: i64 = levels >> 24 & 255
        if length == 2:
            return two_spaces(wilds, have_1, have_2, have_3, have_4)
        return three_spaces(wilds, have_1, have_2, have_3, have_4, levels >> 32 & 255, levels >> 40 & 255)

    def can_pay(self, seat: i64, row: i64) -> bool:
        """Whether a seat holds the cards of a payment."""
        at: i64 = row * self.table.width
        colors = self.terrain.colors
        if self.hands.held(seat, self.terrain.wild) < self.table.rows[at + colors]:
            return False
        return all(self.trains.held(seat, color) >= self.table.rows[at + color] for color in range(colors))

    # Actions

    def size(self) -> int:
        return self.table.count

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = 0
        top = self.affordable(seat)
        if top > 0:
            open_routes = self.open_routes
            at = open_routes.list_of(seat, kind)
            levels = self.levels(seat)
            wilds = self.hands.held(seat, self.terrain.wild)
            for k in range(top):
                opened = open_routes.of_shape(at, self.shapes[k])
                if opened > 0:
                    total += opened * self.payments(levels, wilds, self.lengths[k])
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        at = self.open_routes.list_of(seat, kind)
        levels = self.levels(seat)
        wilds = self.hands.held(seat, self.terrain.wild)
        k: i64 = 0
        while True:
            per_route: i64 = self.payments(levels, wilds, self.lengths[k])
            here: i64 = per_route * self.open_routes.of_shape(at, self.shapes[k])
            if n < here:
                break
            n -= here
            k += 1
        route = self.open_routes.nth_of_shape(at, self.shapes[k], n // per_route)
        n %= per_route
        row = self.table.start[self.lengths[k]]
        while True:
            if self.can_pay(seat, row):
                if n == 0:
                    return self.first + self.table.route_first[route] + row - self.table.start[self.lengths[k]]
                n -= 1
            row += 1

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        """For each length: the payments of one route, written for all of them."""
        if self.counted == 0:
            return at
        terrain = self.terrain
        routes = self.open_routes.list_of(seat, kind)
        top = self.affordable(seat)
        for k in range(top):
            if self.open_routes.of_shape(routes, self.shapes[k]) > 0:
                count = self.find_payments(seat, self.lengths[k])
                for color in range(terrain.colors + 1):
                    group: i64 = color * terrain.shape_count + self.shapes[k]
                    at = self.write_open(routes, group, self.firsts, 0, self.splits, count, out, at)
        return at

    def find_payments(self, seat: i64, length: i64) -> i64:
        """Note the payments for a length that a seat has the cards for; returns how many there are.

        Up to six cards of a kind are paid. With eight more of each in the hand, taking a payment off leaves a number's
        highest bit set just if there were enough.
        """
        bits: i64 = 0
        enough: i64 = 0
        for color in range(self.terrain.colors + 1):
            held = self.trains.held(seat, color) if color < self.terrain.colors else self.wilds(seat)
            bits |= (8 + held if held < 7 else 15) << (4 * color)
            enough |= i64(8) << (4 * color)
        packed = self.table.packed
        last: i64 = self.table.start[length + 1]
        count: i64 = 0
        for row in range(self.table.start[length], last):
            if (bits - packed[row]) & enough == enough:
                self.splits[count] = row - self.table.start[length]
                count += 1
        return count

    def wilds(self, seat: i64) -> i64:
        """How many wilds a seat holds."""
        return self.hands.held(seat, self.terrain.wild)

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        refused = self.refusal_of_route(seat, kind, self.table.routes[at])
        if not refused and not self.can_pay(seat, self.table.row_of[at]):
            return "you do not have the cards for these pairs"
        return refused

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first
        row = self.table.row_of[at] * self.table.width
        counts = [int(self.table.rows[row + k]) for k in range(self.table.width)]
        cards = tuple([(self.color_name(k), count) for k, count in enumerate(counts) if count])
        return ClaimWithPairs(self.commons.setting.board.routes[self.table.routes[at]].id, cards)

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, ClaimWithPairs):
            return -1
        route = self.find_route(action.route)
        if self.terrain.shape_way[self.terrain.shape[route]] != BY_PAIRS:
            raise NotationError(f"{action.route} is not a route of pairs")
        counts = [0] * int(self.table.width)
        for name, count in action.cards:
            counts[self.find_color(name)] = count
        length = self.terrain.length[route]
        row = self.table.row_number.get(tuple(counts), -1)
        if not self.table.start[length] <= row < self.table.start[length + 1]:
            raise NotationError(f"{action.route} takes {length} pairs: two of a color, one and a wild, or two wilds")
        number = int(self.first + self.table.route_first[route] + row - self.table.start[length])
        if self.typed(number, offer) != action:
            raise NotationError("name each color once, in the order of the colors, wilds last")
        return number


# How many payments there are: for each number of wilds, the patterns in which the other cards can share out on colors.


def two_of(n: i64) -> i64:
    """Ways to choose two of n."""
    return n * (n - 1) // 2


def three_of(n: i64) -> i64:
    """Ways to choose three of n."""
    return n * (n - 1) * (n - 2) // 6


def one_space(wilds: i64, have_1: i64, have_2: i64) -> i64:
    """Two cards."""
    total: i64 = have_2
    if wilds >= 1:
        total += have_1
    if wilds >= 2:
        total += 1
    return total


def two_spaces(wilds: i64, have_1: i64, have_2: i64, have_3: i64, have_4: i64) -> i64:
    """Four cards."""
    total: i64 = have_4 + two_of(have_2)  # 4, 2 + 2
    if wilds >= 1:
        total += have_3 + have_2 * (have_1 - 1)  # 3, 2 + 1
    if wilds >= 2:
        total += have_2 + two_of(have_1)  # 2, 1 + 1
    if wilds >= 3:
        total += have_1
    if wilds >= 4:
        total += 1
    return total


def three_spaces(wilds: i64, have_1: i64, have_2: i64, have_3: i64, have_4: i64, have_5: i64, have_6: i64) -> i64:
    """Six cards."""
    total: i64 = have_6 + have_4 * (have_2 - 1) + three_of(have_2)  # 6, 4 + 2, 2 + 2 + 2
    if wilds >= 1:
        total += have_5 + have_4 * (have_1 - 1) + have_3 * (have_2 - 1)  # 5, 4 + 1, 3 + 2
        total += two_of(have_2) * (have_1 - 2)  # 2 + 2 + 1
    if wilds >= 2:
        total += have_4 + have_3 * (have_1 - 1) + two_of(have_2)  # 4, 3 + 1, 2 + 2
        total += have_2 * two_of(have_1 - 1)  # 2 + 1 + 1
    if wilds >= 3:
        total += have_3 + have_2 * (have_1 - 1) + three_of(have_1)  # 3, 2 + 1, 1 + 1 + 1
    if wilds >= 4:
        total += have_2 + two_of(have_1)
    if wilds >= 5:
        total += have_1
    if wilds >= 6:
        total += 1
    return total
