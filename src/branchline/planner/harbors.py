"""Harbors (mechanics/harbors): built in the reached ports that most tickets name; cards for them are collected."""

from mypy_extensions import i64

from branchline.engine.decisions import TURN
from branchline.engine.terrain import NONE
from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.vecs import vec
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.plan import DONE, PLANNED, Plan
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class HarborJudgment(Judgment):
    """Where to build, how to pay, and what cards are worth for it."""

    def __init__(self, seen: Situation, style: Style, harbors: Harbors) -> None:
        super().__init__(seen, style)
        self.harbors = harbors

    def tickets_naming(self, port: i64, plan: Plan) -> i64:
        """Tickets that are done or planned and name a port; done ones count double."""
        place = self.harbors.ports[port]
        tickets = self.seen.tickets
        total: i64 = 0
        for ticket in range(self.chart.tickets):
            fate = plan.fate[ticket]
            if fate in (DONE, PLANNED) and tickets.tables.names(ticket, place):
                total += 2 if fate == DONE else 1
        return total

    def worth_of(self, named: i64) -> i64:
        """What a harbor is worth, from tickets that name it, done ones counted twice."""
        worth = self.harbors.worth
        if named == 0:
            return self.harbors.loss * POINT
        full: i64 = named // 2
        most: i64 = len(worth)
        sure: i64 = worth[min(full, most) - 1] if full > 0 else 0
        hoped: i64 = worth[min(full, most - 1)] if named % 2 == 1 else sure
        return (sure + hoped) * POINT // 2 + self.harbors.loss * POINT

    def best_site(self, plan: Plan) -> i64:
        """The reached port that is worth most; NONE if none is."""
        best: i64 = NONE
        best_named: i64 = -1
        for port in range(i64(len(self.harbors.ports))):
            if self.harbors.is_site(self.seen.seat, port):
                named = self.tickets_naming(port, plan)
                if named > best_named:
                    best_named = named
                    best = port
        return best

    def payment(self) -> i64:
        """The payment with the fewest wilds; NONE if the hand pays none."""
        harbors = self.harbors
        hands = harbors.hands
        best: i64 = NONE
        fewest: i64 = self.seen.wilds + 1
        for color in range(harbors.colors):
            trains = min(hands.held(self.seen.seat, harbors.train + color), harbors.cost_trains)
            ships = min(hands.held(self.seen.seat, harbors.ship + color), harbors.cost_ships)
            wilds: i64 = harbors.price - trains - ships
            if wilds < fewest and trains + ships > 0:
                fewest = wilds
                best = color * harbors.splits + trains * (harbors.cost_ships + 1) + ships - 1
        if best == NONE and self.seen.wilds >= harbors.price:
            best = harbors.width - 1
        return best

    def before_turn(self, kind: i64, plan: Plan) -> i64:
        harbors = self.harbors
        seat = self.seen.seat
        if kind != TURN or harbors.built[seat] == harbors.per_seat or harbors.sites[seat] == 0:
            return NONE
        payment = self.payment()
        if payment == NONE:
            return NONE
        site = self.best_site(plan)
        named = self.tickets_naming(site, plan)
        if named == 0 and self.seen.turns_left > self.style.harbor_late:
            return NONE
        if self.worth_of(named) < self.style.harbor_least and self.seen.turns_left > self.style.harbor_late:
            return NONE
        return harbors.first + site * harbors.width + payment

    def add_card_worths(self, worth: vec[i64], plan: Plan) -> None:
        """Cards of the color that is nearest to a harbor are worth more, as long as harbors are left."""
        harbors = self.harbors
        seat = self.seen.seat
        if harbors.built[seat] == harbors.per_seat:
            return
        best: i64 = NONE
        most: i64 = -1
        for color in range(harbors.colors):
            have = self.useful(color)
            if have > most:
                most = have
                best = color
        hands = harbors.hands
        if hands.held(seat, harbors.train + best) < harbors.cost_trains:
            worth[harbors.train + best] += self.style.harbor_card
        if hands.held(seat, harbors.ship + best) < harbors.cost_ships:
            worth[harbors.ship + best] += self.style.harbor_card

    def useful(self, color: i64) -> i64:
        """How many cards of a color the seat holds toward a harbor."""
        harbors = self.harbors
        trains = harbors.hands.held(self.seen.seat, harbors.train + color)
        ships = harbors.hands.held(self.seen.seat, harbors.ship + color)
        trains = min(trains, harbors.cost_trains)
        return trains + min(ships, harbors.cost_ships)


def join(thoughts: Thoughts, mechanic: Harbors) -> None:
    thoughts.judgments.append(HarborJudgment(thoughts.seen, thoughts.style, mechanic))


FACES.add(Harbors, join)
