"""House rules (mechanics/house_rules): places to reach and to link are worth a way there, routes a bit more."""

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.mechanics.house_rules.house_rules import HouseRules
from branchline.model.board import Bonus
from branchline.model.vecs import vec
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style

FAR: i64 = 1 << 30
ROUTES_OF_A_LEADER: i64 = 15  # about how many routes, and spaces, whoever has the most of them has at the end
SPACES_OF_A_LEADER: i64 = 40


class HouseRulesJudgment(Judgment):
    """What the bonuses of a board add to each route."""

    def __init__(self, seen: Situation, style: Style, house_rules: HouseRules) -> None:
        super().__init__(seen, style)
        self.house_rules = house_rules
        self.cost: vec[i64] = vec[i64]([0] * self.chart.terrain.places)  # of the cheapest way, in pieces
        self.by_route: vec[i64] = vec[i64]([0] * self.chart.terrain.places)  # the last route of that way
        self.done: vec[i64] = vec[i64]([0] * self.chart.terrain.places)

    def add_bonuses(self, bonus: vec[i64]) -> None:
        for rule in self.house_rules.bonuses:
            if rule.kind == "most":
                self.add_for_most(rule, bonus)
            elif not self.house_rules.has_met(self.seen.seat, rule):
                self.add_for_way(rule, bonus)

    def add_for_most(self, rule: Bonus, bonus: vec[i64]) -> None:
        """Every route, or every space, brings its part of a bonus that half of the seats may hope for."""
        chance: i64 = rule.points * POINT // 2
        for route in range(self.chart.routes):
            if rule.what in ("routes", "places"):
                bonus[route] += chance // ROUTES_OF_A_LEADER
            elif rule.what in ("spaces", "path"):
                bonus[route] += chance * self.chart.terrain.length[route] // SPACES_OF_A_LEADER

    def add_for_way(self, rule: Bonus, bonus: vec[i64]) -> None:
        """The routes that are missing on the cheapest way share what it is worth, if it can still be built."""
        goals = rule.ends[-1]
        self.search(rule.ends[0] if rule.kind == "link" else ())
        best: i64 = NONE
        for place in goals:
            if self.cost[place] < FAR and (best == NONE or self.cost[place] < self.cost[best]):
                best = place
        if best == NONE or self.cost[best] > self.seen.pieces:
            return
        missing: i64 = 0
        place_on: i64 = best
        while self.by_route[place_on] != NONE:
            if not self.seen.is_mine(self.by_route[place_on]):
                missing += 1
            place_on = self.other_end(self.by_route[place_on], place_on)
        if missing == 0 or missing > self.seen.turns_left:
            return
        place_on = best
        while self.by_route[place_on] != NONE:
            if not self.seen.is_mine(self.by_route[place_on]):
                bonus[self.by_route[place_on]] += rule.points * POINT // missing
            place_on = self.other_end(self.by_route[place_on], place_on)

    def other_end(self, route: i64, place: i64) -> i64:
        """Where a route leads from a place."""
        terrain = self.chart.terrain
        return terrain.a[route] + terrain.b[route] - place

    def search(self, starts: tuple[int, ...]) -> None:
        """Cheapest ways from some places, in pieces; without any, from wherever the seat has routes, or anywhere."""
        places = self.chart.terrain.places
        for place in range(places):
            self.cost[place] = FAR
            self.by_route[place] = NONE
            self.done[place] = 0
        for start in starts:
            self.cost[start] = 0
        if not starts:
            self.start_anywhere()
        nearest = self.nearest()
        while nearest != NONE:
            self.done[nearest] = 1
            self.go_on_from(nearest)
            nearest = self.nearest()

    def start_anywhere(self) -> None:
        """Begin at every place of the seat's network; before its first route, at every place."""
        has_routes = self.seen.tracks.claims[self.seen.seat] > 0
        for place in range(self.chart.terrain.places):
            if not has_routes or self.house_rules.touches(self.seen.seat, place):
                self.cost[place] = 0
        if not has_routes:  # then a single route that ends there will do
            for rule in self.house_rules.bonuses:
                if rule.kind == "reach":
                    for goal in rule.ends[0]:
                        self.cost[goal] = FAR

    def nearest(self) -> i64:
        """The place with the cheapest way that has not been looked at."""
        best: i64 = NONE
        for place in range(self.chart.terrain.places):
            if (
                self.done[place] == 0
                and self.cost[place] < FAR
                and (best == NONE or self.cost[place] < self.cost[best])
            ):
                best = place
        return best

    def go_on_from(self, place: i64) -> None:
        """Follow the routes of a place that the seat owns or may still build."""
        chart = self.chart
        for k in range(chart.edge_start[place], chart.edge_start[place + 1]):
            route = chart.edge_route[k]
            to = chart.edge_to[k]
            mine = self.seen.is_mine(route)
            if mine or self.seen.is_open(route):
                cost: i64 = self.cost[place] if mine else self.cost[place] + chart.terrain.length[route]
                if cost < self.cost[to]:
                    self.cost[to] = cost
                    self.by_route[to] = route


def join(thoughts: Thoughts, mechanic: HouseRules) -> None:
    thoughts.judgments.append(HouseRulesJudgment(thoughts.seen, thoughts.style, mechanic))


FACES.add(HouseRules, join)
