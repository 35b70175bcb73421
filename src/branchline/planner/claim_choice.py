"""Which route to claim: the best of the planned ones, or in the last turn the one that brings the most."""

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.terrain import NONE
from branchline.planner.architect import Architect
from branchline.planner.payments import UNPAYABLE, Payments
from branchline.planner.plan import DONE, FOR_TICKET, Plan
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class ClaimChoice:
    """Weighs up the claims that the hand pays for."""

    def __init__(self, seen: Situation, style: Style, architect: Architect, payments: Payments) -> None:
        self.seen = seen
        self.style = style
        self.chart = seen.chart
        self.architect = architect
        self.payments = payments
        self.worth: i64 = 0  # of the route that was found last
        self.but: i64 = NONE  # a route to leave out

    def is_last(self) -> bool:
        """Whether it is time to claim whatever brings the most."""
        return self.seen.turns_left <= self.style.late

    def best(self, plan: Plan) -> i64:
        """The route to claim now, planned or not as the time asks; NONE if there is none."""
        route: i64 = self.best_of_all(plan) if self.is_last() else NONE
        return route if route != NONE else self.best_planned(plan)

    def best_planned(self, plan: Plan) -> i64:
        """The planned route that is best claimed now."""
        terrain = self.chart.terrain
        best: i64 = NONE
        self.worth = self.style.claim_least if self.seen.turns_left - plan.turns > self.style.claim_slack else 0
        fillers = plan.to_do == 0 or self.seen.turns_left - plan.turns > self.style.filler_slack
        for route in range(self.chart.routes):
            if route != self.but and (plan.wanted[route] == FOR_TICKET or (fillers and plan.wanted[route] != 0)):
                price = self.payments.price(route, True)
                if price != UNPAYABLE and self.seen.is_open(route):
                    worth: i64 = terrain.points[route] * POINT + terrain.length[route] * 10 + plan.bonus[route] - price
                    if plan.wanted[route] == FOR_TICKET:
                        worth += self.style.ticket_claim + plan.detour[route] * self.style.contest // 100
                    if worth > self.worth:
                        self.worth = worth
                        best = route
        return best

    def best_of_all(self, plan: Plan) -> i64:
        """In the last turn: the claim that brings the most, tickets that it completes included."""
        seen = self.seen
        terrain = self.chart.terrain
        self.architect.weigh()
        bonus = self.architect.prices.bonus
        best: i64 = NONE
        self.worth = 0
        for route in range(self.chart.routes):
            if route != self.but and seen.is_open(route) and self.payments.price(route, False) != UNPAYABLE:
                worth: i64 = (terrain.points[route] + self.completes(plan, route)) * POINT + bonus[route]
                if worth > self.worth:
                    self.worth = worth
                    best = route
        return best

    def completes(self, plan: Plan, route: i64) -> i64:
        """The points of tickets that a single route would complete, and the losses that it would save."""
        chart = self.chart
        architect = self.architect
        total: i64 = 0
        for ticket in range(chart.tickets):
            if self.seen.tickets.held.holder[ticket] == self.seen.seat and plan.fate[ticket] != DONE:
                fill(architect.used, 0)
                architect.used[route] = 1
                architect.begin(architect.used)
                if architect.join(ticket, architect.used) == 0:
                    total += chart.value[ticket] + chart.loss[ticket]
        return total

    def action(self, route: i64, is_planned: bool) -> i64:
        """The action that claims a route that can be paid; NONE for no route."""
        if route == NONE:
            return NONE
        self.payments.price(route, is_planned)
        return self.payments.action(route)
