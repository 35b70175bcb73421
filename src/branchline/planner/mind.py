"""The planner's decisions. One mind thinks for all seats of a rule sheet; each seat keeps a plan of its own.

    mind = Mind(rules, Style())
    action = mind.decide(seat)      # the seat's open decision, answered with the number of a legal action

`decide` reads the rule sheet that the mind was made for, so a playout is: decide, `rules.act(seat, action)`, again. It
looks at nothing that the seat may not know.
"""

from mypy_extensions import i64

from branchline.engine.decisions import AFTER_PURCHASE, CHOOSE_MIX, KEEP_TICKETS, NAME_DECK, SECOND_CARD, TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.terrain import NONE
from branchline.planner import (  # noqa: F401 - each adds what it thinks of one mechanic
    blind_draw,
    bundle_claims,
    claims,
    fleet,
    harbors,
    house_rules,
    pair_claims,
    passengers,
    shares,
    technologies,
    technology_double_claims,
    tickets,
    tokens,
)
from branchline.planner.blocking import Blocking
from branchline.planner.faces import CHOOSERS, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import UNTIL_CHANGED, Style
from branchline.planner.ticket_choice import TicketChoice


class Mind:
    """Thinks for the seats of one rule sheet."""

    def __init__(self, rules: RuleSheet, style: Style) -> None:
        self.rules = rules
        self.style = style
        self.seen = Situation(rules, style)
        self.chart = self.seen.chart
        thoughts = Thoughts(rules, self.seen, style)
        thoughts.form()
        self.architect = thoughts.architect
        self.needs = thoughts.needs
        self.cards = thoughts.cards
        self.payments = thoughts.payments
        self.judgments: list[Judgment] = thoughts.judgments
        self.claims = thoughts.claims
        self.ticket_choice = TicketChoice(self.seen, self.architect, style)
        self.blocking = Blocking(self.seen, style, self.payments)
        self.plans: list[Plan] = [Plan(self.seen) for _ in range(rules.seats)]
        self.patience: i64 = style.patience  # how long a seat keeps its plan
        self.rng = Rng(0)  # for decisions that no judgment knows

    def forget(self) -> None:
        """Another game begins, or another world is imagined: all plans are void."""
        for plan in self.plans:
            plan.made = False

    # The open decision

    def decide(self, seat: i64) -> i64:
        """Answer the open decision of a seat."""
        rules = self.rules
        kind = rules.open.kinds[rules.open.at(seat)]
        self.seen.look_at(seat)
        action: i64 = NONE
        if kind == TURN or kind == AFTER_PURCHASE:  # noqa: PLR1714, SIM109 - quicker than a tuple when compiled
            action = self.turn(seat, kind)
        elif kind == SECOND_CARD:
            self.plan_for(seat)
            action = self.cards.second()
        elif kind == NAME_DECK:
            self.plan_for(seat)
            action = self.cards.refill()
        elif kind == KEEP_TICKETS:
            action = self.ticket_choice.keep()
        elif kind == CHOOSE_MIX:
            action = self.ticket_choice.opening_mix()
        else:
            plan = self.plan_for(seat)
            for judgment in self.judgments:
                if action == NONE:
                    action = judgment.decide(kind, plan)
        return action if action != NONE else self.anything(seat, kind)

    def anything(self, seat: i64, kind: i64) -> i64:
        """For decisions without a judgment: what the mechanic says itself, else a legal action by chance."""
        offer = self.rules.offers[kind]
        while offer is not None:
            choose = CHOOSERS.of(type(offer.mechanic))
            if choose is not None:
                return choose(offer.mechanic, int(seat), int(kind))
            offer = offer.then
        legal = self.rules.legal(seat)
        return legal[self.rng.below(len(legal))]

    def plan_for(self, seat: i64) -> Plan:
        """The seat's plan, made again if it has to be."""
        plan = self.plans[seat]
        if plan.is_stale(self.seen) if self.patience == UNTIL_CHANGED else plan.is_broken(self.seen):
            self.architect.make(plan)
        self.needs.work_out(plan)
        self.cards.clear()
        for judgment in self.judgments:
            judgment.add_card_worths(self.cards.extra, plan)
        return plan

    # A turn

    def turn(self, seat: i64, kind: i64) -> i64:
        """Claim what is planned, draw tickets if they promise more than a turn is worth, or collect cards."""
        plan = self.plan_for(seat)
        action: i64 = NONE
        for judgment in self.judgments:
            if action == NONE:
                action = judgment.before_turn(kind, plan)
        if action == NONE and self.claims.is_last():
            action = self.claims.action(self.claims.best_of_all(plan), False)
        if action == NONE:
            action = self.claims.action(self.blocking.find(), False)
        if action == NONE:
            action = self.claims.action(self.claims.best_planned(plan), True)
        if action == NONE:
            action = self.ticket_choice.draw(plan)
        if action == NONE:
            for judgment in self.judgments:
                if action == NONE:
                    action = judgment.in_place_of_cards(kind, plan, self.cards.worth_of_two())
        return action if action != NONE else self.cards.first()
