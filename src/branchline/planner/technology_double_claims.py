"""Technologies that give two claims in one turn: bought for a turn that counts, above all the last one."""

from mypy_extensions import i64

from branchline.engine.decisions import CLAIM_FIRST, CLAIM_SECOND, TURN
from branchline.engine.terrain import NONE
from branchline.mechanics.technologies.declining import Declining
from branchline.mechanics.technologies.technologies import Technologies
from branchline.planner.claim_choice import ClaimChoice
from branchline.planner.faces import AFTER_CLAIMS, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.payments import UNPAYABLE, Payments
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import Style
from branchline.planner.technology_right_of_way import RightOfWayJudgment


class DoubleClaimJudgment(Judgment):
    """Paid with wilds alone, where two claims can be paid beside it."""

    def __init__(
        self,
        seen: Situation,
        style: Style,
        technologies: Technologies,
        payments: Payments,
        claims: ClaimChoice,
        declining: Declining,
    ) -> None:
        super().__init__(seen, style)
        self.technologies = technologies
        self.payments = payments
        self.claims = claims
        self.declining = declining

    def before_turn(self, kind: i64, plan: Plan) -> i64:
        technologies = self.technologies
        card: i64 = 0
        while card < technologies.kinds and kind == TURN:
            if (
                technologies.bound[card] == CLAIM_FIRST
                and technologies.cost[card] <= self.seen.wilds
                and technologies.is_for_sale_to(self.seen.seat, card)
                and self.gain_of_two(plan, technologies.cost[card]) > 0
            ):
                return technologies.first + technologies.start[card]
            card += 1
        return NONE

    def gain_of_two(self, plan: Plan, cost: i64) -> i64:
        """What two claims now bring more than one, after a price in wilds; 0 if there are no two."""
        seen = self.seen
        claims = self.claims
        gain: i64 = 0
        if claims.best(plan) == NONE:
            return 0
        alone: i64 = claims.worth
        seen.wilds -= cost
        first = claims.best(plan)
        both: i64 = claims.worth
        if first != NONE and self.pay_for(first):
            claims.but = first
            second = claims.best(plan)
            claims.but = NONE
            if second != NONE and self.can_follow(first, second):
                if claims.is_last():
                    gain = both + claims.worth - alone
                else:  # the second claim comes a turn sooner
                    gain = self.style.turn + plan.detour[second] * self.style.contest // 100
                    gain -= cost * self.style.double_price
        seen.look_at(seen.seat)
        return gain

    def can_follow(self, first: i64, second: i64) -> bool:
        """Whether pieces and cards are enough for a second claim."""
        length = self.chart.terrain.length
        if length[first] + length[second] > self.seen.pieces:
            return False
        return self.payments.price_without_bundles(second, True) != UNPAYABLE

    def pay_for(self, route: i64) -> bool:
        """Take the price of a route out of the hand that is looked at; False if that takes bundles."""
        payments = self.payments
        price = payments.price_without_bundles(route, not self.claims.is_last())
        if price >= UNPAYABLE:
            return False
        self.seen.wilds -= payments.wilds
        if payments.color != self.chart.wild:
            self.seen.have[payments.color] -= payments.units(route) - payments.wilds
        return True

    def decide(self, kind: i64, plan: Plan) -> i64:
        if kind == CLAIM_FIRST:
            return self.claims.action(self.claims.best(plan), not self.claims.is_last())
        if kind == CLAIM_SECOND:
            route = self.claims.best(plan)
            stop: i64 = self.declining.first + 1
            return self.claims.action(route, not self.claims.is_last()) if route != NONE else stop
        return NONE


def join(thoughts: Thoughts, mechanic: Declining) -> None:
    seen, style, payments, claims = thoughts.seen, thoughts.style, thoughts.payments, thoughts.claims
    for other in thoughts.rules.mechanics:
        if isinstance(other, Technologies):
            thoughts.judgments.append(RightOfWayJudgment(seen, style, other, thoughts.needs, payments, claims))
            thoughts.judgments.append(DoubleClaimJudgment(seen, style, other, payments, claims, mechanic))


AFTER_CLAIMS.add(Declining, join)
