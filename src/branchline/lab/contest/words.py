"""Figures and facts of an arena in words."""

from __future__ import annotations

from math import isinf

from branchline.lab.contest.results import Arena, Rating, Standing
from branchline.lab.contest.schedule import DRAWN, ContestPlan
from branchline.lab.report.words import points
from branchline.lab.statistics import Estimate


def give_or_take(found: Estimate) -> str:
    """A mean with its interval: "12.3 ± 0.4"."""
    reach = (found.high - found.low) / 2
    return points(found.value) if isinf(reach) else f"{points(found.value)} ± {points(reach)}"


def rated(found: Rating | None) -> str:
    """A rating with how sure it is, if there is one: "27.1 ± 0.8"."""
    return "" if found is None else f"{points(found.strength)} ± {points(2 * found.doubt)}"


def duration(microseconds: float) -> str:
    """A time in the unit that suits it."""
    for limit, unit, factor in ((1000, "µs", 1.0), (1e6, "ms", 1e3)):
        if microseconds < limit:
            return f"{microseconds / factor:.3g} {unit}"
    return f"{microseconds / 1e6:.3g} s"


def tallied(standing: Standing) -> str:
    """What a bot counted in all its games, and in one on average: "340 requests (17 a game)"."""
    games = max(1, standing.win.cases)
    return ", ".join(f"{count:,} {what} ({points(count / games)} a game)" for what, count in standing.tallies.items())


def how_seated(plan: ContestPlan) -> str:
    """How a deal is played."""
    return {
        "all": "in every seating",
        "rotations": "with the bots moved on seat by seat",
        DRAWN: "with bots drawn for it, who have all seats in turn",
    }[plan.seatings]


def about(arena: Arena) -> str:
    """What was played."""
    plan = arena.plan
    unfinished = "" if arena.played >= plan.total() else f" of {plan.total():,} planned"
    return f"{arena.played:,} games{unfinished}, each deal {how_seated(plan)} · seed {plan.seed}"
