"""What games between planners have taught: how the numbers of a seat in the middle of a game predict its final score.

The first time that a setting is thought about, planners play some hundreds of games of it with each other. From these,
a final score is predicted by least squares: a weight for each of the `Features`, one set of weights for each phase of a
game. So the search need not play its imagined games to the end, and no board has numbers of its own in here.

Some of these planners make a new plan whenever a route was claimed; the others keep a plan as long as it can be built.
Which of them score more depends on the board, and the search plans like those.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind
from branchline.planner.style import UNTIL_BROKEN, UNTIL_CHANGED, Style
from branchline.thinking.core.features import PHASES, Features
from branchline.thinking.core.ticket_guesses import TicketFit, TicketHabits

TABLE: Final = "search experience"  # where a setting keeps it
EVERY: Final[i64] = 3  # one turn in that many is learned from ...
EVERY_HAND: Final[i64] = 12  # ... and for what the tickets of others are
RIDGE: Final = 150.0  # pulls weights toward what is expected of them, where games say little


class Experience:
    """Weights by phase, and how far from the truth a predicted score is on average."""

    def __init__(self, features: i64, habits: TicketHabits) -> None:
        self.features = features
        self.habits = habits  # of the tickets that others hold
        self.weights: list[list[float]] = [[0.0] * int(features) for _ in range(PHASES)]
        self.spread: list[float] = [30.0] * int(PHASES)
        self.rounds: i64 = 0  # that a game lasts on average
        self.patience: i64 = UNTIL_BROKEN  # how long plans are best kept

    def predict(self, numbers: list[float], phase: i64) -> float:
        """The final score of a seat that is described by some numbers."""
        weights = self.weights[phase]
        total = 0.0
        for k in range(self.features):
            total += weights[k] * numbers[k]
        return total


class Sums:
    """The sums that least squares need, for one phase."""

    def __init__(self, features: i64) -> None:
        self.features = features
        self.products: list[list[float]] = [[0.0] * int(features) for _ in range(features)]
        self.targets: list[float] = [0.0] * int(features)
        self.squares: float = 0.0
        self.samples: i64 = 0

    def add(self, numbers: list[float], target: float) -> None:
        """One more sample."""
        for k in range(self.features):
            value = numbers[k]
            if value != 0.0:
                row = self.products[k]
                for j in range(self.features):
                    row[j] += value * numbers[j]
                self.targets[k] += value * target
        self.squares += target * target
        self.samples += 1

    def solve(self, expected: list[float]) -> list[float]:
        """The weights that fit best (Gauss, on the normal equations with a ridge, which keeps them regular)."""
        size = int(self.features)
        rows = [[*self.products[k], self.targets[k] + RIDGE * expected[k]] for k in range(size)]
        for k in range(size):
            rows[k][k] += RIDGE
        for k in range(size):
            pivot = rows[k]
            for other in rows:
                if other is not pivot and other[k] != 0.0:
                    factor = other[k] / pivot[k]
                    for j in range(k, size + 1):
                        other[j] -= factor * pivot[j]
        return [rows[k][size] / rows[k][k] for k in range(size)]

    def error(self, weights: list[float]) -> float:
        """The standard error of what these weights predict."""
        total = self.squares
        for k in range(self.features):
            row = self.products[k]
            explained = 0.0
            for j in range(self.features):
                explained += row[j] * weights[j]
            total += weights[k] * (explained - 2.0 * self.targets[k])
        return sqrt(total / float(self.samples)) if self.samples > 0 and total > 0.0 else 0.0


class Sample:
    """A seat in the middle of a game."""

    def __init__(self, numbers: list[float], phase: i64, seat: i64) -> None:
        self.numbers = numbers
        self.phase = phase
        self.seat = seat


def learn(rules: RuleSheet, practice_games: int) -> Experience:
    """Let planners play so many games of two seats, or fewer with more seats, as each seat teaches; learn from them."""
    games = max(1, practice_games * 2 // int(rules.seats))
    steady = Mind(rules, Style())
    steady.patience = UNTIL_BROKEN
    nimble = Mind(rules, Style())
    nimble.patience = UNTIL_CHANGED
    features = Features(rules, steady)
    fit = TicketFit(steady)
    habits = TicketHabits(fit.chart.tickets)
    sums = [Sums(features.count) for _ in range(PHASES)]
    chance = Rng(1)
    watched: i64 = 0
    lead: i64 = 0  # of those who keep their plans, in points
    for game in range(games):
        rules.start(game, -1)
        steady.forget()
        nimble.forget()
        minds = [steady if (game + seat) % 2 == 0 else nimble for seat in range(rules.seats)]
        samples: list[Sample] = []
        watched += play_and_watch(rules, minds, features, chance, samples, habits, fit)
        for seat in range(rules.seats):
            lead += rules.total(seat) if minds[seat] is steady else -rules.total(seat)
        for sample in samples:
            sums[sample.phase].add(sample.numbers, float(rules.total(sample.seat)))
    habits.conclude()
    experience = Experience(features.count, habits)
    experience.rounds = watched // (games * rules.seats)
    experience.patience = UNTIL_BROKEN if lead >= 0 else UNTIL_CHANGED
    for phase in range(PHASES):
        experience.weights[phase] = sums[phase].solve(features.expected())
        experience.spread[phase] = sums[phase].error(experience.weights[phase])
    return experience


def play_and_watch(
    rules: RuleSheet,
    minds: list[Mind],
    features: Features,
    chance: Rng,
    samples: list[Sample],
    habits: TicketHabits,
    fit: TicketFit,
) -> i64:
    """Play a game to the end, and describe all seats now and then when a turn begins; returns the number of turns."""
    turns: i64 = 0
    while not rules.over:
        mover = rules.open.seat()
        if rules.open.kind() == TURN:
            turns += 1
            if chance.below(EVERY) == 0:
                describe_all(rules, features, samples)
            if chance.below(EVERY_HAND) == 0:
                habits.watch(fit)
        rules.act(mover, minds[mover].decide(mover))
    return turns


def describe_all(rules: RuleSheet, features: Features, samples: list[Sample]) -> None:
    """Describe all seats as they stand."""
    features.look()
    phase = features.phase()
    for seat in range(rules.seats):
        features.describe(seat)
        samples.append(Sample(features.numbers.copy(), phase, seat))


def experience_of(rules: RuleSheet, practice_games: int) -> Experience:
    """The experience of that many games with a rule sheet's setting, made when first wanted."""
    return rules.setting.once(_name(practice_games), lambda: learn(rules.blank(), practice_games))


def keep_experience(rules: RuleSheet, practice_games: int, experience: Experience) -> None:
    """Keep an experience that was made elsewhere, unless there is one."""
    rules.setting.once(_name(practice_games), lambda: experience)


def _name(practice_games: int) -> str:
    return f"{TABLE} of {practice_games} games"
