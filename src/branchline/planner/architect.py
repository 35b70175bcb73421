"""Makes plans (plan.py).

The routes for tickets are a Steiner tree, or several: the cheapest set of open routes found that, with the seat's own,
joins the places of its tickets. Tickets are joined one after the other, in several orders, each by the cheapest way
that uses what is planned already; then it is tried to do without each route. Tickets that cannot be reached, or that
take more pieces or turns than there are, are given up, the least worth their price first.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.ways import CLOSED, FAR_AWAY
from branchline.model.vecs import vec
from branchline.planner.fillers import Fillers
from branchline.planner.judgment import Judgment
from branchline.planner.plan import DONE, FOR_TICKET, GIVEN_UP, NOT_MINE, PLANNED, UNKNOWN, Plan
from branchline.planner.route_prices import RoutePrices
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style

MOST_DETOUR: Final[i64] = 2000  # a detour that costs more, or that does not exist, counts as this


class Architect:
    """Makes plans. One of them serves all seats, one after the other."""

    def __init__(self, seen: Situation, style: Style) -> None:
        chart = seen.chart
        self.seen = seen
        self.style = style
        self.chart = chart
        self.prices = RoutePrices(chart, style)
        self.fillers = Fillers(seen, style, self.prices)
        self.judgments: list[Judgment] = []
        self.mine: vec[i64] = vec[i64]([0] * chart.tickets)  # tickets to plan for, by number ...
        self.count: i64 = 0
        self.order: vec[i64] = vec[i64]([0] * chart.tickets)
        self.alone: vec[i64] = vec[i64]([0] * chart.tickets)  # what each ticket costs by itself
        self.used: vec[i64] = vec[i64]([0] * chart.routes)
        self.best: vec[i64] = vec[i64]([0] * chart.routes)
        self.detour: vec[i64] = vec[i64]([0] * chart.routes)
        self.fate: vec[i64] = vec[i64]([NOT_MINE] * chart.tickets)
        self.tree_cost: i64 = 0
        self.tree_pieces: i64 = 0
        self.tree_turns: i64 = 0
        self.is_hasty: bool = False  # leave out the improvement, where many plans are compared
        self.base: vec[i64] = vec[i64]([0] * chart.places)  # places that own routes join have the same number
        self.parent: vec[i64] = vec[i64]([0] * chart.places)  # the same with the routes of the tree that is growing
        self.nets: vec[i64] = vec[i64]([0] * (chart.tickets + 1))

    def weigh(self) -> None:
        """Give all routes their weights for the seat that is looked at."""
        fill(self.prices.bonus, 0)
        fill(self.prices.surcharge, 0)
        for judgment in self.judgments:
            judgment.add_bonuses(self.prices.bonus)
            judgment.add_surcharges(self.prices.surcharge)
        self.prices.weigh(self.seen)
        connections = self.seen.tracks.connections
        for place in range(self.chart.places):
            self.base[place] = connections.root(self.seen.seat, place)

    # What is joined

    def begin(self, marks: vec[i64]) -> None:
        """Begin a tree with marked routes, beside the seat's own."""
        parent = self.parent
        for place in range(self.chart.places):
            parent[place] = self.base[place]
        for route in range(self.chart.routes):
            if marks[route] == 1:
                self._tie(route)

    def _root(self, place: i64) -> i64:
        """The place that stands for all that are joined with this one."""
        parent = self.parent
        while parent[place] != place:
            place = parent[place]
        return place

    def _tie(self, route: i64) -> None:
        """Join the ends of a route."""
        a = self._root(self.chart.terrain.a[route])
        b = self._root(self.chart.terrain.b[route])
        if a != b:
            self.parent[a] = b

    def _is_joined(self, leg: i64) -> bool:
        """Whether one of the places that a leg comes from is joined with one that it goes to."""
        chart = self.chart
        for k in range(chart.from_start[leg], chart.to_start[leg]):
            root = self._root(chart.stops[k])
            for to in range(chart.to_start[leg], chart.to_end[leg]):
                if self._root(chart.stops[to]) == root:
                    return True
        return False

    # Tickets

    def gather(self, extra: i64, mask: i64) -> None:
        """List the seat's tickets; with `extra`, also those on offer that a bit set chooses."""
        tickets = self.seen.tickets
        seat = self.seen.seat
        self.count = 0
        for ticket in range(self.chart.tickets):
            self.fate[ticket] = NOT_MINE
            if tickets.held.holder[ticket] == seat:
                self.mine[self.count] = ticket
                self.count += 1
        if extra > 0:
            for k in range(tickets.offers.counts[seat]):
                if mask >> k & 1:
                    self.mine[self.count] = tickets.offers.tickets[seat * tickets.offers.size + k]
                    self.count += 1

    def join(self, ticket: i64, used: vec[i64]) -> i64:
        """Add the cheapest ways for all legs of a ticket; returns what they cost, FAR_AWAY if one is missing.

        `begin` must have been called with what is marked in `used`.
        """
        chart = self.chart
        prices = self.prices
        total: i64 = 0
        for leg in range(chart.leg_start[ticket], chart.leg_start[ticket + 1]):
            if not self._is_joined(leg):
                cost = prices.search(leg, used)
                if cost == FAR_AWAY:
                    return FAR_AWAY
                total += cost
                self._take_way(used)
        return total

    def _take_way(self, used: vec[i64]) -> None:
        """Add the way that was found last to the tree."""
        prices = self.prices
        place: i64 = prices.reached
        while prices.came_by[place] != NONE:
            route = prices.came_by[place]
            if prices.weight[route] > 0 and used[route] == 0:
                used[route] = 1
                self.tree_pieces += self.chart.terrain.length[route]
                self._tie(route)
            place = prices.came_from[place]

    def _sort_tickets(self) -> None:
        """Find out what each ticket costs alone, part off those done or lost, and put the cheapest first."""
        left: i64 = 0
        for k in range(self.count):
            ticket = self.mine[k]
            fill(self.used, 0)
            self.begin(self.used)
            cost = self.join(ticket, self.used)
            if cost == 0:
                self.fate[ticket] = DONE
            elif cost == FAR_AWAY:
                self.fate[ticket] = GIVEN_UP
            else:
                self.fate[ticket] = PLANNED
                at: i64 = left
                while at > 0 and self.alone[at - 1] > cost:
                    self.order[at] = self.order[at - 1]
                    self.alone[at] = self.alone[at - 1]
                    at -= 1
                self.order[at] = ticket
                self.alone[at] = cost
                left += 1
        self.count = left

    # The tree

    def _grow(self) -> None:
        """The cheapest tree for the tickets in `order`: from several starting orders, then improved."""
        self.tree_cost = FAR_AWAY
        if self.count == 0:
            fill(self.best, 0)
            self.tree_cost = 0
            self.tree_pieces = 0
            return
        tries: i64 = min(self.count, 3)
        best_pieces: i64 = 0
        for first in range(tries):
            fill(self.used, 0)
            self.begin(self.used)
            self.tree_pieces = 0
            cost: i64 = 0
            for k in range(self.count):  # cheapest first; then dearest first; then the second cheapest first
                at: i64 = k
                if first == 1:
                    at = self.count - 1 - k
                elif first == 2:
                    at = (k + 1) % self.count
                cost += self.join(self.order[at], self.used)
            if cost < self.tree_cost:
                self.tree_cost = cost
                best_pieces = self.tree_pieces
                self._copy(self.used, self.best)
        self.tree_pieces = best_pieces
        if not self.is_hasty:
            self._prune()

    def _copy(self, source: vec[i64], target: vec[i64]) -> None:
        """Mark the same routes."""
        for route in range(self.chart.routes):
            target[route] = source[route]

    def _prune(self) -> None:
        """Try to do without each planned route in turn: what it joined may be had for less now.

        What it costs to do without a route is its detour: what the seat would lose if another claimed it.
        """
        for route in range(self.chart.routes):
            if self.best[route] == 1:
                self._copy(self.best, self.used)
                self.used[route] = 0
                self.begin(self.used)
                kept = self.prices.weight[route]
                self.prices.weight[route] = CLOSED
                cost: i64 = self._cost_of(self.used)
                k: i64 = 0
                while k < self.count and cost < FAR_AWAY:
                    cost += self.join(self.order[k], self.used)
                    k += 1
                self.prices.weight[route] = kept
                if cost < self.tree_cost:
                    self.tree_cost = cost
                    self._copy(self.used, self.best)
                self.detour[route] = cost - self.tree_cost
        self.tree_pieces = self._pieces_of(self.best)

    def _cost_of(self, marks: vec[i64]) -> i64:
        """What marked routes cost."""
        total: i64 = 0
        for route in range(self.chart.routes):
            if marks[route] == 1:
                total += self.prices.weight[route]
        return total

    def _pieces_of(self, marks: vec[i64]) -> i64:
        """The pieces that marked routes take."""
        total: i64 = 0
        for route in range(self.chart.routes):
            if marks[route] == 1:
                total += self.chart.terrain.length[route]
        return total

    def _turns_of(self, marks: vec[i64]) -> i64:
        """The turns that marked routes take: one for each claim, and one for two of the cards missing."""
        seen = self.seen
        total: i64 = 0
        cards: i64 = 0
        for route in range(self.chart.routes):
            if marks[route] == 1:
                total += 1
                cards += self.chart.cards[route]
                if self.prices.surcharge[route] > 0:
                    total += self.prices.surcharge[route] // self.style.turn  # for what must be bought first
        cards -= seen.hands.sizes[seen.seat] * 2 // 3  # some of the cards in hand do not fit
        return total + (cards + 1) // 2 if cards > 0 else total

    # The whole plan

    def settle(self) -> i64:
        """Grow a tree and give up tickets until it can be built; returns what the tickets and the tree come to."""
        self._sort_tickets()
        while True:
            self._grow()
            self.tree_turns = self._turns_of(self.best)
            if self.count == 0:
                break
            if self._fits() and self.tree_turns <= self.seen.turns_left and self._pays():
                break
            self._give_up_one()
        total: i64 = -self.tree_cost
        each: i64 = self.chart.setting.numbers.globetrotter * self.style.most_tickets
        for ticket in range(self.chart.tickets):
            if self.fate[ticket] == DONE or self.fate[ticket] == PLANNED:
                total += self.chart.value[ticket] * POINT + each
            elif self.fate[ticket] == GIVEN_UP:
                total -= self.chart.loss[ticket] * POINT
        return total

    def _fits(self) -> bool:
        """Whether there are pieces enough for the tree, of each class."""
        if self.tree_pieces > self.seen.pieces:
            return False
        if self.chart.classes == 1:
            return True
        return (
            self.class_pieces(self.best, 0) <= self.seen.supply[0]
            and self.class_pieces(self.best, 1) <= self.seen.supply[1]
        )

    def class_pieces(self, marks: vec[i64], of_class: i64) -> i64:
        """The pieces of a class that marked routes take."""
        total: i64 = 0
        for route in range(self.chart.routes):
            if marks[route] == 1 and self.chart.route_class[route] == of_class:
                total += self.chart.terrain.length[route]
        return total

    def _pays(self) -> bool:
        """Whether no ticket costs more than it brings and saves."""
        if self.count != 1:
            return True
        ticket = self.order[0]
        return self.tree_cost < (self.chart.value[ticket] + self.chart.loss[ticket]) * POINT

    def _give_up_one(self) -> None:
        """Drop the ticket that saves the most for what it is worth."""
        worst: i64 = 0
        worst_gain: i64 = -FAR_AWAY
        for k in range(self.count):
            ticket = self.order[k]
            worth: i64 = (self.chart.value[ticket] + self.chart.loss[ticket]) * POINT
            gain: i64 = self.alone[k] * 100 // (worth + 1)
            if gain > worst_gain:
                worst_gain = gain
                worst = k
        self.fate[self.order[worst]] = GIVEN_UP
        self.count -= 1
        for k in range(worst, self.count):
            self.order[k] = self.order[k + 1]
            self.alone[k] = self.alone[k + 1]

    def make(self, plan: Plan) -> None:
        """Plan for the seat that is looked at."""
        seen = self.seen
        self.weigh()
        self.gather(0, 0)
        self.settle()
        plan.stamp(seen)
        plan.cost = self.tree_cost
        plan.pieces = self.tree_pieces
        plan.to_do = self.count
        plan.turns = self.tree_turns
        plan.hope = UNKNOWN
        for route in range(self.chart.routes):
            plan.wanted[route] = FOR_TICKET if self.best[route] == 1 else 0
            plan.bonus[route] = self.prices.bonus[route]
            plan.detour[route] = min(self.detour[route], MOST_DETOUR)
        for ticket in range(self.chart.tickets):
            plan.fate[ticket] = self.fate[ticket]
        self.fillers.add_to(plan)

    # Tickets still in the deck

    def hope_for_tickets(self, plan: Plan, deck: i64, drawn: i64) -> i64:
        """What drawing that many tickets of a deck promises: the best of them on average, and a part of the others."""
        deck_of = self.seen.tickets.tables.deck_of
        self._copy_wanted(plan)
        nets = self.nets
        count: i64 = 0
        good: i64 = 0
        for ticket in range(self.chart.tickets):
            if plan.fate[ticket] == NOT_MINE and deck_of[ticket] == deck:
                net = self._net_of(plan, ticket)
                if net > 0:
                    good += net
                at: i64 = count
                while at > 0 and nets[at - 1] < net:
                    nets[at] = nets[at - 1]
                    at -= 1
                nets[at] = net
                count += 1
        drawn = min(drawn, count)
        if drawn == 0:
            return UNKNOWN
        best = self._mean_of_best(count, drawn)
        more: i64 = good * drawn // count - best
        return best + more * self.style.second_ticket // 100 if more > 0 else best

    def _mean_of_best(self, count: i64, drawn: i64) -> i64:
        """The mean of the best of `drawn` tickets, out of `count` whose nets are sorted, the best first."""
        chance: float = 1.0  # that none of those before it was drawn
        total: float = 0.0
        rank: i64 = 0
        while rank + drawn <= count:
            hit: float = float(drawn) / float(count - rank)
            total += chance * hit * float(self.nets[rank])
            chance *= 1.0 - hit
            rank += 1
        return i64(int(total))

    def _copy_wanted(self, plan: Plan) -> None:
        """Mark the routes that are planned for tickets."""
        for route in range(self.chart.routes):
            self.best[route] = 1 if plan.wanted[route] == FOR_TICKET else 0

    def _net_of(self, plan: Plan, ticket: i64) -> i64:
        """What a further ticket would bring on top of a plan, or cost if it does not fit."""
        self._copy(self.best, self.used)
        self.begin(self.used)
        self.tree_pieces = plan.pieces
        cost = self.join(ticket, self.used)
        pieces: i64 = self.tree_pieces
        if cost == FAR_AWAY or pieces > self.seen.pieces:
            return -self.chart.loss[ticket] * POINT
        more: i64 = (pieces - plan.pieces) * 3 // 4  # turns for them: half for the cards, a quarter for the claims
        if more + plan.turns > self.seen.turns_left:
            return -self.chart.loss[ticket] * POINT
        each: i64 = self.chart.setting.numbers.globetrotter * self.style.most_tickets
        net: i64 = self.chart.value[ticket] * POINT + each - cost - (pieces - plan.pieces) * self.style.keep_risk
        return max(net, -self.chart.loss[ticket] * POINT)
