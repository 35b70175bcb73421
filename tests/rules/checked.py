"""Random games in which nothing may be lost or invented."""

from __future__ import annotations

from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet


def play_many_checked(rules: RuleSheet, games: int, seed: int, first_seat: int) -> int:
    """The same games as `play_many`, with every invariant checked after every decision."""
    rng = Rng(seed)
    decisions = 0
    for k in range(games):
        rules.start(seed + k, first_seat)
        rules.check()
        while not rules.over:
            rules.act_at_random(rng)
            rules.check()
            decisions += 1
    return decisions
