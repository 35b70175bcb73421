"""Puzzles: positions in games between bots in which one kind of decision is clearly the best.

All ways to pay for a route, and both tracks of a double one, are the same kind of decision. The best kind must be ahead
of the second by more than ten points and two standard errors, after a second opinion from games played to the end, and
again in other worlds. A puzzle keeps the record up to the position, so nothing but the rules is needed to show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from branchline.analysis.analyzing import Moment, moments
from branchline.analysis.evaluators import DEFAULT, Evaluator, make_evaluator
from branchline.analysis.judging import Judgment, judge
from branchline.analysis.reasons import reasons_for
from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.bots.seeds import bot_seed
from branchline.model.actions import Action, BuyTechnology, KeepTickets
from branchline.model.board import GRAY, Board
from branchline.model.observation import Observation
from branchline.notation.record import Record

WORLDS = 48
_GLANCE = 12  # worlds for a first look
_CLEARLY = 0.08  # what is not ahead by so much at a first look is not looked at again
_CONTESTED = 0.3  # of the games in which others build a route that is left to them


@dataclass(frozen=True)
class Puzzle:
    """A position, what is best in it, and how clearly."""

    record: Record  # up to the position
    seat: int  # whose decision it is
    best: tuple[str, ...]  # all decisions of the best kind, in the notation of records
    second: str  # the best decision of another kind
    lead: float
    lead_se: float
    theme: str
    reasons: tuple[str, ...]
    evaluator: str
    evaluator_version: int
    worlds: int

    def to_json(self) -> dict[str, Any]:
        """The plain form."""
        return {
            "record": self.record.to_json(),
            "seat": self.seat,
            "best": list(self.best),
            "second": self.second,
            "lead": round(self.lead, 4),
            "lead_se": round(self.lead_se, 4),
            "theme": self.theme,
            "reasons": list(self.reasons),
            "evaluator": self.evaluator,
            "evaluator_version": self.evaluator_version,
            "worlds": self.worlds,
        }


def find_puzzles(
    board: str,
    variant: str,
    seats: int,
    *,
    bot: str = "planner",
    seed: int = 0,
    worlds: int = WORLDS,
    evaluator: str = DEFAULT,
) -> Iterator[Puzzle]:
    """Puzzles from one game after the other, without an end: take as many as you like. At most one of each turn."""
    judging = make_evaluator(evaluator, board, variant, seats)
    for game in count(seed):
        bots = [make_bot(bot, bot_seed(game, seat)) for seat in range(seats)]
        record = play_match(board, variant, bots, game, events=False).record()
        for moment in moments(record):
            found = puzzle_at(judging, record, moment, worlds)
            if found is not None:
                yield found


def puzzle_at(evaluator: Evaluator, record: Record, moment: Moment, worlds: int) -> Puzzle | None:
    """The puzzle of a moment, if there is one."""
    seen = moment.game.observe(moment.seat)
    glance = _judged(evaluator, seen, moment.done, _GLANCE, 0)
    if glance is None or glance.error < _CLEARLY:
        return None
    first = judge(evaluator, seen, glance.done.action, worlds)
    if first.label != "blunder":
        return None
    again = judge(evaluator, seen, glance.done.action, worlds, salt=1)
    board = moment.game.board
    kind = kind_of(board, seen.action(first.best.action))
    if again.label != "blunder" or kind_of(board, seen.action(again.best.action)) != kind:
        return None
    alike = [number for number in seen.legal if kind_of(board, seen.action(number)) == kind]
    names = [f"Seat {seat}" for seat in range(seen.seats)]
    return Puzzle(
        record=replace(record, decisions=record.decisions[: moment.at], totals=None, stopped=False, tags={}),
        seat=moment.seat,
        best=tuple(moment.game.describe(number, moment.seat) for number in alike),
        second=moment.game.describe(first.done.action, moment.seat),
        lead=first.error,
        lead_se=first.error_se,
        theme=theme_of(board, seen, first),
        reasons=reasons_for(seen, first, names),
        evaluator=evaluator.name,
        evaluator_version=evaluator.version,
        worlds=worlds,
    )


def _judged(evaluator: Evaluator, seen: Observation, done: int, worlds: int, salt: int) -> Judgment | None:
    """The best kind of decision against the second; None if there is only one kind."""
    board = evaluator.world.setting.board
    options = judge(evaluator, seen, done, worlds, salt=salt).options
    best = kind_of(board, seen.action(options[0].action))
    others = [option for option in options if kind_of(board, seen.action(option.action)) != best]
    return judge(evaluator, seen, others[0].action, worlds, salt=salt) if others else None


def kind_of(board: Board, action: Action) -> tuple[str, ...]:
    """What makes two decisions the same to a person: the same two ends of a route, the same card, the same tickets."""
    named = getattr(action, "route", None)
    route = next((route for route in board.routes if route.id == named), None)
    if route is not None:
        return ("route", *sorted(board.cities[end].id for end in (route.a, route.b)))
    if isinstance(action, KeepTickets):
        return ("keep", *sorted(action.tickets))
    details = [
        getattr(action, name)
        for name in ("card", "deck", "technology", "place", "railroad", "city", "color")
        if hasattr(action, name)
    ]
    return (type(action).__name__, *(str(detail) for detail in details[:1]))


def theme_of(board: Board, seen: Observation, judgment: Judgment) -> str:
    """What a puzzle is about, in a word or two."""
    assert judgment.futures is not None, "a puzzle has a second opinion"
    best, second = judgment.futures
    action = seen.action(best.action)
    if isinstance(action, KeepTickets):
        return "which tickets to keep"
    if isinstance(action, BuyTechnology):
        return "which technology"
    if any(best.completed[ticket] - second.completed[ticket] > _CONTESTED * best.games for ticket in seen.held):
        return "save the ticket"
    route = next((route for route in board.routes if route.id == getattr(action, "route", None)), None)
    if route is None:
        return "end the game" if best.turns < second.turns - 1 else "the right card"
    if best.turns < second.turns - 1:
        return "end the game"
    if sum(second.built[route.index, seat] for seat in range(seen.seats)) > _CONTESTED * second.games:
        return "block"
    return "take the gray one" if route.color == GRAY else "build now"
