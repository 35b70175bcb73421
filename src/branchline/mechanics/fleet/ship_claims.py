"""Claiming ship routes with single ships, double ships and wilds (WLD-045..WLD-055, N49, N50).

A single ship covers one space, a double ship two, a wild one. A payment is exact; or double ships alone cover a space
more than there is, and the last of them counts for one. An action is a route, a color, the double ships and the wilds;
single ships cover the spaces that remain.
"""

from mypy_extensions import i64

from branchline.engine.bill import Bill
from branchline.engine.commons import Commons, Setting
from branchline.engine.terrain import BY_SHIPS
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket
from branchline.mechanics.fleet import ClaimWithShips
from branchline.mechanics.fleet.color_claims_of_fleet import ClaimTable, ColorClaimsOfFleet
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.fleet.fleet_claims import FleetTables, fleet_tables
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.actions import Action
from branchline.model.errors import NotationError
from branchline.model.questions import Price
from branchline.model.vecs import vec


def splits_of(length: int) -> list[tuple[int, int]]:
    """All (doubles, wilds) that pay for a length together with single ships, except wilds alone."""
    found = [(doubles, wilds) for doubles in range(length // 2 + 1) for wilds in range(length - 2 * doubles + 1)]
    found.remove((0, length))
    if length % 2:
        found.append(((length + 1) // 2, 0))
    return found


def can_cover(length: int, doubles: int, wilds: int, s: int, d: int, w: int) -> int:
    """1 if s singles, d doubles and w wilds are enough for a split, else 0."""
    return 1 if doubles <= d and wilds <= w and length - 2 * doubles - wilds <= s else 0


class ShipTable(ClaimTable):
    """Its two numbers are doubles and wilds. `ways`: how many splits s singles, d doubles and w wilds can pay."""

    def __init__(self, tables: FleetTables, singles: int, doubles: int) -> None:
        lengths = [int(n) for n in tables.lengths]
        longest = int(tables.longest)
        super().__init__(
            tables.terrain, BY_SHIPS, [splits_of(length) if length else [] for length in range(longest + 1)]
        )
        self.most_singles: i64 = singles
        self.most_doubles: i64 = doubles
        ways: list[int] = []
        for s in range(singles + 1):
            for d in range(doubles + 1):
                for w in range(longest + 1):
                    ways += [
                        sum([can_cover(length, x, y, s, d, w) for x, y in splits_of(length)]) for length in lengths
                    ]
        self.ways = vec[i64]([i64(n) for n in ways])
        self.packed_ways = tables.packed_rows(self.ways)


def ship_table(setting: Setting, single: i64, double: i64) -> ShipTable:
    """The table of a setting, made when first wanted. More double ships than cover the longest route are no use."""
    tables = fleet_tables(setting, BY_SHIPS)
    singles = min(int(setting.terrain.composition[single]), int(tables.longest))
    doubles = min(int(setting.terrain.composition[double]), int(tables.longest + 1) // 2)
    return setting.once("ship claims", lambda: ShipTable(tables, singles, doubles))


class ShipClaims(ColorClaimsOfFleet):
    """Number order: by route, then color, then doubles and wilds, the all-wild claim last."""

    def __init__(
        self, commons: Commons, market: TwoDeckMarket, tracks: Tracks, fleet: Fleet, single: str, double: str
    ) -> None:
        self.single: i64 = commons.terrain.first_of_sort(single)
        self.double: i64 = commons.terrain.first_of_sort(double)
        table = ship_table(commons.setting, self.single, self.double)
        super().__init__("ship_claims", commons, market, tracks, fleet, BY_SHIPS, table)
        self.most_singles: i64 = table.most_singles
        self.most_doubles: i64 = table.most_doubles

    def pool_of(self, bill: Bill) -> i64:
        return bill.pool("ship", self.hands.cards, bill.seat * self.hands.kinds, [self.single], self.double)

    def singles_for(self, length: i64, doubles: i64, wilds: i64) -> i64:
        """How many single ships a split leaves to pay."""
        rest: i64 = max(length - 2 * doubles - wilds, 0)
        return rest

    def claim(self, seat: i64, action: i64) -> i64:
        """Pay, lay the ships, score; returns the route."""
        table = self.table
        at: i64 = action - self.first
        route = table.routes[at]
        color = table.colors[at]
        doubles = table.x[at]
        wilds = table.y[at]
        singles = self.singles_for(self.terrain.length[route], doubles, wilds)
        if self.commons.journal.on:
            self.note_payment(seat, action)
        if color < self.terrain.colors:
            self.market.spend(seat, self.single + color, singles)
            self.market.spend(seat, self.double + color, doubles)
        self.market.spend(seat, self.terrain.wild, wilds)
        self.lay(seat, route)
        return route

    # Questions

    def price_of(self, seat: i64, action: i64) -> Price | None:
        table = self.table
        at: i64 = action - self.first
        color = table.colors[at]
        length = self.terrain.length[table.routes[at]]
        if color == self.terrain.colors:
            return Price(self.counted_cards([self.terrain.wild], [length]), pieces=int(length))
        kinds = [self.single + color, self.double + color, self.terrain.wild]
        counts = [self.singles_for(length, table.x[at], table.y[at]), table.x[at], table.y[at]]
        return Price(self.counted_cards(kinds, counts), pieces=int(length))

    # Actions

    def row_of(self, seat: i64, color: i64, wilds: i64) -> i64:
        base: i64 = seat * self.hands.kinds + color
        cards = self.hands.cards
        singles: i64 = min(cards[base + self.single], self.most_singles)
        doubles: i64 = min(cards[base + self.double], self.most_doubles)
        return (singles * (self.most_doubles + 1) + doubles) * (self.longest + 1) + wilds

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
        single: i64 = base + self.single
        double: i64 = base + self.double
        most_singles = self.most_singles
        most_doubles = self.most_doubles
        wilds: i64 = cards[base + terrain.wild]
        if wilds > cap:
            wilds = cap
        by_color = self.by_color
        colors = terrain.colors
        total: i64 = 0
        for color in range(colors):
            singles: i64 = cards[single]
            doubles: i64 = cards[double]
            if singles > most_singles:  # not `min`: uncompiled, a call would take longer than the rest
                singles = most_singles
            if doubles > most_doubles:
                doubles = most_doubles
            row: i64 = (singles * (most_doubles + 1) + doubles) * (cap + 1) + wilds
            here: i64 = (ways[row] & payable) * (opened[at] + gray) >> shift & mask
            single += 1
            double += 1
            by_color[color] = here
            total += here
            at += 1
        total += (self.packed_wild[wilds] & payable) * opened[at + 1] >> shift & mask
        self.counted = total
        return total

    def can_pay(self, seat: i64, at: i64) -> bool:
        table = self.table
        color = table.colors[at]
        held = self.hands.cards
        base: i64 = seat * self.hands.kinds
        if held[base + self.terrain.wild] < table.y[at]:
            return False
        if color == self.terrain.colors:
            return True
        singles = self.singles_for(self.terrain.length[table.routes[at]], table.x[at], table.y[at])
        return held[base + self.double + color] >= table.x[at] and held[base + self.single + color] >= singles

    def find_splits(self, seat: i64, color: i64, wilds: i64, length: i64, count: i64) -> None:
        x = self.table.split_x
        y = self.table.split_y
        singles = self.hands.held(seat, self.single + color)
        doubles = self.hands.held(seat, self.double + color)
        splits = self.splits
        first: i64 = self.table.split_start[length]
        at: i64 = first
        found: i64 = 0
        while found < count:
            two: i64 = x[at]
            wild: i64 = y[at]
            if two <= doubles and wild <= wilds and length - 2 * two - wild <= singles:
                splits[found] = at - first
                found += 1
            at += 1

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        table = self.table
        at: i64 = action - self.first
        route = table.routes[at]
        color = table.colors[at]
        refused = self.refusal_of_route(seat, kind, route)
        if refused or color == self.terrain.colors:
            return refused or self.lacking(seat, [self.terrain.wild], [table.y[at]])
        singles = self.singles_for(self.terrain.length[route], table.x[at], table.y[at])
        kinds = [self.terrain.wild, self.double + color, self.single + color]
        return self.lacking(seat, kinds, [table.y[at], table.x[at], singles])

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        table = self.table
        at: i64 = action - self.first
        route = self.commons.setting.board.routes[table.routes[at]].id
        return ClaimWithShips(route, self.color_name(table.colors[at]), int(table.x[at]), int(table.y[at]))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, ClaimWithShips):
            return -1
        route = self.find_route(action.route)
        color = self.find_color(action.color)
        if self.terrain.shape_way[self.terrain.shape[route]] != BY_SHIPS:
            raise NotationError(f"{action.route} is not a ship route")
        longest = int(self.longest)
        small = 0 <= action.doubles <= longest and 0 <= action.wilds <= longest  # numbers that fit
        at = self.table.at(self.terrain, route, color, action.doubles, action.wilds) if small else i64(-1)
        if at < 0:
            paid = f"{action.doubles} {action.color} double ships and {action.wilds} wilds"
            raise NotationError(f"{paid} are no payment for {action.route} ({self.terrain.length[route]})")
        return self.first + at
