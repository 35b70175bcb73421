"""Claiming a route with bundles among the payment (see purse.py for what is allowed).

An action is a route and how many set cards, wilds and bundles pay for it, at least one bundle. Which cards these are is
asked afterward, color by color (bundles.py), so that every set of cards is reached in exactly one way.
"""

from itertools import product
from typing import Final

from mypy_extensions import i64

from branchline.engine.bill import Bill
from branchline.engine.terrain import NONE
from branchline.mechanics.bundles import ClaimWithBundles
from branchline.mechanics.bundles.purse import Purse
from branchline.mechanics.routes.claim_tables import claim_tables
from branchline.mechanics.routes.claims import ColorClaims
from branchline.mechanics.routes.route_claims import RouteClaims
from branchline.model.actions import Action
from branchline.model.errors import NotationError
from branchline.model.questions import Price
from branchline.model.vecs import vec


class BundleTables:
    """All claims with bundles by number: worked out once, shared by all games of a setting."""

    def __init__(self, claims: ColorClaims) -> None:
        self.prices = claim_tables(claims.commons.setting, int(claims.most_saved))
        self.terrain: Final = claims.terrain
        self.stride: i64 = claims.terrain.longest + 1
        self.route_first: vec[i64] = vec[i64]()  # of each saving and route: the offset of its first action
        self.routes: vec[i64] = vec[i64]()  # of each action: the route ...
        self.cards: vec[i64] = vec[i64]()  # ... and the payment
        self.wilds: vec[i64] = vec[i64]()
        self.bundles: vec[i64] = vec[i64]()
        # Where wilds and bundles stand among the actions of a route, by saving, gray or not, and shape.
        self.offsets: vec[i64] = vec[i64]()
        self.cap: i64 = 0  # more cards than the longest colored route takes are as good as that many
        self.packs: bool = False  # whether ways to pay for colored routes can be packed (engine/terrain.py)
        self.packed_ways: vec[i64] = vec[i64]()  # by saving, wilds, set cards, and bundles of other colors
        self.build_actions()
        self.build_ways()

    def build_actions(self) -> None:
        """The table of all claims with bundles."""
        terrain = self.terrain
        stride = int(self.stride)
        shapes = int(terrain.shape_count)
        savings = self.prices.most_saved + 1
        offsets = [-1] * (savings * 2 * shapes * stride * stride)
        first: list[int] = []
        actions: list[tuple[int, int, int, int]] = []
        for saved in range(savings):
            for route in range(terrain.routes):
                units = int(self.prices.price(route, saved))
                again = saved > 0 and units == self.prices.price(route, saved - 1)
                first.append(first[(saved - 1) * int(terrain.routes) + route] if again else len(actions))
                gray = 1 if terrain.color[route] == terrain.colors else 0
                table = ((saved * 2 + gray) * shapes + int(terrain.shape[route])) * stride * stride
                for at, (cards, wilds, bundles) in enumerate(self.payments(route, units)):
                    offsets[table + bundles * stride + wilds] = at
                    if not again:
                        actions.append((route, cards, wilds, bundles))
        self.route_first = vec[i64]([i64(n) for n in first])
        self.offsets = vec[i64]([i64(n) for n in offsets])
        self.routes = vec[i64]([i64(route) for route, _, _, _ in actions])
        self.cards = vec[i64]([i64(cards) for _, cards, _, _ in actions])
        self.wilds = vec[i64]([i64(wilds) for _, _, wilds, _ in actions])
        self.bundles = vec[i64]([i64(bundles) for _, _, _, bundles in actions])

    def payments(self, route: i64, units: int) -> list[tuple[int, int, int]]:
        """All (cards, wilds, bundles) that can pay for a route, whatever the hand."""
        symbols = int(self.terrain.symbols[route])
        gray = self.terrain.color[route] == self.terrain.colors
        found: list[tuple[int, int, int]] = []
        for bundles in range(1, units + 1):
            for wilds in range(units - bundles + 1):
                cards = units - bundles - wilds
                in_set = bundles - max(0, symbols - wilds)
                if wilds + bundles >= symbols and (cards > 0 or in_set == 0 or not gray):
                    found.append((cards, wilds, bundles))
        return found

    def build_ways(self) -> None:
        """Pack the ways to pay for colored routes, if they have no symbols and the sums fit into fields of one word."""
        terrain = self.terrain
        shapes = range(int(terrain.shape_count))
        sizes = [[int(terrain.group_size[c * len(shapes) + s]) for s in shapes] for c in range(terrain.colors)]
        colored = [shape for shape in shapes if any([of_color[shape] for of_color in sizes])]
        cap = max([0, *[int(terrain.shape_length[shape]) for shape in colored]])
        most = [self.ways(int(terrain.shape_length[s]), cap, cap, cap) if s in colored else 0 for s in shapes]
        aligned = [(of_color, apart) for of_color in sizes for apart in shapes]
        sums = [sum([most[k] * of_color[k + apart] for k in range(len(shapes) - apart)]) for of_color, apart in aligned]
        plain = not any([terrain.shape_symbols[s] or terrain.shape_word[s] for s in colored])
        self.cap = cap
        self.packs = plain and max(sums) <= terrain.field_mask and max(most) <= terrain.ways_mask
        upto = range(cap + 1) if self.packs else range(0)
        words: list[int] = []
        for saved, wilds, cards, bundles in product(range(self.prices.most_saved + 1), upto, upto, upto):
            units = [int(self.prices.units[saved * len(shapes) + shape]) for shape in shapes]
            row = [self.ways(units[s], wilds, cards, bundles) if s in colored else 0 for s in shapes]
            words.append(terrain.packed_ways(row)[0])
        self.packed_ways = vec[i64]([i64(word) for word in words])

    def ways(self, units: int, wilds: int, cards: int, bundles: int) -> int:
        """In how many ways wilds, cards of its color and up to that many bundles of others pay for a colored route."""
        each = [min(units - b, wilds) - max(units - b - cards, 0) + 1 for b in range(1, min(units, bundles) + 1)]
        return sum([max(0, ways) for ways in each])


