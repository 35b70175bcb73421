"""What is worth trying now: what the advisers say, then further actions, the most promising first."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.vecs import vec
from branchline.planner.mind import Mind
from branchline.planner.payments import UNPAYABLE
from branchline.planner.plan import FOR_TICKET, Plan
from branchline.thinking.core.advisers import Advisers
from branchline.thinking.core.tree import Node

FEW: Final[i64] = 8  # that many legal actions are all tried
CLAIMS: Final[i64] = 4  # further claims that are tried ...
OTHERS: Final[i64] = 6  # ... and further actions of other kinds


class Candidate:
    """An action to try, and the mind that plays on for the seat."""

    def __init__(self, action: i64, mind: Mind) -> None:
        self.action = action
        self.mind = mind
        self.rewards: list[float] = []  # world by world
        self.node = Node()
        self.is_alive: bool = True


class Candidates:
    """Lists what a seat could try in the rule sheet that its advisers look at."""

    def __init__(self, rules: RuleSheet, advisers: Advisers) -> None:
        self.rules = rules
        self.advisers = advisers
        self.rivals: vec[i64] = vec[i64]([0] * rules.setting.terrain.routes)  # how often others want each route
        self.found: list[Candidate] = []

    def start(self, action: i64) -> None:
        """The planner's own choice comes first."""
        self.found = [Candidate(action, self.advisers.minds[0])]
        fill(self.rivals, 0)

    def watch_rivals(self, seat: i64) -> None:
        """Note what the others want in the world at hand."""
        for other in range(self.rules.seats):
            if other != seat:
                wanted = self.advisers.plans[other].wanted
                for route in range(i64(len(self.rivals))):
                    if wanted[route] == FOR_TICKET:
                        self.rivals[route] += 1

    def add(self, action: i64, mind: Mind) -> bool:
        """Another candidate, unless the action is one already."""
        for candidate in self.found:
            if candidate.action == action:
                return False
        self.found.append(Candidate(action, mind))
        return True

    def ask_advisers(self, seat: i64) -> None:
        """What the advisers would do."""
        for mind in self.advisers.minds[1:]:
            self.add(mind.decide(seat), mind)

    def add_others(self, seat: i64, plan: Plan) -> None:
        """Further actions: all if they are few, else the best claims, one for each route, and some of the rest."""
        usual = self.advisers.minds[0]
        legal = self.rules.legal(seat)
        if len(legal) <= FEW:
            for action in legal:
                self.add(action, usual)
            return
        offer = self.rules.offer_of(seat)
        routes = {route.id: route.index for route in self.rules.setting.board.routes}
        by_route: dict[int, int] = {}
        others: i64 = 0
        for action in legal:
            route = routes.get(str(getattr(self.rules.typed(action, offer), "route", "")), -1)
            if route >= 0:
                by_route.setdefault(route, action)
            elif others < OTHERS and self.add(action, usual):
                others += 1
        ranked = sorted([(-self.promise(route, plan), route) for route in by_route])
        for _, route in ranked[: int(CLAIMS)]:
            self.add(self.claim(seat, route, by_route[route]), usual)

    def promise(self, route: int, plan: Plan) -> int:
        """How promising a claim looks: its points, what the plan says, and how much others want the route."""
        want = plan.wanted[route]
        own = 0 if want == 0 else 60 if want == FOR_TICKET else 20
        return int(10 * self.rules.setting.terrain.points[route] + own + 10 * self.rivals[route])

    def claim(self, seat: i64, route: i64, fallback: i64) -> i64:
        """The claim of a route with the payment that the planner likes best, where it knows how to pay."""
        mind = self.advisers.minds[0]
        mind.seen.look_at(seat)
        mind.plan_for(seat)
        if mind.payments.price(route, False) == UNPAYABLE:
            return fallback
        return mind.payments.action(route)
