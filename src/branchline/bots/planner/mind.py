"""The planner's decisions. One mind thinks for all seats of a rule sheet; each seat keeps a plan of its own.

    mind = Mind(rules, Temper())
    action = mind.decide(seat)      # the seat's open decision, answered with the number of a legal action

`decide` reads the rule sheet that the mind was made for, so a playout is: decide, `rules.act(seat, action)`, again. It
looks at nothing that the seat may not know.
"""

from mypy_extensions import i64

from branchline.bots.planner.needs import Needs
from branchline.bots.planner.network import FAR_AWAY
from branchline.bots.planner.payments import UNPAYABLE, ColorPayments
from branchline.bots.planner.plan import DONE, FOR_TICKET, UNKNOWN, Architect, Plan
from branchline.bots.planner.situation import Situation
from branchline.bots.planner.temper import POINT, Temper
from branchline.engine.decisions import AFTER_PURCHASE, KEEP_TICKETS, SECOND_CARD, TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.terrain import NONE


class Mind:
    """Thinks for the seats of one rule sheet."""

    def __init__(self, rules: RuleSheet, temper: Temper) -> None:
        self.rules = rules
        self.temper = temper
        self.seen = Situation(rules)
        self.chart = self.seen.chart
        self.architect = Architect(self.seen, temper)
        self.needs = Needs(self.seen)
        self.plans: list[Plan] = [Plan(self.seen) for _ in range(rules.seats)]
        self.keeps_plans: bool = True  # go on with a plan while no route was claimed and no ticket taken
        self.rng = Rng(0)  # for decisions that no judgement knows
        self.payments: ColorPayments | None = None
        if self.seen.claims is not None:
            self.payments = ColorPayments(self.seen, self.needs, self.seen.claims, temper)

    # The open decision

    def decide(self, seat: i64) -> i64:
        """Answer the open decision of a seat."""
        rules = self.rules
        kind = rules.open_kinds[rules.open_at(seat)]
        self.seen.look_at(seat)
        action: i64 = NONE
        if kind in (TURN, AFTER_PURCHASE):
            action = self.turn(seat, kind)
        elif kind == SECOND_CARD:
            action = self.second_card(seat)
        elif kind == KEEP_TICKETS:
            action = self.keep_tickets(seat)
        return action if action != NONE else self.anything(seat)

    def anything(self, seat: i64) -> i64:
        """A legal action by chance, for decisions of mechanics that the planner does not know."""
        legal = self.rules.legal(seat)
        return legal[self.rng.below(len(legal))]

    def plan_for(self, seat: i64) -> Plan:
        """The seat's plan, made anew if it has to be."""
        plan = self.plans[seat]
        if not self.keeps_plans or plan.is_stale(self.seen):
            self.architect.make(plan)
        self.needs.work_out(plan)
        return plan

    def forget(self) -> None:
        """Another game begins, or another world is imagined: all plans are void."""
        for plan in self.plans:
            plan.made = False

    # A turn

    def turn(self, seat: i64, kind: i64) -> i64:
        """Claim what is planned, draw tickets if they promise more than a turn is worth, or collect cards."""
        if self.payments is None or self.seen.market is None:
            return NONE
        plan = self.plan_for(seat)
        if self.seen.turns_left <= self.temper.late:
            last = self.last_claim(seat)
            if last != NONE:
                return last
        claim = self.best_claim(plan)
        if claim != NONE:
            return claim
        if self.wants_tickets(plan):
            return self.seen.tickets.first
        return self.card(seat, kind)

    def best_claim(self, plan: Plan) -> i64:
        """The planned route that is best claimed now."""
        assert self.payments is not None
        terrain = self.chart.terrain
        best: i64 = NONE
        best_worth: i64 = 0
        fillers = plan.to_do == 0 or self.seen.turns_left - plan.turns > self.temper.filler_slack
        route: i64 = 0
        while route < self.chart.routes:
            if plan.wanted[route] == FOR_TICKET or (fillers and plan.wanted[route] != 0):
                price = self.payments.price(route, True)
                if price != UNPAYABLE:
                    worth: i64 = terrain.points[route] * POINT + terrain.length[route] * 10 - price
                    if plan.wanted[route] == FOR_TICKET:
                        worth += 300
                    if worth > best_worth:
                        best_worth = worth
                        best = route
            route += 1
        if best == NONE:
            return NONE
        self.payments.price(best, True)
        return self.payments.action(best)

    def last_claim(self, seat: i64) -> i64:
        """In the last turn: the claim that brings the most, tickets that it completes included."""
        assert self.payments is not None
        seen = self.seen
        terrain = self.chart.terrain
        best: i64 = NONE
        best_worth: i64 = 0
        route: i64 = 0
        while route < self.chart.routes:
            if seen.is_open(route) and self.payments.price(route, False) != UNPAYABLE:
                worth: i64 = terrain.points[route] + self.completes(seat, route)
                if worth > best_worth:
                    best_worth = worth
                    best = route
            route += 1
        if best == NONE:
            return NONE
        self.payments.price(best, False)
        return self.payments.action(best)

    def completes(self, seat: i64, route: i64) -> i64:
        """The points of tickets that a single route would complete."""
        chart = self.chart
        tickets = self.seen.tickets
        network = self.architect.network
        plan = self.plans[seat]
        total: i64 = 0
        ticket: i64 = 0
        while ticket < chart.tickets:
            if tickets.holder[ticket] == seat and plan.fate[ticket] != DONE:
                self.architect.clear(self.architect.used)
                self.architect.used[route] = 1
                leg: i64 = chart.leg_start[ticket]
                cost: i64 = 0
                while leg < chart.leg_start[ticket + 1] and cost == 0:
                    cost = network.search(
                        chart.from_start[leg], chart.to_start[leg], chart.to_end[leg], self.architect.used
                    )
                    leg += 1
                if cost == 0:
                    total += chart.value[ticket] + chart.loss[ticket]
            ticket += 1
        return total

    # Cards

    def card(self, seat: i64, kind: i64) -> i64:
        """The first card of a turn: a face-up one, blind, or a face-up wild in place of two."""
        market = self.seen.market
        assert market is not None
        best = self.best_face_up()
        blind = self.worth_of_blind()
        first: i64 = self.worth_of(best) if best != NONE else 0
        if blind > first and market.pile.left > 0:
            first = blind
            best = market.kinds
        if market.face_up[market.wild] > 0 and self.temper.card_wild > first + blind:
            best = market.wild
        if best == NONE:
            return NONE
        return market.first + best

    def second_card(self, seat: i64) -> i64:
        """The second card, which is no face-up wild."""
        market = self.seen.market
        if market is None:
            return NONE
        plan = self.plans[seat]
        if plan.is_stale(self.seen):
            self.architect.make(plan)
        self.needs.work_out(plan)
        best = self.best_face_up()
        if market.pile.left > 0 and (best == NONE or self.worth_of_blind() > self.worth_of(best)):
            best = market.kinds
        return NONE if best == NONE else market.first + best

    def best_face_up(self) -> i64:
        """The most useful kind of card in the row that is no wild; NONE if there is none."""
        market = self.seen.market
        assert market is not None
        best: i64 = NONE
        best_worth: i64 = -1
        k: i64 = 0
        while k < market.distinct:
            kind = market.kinds_shown[k]
            if kind != market.wild:
                worth = self.worth_of(kind)
                if worth > best_worth or (worth == best_worth and kind < best):
                    best_worth = worth
                    best = kind
            k += 1
        return best

    def worth_of(self, kind: i64) -> i64:
        """What a card that is no wild is worth to the plan."""
        lane = self.chart.lane_of[kind]
        if self.needs.missing[lane] > 0:
            return self.temper.card_needed + 10 * self.seen.have[lane]
        if self.needs.missing_more[lane] > 0:
            return self.temper.card_filler + 5 * self.seen.have[lane]
        return self.temper.card_other

    def worth_of_blind(self) -> i64:
        """What a card from the deck is worth on average, as far as the seat can know what is left."""
        total: i64 = 0
        cards: i64 = 0
        kind: i64 = 0
        while kind < self.chart.kinds:
            count = self.seen.unseen(kind)
            cards += count
            total += count * (self.temper.card_wild if kind == self.chart.wild else self.worth_of(kind))
            kind += 1
        return total // cards if cards > 0 else 0

    # Tickets

    def keep_tickets(self, seat: i64) -> i64:
        """The choice of tickets that comes to the most, with what is held already."""
        tickets = self.seen.tickets
        architect = self.architect
        fewest = tickets.fewest(seat)
        architect.network.weigh(self.seen)
        best: i64 = NONE
        best_worth: i64 = -FAR_AWAY
        mask: i64 = 1
        while mask < 1 << tickets.offered[seat]:
            if tickets.bits[mask] >= fewest:
                architect.gather(1, mask)
                worth = architect.settle() - architect.tree_pieces * self.temper.keep_risk
                if worth > best_worth:
                    best_worth = worth
                    best = mask
            mask += 1
        return tickets.first + tickets.mix_count - 1 + best

    def wants_tickets(self, plan: Plan) -> bool:
        """Whether new tickets promise more than a turn is worth."""
        tickets = self.seen.tickets
        if tickets.mix_count > 1 or tickets.decks[0].left == 0:
            return False
        wanted: i64 = self.temper.draw_margin + plan.to_do * self.temper.draw_busy
        if wanted >= 10_000:
            return False
        if plan.hope == UNKNOWN:
            plan.hope = self.architect.hope_for_tickets(plan, tickets.later_draw)
        return plan.hope > wanted
