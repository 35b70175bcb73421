"""Claiming train routes with train cards of one color and wilds (WLD-045, WLD-046, WLD-052, WLD-054).

A color has two sorts of train card: plain ones, and marked ones that can do more. Plain ones are spent first, without a
question (N51). An action is a route, a color and a number of wilds.
"""

from mypy_extensions import i64

from branchline.engine.bill import Bill
from branchline.engine.commons import Commons, Setting
from branchline.engine.terrain import BY_SET
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket
from branchline.mechanics.fleet.color_claims_of_fleet import ClaimTable, ColorClaimsOfFleet
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.fleet.fleet_claims import FleetTables, fleet_tables
from branchline.mechanics.routes.route_claims import lacking_in_all
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.actions import Action, ClaimRoute
from branchline.model.errors import NotationError
from branchline.model.questions import Price
from branchline.model.vecs import vec


class TrainTable(ClaimTable):
    """Its two numbers are 0 and the wilds. `ways`: in how many ways n cards of a color and w wilds pay for a length."""

    def __init__(self, tables: FleetTables) -> None:
        lengths = [int(n) for n in tables.lengths]
        cap = int(tables.longest)
        super().__init__(tables.terrain, BY_SET, [[(0, wilds) for wilds in range(length)] for length in range(cap + 1)])
        ways: list[int] = []
        for cards in range(cap + 1):
            for wilds in range(cap + 1):
                for length in lengths:
                    fewest = max(0, length - cards)
                    ways.append(max(0, min(wilds, length - 1) - fewest + 1) if cards else 0)
        self.ways = vec[i64]([i64(n) for n in ways])
        self.packed_ways = tables.packed_rows(self.ways)


def train_table(setting: Setting) -> TrainTable:
    """The table of a setting, made when first wanted."""
    return setting.once("train claims", lambda: TrainTable(fleet_tables(setting, BY_SET)))


