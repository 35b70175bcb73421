"""What happens where the coach thinks. It gets one seat's view and nothing else, as bots do."""

from __future__ import annotations

from typing import Any

from branchline.analysis.coach import advise, weigh
from branchline.table.bots.coach_wire import Weigh, said
from branchline.table.bots.wire import Prepare
from branchline.thinking.evaluators import Evaluator, default_for, make_evaluator

_made: dict[tuple[str, str, int], Evaluator] = {}


def answer_coach(question: Any) -> str:
    """Get ready for a board, give advice, or weigh a move."""
    if isinstance(question, Prepare):
        _evaluator(question.board, question.variant, question.seats)
        return said(None)
    seen = question.seen
    evaluator = _evaluator(seen.board, seen.variant, seen.seats)
    if isinstance(question, Weigh):
        return said(weigh(evaluator, seen, question.best, question.action, question.names))
    return said(advise(evaluator, seen, question.names))


def _evaluator(board: str, variant: str, seats: int) -> Evaluator:
    """What judges games of this kind; what it has learned stays here."""
    key = (board, variant, seats)
    if key not in _made:
        _made[key] = make_evaluator(default_for(*key), *key)
    return _made[key]
