"""Claiming train routes with train cards of one color and wilds (WLD-045, WLD-046, WLD-052, WLD-054).

A color has two sorts of train card: plain ones, and marked ones that can do more. Plain ones are spent first, without a
question (N51). An action is a route, a color and a number of wilds.
"""

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.terrain import BY_SET
from branchline.mechanics.fleet import Fleet
from branchline.mechanics.fleet_claims import ClaimTable, FleetClaims, FleetTables
from branchline.mechanics.tracks import Tracks
from branchline.mechanics.two_deck_market import TwoDeckMarket
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
        self.ways: vec[i64] = vec[i64]([i64(n) for n in ways])
        self.packed_ways = tables.packed_rows(self.ways)


class TrainClaims(FleetClaims):
    """Number order: by route, then color, then wilds, the all-wild claim last."""

    def __init__(self, commons: Commons, market: TwoDeckMarket, tracks: Tracks, fleet: Fleet, sorts: list[str]) -> None:
        super().__init__("train_claims", commons, market, tracks, fleet, BY_SET)
        self.plain: i64 = commons.terrain.first_of_sort(sorts[0])  # the kinds of plain cards begin here ...
        self.marked: i64 = commons.terrain.first_of_sort(sorts[1])  # ... and those of marked ones here
        self.table: TrainTable = self.shared_table()
        self.packed_ways: vec[i64] = self.table.packed_ways
        self.firsts = self.table.route_first

    def shared_table(self) -> TrainTable:
        """The table of this setting, made when first wanted."""
        return self.commons.setting.once(self.name, lambda: TrainTable(self.tables))

    def held(self, seat: i64, color: i64) -> i64:
        """Train cards of a color, plain and marked."""
        base: i64 = seat * self.hands.kinds + color
        return self.hands.cards[base + self.plain] + self.hands.cards[base + self.marked]

    def plain_among(self, seat: i64, color: i64, cards: i64) -> i64:
        """How many of so many train cards of a color are plain: as many as there are (N51)."""
        plain = self.hands.held(seat, self.plain + color)
        return plain if plain < cards else cards

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

    def can_pay_for(self, seat: i64, route: i64) -> bool:
        color = self.terrain.color[route]
        last: i64 = color + 1
        if color == self.terrain.colors:
            color = 0
            last = self.terrain.colors
        missing: i64 = self.terrain.length[route] - self.hands.held(seat, self.terrain.wild)
        while color < last:
            if self.held(seat, color) >= missing:
                return True
            color += 1
        return False

    # Actions

    def size(self) -> int:
        return self.table.count

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
        plain: i64 = base + self.plain
        marked: i64 = base + self.marked
        wilds: i64 = cards[base + terrain.wild]
        if wilds > cap:
            wilds = cap
        by_color = self.by_color
        colors = terrain.colors
        total: i64 = 0
        color: i64 = 0
        while color < colors:
            held: i64 = cards[plain] + cards[marked]
            if held > cap:
                held = cap
            here: i64 = (ways[held * (cap + 1) + wilds] & payable) * (opened[at] + gray) >> shift & mask
            plain += 1
            marked += 1
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
        cap = self.longest
        at = tracks.list_of(seat, kind)
        color: i64 = 0
        while color < terrain.colors and n >= self.by_color[color]:
            n -= self.by_color[color]
            color += 1
        k: i64 = 0
        if color == terrain.colors:
            return self.nth_all_wild(at, n, self.table)
        wilds: i64 = self.hands.held(seat, terrain.wild)
        if wilds > cap:
            wilds = cap
        held = self.held(seat, color)
        if held > cap:
            held = cap
        row: i64 = (held * (cap + 1) + wilds) * self.shape_count
        while True:
            per_route: i64 = self.table.ways[row]
            shape = self.shapes[k]
            here: i64 = per_route * tracks.open_to_color(at, color, shape)
            if n < here:
                break
            n -= here
            row += 1
            k += 1
        which: i64 = n // per_route
        route = self.nth_open(at, color, shape, which)
        fewest: i64 = self.lengths[k] - held
        if fewest < 0:
            fewest = 0
        return self.first + self.table.at(terrain, route, color, 0, fewest + n - which * per_route)

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        terrain = self.terrain
        lengths = self.lengths
        splits = self.splits
        wilds = self.hands.held(seat, terrain.wild)
        routes = self.tracks.list_of(seat, kind)
        left: i64 = self.counted
        color: i64 = 0
        while color < terrain.colors:
            end: i64 = at + self.by_color[color]  # where the claims with this color end
            left -= self.by_color[color]
            held: i64 = self.held(seat, color) if at < end else 0
            k: i64 = 0
            while at < end:
                length: i64 = lengths[k]
                count: i64 = 0
                paid: i64 = length - held if length > held else 0  # wilds
                while paid <= wilds and paid < length:
                    splits[count] = paid
                    count += 1
                    paid += 1
                at = self.write_color(routes, color, self.shapes[k], count, length, out, at)
                k += 1
            color += 1
        return at if left == 0 else self.write_all_wild(routes, self.affordable(seat), wilds, self.table, out, at)

    def legal(self, seat: i64, kind: i64, out: list[int]) -> None:
        terrain = self.terrain
        wilds = self.hands.held(seat, terrain.wild)
        for route in self.claimable(seat, kind):
            length = terrain.length[route]
            first: i64 = self.first + self.table.route_first[route]
            color = terrain.color[route]
            last: i64 = color + 1
            if color == terrain.colors:
                color = 0
                last = terrain.colors
            while color < last:
                fewest: i64 = length - self.held(seat, color)
                if fewest < 0:
                    fewest = 0
                while fewest <= wilds and fewest < length:
                    out.append(int(first + fewest))
                    fewest += 1
                first += length
                color += 1
            if wilds >= length:
                out.append(int(first))

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        route = self.table.routes[at]
        color = self.table.colors[at]
        needed: i64 = self.terrain.length[route] - self.table.y[at]
        refused = self.refusal_of_route(seat, kind, route) or self.lacking(seat, self.terrain.wild, self.table.y[at])
        if not refused and needed > 0 and self.held(seat, color) < needed:
            sort = f"{self.color_name(color)} train cards"
            refused = f"that needs {needed} {sort} and you have {self.held(seat, color)}"
        return refused

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
