"""Practice games that show how sure an evaluator may be: they begin in all sorts of ways, and planners finish them.

What is wanted is the value of a position if planners play on, whoever led the game there. Planners among themselves
lead it to good positions only, and how sure one can be of those does not hold for others. So every practice game begins
with players of different styles, some of them careless, and at some moment planners take over all seats. What happens
from then on is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeVar

from branchline.engine.decisions import TURN
from branchline.engine.ranking import rank
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind
from branchline.planner.style import content, eager, hungry, usual

Shares = list[float]  # of a win, by seat; they add up to 1
Noted = TypeVar("Noted")

_CARELESS = (0, 0, 10, 30, 60, 100)  # of a hundred decisions, how many a player leaves to chance
_ROUNDS_AHEAD = 60  # planners take over before that many rounds are over
_EVERY = 5  # one turn in that many is noted


def deciding(rules: RuleSheet, turns: int) -> Iterator[int]:
    """The seats that decide, one after the other, until that many further turns are over (-1: until the game is).

    Each has to act before the next one is asked for.
    """
    while not rules.over:
        if rules.open.kind() == TURN:
            if turns == 0:
                return
            turns -= 1
        yield int(rules.open.seat())


def final_shares(rules: RuleSheet) -> Shares:
    """Who won a game that is over: 1 for the winner, equal parts for several."""
    seats = int(rules.seats)
    winners = rank([int(rules.total(seat)) for seat in range(seats)], rules.tie_breaks())[0]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, or how its end is predicted."""

    shares: Shares  # of the win, by seat
    leads: list[float]  # by seat: its points ahead of the best of the others
    is_predicted: bool = False


def leads_of(totals: Sequence[float]) -> list[float]:
    """By how many points each seat is ahead of the best of the others."""
    return [float(total - max(*totals[:seat], *totals[seat + 1 :], -inf)) for seat, total in enumerate(totals)]


def outcome_of(rules: RuleSheet) -> Outcome:
    """The outcome of a game that is over."""
    return Outcome(final_shares(rules), leads_of([int(rules.total(seat)) for seat in range(int(rules.seats))]))


class Practice:
    """Plays practice games in one rule sheet."""

    def __init__(self, rules: RuleSheet) -> None:
        self.rules = rules
        self.minds = [Mind(rules, style) for style in (usual(), eager(), content(), hungry())]
        self.chance = Rng(3)

    def games(self, first: int, count: int, note: Callable[[], Noted]) -> Iterator[tuple[Noted, Shares]]:
        """What is noted of some turns of that many games, and how they ended; the seed of the first is given."""
        for seed in range(first, first + count):
            self.rules.start(seed, -1)
            self._begin_somehow(int(self.chance.below(_ROUNDS_AHEAD)) * int(self.rules.seats))
            yield from self._finish(note)

    def _begin_somehow(self, turns: int) -> None:
        """Let players of different styles play that many turns."""
        rules, chance = self.rules, self.chance
        seats = range(int(rules.seats))
        minds = [self.minds[int(chance.below(len(self.minds)))] for _ in seats]
        careless = [_CARELESS[int(chance.below(len(_CARELESS)))] for _ in seats]
        for mind in self.minds:
            mind.forget()
        for seat in deciding(rules, turns):
            if chance.below(100) < careless[seat]:
                rules.act_at_random(chance)
            else:
                rules.act(seat, minds[seat].decide(seat))

    def _finish(self, note: Callable[[], Noted]) -> Iterator[tuple[Noted, Shares]]:
        """Let planners play to the end, and note how things stand now and then."""
        rules, mind = self.rules, self.minds[0]
        noted: list[Noted] = []
        mind.forget()
        while not rules.over:
            if rules.open.kind() == TURN and self.chance.below(_EVERY) == 0:
                mind.forget()
                noted.append(note())
            seat = rules.open.seat()
            mind.plans[seat].made = False
            rules.act(seat, mind.decide(seat))
        result = final_shares(rules)
        for each in noted:
            yield each, result
