"""Means with their standard errors, and the seed that belongs to what a seat sees."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from branchline.model.observation import Observation
from branchline.notation.forms import to_json


@dataclass(frozen=True)
class Estimate:
    """A value and its standard error."""

    value: float
    se: float

    def joined(self, other: Estimate) -> Estimate:
        """The best of two independent estimates of the same thing: the surer one counts more."""
        if self.se == 0 or other.se == 0:
            return self if self.se == 0 else other
        weight, its = 1 / self.se**2, 1 / other.se**2
        return Estimate((self.value * weight + other.value * its) / (weight + its), 1 / sqrt(weight + its))


def seed_of(seen: Observation, salt: int = 0) -> int:
    """A seed from all that a seat sees, and nothing else; with another salt another one."""
    plain = json.dumps([salt, to_json(seen)], sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(plain.encode()).digest()[:16], "big")


def mean(values: Sequence[float]) -> float:
    """The mean of some values."""
    return sum(values) / len(values)


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of some values."""
    count = len(values)
    if count < 2:
        return 0.0
    middle = sum(values) / count
    return sqrt(sum((value - middle) ** 2 for value in values) / (count * (count - 1)))


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of some values, with its standard error."""
    return Estimate(mean(values), standard_error(values))
