"""From a game in the middle to a win share for every seat, without playing it to the end.

Final scores are predicted as the search does it (core/experience.py), which also says how far from the truth they
usually are in each phase of a game. What is asked for here are win shares: the higher a seat's predicted score, the
likelier it wins, and the nearer the end, the surer that is. How sure is learned from practice games (practice.py): the
factor is taken that makes their results most likely. No board has numbers of its own here: the tables are made when
first wanted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any

from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind
from branchline.thinking.core.experience import Experience, experience_of, keep_experience
from branchline.thinking.core.outcomes import Outcomes
from branchline.thinking.core.ticket_guesses import TicketHabits
from branchline.thinking.practice import Outcome, Practice, Shares, leads_of, outcome_of

PRACTICE_GAMES = 400  # between planners, that predicting scores is learned from ...
TRIAL_GAMES = 160  # ... and others that show how sure it is; both of two seats, fewer with more
FIRST_TRIAL = 1_000_000  # the seed of the first of them; practice games have the seeds from 0 on
_TABLE = "win shares"  # where a setting keeps what was learned
_LEAST, _MOST, _STEPS = 0.1, 4.0, 60  # factors that are tried


def shares_of_scores(scores: Sequence[float], temperature: float) -> Shares:
    """Win shares from predicted scores: a lead of one temperature makes a seat almost three times as likely to win."""
    most = max(scores)
    weights = [exp((score - most) / temperature) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


@dataclass(frozen=True)
class Prediction:
    """What games between planners teach of a setting."""

    experience: Experience
    temperatures: tuple[float, ...]  # by phase of a game


@dataclass(frozen=True)
class Sighting:
    """What all seats are predicted in the middle of a game, and how it ended."""

    phase: int
    scores: list[float]
    result: Shares


class Predictor:
    """Predicts the games of one rule sheet, with what was learned of its setting."""

    def __init__(self, rules: RuleSheet, mind: Mind, learned: Prediction) -> None:
        self._rules = rules
        self._outcomes = Outcomes(rules, mind, learned.experience)
        self._temperatures = learned.temperatures

    def outcome(self) -> Outcome:
        """How the game ends, as it stands: counted if it is over."""
        if self._rules.over:
            return outcome_of(self._rules)
        self._outcomes.judge()
        scores, phase = self._outcomes.scores, int(self._outcomes.features.phase())
        return Outcome(shares_of_scores(scores, self._temperatures[phase]), leads_of(scores), is_predicted=True)


def prediction_of(rules: RuleSheet) -> Prediction:
    """What is learned of a rule sheet's setting, once for all its games."""
    return rules.setting.once(_TABLE, lambda: _learn(rules))


def told(learned: Prediction) -> dict[str, Any]:
    """What was learned, as a plain value: for another place where the same games would take long."""
    experience = learned.experience
    return {
        "weights": experience.weights,
        "spread": experience.spread,
        "rounds": int(experience.rounds),
        "patience": int(experience.patience),
        "fits": experience.habits.weights,
        "liking": experience.habits.liking,
        "temperatures": learned.temperatures,
    }


def remember(rules: RuleSheet, plain: Mapping[str, Any]) -> None:
    """Take over what was told of a rule sheet's setting, unless it has been learned here."""
    habits = TicketHabits(len(plain["liking"]))
    habits.weights, habits.liking = plain["fits"], plain["liking"]
    experience = Experience(len(plain["weights"][0]), habits)
    experience.weights, experience.spread = plain["weights"], plain["spread"]
    experience.rounds, experience.patience = plain["rounds"], plain["patience"]
    keep_experience(rules, PRACTICE_GAMES, experience)
    rules.setting.once(_TABLE, lambda: Prediction(experience, tuple(plain["temperatures"])))


def _learn(rules: RuleSheet) -> Prediction:
    """What the search learns, and how sure that is in games that begin in all sorts of ways."""
    experience = experience_of(rules, PRACTICE_GAMES)
    practice = Practice(rules.blank())
    outcomes = Outcomes(practice.rules, practice.minds[0], experience)

    def predicted() -> tuple[int, list[float]]:
        outcomes.judge()
        return int(outcomes.features.phase()), list(outcomes.scores)

    games = practice.games(FIRST_TRIAL, trial_games(rules), predicted)
    seen = [Sighting(phase, scores, result) for (phase, scores), result in games]
    factors = [_MOST * (_LEAST / _MOST) ** (step / (_STEPS - 1)) for step in range(_STEPS)]
    best = max(factors, key=lambda factor: _likelihood(seen, temperatures(experience, factor)))
    return Prediction(experience, temperatures(experience, best))


def trial_games(rules: RuleSheet) -> int:
    """How many games show how sure an evaluator may be: fewer with more seats, as each of them adds what it sees."""
    return max(1, TRIAL_GAMES * 2 // int(rules.seats))


def temperatures(experience: Experience, factor: float) -> tuple[float, ...]:
    """A temperature for each phase: a part of how far predicted scores are from the truth then, at least a point."""
    return tuple(max(1.0, factor * spread) for spread in experience.spread)


def _likelihood(seen: Sequence[Sighting], of_phases: Sequence[float]) -> float:
    """How likely the results of some games were by what was predicted, as a logarithm."""
    total = 0.0
    for each in seen:
        predicted = shares_of_scores(each.scores, of_phases[each.phase])
        total += sum(part * log(max(share, 1e-12)) for share, part in zip(predicted, each.result, strict=True) if part)
    return total
