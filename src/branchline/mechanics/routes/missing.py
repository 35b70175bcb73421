"""What some routes still take of a seat: the cards under the best choice of colors, pieces, permissions; and in which
order they can be claimed, and how paid.

The mechanics put down on a bill what their routes cost (engine/bill.py). What is left to find is the color of each set
that may have any one. A hand that covers more spaces never lacks more cards, so it is a matter of filling: sets into
colors, few of each. The search takes the tightest fit first, ends as soon as no choice could be better, and gives up
after many tries; then the answer is a bound, and says so.

Things that could be bought to pay less are left out: only what the routes need is on the bill.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.bill import NO_POOL, Bill, Line, Pool
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.standing import OWN, TAKEN, TWIN
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.route_claims import RouteClaims
from branchline.mechanics.routes.tracks import Tracks, tracks_of
from branchline.model.board import GRAY, WILD
from branchline.model.questions import Missing, Need, Payment, Pieces, Purchase
from branchline.model.vecs import vec

TRIES: Final[i64] = 4000  # choices of a color for a set, before the search gives up
MUCH: Final[i64] = 1 << 40
CLOSED: Final = (OWN, TAKEN, TWIN)


class Reckoning:
    """Finds the colors of a bill's sets, and how each line is paid."""

    def __init__(self, bill: Bill) -> None:
        self.bill: Final = bill
        # Spaces that are lacking in all pools that are settled: those that single cards must cover, and pairs of them.
        self.ones: i64 = 0
        self.pairs: i64 = 0
        self.slack: i64 = 0  # by how many cards the answer may be too high, where the search gave up
        self.pool: Pool = bill.pools[0]
        self.sets: list[Line] = []  # of that pool that may have any one color, the largest first
        self.colors: vec[i64] = vec[i64]()  # of each of them, as the search goes on ...
        self.best_colors: vec[i64] = vec[i64]()  # ... and in the best choice so far
        self.spaces_from: vec[i64] = vec[i64]()  # of these sets from the k-th on
        self.best: i64 = MUCH
        self.floor: i64 = 0
        self.tries: i64 = 0
        for line in bill.lines:
            self.ones += line.wilds
        for twos in (False, True):
            for at, pool in enumerate(bill.pools):
                if (pool.twos != NONE) == twos:
                    self.settle(pool, at)

    def settle(self, pool: Pool, number: i64) -> None:
        """Find the colors of a pool's sets."""
        lines = [line for line in self.bill.lines if line.pool == number]
        for line in lines:
            if line.asked < self.bill.colors:
                pool.take_up(line.asked, line.spaces, 1)
        self.pool = pool
        self.sets = sorted([line for line in lines if line.asked == self.bill.colors], key=spaces_of, reverse=True)
        count: i64 = len(self.sets)
        self.colors = vec[i64]([0] * count)
        self.best_colors = vec[i64]([0] * count)
        self.spaces_from = vec[i64]([i64(sum([int(line.spaces) for line in self.sets[k:]])) for k in range(count + 1)])
        self.best = MUCH
        self.tries = 0
        self.floor = self.lowest(0)
        self.choose(0)
        if self.best > self.floor and self.tries > TRIES:
            self.slack += self.best - self.floor
        for k in range(count):
            self.sets[k].color = self.best_colors[k]
            pool.take_up(self.best_colors[k], self.sets[k].spaces, 1)
        for color in range(pool.colors):
            lacking = pool.lacks(color)
            pairs = pool.pairs_of(color, lacking)
            self.ones += lacking - 2 * pairs
            self.pairs += pairs

    def choose(self, k: i64) -> None:
        """Try all colors for the k-th set and those after it."""
        if k == len(self.sets):
            cost = self.lowest(k)
            if cost < self.best:
                self.best = cost
                self.best_colors = self.colors[:]
            return
        if self.lowest(k) >= self.best:
            return
        pool = self.pool
        spaces = self.sets[k].spaces
        for color in self.candidates(spaces):
            self.tries += 1
            if self.tries > TRIES and self.best < MUCH:
                return
            self.colors[k] = color
            pool.take_up(color, spaces, 1)
            self.choose(k + 1)
            pool.take_up(color, spaces, -1)
            if self.best <= self.floor:
                return

    def candidates(self, spaces: i64) -> list[int]:
        """Colors for a set, the tightest fit first; of colors that are alike only one."""
        pool = self.pool
        keys: list[tuple[int, int]] = []
        alike: set[int] = set()
        for color in range(pool.colors):
            left = pool.left(color)
            key: i64 = left
            if pool.twos != NONE:
                key = ((pool.held_ones[color] * 64 + pool.held_twos[color]) * 64 + pool.halves[color]) * 64
                key += pool.odds[color]
            if int(key) not in alike:
                alike.add(int(key))
                keys.append((int(left - spaces if left >= spaces else 1000 - left), int(color)))
        return [color for _, color in sorted(keys)]

    def lowest(self, k: i64) -> i64:
        """The fewest cards that can be lacking in the end, if the sets from the k-th on could have all colors."""
        pool = self.pool
        ones = self.ones
        pairs = self.pairs
        left: i64 = 0
        lacking_here: i64 = 0
        for color in range(pool.colors):
            lacking = pool.lacks(color)
            two = pool.pairs_of(color, lacking)
            ones += lacking - 2 * two
            pairs += two
            lacking_here += lacking
            left += pool.left(color)
        rest: i64 = self.spaces_from[k] - left
        if rest > 0:
            lacking_here += rest
            if pool.twos == NONE:
                ones += rest
            else:
                pairs += rest // 2
                ones += rest % 2
        return self.cost(ones, pairs, self.bill.held_wilds + self.bundles(pool, lacking_here))

    def bundles(self, pool: Pool, lacking: i64) -> i64:
        """How many wilds the cards of a pool stand for that cover no space."""
        size = self.bill.bundle
        if size == 0:
            return 0
        unused: i64 = lacking
        for line in self.bill.lines:
            unused -= line.spaces
        for held in pool.held_ones:
            unused += held
        return unused // size

    def cost(self, ones: i64, pairs: i64, wilds: i64) -> i64:
        """The fewest cards that are lacking beside that many wilds: they cover single spaces first."""
        if wilds < ones:
            return ones - wilds + pairs
        return pairs - min(pairs, (wilds - ones) // 2)

    def cards(self) -> i64:
        """How many cards are lacking, at least."""
        if self.best == MUCH:
            return 0
        return max(self.best - self.slack, 0)


def spaces_of(line: Line) -> int:
    """How many spaces a set covers."""
    return int(line.spaces)


class Cashier:
    """Pays the lines of a bill in their order, as far as the cards go, once the colors are known."""

    def __init__(self, bill: Bill, wild: str, names: list[str]) -> None:
        self.bill: Final = bill
        self.wild: Final = wild
        self.names: Final = names  # of all kinds
        self.wilds: i64 = bill.held_wilds
        self.left: list[list[list[int]]] = []  # by pool, kind that covers one space, and color: cards not yet used
        self.open: dict[int, int] = {}  # by number of the line: spaces not yet covered

    def pay(self, held: vec[i64], base: i64) -> None:
        """Cover the lines with cards of their colors, then with wilds, then with bundles of what is left."""
        bill = self.bill
        for at, pool in enumerate(bill.pools):
            self.left.append([[int(held[base + kind + color]) for color in range(bill.colors)] for kind in pool.kinds])
            for color in range(bill.colors):
                self.pay_color(at, pool, color, int(pool.held_twos[color]))
        order = sorted(range(len(bill.lines)), key=self.urgency)
        for number in order:
            self.pay_wilds(number, int(bill.lines[number].wilds))
        for number in order:
            open_here = self.still_open(number)
            self.pay_wilds(number, open_here % 2 if self.is_paid_in_pairs(number) else open_here)
        for number in order:
            self.pay_wilds(number, self.still_open(number))

    def pay_color(self, at: int, pool: Pool, color: i64, twos: int) -> None:
        """Cover all lines of a color: pairs of spaces first by cards that cover two, then the rest one by one."""
        lines = [(n, line) for n, line in enumerate(self.bill.lines) if line.pool == at and line.color == color]
        for number, line in lines:
            used = min(int(line.spaces) // 2, twos)
            twos -= used
            line.twos = used
            self.open[number] = int(line.spaces) - 2 * used
        if pool.twos != NONE:  # a space more than cards that cover two could pay is better covered first
            for number, _ in lines:
                self.use_ones(at, pool, number, self.open[number] % 2)
        for number, line in lines:
            self.use_ones(at, pool, number, self.open[number])
            if self.open[number] == 1 and line.ones == 0 and twos > 0 and line.twos == line.spaces // 2:
                twos -= 1  # the last of them covers a single space
                line.twos += 1
                self.open[number] = 0
            if line.twos:
                line.cards[self.names[pool.twos + color]] = int(line.twos)

    def use_ones(self, at: int, pool: Pool, number: int, most: int) -> None:
        """Put cards that cover one space into a line, up to that many."""
        line = self.bill.lines[number]
        for k, kind in enumerate(pool.kinds):
            used = min(most, self.left[at][k][line.color])
            if used:
                most -= used
                self.left[at][k][line.color] -= used
                self.open[number] -= used
                line.ones += used
                name = self.names[kind + line.color]
                line.cards[name] = line.cards.get(name, 0) + used

    def urgency(self, number: int) -> tuple[int, int, int]:
        """Which lines wilds go to first: those that nothing else pays, then those where one counts in full."""
        line = self.bill.lines[number]
        if line.pool == NO_POOL:
            return 0, 0, number
        in_pairs = 1 if self.is_paid_in_pairs(number) else 0
        return 1 if line.spaces == 0 else 2 + in_pairs, 1 if line.asked == self.bill.colors else 0, number

    def is_paid_in_pairs(self, number: int) -> bool:
        """Whether there are cards for a line that cover two spaces."""
        line = self.bill.lines[number]
        return line.pool != NO_POOL and self.bill.pools[line.pool].twos != NONE

    def still_open(self, number: int) -> int:
        """The spaces of a line that are not covered, those with symbols included."""
        line = self.bill.lines[number]
        return int(line.wilds) + self.open.get(number, 0) - int(line.paid_wilds + line.bundles)

    def pay_wilds(self, number: int, most: int) -> None:
        """Cover up to that many spaces of a line with wilds, or else with bundles."""
        line = self.bill.lines[number]
        used = min(most, int(self.wilds))
        self.wilds -= used
        line.paid_wilds += used
        most -= used
        while most > 0 and self.take_bundle(line):
            most -= 1
        if line.paid_wilds:
            line.cards[self.wild] = int(line.paid_wilds)

    def take_bundle(self, line: Line) -> bool:
        """Put together a bundle out of cards that cover nothing, from the color with the most of them on."""
        size = int(self.bill.bundle)
        colors: i64 = self.bill.colors
        for at, pool in enumerate(self.bill.pools):
            here = self.left[at][0]
            if size == 0 or sum(here) < size:
                continue
            line.bundles += 1
            while size > 0:
                color: i64 = 0
                for other in range(colors):
                    if here[other] > here[color]:
                        color = other
                here[color] -= 1
                size -= 1
                name = self.names[pool.kinds[0] + color]
                line.cards[name] = line.cards.get(name, 0) + 1
            return True
        return False


class MissingOf:
    """Answers for one seat and some routes."""

    def __init__(self, rules: RuleSheet, seat: i64, routes: list[int]) -> None:
        self.rules: Final = rules
        self.seat: Final[i64] = seat
        self.tracks: Final[Tracks] = tracks_of(rules)
        self.claims: Final[list[RouteClaims]] = [found for found in rules.mechanics if isinstance(found, RouteClaims)]
        self.closed: Final[list[int]] = []
        self.routes: list[int] = []
        for route in routes:
            if route not in self.routes and route not in self.closed:
                (self.closed if self.is_closed(route) else self.routes).append(route)

    def is_closed(self, route: i64) -> bool:
        """Whether the seat cannot claim a route any more, or not beside those before it."""
        if self.tracks.track_standing(self.seat, route) in CLOSED:
            return True
        terrain = self.tracks.terrain
        twins = terrain.twins[terrain.twin_start[route] : terrain.twin_start[route + 1]]
        return any([int(twin) in self.routes for twin in twins])

    def claims_of(self, route: i64) -> RouteClaims:
        """The claims that a route is claimed by first."""
        for claims in self.claims:
            if claims.claims_route(route):
                return claims
        raise IndexError(route)

    def answer(self) -> Missing:
        """All that is missing."""
        terrain = self.tracks.terrain
        hands = self.claims[0].hands
        base: i64 = self.seat * hands.kinds
        bill = Bill(self.seat, terrain.colors, hands.cards[base + terrain.wild])
        for route in self.routes:
            bill.lacking |= self.tracks.needs[route] & ~self.tracks.granted[self.seat]
            self.claims_of(route).put_down(bill, route)
        for mechanic in self.rules.mechanics:
            mechanic.complete(bill)
        forbidden = tuple([self.name(route) for route in self.routes if self.tracks.needs[route] & bill.lacking])
        cards: i64 = 0
        slack: i64 = 0
        if bill.pools:
            self.put_in_order(bill)
            reckoning = Reckoning(bill)
            cards = reckoning.cards()
            slack = reckoning.slack
        cashier = Cashier(bill, WILD, terrain.card_names)
        cashier.pay(hands.cards, base)
        pieces = self.pieces()
        at_least = bill.at_least or slack > 0
        enough = all([each.left is None or each.takes <= each.left for each in pieces])
        can_pay = cards == 0 and not at_least and not forbidden and not self.closed and enough
        return Missing(
            routes=tuple([self.name(route) for route in self.routes]),
            closed=tuple([self.name(route) for route in self.closed]),
            forbidden=forbidden,
            needs=self.needs(bill, cashier),
            cards=int(cards),
            at_least=at_least,
            pieces=pieces,
            purchases=tuple([Purchase(line.what, int(line.wilds)) for line in bill.lines if line.route == NONE]),
            can_pay=can_pay,
            payments=self.payments(bill) if can_pay else (),
        )

    def name(self, route: i64) -> str:
        """The id of a route."""
        return self.rules.setting.board.routes[route].id

    def put_in_order(self, bill: Bill) -> None:
        """Order the lines as turns allow: before each claim at most one purchase, and none without permission."""
        buying = [line for line in bill.lines if line.route == NONE]
        claiming = list(self.routes)
        order: list[Line] = []
        granted = self.tracks.granted[self.seat]
        while buying or claiming:
            if buying:
                line = buying.pop(0)
                order.append(line)
                granted |= bill.granted[line.what]
            may = [route for route in claiming if self.tracks.needs[route] & ~granted == 0]
            if not buying and not may:
                may = claiming
            for route in may[:1]:
                claiming.remove(route)
                order += [line for line in bill.lines if line.route == route]
        bill.lines[:] = order

    def pieces(self) -> tuple[Pieces, ...]:
        """The pieces that the routes take, by their sorts."""
        found: list[Pieces] = []
        for claims in self.claims:
            takes = sum([int(claims.terrain.length[r]) for r in self.routes if self.claims_of(r) is claims])
            if takes:
                left = None if claims.supply(self.seat) < 0 else int(claims.supply(self.seat))
                name = claims.piece_name()
                before = sum([each.takes for each in found if each.name == name])
                found = [each for each in found if each.name != name]
                found.append(Pieces(name, takes + before, left))
        return tuple(found)

    def needs(self, bill: Bill, cashier: Cashier) -> tuple[Need, ...]:
        """The spaces to cover by pool and color, gray after all others, and then what wilds alone cover."""
        colors = [*self.rules.setting.board.colors, GRAY]
        spaces: dict[tuple[int, int], int] = {}
        missing: dict[tuple[int, int], int] = {}
        wilds = 0
        wilds_missing = 0
        for number, line in enumerate(bill.lines):
            short = cashier.still_open(number)
            only = max(int(line.wilds - line.paid_wilds - line.bundles), 0)
            wilds += int(line.wilds)
            wilds_missing += only
            if line.spaces:
                key = (int(line.pool), int(line.asked))
                spaces[key] = spaces.get(key, 0) + int(line.spaces)
                missing[key] = missing.get(key, 0) + short - only
        found = [Need(colors[key[1]], bill.pools[key[0]].name, spaces[key], missing[key]) for key in sorted(spaces)]
        if wilds:
            found.append(Need(WILD, "", wilds, wilds_missing))
        return tuple(found)

    def payments(self, bill: Bill) -> tuple[Payment, ...]:
        """How everything is paid, in the order of the bill; the lines of a route together."""
        found: list[Payment] = []
        for line in bill.lines:
            cards = dict(line.cards)
            bundles = int(line.bundles)
            what = line.what if line.route == NONE else self.name(line.route)
            if found and line.route != NONE and found[-1].what == what:
                before = found.pop()
                bundles += before.bundles
                for card, count in before.cards:
                    cards[card] = cards.get(card, 0) + count
            found.append(Payment(what, line.route != NONE, tuple(cards.items()), bundles))
        return tuple(found)


def missing_of(rules: RuleSheet, seat: i64, routes: list[int]) -> Missing:
    """What some routes still take of a seat."""
    return MissingOf(rules, seat, routes).answer()
