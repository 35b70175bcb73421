"""Ways across the map: what each route costs a seat, and the cheapest routes that join places."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.bots.planner.chart import Chart
from branchline.bots.planner.situation import Situation
from branchline.bots.planner.temper import POINT, Temper
from branchline.engine.terrain import NONE

CLOSED: Final[i64] = -1  # the weight of a route that cannot be used
FAR_AWAY: Final[i64] = 1 << 40


class Network:
    """Weights of all routes for a seat, and a search for paths (Dijkstra, on small maps without a heap)."""

    def __init__(self, chart: Chart, temper: Temper) -> None:
        self.chart = chart
        self.temper = temper
        self.weight: vec[i64] = vec[i64]([0] * chart.routes)
        self.bonus: vec[i64] = vec[i64]([0] * chart.routes)  # what claiming a route brings beside its points
        self.surcharge: vec[i64] = vec[i64]([0] * chart.routes)  # what must be bought first for a route; -1: never
        self.distance: vec[i64] = vec[i64]([0] * chart.places)
        self.came_by: vec[i64] = vec[i64]([NONE] * chart.places)  # the route to each place
        self.came_from: vec[i64] = vec[i64]([NONE] * chart.places)
        self.settled: vec[i64] = vec[i64]([0] * chart.places)
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
            elif self.surcharge[route] > 0 and seen.could_open(route):
                self.weight[route] = self.price(seen, route) + self.surcharge[route]
            else:
                self.weight[route] = CLOSED
            route += 1

    def price(self, seen: Situation, route: i64) -> i64:
        """What an open route costs: turns for its cards and for the claim, pieces, and a risk, less its points."""
        terrain = self.chart.terrain
        temper = self.temper
        length = terrain.length[route]
        cost: i64 = self.cards_missing(seen, route) * temper.turn // 2 + temper.turn
        cost += length * (temper.piece + temper.risk) - terrain.points[route] * POINT
        cost -= self.bonus[route] * temper.bonus_part // 100
        return cost if cost > temper.least * length else temper.least * length

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

        Routes marked in `used` cost nothing. `walk_back` then tells the way.
        """
        chart = self.chart
        distance = self.distance
        settled = self.settled
        places = chart.places
        place: i64 = 0
        while place < places:
            distance[place] = FAR_AWAY
            settled[place] = 0
            self.target[place] = 0
            place += 1
        k: i64 = start
        while k < end:
            if k < middle:
                distance[chart.stops[k]] = 0
                self.came_by[chart.stops[k]] = NONE
            else:
                self.target[chart.stops[k]] = 1
            k += 1
        while True:
            at: i64 = NONE
            best: i64 = FAR_AWAY
            place = 0
            while place < places:
                if settled[place] == 0 and distance[place] < best:
                    best = distance[place]
                    at = place
                place += 1
            if at == NONE:
                return FAR_AWAY
            if self.target[at] == 1:
                self.reached = at
                return best
            settled[at] = 1
            self.relax(at, best, used)

    def relax(self, at: i64, cost: i64, used: vec[i64]) -> None:
        """Look along all routes of a place."""
        chart = self.chart
        k: i64 = chart.edge_start[at]
        last: i64 = chart.edge_start[at + 1]
        while k < last:
            route = chart.edge_route[k]
            step: i64 = self.weight[route]
            if step != CLOSED:
                if used[route] == 1:
                    step = 0
                to = chart.edge_to[k]
                if cost + step < self.distance[to]:
                    self.distance[to] = cost + step
                    self.came_by[to] = route
                    self.came_from[to] = at
            k += 1

    def walk_back(self, used: vec[i64]) -> i64:
        """Mark the routes of the way just found that cost something; returns the pieces that they take."""
        pieces: i64 = 0
        place: i64 = self.reached
        while self.came_by[place] != NONE:
            route = self.came_by[place]
            if self.weight[route] > 0 and used[route] == 0:
                used[route] = 1
                pieces += self.chart.terrain.length[route]
            place = self.came_from[place]
        return pieces
