"""Claims with bundles, where some cards together stand for a wild (mechanics/bundles/bundle_claims.py, purse.py)."""

from mypy_extensions import i64

from branchline.engine.decisions import PAY_BUNDLE
from branchline.engine.terrain import NONE
from branchline.mechanics.bundles.bundle_claims import BundleClaims
from branchline.mechanics.bundles.bundles import Bundles
from branchline.planner.claims import ColorPayments
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.needs import Needs
from branchline.planner.payments import UNPAYABLE
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class BundlePayments(ColorPayments):
    """As with one color and wilds; what a hand cannot pay so, it may pay with bundles of cards that it can spare."""

    def __init__(self, seen: Situation, needs: Needs, style: Style, bundle_claims: BundleClaims) -> None:
        super().__init__(seen, needs, style, bundle_claims.claims)
        self.bundle_claims = bundle_claims
        self.purse = bundle_claims.purse
        self.bundles: i64 = 0

    def price_without_bundles(self, route: i64, is_planned: bool) -> i64:
        self.bundles = 0
        return ColorPayments.price(self, route, is_planned)

    def price(self, route: i64, is_planned: bool) -> i64:
        best = self.price_without_bundles(route, is_planned)
        if best != UNPAYABLE:
            return best
        return self.price_with_bundles(route)

    def price_with_bundles(self, route: i64) -> i64:
        """The payment with the fewest bundles, and as many wilds as there are beside them."""
        seen = self.seen
        purse = self.purse
        terrain = seen.chart.terrain
        purse.look_at(seen.seat)
        if purse.bundles == 0:
            return UNPAYABLE
        purse.find_limits()
        units = self.units(route)
        color = terrain.color[route]
        shape = terrain.shape[route]
        b: i64 = 1
        while b <= purse.bundles and b <= units:
            wilds: i64 = NONE
            if purse.ways_for_symbols(color, shape, units, b) > 0:
                wilds = terrain.symbols[route] - b
            else:
                ways = purse.ways_in_set(color, shape, units, b)
                if ways > 0:
                    wilds = purse.low
            if wilds != NONE:
                self.wilds = wilds
                self.bundles = b
                return b * self.style.bundle_price + wilds * self.style.wild_spend
            b += 1
        return UNPAYABLE

    def action(self, route: i64) -> i64:
        if self.bundles == 0:
            return super().action(route)
        return self.bundle_claims.number_of(route, self.wilds, self.bundles, self.claims.saved[self.seen.seat])


def join(thoughts: Thoughts, mechanic: BundleClaims) -> None:
    thoughts.payments = BundlePayments(thoughts.seen, thoughts.needs, thoughts.style, mechanic)


FACES.add(BundleClaims, join)


class BundleJudgment(Judgment):
    """Which cards go into a payment with bundles: of each color those that the plan does not need."""

    def __init__(self, seen: Situation, style: Style, bundles: Bundles, needs: Needs) -> None:
        super().__init__(seen, style)
        self.bundles = bundles
        self.needs = needs

    def decide(self, kind: i64, plan: Plan) -> i64:
        if kind != PAY_BUNDLE:
            return NONE
        bundles = self.bundles
        spare: i64 = self.needs.left[bundles.color]
        if bundles.color == bundles.set_color:
            spare = bundles.cards
        best: i64 = NONE
        for count in range(bundles.stride):  # the nearest possible number to what can be spared
            if bundles.options >> count & 1:
                gap: i64 = count - spare if count > spare else spare - count
                if best == NONE or gap < (best - spare if best > spare else spare - best):
                    best = count
        return bundles.first + bundles.color * bundles.stride + best


def join_bundles(thoughts: Thoughts, mechanic: Bundles) -> None:
    thoughts.judgments.append(BundleJudgment(thoughts.seen, thoughts.style, mechanic, thoughts.needs))


FACES.add(Bundles, join_bundles)
