"""Planners of different styles, who say what is worth trying."""

from mypy_extensions import i64

from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind
from branchline.planner.plan import Plan
from branchline.planner.style import content, eager, hungry, usual


class Advisers:
    """Minds for one rule sheet, the planner's own style first. They share what they imagine, not their plans."""

    def __init__(self, rules: RuleSheet, patience: i64) -> None:
        """`patience` says how long plans are kept."""
        self.rules = rules
        self.minds: list[Mind] = [Mind(rules, style) for style in [usual(), eager(), content(), hungry()]]
        for mind in self.minds:
            mind.patience = patience
        self.plans: list[Plan] = [Plan(self.minds[0].seen) for _ in range(rules.seats)]  # in the world at hand

    def meet_world(self, seat: i64) -> None:
        """Another world is at hand: guess what all seats but the one that thinks are planning in it, once for all."""
        usual = self.minds[0]
        usual.forget()
        for other in range(self.rules.seats):
            if other != seat:
                usual.seen.look_at(other)
                self.plans[other].copy_from(usual.plan_for(other))

    def begin(self, world: i64, seat: i64, plan: Plan) -> None:
        """A playout begins: forget everything but the plan of the seat that thinks, and what the others plan."""
        for mind in self.minds:
            mind.forget()
            mind.rng.seed(int(world))  # so that all candidates meet the same chance
            mind.plans[seat].copy_from(plan)
        usual = self.minds[0]
        for other in range(self.rules.seats):
            if other != seat:
                usual.plans[other].copy_from(self.plans[other])
