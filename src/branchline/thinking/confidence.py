"""How far an analysis may rely on a network's win shares: learned from practice games, as for foretold scores.

A network has learned from games of strong players, and is too sure of what it says of others. So the logarithms of its
shares are taken times a factor: the one under which the results of practice games (thinking/practice.py) were most
likely.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from branchline.champions.judge import Judge
from branchline.engine.rule_sheet import RuleSheet
from branchline.thinking.practice import Practice
from branchline.thinking.prediction import FIRST_TRIAL, trial_games

Floats = NDArray[np.floating]
_FACTORS = np.geomspace(0.25, 1.5, 60)  # that are tried
_LEAST = 1e-6  # what is thought less likely is thought as likely as this


def less_sure(wins: Floats, factor: float) -> Floats:
    """Win shares, row by row, with a factor for their logarithms: below 1 they are nearer to each other."""
    powers = np.maximum(wins, _LEAST) ** factor
    shares: Floats = powers / powers.sum(-1, keepdims=True)
    return shares


def sureness_of(rules: RuleSheet, judge: Judge) -> float:
    """The factor for a network, from practice games of a rule sheet's setting."""
    practice = Practice(rules.blank())

    def look() -> Floats:
        return judge.look(practice.rules.observe(int(practice.rules.open.seat()))).wins

    seen = list(practice.games(FIRST_TRIAL, trial_games(rules), look))
    return fitted(np.stack([wins for wins, _ in seen]), np.array([result for _, result in seen]))


def fitted(wins: Floats, results: Floats) -> float:
    """The factor under which some results were most likely, by what was said of them."""
    return max(map(float, _FACTORS), key=lambda factor: float((results * np.log(less_sure(wins, factor))).sum()))
