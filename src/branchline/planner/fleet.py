"""Fleets (mechanics/fleet): the trains that the plan needs and a few more, and exchanges where it lacks some."""

from mypy_extensions import i64

from branchline.engine.decisions import CHOOSE_FLEET
from branchline.engine.terrain import NONE
from branchline.mechanics.fleet.fleet import Fleet
from branchline.planner.architect import Architect
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.plan import FOR_TICKET, Plan
from branchline.planner.situation import Situation, SupplyRule
from branchline.planner.style import Style


class FleetSupply(SupplyRule):
    """Trains and ships are counted apart."""

    def __init__(self, fleet: Fleet) -> None:
        self.fleet = fleet

    def count(self, seen: Situation) -> None:
        """Before fleets are shown, as many as a fleet can have."""
        fleet = self.fleet
        if fleet.shown:
            seen.supply[0] = fleet.trains[seen.seat]
            seen.supply[1] = fleet.ships[seen.seat]
        else:
            seen.supply[0] = fleet.most_trains
            seen.supply[1] = fleet.most_ships


class FleetJudgment(Judgment):
    """How many trains and ships."""

    def __init__(self, seen: Situation, style: Style, fleet: Fleet, architect: Architect) -> None:
        super().__init__(seen, style)
        self.fleet = fleet
        self.architect = architect

    def decide(self, kind: i64, plan: Plan) -> i64:
        if kind != CHOOSE_FLEET:
            return NONE
        architect = self.architect
        architect.weigh()
        architect.gather(1, self.seen.tickets.offers.chosen[self.seen.seat])
        architect.settle()
        trains: i64 = max(architect.class_pieces(architect.best, 0) + self.style.spare_trains, self.fleet.fewest_trains)
        trains = min(trains, self.fleet.most_trains)
        return self.fleet.first + trains - self.fleet.fewest_trains

    def in_place_of_cards(self, kind: i64, plan: Plan, worth: i64) -> i64:
        """With too few pieces of one sort for the routes of the plan, exchange some of the other."""
        need_trains: i64 = self.needed(plan, 0) - self.fleet.trains[self.seen.seat]
        need_ships: i64 = self.needed(plan, 1) - self.fleet.ships[self.seen.seat]
        fleet = self.fleet
        base: i64 = fleet.first + fleet.fleets
        if 0 < need_ships <= fleet.most_to_ships(self.seen.seat) and need_trains + need_ships <= 0:
            return base + need_ships - 1
        if 0 < need_trains <= fleet.most_to_trains(self.seen.seat) and need_trains + need_ships <= 0:
            return base + fleet.spare + need_trains - 1
        return NONE

    def needed(self, plan: Plan, of_class: i64) -> i64:
        """The pieces of a sort that the routes for tickets take."""
        total: i64 = 0
        for route in range(self.chart.routes):
            if plan.wanted[route] == FOR_TICKET and self.chart.route_class[route] == of_class:
                total += self.chart.terrain.length[route]
        return total


def join(thoughts: Thoughts, mechanic: Fleet) -> None:
    thoughts.seen.supply_rule = FleetSupply(mechanic)
    thoughts.judgments.append(FleetJudgment(thoughts.seen, thoughts.style, mechanic, thoughts.architect))


FACES.add(Fleet, join)
