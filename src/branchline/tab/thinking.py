"""What runs in the worker that thinks: questions of bots, the coach and for analyses, one after the other."""

from __future__ import annotations

import json
from pathlib import Path

from branchline.boards import registry
from branchline.notation import record
from branchline.tab.studying import ANALYST, analyzed
from branchline.table.bots.coach_thinking import answer_coach
from branchline.table.bots.coach_wire import COACH
from branchline.table.bots.thinking import answer_bot
from branchline.table.bots.wire import LENGTH, Prepare, answered, opened
from branchline.thinking.prediction import remember

BOT = "bot"
_PRACTICE = Path(__file__).parent / "practice"  # what practice games taught elsewhere


def answer(kind: str, question: bytes) -> str:
    """The answer to a question, as text."""
    if kind == ANALYST:
        game = record.loads(question.decode())
        _learn(game.board, game.variant, game.seats)
        return analyzed(game)
    asked = opened(question[LENGTH:])
    if isinstance(asked, Prepare):
        _learn(asked.board, asked.variant, asked.seats)
    return answered(asked, answer_coach if kind == COACH else answer_bot)


def _learn(board: str, variant: str, seats: int) -> None:
    """Take over what is known of games of a kind, before anybody plays hundreds of them."""
    file = _PRACTICE / f"{board}-{variant}-{seats}.json"
    if file.is_file():
        remember(registry.new_rule_sheet(board, variant, seats), json.loads(file.read_text(encoding="utf-8")))
