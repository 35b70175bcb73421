"""Claiming ship routes with single ships, double ships and wilds (WLD-045..WLD-055, N49, N50).

A single ship covers one space, a double ship two, a wild one. A payment is exact; or double ships alone cover a space
more than there is, and the last of them counts for one. An action is a route, a color, the double ships and the wilds;
single ships cover the spaces that remain.
"""

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.terrain import BY_SHIPS
from branchline.mechanics.fleet import Fleet
from branchline.mechanics.fleet_claims import ClaimTable, FleetClaims, FleetTables
from branchline.mechanics.tracks import Tracks
from branchline.mechanics.two_deck_market import TwoDeckMarket
from branchline.model.actions import Action, ClaimWithShips
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
        self.ways: vec[i64] = vec[i64]([i64(n) for n in ways])
        self.packed_ways = tables.packed_rows(self.ways)


class ShipClaims(FleetClaims):
    """Number order: by route, then color, then doubles and wilds, the all-wild claim last."""

    def __init__(
        self, commons: Commons, market: TwoDeckMarket, tracks: Tracks, fleet: Fleet, single: str, double: str
    ) -> None:
        super().__init__("ship_claims", commons, market, tracks, fleet, BY_SHIPS)
        self.single: i64 = commons.terrain.first_of_sort(single)
        self.double: i64 = commons.terrain.first_of_sort(double)
        self.table: ShipTable = self.shared_table()
        self.packed_ways: vec[i64] = self.table.packed_ways
        self.firsts = self.table.route_first

    def shared_table(self) -> ShipTable:
        """The table of this setting, made when first wanted."""
        composition = self.terrain.composition
        useful = int(self.longest + 1) // 2  # more double ships than that are never needed
        singles = min(int(composition[self.single]), int(self.longest))
        doubles = min(int(composition[self.double]), useful)
        return self.commons.setting.once(self.name, lambda: ShipTable(self.tables, singles, doubles))

    def singles_for(self, length: i64, doubles: i64, wilds: i64) -> i64:
        """How many single ships a split leaves to pay."""
        rest: i64 = length - 2 * doubles - wilds
        if rest < 0:
            rest = 0
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

    def can_pay_for(self, seat: i64, route: i64) -> bool:
        at = self.table.route_first[route]
        while at < self.table.count and self.table.routes[at] == route:
            if self.can_pay(seat, at):
                return True
            at += 1
        return False

    # Actions

    def size(self) -> int:
        return self.table.count

    def row_of(self, seat: i64, color: i64, wilds: i64) -> i64:
        """Which row of the table tells the ways to pay with a color's ships."""
        table = self.table
        base: i64 = seat * self.hands.kinds + color
        cards = self.hands.cards
        singles: i64 = cards[base + self.single]
        doubles: i64 = cards[base + self.double]
        if singles > table.most_singles:
            singles = table.most_singles
        if doubles > table.most_doubles:
            doubles = table.most_doubles
        return (singles * (table.most_doubles + 1) + doubles) * (self.longest + 1) + wilds

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
        opened = self.tracks.packed
        at: i64 = (self.tracks.list_of(seat, kind) * terrain.words + self.word) * self.tracks.columns
        gray: i64 = opened[at + terrain.colors]
        cards = self.hands.cards
        base: i64 = seat * self.hands.kinds
        single: i64 = base + self.single
        double: i64 = base + self.double
        most_singles = self.table.most_singles
        most_doubles = self.table.most_doubles
        wilds: i64 = cards[base + terrain.wild]
        if wilds > cap:
            wilds = cap
        by_color = self.by_color
        colors = terrain.colors
        total: i64 = 0
        color: i64 = 0
        while color < colors:
            singles: i64 = cards[single]
            doubles: i64 = cards[double]
            if singles > most_singles:
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
            color += 1
        total += (self.packed_wild[wilds] & payable) * opened[at + 1] >> shift & mask
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        terrain = self.terrain
        tracks = self.tracks
        at = tracks.list_of(seat, kind)
        color: i64 = 0
        while color < terrain.colors and n >= self.by_color[color]:
            n -= self.by_color[color]
            color += 1
        k: i64 = 0
        if color == terrain.colors:
            return self.nth_all_wild(at, n, self.table)
        wilds: i64 = self.hands.held(seat, terrain.wild)
        if wilds > self.longest:
            wilds = self.longest
        row: i64 = self.row_of(seat, color, wilds) * self.shape_count
        while True:
            per_route = self.table.ways[row]
            shape = self.shapes[k]
            here = per_route * tracks.open_to_color(at, color, shape)
            if n < here:
                break
            n -= here
            row += 1
            k += 1
        which: i64 = n // per_route
        return self.nth_payment(seat, self.nth_open(at, color, shape, which), color, n - which * per_route)

    def nth_payment(self, seat: i64, route: i64, color: i64, n: i64) -> i64:
        """The n-th claim of a route with a color that the seat can pay."""
        at = self.table.route_first[route]
        if self.terrain.color[route] == self.terrain.colors:
            at += color * self.table.width[self.terrain.length[route]]
        while True:
            if self.can_pay(seat, at):
                if n == 0:
                    return self.first + at
                n -= 1
            at += 1

    def can_pay(self, seat: i64, at: i64) -> bool:
        """Whether a seat holds the cards of a claim."""
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

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        terrain = self.terrain
        table = self.table
        ways = table.ways
        wilds = self.hands.held(seat, terrain.wild)
        capped = wilds if wilds < self.longest else self.longest
        routes = self.tracks.list_of(seat, kind)
        left: i64 = self.counted
        color: i64 = 0
        while color < terrain.colors:
            end: i64 = at + self.by_color[color]  # where the claims with this color end
            left -= self.by_color[color]
            row: i64 = self.row_of(seat, color, capped) * self.shape_count if at < end else 0
            k: i64 = 0
            while at < end:
                count: i64 = ways[row + k]
                shape: i64 = self.shapes[k]
                if count > 0 and self.tracks.open_to_color(routes, color, shape) > 0:
                    length: i64 = self.lengths[k]
                    self.find_splits(seat, color, wilds, length, count)
                    at = self.write_color(routes, color, shape, count, table.width[length], out, at)
                k += 1
            color += 1
        return at if left == 0 else self.write_all_wild(routes, self.affordable(seat), wilds, table, out, at)

    def find_splits(self, seat: i64, color: i64, wilds: i64, length: i64, count: i64) -> None:
        """Note the splits of a length, `count` in all, that a seat's ships of a color and its wilds can pay."""
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

    def legal(self, seat: i64, kind: i64, out: list[int]) -> None:
        terrain = self.terrain
        table = self.table
        cards = self.hands.cards
        base: i64 = seat * self.hands.kinds
        for route in self.claimable(seat, kind):
            at = table.route_first[route]
            width = table.width[terrain.length[route]]
            color = terrain.color[route]
            last: i64 = color + 1
            if color == terrain.colors:
                color = 0
                last = terrain.colors
            while color < last:
                end: i64 = at + width
                if cards[base + self.single + color] + cards[base + self.double + color] == 0:
                    at = end
                while at < end:
                    if self.can_pay(seat, at):
                        out.append(int(self.first + at))
                    at += 1
                color += 1
            if cards[base + terrain.wild] >= terrain.length[route]:
                out.append(int(self.first + at))

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        table = self.table
        at: i64 = action - self.first
        route = table.routes[at]
        color = table.colors[at]
        refused = self.refusal_of_route(seat, kind, route) or self.lacking(seat, self.terrain.wild, table.y[at])
        if refused or color == self.terrain.colors:
            return refused
        singles = self.singles_for(self.terrain.length[route], table.x[at], table.y[at])
        return self.lacking(seat, self.double + color, table.x[at]) or self.lacking(seat, self.single + color, singles)

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
