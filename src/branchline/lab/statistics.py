"""Estimates with intervals, and caution where many things are compared at once.

All intervals are meant to hold in 95 of 100 cases. Seats of one game are not independent (one wins, so the others do
not); comparisons between seats therefore count games, not seats, as the independent things.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
FEWEST = 30  # with fewer cases on either side nothing is claimed
_RESAMPLES = 1000


@dataclass(frozen=True)
class Estimate:
    """A value with the interval that it is known to, from that many cases."""

    value: float
    low: float
    high: float
    cases: int


@dataclass(frozen=True)
class Comparison(Estimate):
    """The difference between those with something and those without."""

    with_it: float
    without_it: float
    chance: float  # how likely a difference as large as this would be if there were none: the p-value


def proportion(successes: float, cases: int) -> Estimate:
    """A share of cases, with Wilson's interval. Halves and thirds of a success are fine: shared wins."""
    if cases == 0:
        return Estimate(0.0, 0.0, 1.0, 0)
    share = successes / cases
    low, high = wilson(share, cases)
    return Estimate(share, min(share, low), max(share, high), cases)


def wilson(share: float, cases: float) -> tuple[float, float]:
    """Wilson's interval for a share of that many independent cases."""
    if cases <= 0:
        return 0.0, 1.0
    spread = Z * Z / cases
    middle = (share + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * sqrt(share * (1 - share) / cases + spread / (4 * cases))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean(values: Numbers) -> Estimate:
    """A mean, with the normal interval."""
    cases = len(values)
    if cases == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    middle = float(values.mean())
    reach = Z * float(values.std(ddof=1)) / sqrt(cases) if cases > 1 else float("inf")
    return Estimate(middle, middle - reach, middle + reach, cases)


def median(values: Numbers, seed: int = 0) -> Estimate:
    """A median, with the interval of a bootstrap, which is the same each time."""
    cases = len(values)
    if cases == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    chance = np.random.default_rng(seed)
    medians = [float(np.median(chance.choice(values, cases))) for _ in range(_RESAMPLES)]
    low, high = np.quantile(medians, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Estimate(float(np.median(values)), float(low), float(high), cases)


def ratio(parts: Numbers, wholes: Numbers, seed: int = 0) -> Estimate:
    """What some parts are of some wholes, all cases together, with the interval of a bootstrap over the cases."""
    cases = len(parts)
    if cases == 0 or not wholes.sum():
        return Estimate(0.0, 0.0, 0.0, cases)
    drawn = np.random.default_rng(seed).integers(0, cases, (_RESAMPLES, cases))
    sums = wholes[drawn].sum(axis=1)
    ratios = parts[drawn].sum(axis=1)[sums > 0] / sums[sums > 0]
    low, high = np.quantile(ratios, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Estimate(float(parts.sum() / wholes.sum()), float(low), float(high), cases)


def compare(outcome: Numbers, has_it: Flags) -> Comparison | None:
    """How an outcome differs between seats with and without something; None if there are too few of either.

    Both are tables of games × seats. The error is estimated from the games as clusters (a sandwich estimator).
    """
    having = int(has_it.sum())
    lacking = has_it.size - having
    if having < FEWEST or lacking < FEWEST:
        return None
    with_it = float(outcome[has_it].mean())
    without_it = float(outcome[~has_it].mean())
    pull = np.where(has_it, (outcome - with_it) / having, (without_it - outcome) / lacking).sum(axis=1)
    games = len(pull)
    error = sqrt(float((pull**2).sum()) * games / (games - 1))
    difference = with_it - without_it
    chance = _chance_of(difference, error)
    return Comparison(difference, difference - Z * error, difference + Z * error, having, with_it, without_it, chance)


def _chance_of(difference: float, error: float) -> float:
    """How likely a difference as large as this is by chance alone, by its standard error."""
    return 2 * (1 - NormalDist().cdf(abs(difference) / error)) if error > 0 else float(difference == 0)


def against(values: Numbers, expected: float) -> Comparison | None:
    """How the mean of independent values differs from what is expected of all; None if there are too few."""
    if len(values) < FEWEST:
        return None
    found = mean(values)
    difference = found.value - expected
    chance = _chance_of(difference, (found.high - found.low) / (2 * Z))
    low, high = found.low - expected, found.high - expected
    return Comparison(difference, low, high, len(values), found.value, expected, chance)


def stand_out(chances: Sequence[float | None], rate: float = 0.05) -> list[bool]:
    """Which of many comparisons stand out, so that at most such a share of those named do so by chance.

    This is the rule of Benjamini and Hochberg. None is a comparison that could not be made.
    """
    made = sorted(chance for chance in chances if chance is not None)
    limit = -1.0
    for rank, chance in enumerate(made, start=1):
        if chance <= rate * rank / len(made):
            limit = chance
    return [chance is not None and chance <= limit for chance in chances]
