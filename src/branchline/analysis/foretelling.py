"""From a game in the middle to a win share for every seat, without playing it to the end.

The search foretells final scores (`bots/search/experience.py`). What is asked for here are win shares: the more points
a seat is foretold, the likelier it wins, and the nearer the end, the surer that is. How sure is learned: planners play
some games with each other, and for each phase of a game the temperature is taken under which their results were most
likely. No board has numbers of its own in here, and the recipe is all there is: the tables are made when first wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

from branchline.bots.planner.mind import Mind
from branchline.bots.planner.style import Style
from branchline.bots.search.experience import Experience, experience_of
from branchline.bots.search.features import PHASES
from branchline.bots.search.outcomes import Outcomes
from branchline.engine.decisions import TURN
from branchline.engine.ranking import rank
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet

PRACTICE_GAMES = 400  # between planners, that foretelling scores is learned from ...
TRIAL_GAMES = 240  # ... and further ones that show how sure foretold scores are; both of two seats, fewer with more
_FIRST_TRIAL = 1_000_000  # the seed of the first of them; practice games have the seeds from 0 on
_EVERY = 6  # one turn in so many is looked at
_TABLE = "win shares"  # where a setting keeps what was learned
_COOLEST, _HOTTEST, _STEPS = 1.0, 120.0, 48  # temperatures that are tried, in points

Shares = list[float]  # of a win, by seat; they add up to 1


def final_shares(rules: RuleSheet) -> Shares:
    """Who won a game that is over: 1 for the winner, equal parts for several."""
    seats = int(rules.seats)
    winners = rank([int(rules.total(seat)) for seat in range(seats)], rules.tie_breaks())[0]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


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
    experience = experience_of(rules, PRACTICE_GAMES)
    made = Foretelling(experience, _learn_temperatures(rules.blank(), experience))
    tables[_TABLE] = made
    return made


def _learn_temperatures(rules: RuleSheet, experience: Experience) -> tuple[float, ...]:
    """Let planners play, note foretold scores by phase and who won, and find what fits best."""
    mind = Mind(rules, Style())
    mind.patience = experience.patience
    outcomes = Outcomes(rules, mind, experience)
    chance = Rng(2)
    seen: list[list[tuple[Shares, Shares]]] = [[] for _ in range(int(PHASES))]
    for game in range(max(1, TRIAL_GAMES * 2 // int(rules.seats))):
        rules.start(_FIRST_TRIAL + game, -1)
        mind.forget()
        noted: list[tuple[int, Shares]] = []
        while not rules.over:
            top = rules.depth - 1
            if rules.open_kinds[top] == TURN and chance.below(_EVERY) == 0:
                outcomes.judge()
                noted.append((int(outcomes.features.phase()), list(outcomes.scores)))
            seat = rules.open_seats[top]
            rules.act(seat, mind.decide(seat))
        result = final_shares(rules)
        for phase, scores in noted:
            seen[phase].append((scores, result))
    return tuple(_best_temperature(cases) for cases in seen)


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
