"""Ways across the map: what each route costs a seat, and the cheapest routes that join places."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.bots.planner.chart import Chart
from branchline.bots.planner.situation import Situation
from branchline.bots.planner.style import POINT, Style
from branchline.engine.terrain import NONE

CLOSED: Final[i64] = -1  # the weight of a route that cannot be used
FAR_AWAY: Final[i64] = 1 << 40


class Network:
    """Weights of all routes for a seat, and a search for paths (Dijkstra, on small maps without a heap)."""

    def __init__(self, chart: Chart, style: Style) -> None:
        self.chart = chart
        self.style = style
        self.piece: i64 = style.piece * chart.setting.numbers.pieces // style.usual_pieces
        self.weight: vec[i64] = vec[i64]([0] * chart.routes)
        self.bonus: vec[i64] = vec[i64]([0] * chart.routes)  # what claiming a route brings beside its points
        self.surcharge: vec[i64] = vec[i64]([0] * chart.routes)  # what must be bought first for a route; -1: never
        self.distance: vec[i64] = vec[i64]([0] * chart.places)
        self.came_by: vec[i64] = vec[i64]([NONE] * chart.places)  # the route to each place
        self.came_from: vec[i64] = vec[i64]([NONE] * chart.places)
        self.frontier: vec[i64] = vec[i64]([0] * chart.places)  # places that were reached and not yet left
        self.waiting: i64 = 0  # how many these are
        self.target: vec[i64] = vec[i64]([0] * chart.places)
        self.reached: i64 = NONE  # where the last search ended

    def weigh(self, seen: Situation) -> None:
        """Give each route its weight: nothing for own ones, what open ones cost, CLOSED for the rest."""
        route: i64 = 0
        while route < self.chart.routes:
            if seen.is_mine(route):
                self.weight[route] = 0
            elif seen.is_open(route):
                self.weight[route] = self.price(seen, route)
            elif self.surcharge[route] > 0 and seen.could_get(route):
                self.weight[route] = self.price(seen, route) + self.surcharge[route]
            else:
                self.weight[route] = CLOSED
            route += 1

    def price(self, seen: Situation, route: i64) -> i64:
        """What an open route costs: turns for its cards and for the claim, pieces, and a risk, less its points."""
        terrain = self.chart.terrain
        style = self.style
        length = terrain.length[route]
        cost: i64 = self.cards_missing(seen, route) * style.turn // 2 + style.turn
        cost += length * (self.piece + style.risk * (seen.seats - 1)) - terrain.points[route] * POINT
        cost -= self.bonus[route] * style.bonus_part // 100
        return cost if cost > style.least * length else style.least * length

    def cards_missing(self, seen: Situation, route: i64) -> i64:
        """How many cards the seat lacks for a route, each wild symbol counted twice."""
        terrain = self.chart.terrain
        symbols = terrain.symbols[route]
        cards: i64 = self.chart.cards[route] - symbols
        missing: i64 = cards - self.best_lane(seen, route)
        if missing < 0:
            missing = 0
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
        lane: i64 = base
        while lane < base + colors:
            if seen.have[lane] > best:
                best = seen.have[lane]
            lane += 1
        return best

    def search(self, start: i64, middle: i64, end: i64, used: vec[i64]) -> i64:
        """The cheapest way from one of stops[start:middle] to one of stops[middle:end]; FAR_AWAY if there is none.

        Routes marked in `used` cost nothing. The way then leads back from `reached` by `came_by` and `came_from`.
        """
        self.clear()
        k: i64 = start
        while k < end:
            if k < middle:
                self.start_from(self.chart.stops[k])
            else:
                self.target[self.chart.stops[k]] = 1
            k += 1
        return self.run(used)

    def between(self, a: i64, b: i64, used: vec[i64]) -> i64:
        """The cost of the cheapest way between two places."""
        self.clear()
        self.start_from(a)
        self.target[b] = 1
        return self.run(used)

    def clear(self) -> None:
        """Forget the last search."""
        place: i64 = 0
        while place < self.chart.places:
            self.distance[place] = FAR_AWAY
            self.target[place] = 0
            place += 1
        self.waiting = 0

    def start_from(self, place: i64) -> None:
        """Let a search begin at a place."""
        self.distance[place] = 0
        self.came_by[place] = NONE
        self.frontier[self.waiting] = place
        self.waiting += 1

    def run(self, used: vec[i64]) -> i64:
        """Go on from the nearest place until a target is reached."""
        distance = self.distance
        frontier = self.frontier
        while self.waiting > 0:
            nearest: i64 = 0
            k: i64 = 1
            while k < self.waiting:
                if distance[frontier[k]] < distance[frontier[nearest]]:
                    nearest = k
                k += 1
            at: i64 = frontier[nearest]
            if self.target[at] == 1:
                self.reached = at
                return distance[at]
            self.waiting -= 1
            frontier[nearest] = frontier[self.waiting]
            self.relax(at, distance[at], used)
        return FAR_AWAY

    def relax(self, at: i64, cost: i64, used: vec[i64]) -> None:
        """Look along all routes of a place. No weight is negative, so a place that was left is never reached again."""
        chart = self.chart
        weight = self.weight
        distance = self.distance
        k: i64 = chart.edge_start[at]
        last: i64 = chart.edge_start[at + 1]
        while k < last:
            route = chart.edge_route[k]
            step: i64 = weight[route]
            if step != CLOSED:
                if used[route] == 1:
                    step = 0
                to = chart.edge_to[k]
                known: i64 = distance[to]
                if cost + step < known:
                    if known == FAR_AWAY:
                        self.frontier[self.waiting] = to
                        self.waiting += 1
                    distance[to] = cost + step
                    self.came_by[to] = route
                    self.came_from[to] = at
            k += 1
