"""What a game was worth to every seat at each moment, with all cards open: the line that luck is read from.

After the game everything is known, so luck is measured with open cards: everybody holds what they truly hold, and only
what lies face down is made up, again and again. The value before a decision is that of going on as the evaluator's own
player would; the value of the decision is the mean over all that could have come of it. What really came then moves
the value to that of the next moment, and the difference is luck.
"""

from __future__ import annotations

from dataclasses import dataclass

from branchline.analysis.evaluators import Evaluator
from branchline.analysis.foretelling import Shares
from branchline.analysis.judging import mean, standard_error
from branchline.bots.seeds import derived
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet


@dataclass(frozen=True)
class OpenValue:
    """Win shares of every seat with open cards, before a decision and when it is made, and their standard errors."""

    before: tuple[float, ...]
    before_se: tuple[float, ...]
    made: tuple[float, ...]  # before it shows what comes of it
    made_se: tuple[float, ...]


def open_value(evaluator: Evaluator, truth: RuleSheet, seat: int, done: int, worlds: int, chance: Rng) -> OpenValue:
    """The value of a moment, and of a decision that a seat makes in it."""
    before: list[Shares] = []
    made: list[Shares] = []
    for _ in range(worlds):
        evaluator.shuffle(truth, seat, chance)
        usual = evaluator.usual_action()
        before.append(evaluator.value_of(usual))
        made.append(before[-1] if usual == done else evaluator.value_of(done))
    return OpenValue(*_summed_up(before), *_summed_up(made))


def value_of_a_deal(evaluator: Evaluator, first_seat: int | None, worlds: int) -> tuple[float, ...]:
    """What a game is worth to every seat before the cards are dealt.

    Where chance names the first seat all seats are alike. Else games are dealt, and as only the order of seats counts,
    no seat is luckier than another that moves at the same time.
    """
    seats = int(evaluator.world.seats)
    if first_seat is None:
        return (1 / seats,) * seats
    samples: list[Shares] = []
    for game in range(worlds):
        evaluator.deal(first_seat, derived(game, "deal for an analysis"))
        samples.append(evaluator.value_of(evaluator.usual_action()))
    return _summed_up(samples)[0]


def _summed_up(samples: list[Shares]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The mean of every seat, and its standard error."""
    columns = list(zip(*samples, strict=True))
    return tuple(mean(column) for column in columns), tuple(standard_error(column) for column in columns)
