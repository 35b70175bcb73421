"""Which cards a plan still needs: lane by lane, for the tickets first, then for the routes for their points."""

from mypy_extensions import i64

from branchline.model.vecs import vec
from branchline.planner.plan import FOR_POINTS, FOR_TICKET, Plan
from branchline.planner.situation import Situation


class Needs:
    """Cards missing in each lane, and cards set aside for it, after sharing out the hand over the planned routes."""

    def __init__(self, seen: Situation) -> None:
        chart = seen.chart
        self.seen = seen
        self.chart = chart
        self.left: vec[i64] = vec[i64]([0] * chart.lanes)  # cards in hand that no planned route takes
        self.missing: vec[i64] = vec[i64]([0] * chart.lanes)  # for tickets
        self.missing_more: vec[i64] = vec[i64]([0] * chart.lanes)  # for points
        self.reserved: vec[i64] = vec[i64]([0] * chart.lanes)  # that routes of the lane's own color take
        self.total: i64 = 0  # cards missing for tickets
        self.total_more: i64 = 0
        self.gray: vec[i64] = vec[i64]([0] * chart.routes)

    def work_out(self, plan: Plan) -> None:
        """Share out the hand: colored routes first, then gray ones, the longest first; for tickets, then for points."""
        for lane in range(self.chart.lanes):
            self.left[lane] = self.seen.have[lane]
            self.missing[lane] = 0
            self.missing_more[lane] = 0
            self.reserved[lane] = 0
        self.total = 0
        self.total_more = 0
        self.share_out(plan, FOR_TICKET, self.missing)
        self.total = self.sum_of(self.missing)
        self.share_out(plan, FOR_POINTS, self.missing_more)
        self.total_more = self.sum_of(self.missing_more)

    def sum_of(self, counts: vec[i64]) -> i64:
        """All lanes together."""
        total: i64 = 0
        for count in counts:
            total += count
        return total

    def spare(self) -> i64:
        """Cards in hand that no planned route takes."""
        return self.sum_of(self.left)

    def share_out(self, plan: Plan, purpose: i64, missing: vec[i64]) -> None:
        """Cards for all routes of a purpose."""
        chart = self.chart
        terrain = chart.terrain
        grays: i64 = 0
        for route in range(chart.routes):
            if plan.wanted[route] == purpose:
                symbols = terrain.symbols[route]
                color = terrain.color[route]
                if color < chart.colors:
                    lane: i64 = chart.route_class[route] * chart.colors + color
                    self.take(lane, chart.cards[route] - symbols, missing)
                    self.reserved[lane] += chart.cards[route] - symbols
                else:
                    at: i64 = grays
                    while at > 0 and chart.cards[self.gray[at - 1]] < chart.cards[route]:
                        self.gray[at] = self.gray[at - 1]
                        at -= 1
                    self.gray[at] = route
                    grays += 1
        for k in range(grays):
            route = self.gray[k]
            self.take(self.fullest(chart.route_class[route]), chart.cards[route] - terrain.symbols[route], missing)

    def take(self, lane: i64, cards: i64, missing: vec[i64]) -> None:
        """Use cards of a lane, and note those that are not there."""
        left: i64 = self.left[lane] - cards
        if left < 0:
            missing[lane] -= left
            left = 0
        self.left[lane] = left

    def fullest(self, of_class: i64) -> i64:
        """The lane of a class with the most cards left."""
        best: i64 = of_class * self.chart.colors
        for lane in range(best, (of_class + 1) * self.chart.colors):
            if self.left[lane] > self.left[best]:
                best = lane
        return best
