"""Claims with train cards, ship cards and pairs, which come together.

The mechanics are in train_claims.py, ship_claims.py and pair_claims.py.
"""

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.terrain import BY_PAIRS, BY_SET, NONE
from branchline.mechanics.fleet.pair_claims import PairClaims
from branchline.mechanics.fleet.ship_claims import ShipClaims
from branchline.mechanics.fleet.train_claims import TrainClaims
from branchline.model.vecs import vec
from branchline.planner.chart import OTHER_LANES
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.needs import Needs
from branchline.planner.payments import UNPAYABLE, Payments
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class FleetPayments(Payments):
    """Three ways to pay, one for each sort of route."""

    def __init__(
        self, seen: Situation, needs: Needs, style: Style, trains: TrainClaims, ships: ShipClaims, pairs: PairClaims
    ) -> None:
        super().__init__(seen, needs, style)
        self.trains = trains
        self.ships = ships
        self.pairs = pairs
        self.terrain = seen.chart.terrain
        self.doubles: i64 = 0
        self.cards: vec[i64] = vec[i64]([0] * (seen.chart.colors + 1))  # for pairs: cards by color, and wilds

    def price(self, route: i64, is_planned: bool) -> i64:
        way = self.terrain.shape_way[self.terrain.shape[route]]
        if way == BY_PAIRS:
            return self.price_of_pairs(route)
        gray = self.terrain.color[route] == self.terrain.colors
        first, last = self.terrain.colors_for(route)
        best: i64 = UNPAYABLE
        best_wilds: i64 = 0
        best_doubles: i64 = 0
        for color in range(first, last):
            if way == BY_SET:
                cost = self.price_of_trains(route, color)
            else:
                cost = self.price_of_ships(route, color)
            if cost != UNPAYABLE and (gray or not is_planned):
                lane: i64 = self.seen.chart.route_class[route] * self.terrain.colors + color
                cost += self.damage(lane, self.seen.have[lane], self.terrain.length[route] - self.wilds)
            if cost < best:
                best = cost
                best_wilds = self.wilds
                best_doubles = self.doubles
                self.color = color if self.wilds < self.terrain.length[route] else self.terrain.colors
        self.wilds = best_wilds
        self.doubles = best_doubles
        return best

    def price_of_trains(self, route: i64, color: i64) -> i64:
        """Train cards of a color, and wilds for the rest."""
        missing: i64 = self.terrain.length[route] - self.trains.held(self.seen.seat, color)
        self.wilds = max(missing, 0)
        self.doubles = 0
        return self.wilds * self.style.wild_spend if self.wilds <= self.seen.wilds else UNPAYABLE

    def price_of_ships(self, route: i64, color: i64) -> i64:
        """As many double ships as fit, as single ones can do more; then single ships, then wilds."""
        hands = self.ships.hands
        length = self.terrain.length[route]
        singles = hands.held(self.seen.seat, self.ships.single + color)
        doubles = hands.held(self.seen.seat, self.ships.double + color)
        self.wilds = 0
        self.doubles = min(doubles, length // 2)
        left: i64 = length - 2 * self.doubles
        if left == 1 and doubles > self.doubles:  # the last double ship covers a single space
            self.doubles += 1
            return self.style.wild_spend // 2
        if left > singles:
            self.wilds = left - singles
            left = singles
        if self.wilds > self.seen.wilds:
            return UNPAYABLE
        return self.wilds * self.style.wild_spend + left * self.style.single_ship

    def price_of_pairs(self, route: i64) -> i64:
        """Pairs of the colors that can best be spared; then a card and a wild; then two wilds."""
        colors = self.terrain.colors
        fill(self.cards, 0)
        spaces: i64 = self.terrain.length[route]
        wilds: i64 = self.seen.wilds
        cost: i64 = 0
        while spaces > 0:
            best: i64 = NONE
            best_left: i64 = 0
            for color in range(colors):
                held: i64 = self.seen.have[color] - self.cards[color]
                left: i64 = held - self.needs.reserved[color]
                if held >= 2 and (best == NONE or left > best_left):
                    best_left = left
                    best = color
            if best != NONE:
                self.cards[best] += 2
                if best_left < 2:
                    cost += self.style.card_needed // 2
            else:
                best = self.single_card()
                if best == NONE:
                    wilds -= 1
                    self.cards[colors] += 1
                else:
                    self.cards[best] += 1
                self.cards[colors] += 1
                wilds -= 1
                if wilds < 0:
                    return UNPAYABLE
                cost += self.style.wild_spend
            spaces -= 1
        return cost

    def single_card(self) -> i64:
        """A color of which a card is left for a pair with a wild."""
        for color in range(self.terrain.colors):
            if self.seen.have[color] > self.cards[color]:
                return color
        return NONE

    def action(self, route: i64) -> i64:
        way = self.terrain.shape_way[self.terrain.shape[route]]
        if way == BY_PAIRS:
            return self.pairs_action(route)
        if way == BY_SET:
            return self.trains.first + self.trains.table.at(self.terrain, route, self.color, 0, self.wilds)
        return self.ships.first + self.ships.table.at(self.terrain, route, self.color, self.doubles, self.wilds)

    def pairs_action(self, route: i64) -> i64:
        """The claim with the pairs found last: its row among all payments of that length."""
        table = self.pairs.table
        length = self.terrain.length[route]
        for row in range(table.start[length], table.start[length + 1]):
            k: i64 = 0
            while k < table.width and table.rows[row * table.width + k] == self.cards[k]:
                k += 1
            if k == table.width:
                return self.pairs.first + table.route_first[route] + row - table.start[length]
        return NONE


def join(thoughts: Thoughts, mechanic: PairClaims) -> None:
    for other in thoughts.rules.mechanics:
        if isinstance(other, ShipClaims):
            thoughts.payments = FleetPayments(
                thoughts.seen, thoughts.needs, thoughts.style, mechanic.trains, other, mechanic
            )


FACES.add(PairClaims, join)


def lanes_of(mechanic: ShipClaims) -> tuple[int, int]:
    return int(mechanic.single), int(mechanic.double)


OTHER_LANES.add(ShipClaims, lanes_of)
