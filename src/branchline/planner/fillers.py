"""Routes for their points: what a plan adds when its tickets leave pieces and turns to spare."""

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.model.vecs import vec
from branchline.planner.plan import FOR_POINTS, Plan
from branchline.planner.route_prices import RoutePrices
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class Fillers:
    """Finds the open routes that bring the most for the turns and pieces they take."""

    def __init__(self, seen: Situation, style: Style, prices: RoutePrices) -> None:
        self.seen = seen
        self.style = style
        self.chart = seen.chart
        self.prices = prices
        self.own_routes: vec[i64] = vec[i64]([0] * seen.chart.places)  # how many own routes end at each place

    def add_to(self, plan: Plan) -> None:
        """With pieces and time to spare, want the routes that bring the most points for the turns they take."""
        seen = self.seen
        self.count_own_routes()
        spare: i64 = seen.pieces - plan.pieces
        turns: i64 = seen.turns_left - plan.turns
        count: i64 = 0
        while count < self.style.fillers and spare > 0 and turns > 0:
            best: i64 = -1
            best_worth: i64 = 0
            for route in range(self.chart.routes):
                length = self.chart.terrain.length[route]
                if length <= spare and plan.wanted[route] == 0 and self.prices.weight[route] > 0:
                    worth = self.worth_of(route, turns)
                    if worth > best_worth and not self.has_planned_twin(plan, route):
                        best_worth = worth
                        best = route
            if best < 0:
                return
            plan.wanted[best] = FOR_POINTS
            spare -= self.chart.terrain.length[best]
            turns -= self.turns_for(best)
            count += 1

    def turns_for(self, route: i64) -> i64:
        """The turns until a route could be claimed, if all wilds were for it, that one included."""
        missing: i64 = self.prices.cards_missing(self.seen, route) - self.seen.wilds
        return 1 + (missing + 1) // 2 if missing > 0 else 1

    def worth_of(self, route: i64, turns: i64) -> i64:
        """Points of a route and what else it brings, less what its turns and pieces are worth, in hundredths."""
        needed = self.turns_for(route)
        if needed > turns:
            return 0
        terrain = self.chart.terrain
        style = self.style
        worth: i64 = terrain.points[route] * POINT + self.prices.bonus[route]
        worth -= terrain.length[route] * style.filler_piece + needed * style.filler_turn
        if self.chart.setting.numbers.longest_path > 0 and self.leads_on(route):
            worth += style.longer_path
        return worth

    def count_own_routes(self) -> None:
        """How many routes of the seat end at each place."""
        tracks = self.seen.tracks
        terrain = self.chart.terrain
        fill(self.own_routes, 0)
        first: i64 = self.seen.seat * self.chart.routes
        for k in range(first, first + tracks.claims[self.seen.seat]):
            self.own_routes[terrain.a[tracks.claimed[k]]] += 1
            self.own_routes[terrain.b[tracks.claimed[k]]] += 1

    def leads_on(self, route: i64) -> bool:
        """Whether a route begins where own routes end, so that it may make the longest path longer."""
        a = self.own_routes[self.chart.terrain.a[route]]
        b = self.own_routes[self.chart.terrain.b[route]]
        return (a == 1) != (b == 1)

    def has_planned_twin(self, plan: Plan, route: i64) -> bool:
        """Whether another track of the same double route is planned."""
        terrain = self.chart.terrain
        for k in range(terrain.twin_start[route], terrain.twin_start[route + 1]):
            if plan.wanted[terrain.twins[k]] != 0:
                return True
        return False