def bundle_tables(claims: ColorClaims) -> BundleTables:
    """The tables of a setting, made when first wanted."""
    tables = claims.commons.setting.tables
    name = f"claims with bundles that save up to {claims.most_saved}"
    found = tables.get(name)
    if isinstance(found, BundleTables):
        return found
    made = BundleTables(claims)
    tables[name] = made
    return made


class BundleClaims(RouteClaims):
    """Claims by route, set cards, wilds and bundles. Number order: by saving, route, bundles, wilds."""

    def __init__(self, purse: Purse) -> None:
        super().__init__("bundle claims", purse.commons, purse.hands, purse.tracks)
        self.purse: Final = purse
        self.claims: Final = purse.claims
        tables = bundle_tables(purse.claims)
        self.stride: i64 = tables.stride
        self.route_first: vec[i64] = tables.route_first
        self.routes: vec[i64] = tables.routes
        self.cards: vec[i64] = tables.cards
        self.wilds: vec[i64] = tables.wilds
        self.bundles: vec[i64] = tables.bundles
        self.offsets: vec[i64] = tables.offsets
        self.cap: i64 = tables.cap
        self.packs: bool = tables.packs
        self.packed_ways: vec[i64] = tables.packed_ways
        self.reach: vec[i64] = purse.claims.reach
        self.by_color: vec[i64] = vec[i64]([0] * (self.terrain.colors + 1))  # the parts of the last count, gray last
        self.payments: vec[i64] = vec[i64]([0] * (self.stride * self.stride))  # of a route, while all are written down

    # Questions

    def price_of(self, seat: i64, action: i64) -> Price | None:
        """The wilds; which other cards make up set and bundles is asked afterward."""
        at: i64 = action - self.first
        asked: i64 = self.cards[at] + self.bundles[at] * self.purse.sizes[seat]
        cards = self.counted_cards([self.terrain.wild], [self.wilds[at]])
        return Price(cards, int(asked), int(self.terrain.length[self.routes[at]]))

    def complete(self, bill: Bill) -> None:
        bill.bundle = self.purse.sizes[bill.seat]

    def can_pay_for(self, seat: i64, route: i64) -> bool:
        self.purse.look_at(seat)
        self.purse.find_limits()
        units = self.claims.price(route, self.claims.saved[seat])
        return self.purse.ways(self.terrain.color[route], self.terrain.shape[route], units) > 0

    # Actions

    def size(self) -> int:
        return len(self.routes)

    def number_of(self, route: i64, wilds: i64, bundles: i64, saved: i64) -> i64:
        """The action number of a claim by a seat that saves that many cards where it can; below 0 if there is none."""
        terrain = self.terrain
        gray: i64 = 1 if terrain.color[route] == terrain.colors else 0
        table: i64 = (saved * 2 + gray) * terrain.shape_count + terrain.shape[route]
        offset = self.offsets[(table * self.stride + bundles) * self.stride + wilds]
        return self.first + self.route_first[saved * terrain.routes + route] + offset if offset >= 0 else NONE

    def count(self, seat: i64, kind: i64) -> i64:
        """For each color, gray after the others, the sum of ways to pay times routes. `nth` walks the same sum."""
        purse = self.purse
        purse.look_at(seat)
        total: i64 = 0
        if purse.bundles > 0:
            at = self.open_routes.list_of(seat, kind)
            colors = self.terrain.colors
            color: i64 = 0
            if self.packs:
                total = self.count_packed(seat, at)
                color = colors
            while color <= colors:
                here = self.count_groups(seat, at, color)
                self.by_color[color] = here
                total += here
                color += 1
        self.counted = total
        return total

    def count_packed(self, seat: i64, at: i64) -> i64:
        """The claims of all colored routes, a word of shapes at a time."""
        terrain = self.terrain
        open_routes = self.open_routes
        purse = self.purse
        colors = terrain.colors
        shift = terrain.sum_at
        mask = terrain.field_mask
        payable = self.reach[self.commons.pieces[seat] * terrain.words]
        opened = open_routes.packed
        at = at * terrain.words * open_routes.columns
        cap = self.cap
        wilds: i64 = min(purse.wilds, cap)
        row: i64 = (self.claims.saved[seat] * (cap + 1) + wilds) * (cap + 1) * (cap + 1)
        ways = self.packed_ways
        cards = self.hands.cards
        base = purse.base
        plain = purse.plain
        size = purse.size
        most: i64 = min(purse.bundles, cap)
        by_color = self.by_color
        total: i64 = 0
        for color in range(colors):
            here: i64 = 0
            routes: i64 = opened[at + color]
            if routes != 0:
                held: i64 = cards[base + color]
                bundles: i64 = most
                while bundles * size > plain - held:  # none of them may have a card of the set's color
                    bundles -= 1
                if held > cap:
                    held = cap
                here = (ways[row + held * (cap + 1) + bundles] & payable) * routes >> shift & mask
            by_color[color] = here
            total += here
        return total

    def count_groups(self, seat: i64, at: i64, color: i64) -> i64:
        """The claims of routes of one color, or of gray ones, group by group."""
        purse = self.purse
        terrain = self.terrain
        open_routes = self.open_routes
        opened = open_routes.counts
        top = self.shapes_within_reach(seat)
        first: i64 = at * open_routes.groups
        saved: i64 = self.claims.saved[seat]
        units: i64 = saved * terrain.shape_count
        within: i64 = NONE  # nothing longer can be paid, whatever the cards are used for
        total: i64 = 0
        k: i64 = purse.starts[color]
        last: i64 = purse.starts[color + 1]
        while k < last:
            shape = purse.shape_of[k]
            if shape >= top:
                break
            routes = opened[first + purse.groups[k]]
            if routes > 0:
                if within == NONE:
                    purse.find_limits()
                    within = purse.largest + purse.wilds + purse.bundles + saved
                    if within < terrain.longest and terrain.shapes_within[within] < top:
                        top = terrain.shapes_within[within]
                        continue
                total += routes * purse.ways(color, shape, self.claims.units[units + shape])
            k += 1
        return total

    def shapes_within_reach(self, seat: i64) -> i64:
        """How many shapes, the shortest first, a seat has pieces for."""
        pieces = self.commons.pieces[seat]
        return self.terrain.shapes_within[min(pieces, self.terrain.longest)]

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        purse = self.purse
        terrain = self.terrain
        open_routes = self.open_routes
        color: i64 = 0
        while n >= self.by_color[color]:
            n -= self.by_color[color]
            color += 1
        purse.look_at(seat)
        purse.find_limits()
        at = open_routes.list_of(seat, kind)
        saved = self.claims.saved[seat]
        k: i64 = purse.starts[color]
        while True:
            group = purse.groups[k]
            routes = open_routes.counts[at * open_routes.groups + group]
            if routes > 0:
                shape = purse.shape_of[k]
                units = self.claims.units[saved * terrain.shape_count + shape]
                ways: i64 = purse.ways(color, shape, units)
                if n < routes * ways:
                    route = open_routes.members[at * open_routes.routes + terrain.group_start[group] + n // ways]
                    return self.nth_payment(route, color, shape, units, n % ways, saved)
                n -= routes * ways
            k += 1

    def nth_payment(self, route: i64, color: i64, shape: i64, units: i64, n: i64, saved: i64) -> i64:
        """The n-th way to pay for a route: by bundles, those that need all of them for symbols first, then by wilds."""
        purse = self.purse
        b: i64 = 1
        while True:
            if purse.ways_for_symbols(color, shape, units, b) > 0:
                if n == 0:
                    return self.number_of(route, self.terrain.shape_symbols[shape] - b, b, saved)
                n -= 1
            ways: i64 = purse.ways_in_set(color, shape, units, b)
            if n < ways:
                return self.number_of(route, purse.low + n, b, saved)
            n -= ways
            b += 1

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        """For each group of routes: the payments of one, written for all of them."""
        if self.counted == 0:
            return at
        purse = self.purse
        terrain = self.terrain
        purse.look_at(seat)
        purse.find_limits()
        routes = self.open_routes.list_of(seat, kind)
        opened = self.open_routes.counts
        first: i64 = routes * self.open_routes.groups
        saved = self.claims.saved[seat]
        base: i64 = saved * terrain.routes
        for color in range(terrain.colors + 1):
            end: i64 = at + self.by_color[color]  # where the claims of routes of this color end
            k: i64 = purse.starts[color]
            while at < end:
                group: i64 = purse.groups[k]
                if opened[first + group] > 0:
                    count = self.find_payments(color, purse.shape_of[k], saved)
                    at = self.write_open(routes, group, self.route_first, base, self.payments, count, out, at)
                k += 1
        return at

    def find_payments(self, color: i64, shape: i64, saved: i64) -> i64:
        """Note where the payments that the purse allows stand among those of a route; returns how many there are."""
        purse = self.purse
        terrain = self.terrain
        units = self.claims.units[saved * terrain.shape_count + shape]
        gray: i64 = 1 if color == terrain.colors else 0
        table: i64 = ((saved * 2 + gray) * terrain.shape_count + shape) * self.stride
        count: i64 = 0
        b: i64 = 1
        while b <= purse.bundles and b <= units:
            row: i64 = (table + b) * self.stride
            if purse.ways_for_symbols(color, shape, units, b) > 0:
                self.payments[count] = self.offsets[row + terrain.shape_symbols[shape] - b]
                count += 1
            ways: i64 = purse.ways_in_set(color, shape, units, b)
            for k in range(ways):
                self.payments[count] = self.offsets[row + purse.low + k]
                count += 1
            b += 1
        return count

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        route = self.routes[at]
        shut = self.refusal_of_route(seat, kind, route)
        if shut:
            return shut
        saved = self.claims.saved[seat]
        units = self.claims.price(route, saved)
        paid: i64 = self.cards[at] + self.wilds[at] + self.bundles[at]
        name = self.commons.setting.board.routes[route].id
        if paid != units:
            return f"{name} takes {units} units from you, not {paid}"
        purse = self.purse
        purse.look_at(seat)
        purse.find_limits()
        color = self.terrain.color[route]
        shape = self.terrain.shape[route]
        for n in range(purse.ways(color, shape, units)):
            if self.nth_payment(route, color, shape, units, n, saved) == action:
                return ""
        return f"your cards do not make that payment for {name}, with {purse.size} cards in each bundle"

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first
        name = self.commons.setting.board.routes[self.routes[at]].id
        return ClaimWithBundles(name, int(self.cards[at]), int(self.wilds[at]), int(self.bundles[at]))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, ClaimWithBundles):
            return -1
        route = self.find_route(action.route)
        if min(action.cards, action.wilds) >= 0 and action.bundles > 0:
            paid = action.cards + action.wilds + action.bundles
            for saved in range(self.claims.most_saved + 1):
                if paid == int(self.claims.price(route, saved)):
                    number = self.number_of(route, action.wilds, action.bundles, saved)
                    if number >= 0:
                        return number
        raise NotationError(
            f"{action.route} cannot be claimed with {action.cards} cards, {action.wilds} wilds "
            f"and {action.bundles} bundles"
        )
