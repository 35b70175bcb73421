"""Tokens (mechanics/tokens): a new symbol for every claim that can bring one, the scarce ones first."""

from mypy_extensions import i64

from branchline.engine.decisions import PLACE_STACK, TAKE_TOKEN
from branchline.engine.terrain import NONE
from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.vecs import vec
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class TokenJudgment(Judgment):
    """What the next token of a set is worth, and where to lay free stacks."""

    def __init__(self, seen: Situation, style: Style, tokens: Tokens) -> None:
        super().__init__(seen, style)
        self.tokens = tokens

    def worth_of_next(self) -> i64:
        """What one more symbol adds to the set, now and on the way to a full one."""
        tokens = self.tokens
        held = tokens.counts[self.seen.seat]
        if held >= tokens.symbols:
            return 0
        now: i64 = tokens.set_points[held + 1] - tokens.set_points[held]
        later: i64 = tokens.set_points[tokens.symbols] - tokens.set_points[held]
        return (now * POINT + later * POINT // (tokens.symbols - held)) // 2

    def add_bonuses(self, bonus: vec[i64]) -> None:
        worth = self.worth_of_next()
        terrain = self.chart.terrain
        seat = self.seen.seat
        for route in range(self.chart.routes):
            if self.tokens.is_new(seat, terrain.a[route]) or self.tokens.is_new(seat, terrain.b[route]):
                bonus[route] += worth

    def decide(self, kind: i64, plan: Plan) -> i64:
        if kind == TAKE_TOKEN:
            return self.scarcer_end()
        return self.best_place(plan) if kind == PLACE_STACK else NONE

    def scarcer_end(self) -> i64:
        """Of the two ends of the route just claimed, the one whose stack is the smaller."""
        tokens = self.tokens
        a = self.chart.terrain.a[tokens.route]
        b = self.chart.terrain.b[tokens.route]
        seat = self.seen.seat
        take = a
        if not tokens.is_new(seat, a) or (
            tokens.is_new(seat, b) and tokens.left[tokens.symbol_at[b]] < tokens.left[tokens.symbol_at[a]]
        ):
            take = b
        return tokens.first + tokens.places + take

    def best_place(self, plan: Plan) -> i64:
        """Where a free stack serves the own plan most: at the end of a short route that will be claimed anyway."""
        tokens = self.tokens
        best: i64 = NONE
        best_worth: i64 = -1
        for place in range(tokens.places):
            if tokens.symbol_at[place] == NONE:
                worth: i64 = 0
                for k in range(self.chart.edge_start[place], self.chart.edge_start[place + 1]):
                    route = self.chart.edge_route[k]
                    if plan.wanted[route] != 0:
                        worth += 10 - self.chart.terrain.length[route]
                if worth > best_worth:
                    best_worth = worth
                    best = place
        return tokens.first + best


def join(thoughts: Thoughts, mechanic: Tokens) -> None:
    thoughts.judgments.append(TokenJudgment(thoughts.seen, thoughts.style, mechanic))


FACES.add(Tokens, join)
