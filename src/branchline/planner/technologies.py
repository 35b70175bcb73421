"""Technologies (mechanics/technologies): buy what planned routes need, and what pays over the rest of the game."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.decisions import TURN
from branchline.engine.terrain import NONE
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.vecs import vec
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.needs import Needs
from branchline.planner.plan import DONE, FOR_TICKET, PLANNED, Plan
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style
from branchline.planner.technology_wagers import Wagers

NEEDED: Final[i64] = 10_000  # the gain of a card that the plan needs


class TechnologyJudgment(Judgment):
    """What a permission costs a plan, and when a card is bought."""

    def __init__(self, seen: Situation, style: Style, technologies: Technologies, needs: Needs) -> None:
        super().__init__(seen, style)
        self.technologies = technologies
        self.needs = needs
        self.wagers = Wagers(seen, technologies)
        self.wanted: vec[i64] = vec[i64]([0] * technologies.kinds)  # cards that planned routes need

    # Permissions

    def missing_bits(self, route: i64) -> i64:
        """The permissions that the seat lacks for a route."""
        tracks = self.seen.tracks
        return tracks.needs[route] & ~tracks.granted[self.seen.seat]

    def add_surcharges(self, surcharge: vec[i64]) -> None:
        for route in range(self.chart.routes):
            missing = self.missing_bits(route)
            if missing != 0:
                surcharge[route] = self.surcharge(missing)

    def surcharge(self, missing: i64) -> i64:
        """The price of the cards that give some permissions, shared by a few routes; -1 if they cannot be bought."""
        technologies = self.technologies
        total: i64 = 0
        for card in range(technologies.kinds):
            if technologies.bits[card] & missing and technologies.is_for_sale_to(self.seen.seat, card):
                missing &= ~technologies.bits[card]
                total += technologies.cost[card] * self.style.wild_price // self.style.shared_by
        return total if missing == 0 else -1

    def find_wanted(self, plan: Plan) -> i64:
        """Note the cards that planned routes need; returns how many these are, the rights to join in on routes too."""
        technologies = self.technologies
        missing: i64 = 0
        count: i64 = 0
        for route in range(self.chart.routes):
            if plan.wanted[route] == FOR_TICKET or (plan.wanted[route] != 0 and plan.to_do == 0):
                missing |= self.missing_bits(route)
                if self.seen.tracks.owners[route] != 0:
                    count += 1
        for card in range(technologies.kinds):
            self.wanted[card] = 0
            if technologies.bits[card] & missing and technologies.is_for_sale_to(self.seen.seat, card):
                self.wanted[card] = 1
                count += 1
        return count

    # Buying

    def before_turn(self, kind: i64, plan: Plan) -> i64:
        if kind != TURN:
            return NONE
        technologies = self.technologies
        purse = technologies.purse
        purse.look_at(self.seen.seat)
        reach: i64 = purse.wilds + purse.bundles
        if reach == 0:
            return NONE
        needed = self.find_wanted(plan)
        best: i64 = NONE
        best_worth: i64 = 0
        for card in range(technologies.kinds):
            if technologies.cost[card] <= reach and technologies.is_for_sale_to(self.seen.seat, card):
                worth = self.gain_of(card, plan, needed > 0)
                if worth > best_worth and self.can_spare(card, worth):
                    best_worth = worth
                    best = card
        if best == NONE:
            return NONE
        return technologies.first + technologies.start[best] + technologies.fewest_bundles(best)

    def gain_of(self, card: i64, plan: Plan, is_busy: bool) -> i64:
        """What a card brings, less its price, in hundredths of a point; a card that the plan needs is always a gain."""
        technologies = self.technologies
        price: i64 = technologies.cost[card] * self.style.wild_price
        if self.wanted[card] == 1:
            return NEEDED - price
        if self.wagers.won[card] > 0:
            gain: i64 = self.wagers.gain_of(card, plan) * self.style.wager_part // 100
            if gain > 0 and self.seen.turns_left <= self.style.late:
                return NEEDED + gain  # it is almost sure, and nothing else will be bought any more
            return gain - price
        if is_busy or technologies.bound[card] != NONE:
            return 0
        routes: i64 = self.seen.pieces * 10 // self.style.routes_ahead
        gain = technologies.per_route[card] * routes * POINT
        gain += technologies.per_ferry[card] * self.planned_ferries(plan) * POINT
        gain += technologies.per_ticket[card] * self.tickets_in_reach(plan) * POINT
        gain += technologies.less[card] * routes * self.style.turn // 2
        gain += self.gain_of_blind_draw(card)
        return gain - price

    def gain_of_blind_draw(self, card: i64) -> i64:
        """Half a turn for each card more, in every other turn that is left."""
        drawn = self.technologies.blind_draw[card]
        return (drawn - 2) * self.seen.turns_left * self.style.turn // 4 if drawn > 0 else 0

    def planned_ferries(self, plan: Plan) -> i64:
        """Planned routes with wild symbols."""
        count: i64 = 0
        for route in range(self.chart.routes):
            if plan.wanted[route] != 0 and self.chart.terrain.symbols[route] > 0:
                count += 1
        return count

    def tickets_in_reach(self, plan: Plan) -> i64:
        """Tickets that are done or planned."""
        count: i64 = 0
        for ticket in range(self.chart.tickets):
            if plan.fate[ticket] == DONE or plan.fate[ticket] == PLANNED:
                count += 1
        return count

    def can_spare(self, card: i64, worth: i64) -> bool:
        """Whether the price can be paid with cards that the plan has no use for; a wager may be worth others too."""
        lacking: i64 = self.technologies.fewest_bundles(card) * self.technologies.purse.size - self.needs.spare()
        if lacking <= 0:
            return True
        return self.wagers.won[card] > 0 and worth > lacking * self.style.wager_card


def join(thoughts: Thoughts, mechanic: Technologies) -> None:
    thoughts.judgments.append(TechnologyJudgment(thoughts.seen, thoughts.style, mechanic, thoughts.needs))


FACES.add(Technologies, join)