class TrainClaims(ColorClaimsOfFleet):
    """Number order: by route, then color, then wilds, the all-wild claim last."""

    def __init__(self, commons: Commons, market: TwoDeckMarket, tracks: Tracks, fleet: Fleet, sorts: list[str]) -> None:
        super().__init__("train_claims", commons, market, tracks, fleet, BY_SET, train_table(commons.setting))
        self.plain: i64 = commons.terrain.first_of_sort(sorts[0])  # the kinds of plain cards begin here ...
        self.marked: i64 = commons.terrain.first_of_sort(sorts[1])  # ... and those of marked ones here

    def held(self, seat: i64, color: i64) -> i64:
        """Train cards of a color, plain and marked."""
        base: i64 = seat * self.hands.kinds + color
        return self.hands.cards[base + self.plain] + self.hands.cards[base + self.marked]

    def plain_among(self, seat: i64, color: i64, cards: i64) -> i64:
        """How many of that many train cards of a color are plain: as many as there are (N51)."""
        plain = self.hands.held(seat, self.plain + color)
        return min(plain, cards)

    def pool_of(self, bill: Bill) -> i64:
        kinds = [self.plain, self.marked]
        return bill.pool("train", self.hands.cards, bill.seat * self.hands.kinds, kinds)

    def spend(self, seat: i64, color: i64, cards: i64) -> None:
        """Spend train cards of a color, plain ones first."""
        plain = self.plain_among(seat, color, cards)
        self.market.spend(seat, self.plain + color, plain)
        self.market.spend(seat, self.marked + color, cards - plain)

    def claim(self, seat: i64, action: i64) -> i64:
        """Pay, lay the trains, score; returns the route."""
        at: i64 = action - self.first
        route = self.table.routes[at]
        color = self.table.colors[at]
        wilds = self.table.y[at]
        cards: i64 = self.terrain.length[route] - wilds
        if self.commons.journal.on:
            self.note_payment(seat, action)
        if cards > 0:
            self.spend(seat, color, cards)
        self.market.spend(seat, self.terrain.wild, wilds)
        self.lay(seat, route)
        return route

    # Questions

    def price_of(self, seat: i64, action: i64) -> Price | None:
        at: i64 = action - self.first
        color = self.table.colors[at]
        wilds = self.table.y[at]
        length = self.terrain.length[self.table.routes[at]]
        if wilds == length:
            return Price(self.counted_cards([self.terrain.wild], [wilds]), pieces=int(length))
        plain = self.plain_among(seat, color, length - wilds)
        kinds = [self.plain + color, self.marked + color, self.terrain.wild]
        return Price(self.counted_cards(kinds, [plain, length - wilds - plain, wilds]), pieces=int(length))

    # Actions

    def count(self, seat: i64, kind: i64) -> i64:
        """For each color, the sum of ways to pay times routes; then the all-wild claims. `nth` walks the same sum."""
        terrain = self.terrain
        cap = self.longest
        shift = terrain.sum_at
        mask = terrain.field_mask
        pieces = self.pieces(seat)
        if pieces > cap:
            pieces = cap
        payable = self.reach[pieces]
        ways = self.packed_ways
        opened = self.open_routes.packed
        at: i64 = (self.open_routes.list_of(seat, kind) * terrain.words + self.word) * self.open_routes.columns
        gray: i64 = opened[at + terrain.colors]
        cards = self.hands.cards
        base: i64 = seat * self.hands.kinds
        plain: i64 = base + self.plain
        marked: i64 = base + self.marked
        wilds: i64 = cards[base + terrain.wild]
        if wilds > cap:
            wilds = cap
        by_color = self.by_color
        colors = terrain.colors
        total: i64 = 0
        for color in range(colors):
            held: i64 = cards[plain] + cards[marked]
            if held > cap:  # not `min`: uncompiled, a call would take longer than the rest
                held = cap
            here: i64 = (ways[held * (cap + 1) + wilds] & payable) * (opened[at] + gray) >> shift & mask
            plain += 1
            marked += 1
            by_color[color] = here
            total += here
            at += 1
        total += (self.packed_wild[wilds] & payable) * opened[at + 1] >> shift & mask
        self.counted = total
        return total

    def row_of(self, seat: i64, color: i64, wilds: i64) -> i64:
        held = min(self.held(seat, color), self.longest)
        return held * (self.longest + 1) + wilds

    def can_pay(self, seat: i64, at: i64) -> bool:
        table = self.table
        wilds = table.y[at]
        color = table.colors[at]
        if self.hands.held(seat, self.terrain.wild) < wilds:
            return False
        if color == self.terrain.colors:
            return True
        return self.held(seat, color) >= self.terrain.length[table.routes[at]] - wilds

    def find_splits(self, seat: i64, color: i64, wilds: i64, length: i64, count: i64) -> None:
        fewest: i64 = max(length - self.held(seat, color), 0)  # wilds; the splits of a length are 0, 1, 2 ... of them
        for k in range(count):
            self.splits[k] = fewest + k

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        route = self.table.routes[at]
        color = self.table.colors[at]
        needed: i64 = self.terrain.length[route] - self.table.y[at]
        refused = self.refusal_of_route(seat, kind, route)
        if refused:
            return refused
        wild = self.terrain.wild
        wilds = self.lacking_of(self.terrain.card_names[wild], self.hands.held(seat, wild), self.table.y[at])
        cards = ""
        if needed > 0:
            cards = self.lacking_of(f"{self.color_name(color)} train", self.held(seat, color), needed)
        return lacking_in_all([wilds, cards])

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first
        route = self.commons.setting.board.routes[self.table.routes[at]].id
        return ClaimRoute(route, self.color_name(self.table.colors[at]), int(self.table.y[at]))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, ClaimRoute):
            return -1
        route = self.find_route(action.route)
        color = self.find_color(action.color)
        if self.terrain.shape_way[self.terrain.shape[route]] != BY_SET:
            raise NotationError(f"{action.route} is not paid with a set of train cards")
        small = 0 <= action.wilds <= int(self.longest)  # a number that fits
        at = self.table.at(self.terrain, route, color, 0, action.wilds) if small else i64(-1)
        if at < 0:
            paid = f"{action.color} cards and {action.wilds} wilds"
            raise NotationError(f"{paid} are no payment for {action.route} ({self.terrain.length[route]})")
        return self.first + at
