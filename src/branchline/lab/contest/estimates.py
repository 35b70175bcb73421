"""Shares and means of games that come in deals, with intervals that are meant to hold in 95 of 100 cases.

Games of one deal share their cards, so they are not independent; deals are. The error is therefore estimated from the
deals (a ratio estimator over clusters). For shares it becomes an effective number of games, for which Wilson's interval
is taken; it is right near 0 % and 100 % too, where the usual interval is not. Pairing often makes the effective number
larger than the number of games: a bot that loses a good deal in one seat wins it in the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from branchline.lab.statistics import Estimate, Z, wilson

_FEW = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776}  # Student's t for few degrees of freedom


def student(freedom: int) -> float:
    """Student's t at 97.5 % (by the expansion of Cornish and Fisher, good to 0.3 % from five degrees on)."""
    if freedom in _FEW:
        return _FEW[freedom]
    z3, z5, z7 = Z**3, Z**5, Z**7
    first = (z3 + Z) / 4
    second = (5 * z5 + 16 * z3 + 3 * Z) / 96
    third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def share(sums: Sequence[float], counts: Sequence[int]) -> Estimate:
    """A share of games, from how many of how many it is in each deal."""
    games, deals = sum(counts), len(counts)
    if not games:
        return Estimate(0.0, 0.0, 1.0, 0)
    value = sum(sums) / games
    error = _error(sums, counts)
    effective = float(deals)  # all the same, or a single deal: no more is known than that
    if error > 0:
        effective = value * (1 - value) / error**2 * (Z / student(deals - 1)) ** 2
    return Estimate(value, *wilson(value, effective), games)


def mean(sums: Sequence[float], counts: Sequence[int]) -> Estimate:
    """A mean over games, from the sums and the numbers of games in each deal."""
    games, deals = sum(counts), len(counts)
    if not games:
        return Estimate(0.0, 0.0, 0.0, 0)
    value = sum(sums) / games
    reach = student(deals - 1) * _error(sums, counts) if deals > 1 else float("inf")
    return Estimate(value, value - reach, value + reach, games)


def _error(sums: Sequence[float], counts: Sequence[int]) -> float:
    """The standard error of sum/count over clusters; 0 for a single one."""
    games, deals = sum(counts), len(counts)
    if deals < 2:
        return 0.0
    value = sum(sums) / games
    squares = sum((total - value * count) ** 2 for total, count in zip(sums, counts, strict=True))
    return sqrt(deals / (deals - 1) * squares) / games
