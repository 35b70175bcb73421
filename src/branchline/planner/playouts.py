"""Whole games between minds, inside compiled code: one call, not one per decision."""

from mypy_extensions import i64

from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind


def play_out(rules: RuleSheet, minds: list[Mind]) -> i64:
    """Finish a game in which each seat has a mind of its own or shares one; returns how many decisions that took.

    All minds must have been made for this rule sheet.
    """
    decisions: i64 = 0
    while not rules.over:
        seat = rules.open.seat()
        rules.act(seat, minds[seat].decide(seat))
        decisions += 1
    return decisions
