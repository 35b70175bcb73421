"""The moments of a recorded game: how it stood before each decision, and what was decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from branchline.boards import registry
from branchline.engine.rule_sheet import RuleSheet
from branchline.game import Game, next_decision
from branchline.notation.record import Record


@dataclass(frozen=True)
class Moment:
    """A decision that is about to be made."""

    at: int  # how many were made before
    game: Game
    rules: RuleSheet  # of the game
    seat: int
    done: int  # the number of what the seat did


def moments(record: Record) -> Iterator[Moment]:
    """The game before each decision. It is the same game all the time, and goes on when the next moment is wanted."""
    rules = registry.new_rule_sheet(record.board, record.variant, record.seats)
    rules.start(record.seed, -1 if record.first_seat is None else record.first_seat)
    game = Game(rules, record)
    for at in range(len(record.decisions)):
        seat, done = next_decision(game, record)
        yield Moment(at, game, rules, seat, done)
        game.apply(done, seat)
