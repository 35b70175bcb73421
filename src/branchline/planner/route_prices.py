"""What each route costs a seat, for the search of cheapest ways (mechanics/routes/ways.py)."""

from mypy_extensions import i64

from branchline.mechanics.routes.ways import CLOSED, WaySearch
from branchline.model.vecs import vec
from branchline.planner.chart import Chart
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class RoutePrices(WaySearch):
    """A search for ways by what each route is worth to a seat."""

    def __init__(self, chart: Chart, style: Style) -> None:
        super().__init__(chart.setting)
        self.chart = chart
        self.style = style
        self.piece: i64 = style.piece * chart.setting.numbers.pieces // style.usual_pieces
        self.bonus: vec[i64] = vec[i64]([0] * chart.routes)  # what claiming a route brings beside its points
        self.surcharge: vec[i64] = vec[i64]([0] * chart.routes)  # what must be bought first for a route; -1: never

    def weigh(self, seen: Situation) -> None:
        """Give each route its weight: nothing for own ones, what open ones cost, CLOSED for the rest."""
        for route in range(self.chart.routes):
            if seen.is_mine(route):
                self.weight[route] = 0
            elif seen.is_open(route):
                self.weight[route] = self.price(seen, route)
            elif self.surcharge[route] > 0 and seen.could_get(route):
                self.weight[route] = self.price(seen, route) + self.surcharge[route]
            else:
                self.weight[route] = CLOSED

    def price(self, seen: Situation, route: i64) -> i64:
        """What an open route costs: turns for its cards and for the claim, pieces, and a risk, less its points."""
        terrain = self.chart.terrain
        style = self.style
        length = terrain.length[route]
        cost: i64 = self.cards_missing(seen, route) * style.turn // 2 + style.turn
        cost += length * (self.piece + style.risk * (seen.seats - 1)) - terrain.points[route] * POINT
        cost -= self.bonus[route] * style.bonus_part // 100
        return max(cost, style.least * length)

    def cards_missing(self, seen: Situation, route: i64) -> i64:
        """How many cards the seat lacks for a route, each wild symbol counted twice."""
        terrain = self.chart.terrain
        symbols = terrain.symbols[route]
        cards: i64 = self.chart.cards[route] - symbols
        missing: i64 = max(cards - self.best_lane(seen, route), 0)
        wilds: i64 = symbols - seen.wilds
        return missing + 2 * wilds if wilds > 0 else missing

    def best_lane(self, seen: Situation, route: i64) -> i64:
        """The most spaces of a route that cards of one lane pay for."""
        colors = self.chart.colors
        base: i64 = self.chart.route_class[route] * colors
        color = self.chart.terrain.color[route]
        if color < colors:
            return seen.have[base + color]
        best: i64 = 0
        for lane in range(base, base + colors):
            best = max(best, seen.have[lane])
        return best
