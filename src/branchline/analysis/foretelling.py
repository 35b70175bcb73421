"""From a game in the middle to a win share for every seat, without playing it to the end.

Final scores are foretold as the search does it, with weights for what can be said of a seat, learned from practice
games (`practice.py`). What is asked for here are win shares: the more points a seat is foretold, the likelier it wins,
and the nearer the end, the surer that is. How sure is learned from further games: for each phase, the temperature is
taken under which their results were most likely. No board has numbers of its own in here, and the recipe is all there
is: the tables are made when first wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from branchline.analysis.practice import Practice, Shares, final_shares, learn_scores
from branchline.bots.planner.mind import Mind
from branchline.bots.search.experience import Experience, experience_of
from branchline.bots.search.features import PHASES
from branchline.bots.search.outcomes import Outcomes
from branchline.engine.rule_sheet import RuleSheet

PRACTICE_GAMES = 400  # of two seats, or fewer with more seats; half as many again show how sure foretelling is
_TABLE = "win shares"  # where a setting keeps what was learned
_COOLEST, _HOTTEST, _STEPS = 1.0, 120.0, 48  # temperatures that are tried, in points


def shares_of_scores(scores: Sequence[float], temperature: float) -> Shares:
    """Win shares from foretold scores: a lead of one temperature makes a seat almost three times as likely to win."""
    most = max(scores)
    weights = [exp((score - most) / temperature) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


@dataclass(frozen=True)
class Foretelling:
    """What games between planners teach of a setting."""

    experience: Experience
    temperatures: tuple[float, ...]  # by phase of a game


class Foreteller:
    """Foretells the games of one rule sheet, with what was learned of its setting."""

    def __init__(self, rules: RuleSheet, mind: Mind, learned: Foretelling) -> None:
        self._rules = rules
        self._outcomes = Outcomes(rules, mind, learned.experience)
        self._temperatures = learned.temperatures

    def shares(self) -> Shares:
        """The win share of every seat as the game stands: counted if it is over."""
        if self._rules.over:
            return final_shares(self._rules)
        self._outcomes.judge()
        phase = int(self._outcomes.features.phase())
        return shares_of_scores(self._outcomes.scores, self._temperatures[phase])


def foretelling_of(rules: RuleSheet) -> Foretelling:
    """What is learned of a rule sheet's setting, once for all its games."""
    tables = rules.setting.tables
    found = tables.get(_TABLE)
    if isinstance(found, Foretelling):
        return found
    made = _learn(rules)
    tables[_TABLE] = made
    return made


def _learn(rules: RuleSheet) -> Foretelling:
    """Weights from some practice games, then temperatures from others, which the weights were not fitted to."""
    usual = experience_of(rules, PRACTICE_GAMES)
    practice = Practice(rules.blank())
    games = max(1, PRACTICE_GAMES * 2 // int(rules.seats))
    learned = learn_scores(list(practice.games(0, games)), practice.features, usual)
    trials: list[list[tuple[Shares, Shares]]] = [[] for _ in range(int(PHASES))]
    for seen in practice.games(games, games // 2):
        scores = [learned.foretell(numbers, seen.phase) for numbers in seen.numbers]
        trials[seen.phase].append((scores, seen.result))
    return Foretelling(learned, tuple(_best_temperature(cases) for cases in trials))


def _best_temperature(cases: Sequence[tuple[Shares, Shares]]) -> float:
    """The temperature under which the results were most likely; the hottest if nothing was seen."""
    grid: list[float] = [_HOTTEST * (_COOLEST / _HOTTEST) ** (step / (_STEPS - 1)) for step in range(_STEPS)]
    return max(grid, key=lambda temperature: _likelihood(cases, temperature))


def _likelihood(cases: Sequence[tuple[Shares, Shares]], temperature: float) -> float:
    """How likely some results are by foretold scores, as a logarithm."""
    total = 0.0
    for scores, won in cases:
        foretold = shares_of_scores(scores, temperature)
        total += sum(part * log(max(share, 1e-12)) for share, part in zip(foretold, won, strict=True) if part)
    return total
