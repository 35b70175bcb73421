"""What a game is worth to a seat, finished or not."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind
from branchline.thinking.core.experience import Experience
from branchline.thinking.core.features import Features

CLOSE: Final = 10.0  # a margin of points that is called close


class Outcomes:
    """Judges one rule sheet. `judge` comes first; then `reward` tells what that is worth to a seat."""

    def __init__(self, rules: RuleSheet, mind: Mind, experience: Experience) -> None:
        self.rules = rules
        self.features = Features(rules, mind)
        self.experience = experience
        self.scores: list[float] = [0.0] * int(rules.seats)
        self.doubt: float = 0.0  # how far the scores may be from the truth

    def judge(self) -> None:
        """The final scores: counted if the game is over, else predicted."""
        rules = self.rules
        if rules.over:
            self.doubt = 0.0
            for seat in range(rules.seats):
                self.scores[seat] = float(rules.total(seat))
            return
        self.features.look()
        phase = self.features.phase()
        self.doubt = self.experience.spread[phase]
        for seat in range(rules.seats):
            self.features.describe(seat)
            self.scores[seat] = self.experience.predict(self.features.numbers, phase)

    def margin(self, seat: i64) -> float:
        """How many points a seat is ahead of the best other one; below zero, how far behind."""
        best = -1_000_000.0
        for other in range(self.rules.seats):
            if other != seat and self.scores[other] > best:
                best = self.scores[other]
        return self.scores[seat] - best

    def reward(self, seat: i64) -> float:
        """The margin as a number between -1 and 1: near the end it counts who wins, before that by how much."""
        margin = self.margin(seat)
        size = margin if margin >= 0.0 else -margin
        return margin / (size + CLOSE + self.doubt)
