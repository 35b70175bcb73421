"""Technologies that let a seat claim a route of another one: for tickets that are lost or dear without it."""

from mypy_extensions import i64

from branchline.engine.decisions import CLAIM_TAKEN, TURN
from branchline.engine.terrain import NONE
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.vecs import vec
from branchline.planner.claim_choice import ClaimChoice
from branchline.planner.judgment import Judgment
from branchline.planner.needs import Needs
from branchline.planner.payments import UNPAYABLE, Payments
from branchline.planner.plan import FOR_TICKET, Plan
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class RightOfWayJudgment(Judgment):
    """In plans, routes of others cost the price of the card more. It is bought when a planned one can be paid too."""

    def __init__(
        self,
        seen: Situation,
        style: Style,
        technologies: Technologies,
        needs: Needs,
        payments: Payments,
        claims: ClaimChoice,
    ) -> None:
        super().__init__(seen, style)
        self.technologies = technologies
        self.needs = needs
        self.payments = payments
        self.claims = claims

    def card_for_sale(self) -> i64:
        """The card that gives a claim of a taken route; NONE if there is none to buy."""
        technologies = self.technologies
        for card in range(technologies.kinds):
            if technologies.bound[card] == CLAIM_TAKEN and technologies.is_for_sale_to(self.seen.seat, card):
                return card
        return NONE

    def add_surcharges(self, surcharge: vec[i64]) -> None:
        card = self.card_for_sale()
        for route in range(self.chart.routes):
            if self.seen.tracks.owners[route] != 0:
                if card == NONE or self.style.join_price == 0:
                    surcharge[route] = -1
                elif surcharge[route] >= 0:
                    surcharge[route] += self.technologies.cost[card] * self.style.join_price

    def before_turn(self, kind: i64, plan: Plan) -> i64:
        technologies = self.technologies
        card: i64 = self.card_for_sale() if kind == TURN else NONE
        if card == NONE or self.planned_join(plan) == NONE:
            return NONE
        technologies.purse.look_at(self.seen.seat)
        cost = technologies.cost[card]
        bundles = technologies.fewest_bundles(card)
        if bundles > technologies.purse.bundles or bundles * technologies.purse.size > self.needs.spare():
            return NONE
        self.seen.wilds -= cost - bundles
        found = self.payable_join(plan)
        self.seen.wilds += cost - bundles
        return technologies.first + technologies.start[card] + bundles if found != NONE else NONE

    def can_be_joined(self, route: i64) -> bool:
        """Whether another seat owns a route, and nothing but the card is missing to claim it as well."""
        seen = self.seen
        return seen.tracks.may_join(seen.seat, route) and seen.tracks.is_permitted(seen.seat, route)

    def is_planned_join(self, plan: Plan, route: i64) -> bool:
        """Whether a plan wants such a route."""
        return plan.wanted[route] == FOR_TICKET and self.can_be_joined(route)

    def planned_join(self, plan: Plan) -> i64:
        """A route of another seat that the plan wants; NONE if there is none."""
        for route in range(self.chart.routes):
            if self.is_planned_join(plan, route):
                return route
        return NONE

    def payable_join(self, plan: Plan) -> i64:
        """The same, and the hand pays for it without bundles, of which the card may take all."""
        for route in range(self.chart.routes):
            if self.is_planned_join(plan, route) and self.payments.price_without_bundles(route, True) != UNPAYABLE:
                return route
        return NONE

    def decide(self, kind: i64, plan: Plan) -> i64:
        if kind != CLAIM_TAKEN:
            return NONE
        route = self.payable_join(plan)
        return self.claims.action(route if route != NONE else self.best_other(), True)

    def best_other(self) -> i64:
        """If the planned route cannot be paid after all: the one with the most points."""
        best: i64 = NONE
        best_worth: i64 = -UNPAYABLE
        for route in range(self.chart.routes):
            if self.can_be_joined(route) and self.chart.terrain.length[route] <= self.seen.pieces:
                price = self.payments.price(route, False)
                worth: i64 = self.chart.terrain.points[route] * POINT - price
                if price != UNPAYABLE and worth > best_worth:
                    best_worth = worth
                    best = route
        return best
