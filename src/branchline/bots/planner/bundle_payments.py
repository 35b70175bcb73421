"""Paying with bundles, where some cards together stand for a wild (mechanics/purse.py, bundles.py)."""

from mypy_extensions import i64

from branchline.bots.planner.cards import Cards
from branchline.bots.planner.judgement import Judgement
from branchline.bots.planner.needs import Needs
from branchline.bots.planner.payments import UNPAYABLE, ColorPayments
from branchline.bots.planner.plan import Plan
from branchline.bots.planner.situation import Situation
from branchline.bots.planner.style import Style
from branchline.engine.decisions import PAY_BUNDLE
from branchline.engine.terrain import NONE
from branchline.mechanics.blind_draw import BlindDraw
from branchline.mechanics.bundle_claims import BundleClaims
from branchline.mechanics.bundles import Bundles


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


class BundleJudgement(Judgement):
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
        count: i64 = 0
        while count < bundles.stride:  # the nearest possible number to what can be spared
            if bundles.options >> count & 1:
                gap: i64 = count - spare if count > spare else spare - count
                if best == NONE or gap < (best - spare if best > spare else spare - best):
                    best = count
            count += 1
        return bundles.first + bundles.color * bundles.stride + best


class BlindDrawJudgement(Judgement):
    """Draw more cards blind where they are worth more than two chosen ones."""

    def __init__(self, seen: Situation, style: Style, blind_draw: BlindDraw, cards: Cards) -> None:
        super().__init__(seen, style)
        self.blind_draw = blind_draw
        self.cards = cards

    def in_place_of_cards(self, kind: i64, plan: Plan, worth: i64) -> i64:
        at: i64 = 0
        for number in self.blind_draw.numbers:
            if self.blind_draw.can_draw(self.seen.seat, number) and number * self.cards.worth_of_blind(0) > worth:
                return self.blind_draw.first + at
            at += 1
        return NONE
