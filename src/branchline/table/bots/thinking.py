"""What happens where bots and the coach think: a question in, a line of JSON out.

They get one seat's view and nothing else, so none of them can know more than a person in its seat would.
"""

from __future__ import annotations

from typing import Any

from branchline.bots.base import Prepares
from branchline.bots.registry import make_bot
from branchline.model.actions import Action
from branchline.table.bots.wire import Prepare, Question, answer_line


def answer_bot(question: Any) -> str:
    """Let a bot get ready for a board, or decide."""
    return answer_line(prepare(question) if isinstance(question, Prepare) else decide(question))


def prepare(wanted: Prepare) -> int:
    """Let a bot get ready for a board; what it learns stays here."""
    bot = make_bot(wanted.bot, 0)
    if isinstance(bot, Prepares):
        bot.prepare(wanted.board, wanted.variant, wanted.seats)
    return 0


def decide(question: Question) -> int:
    """Ask a bot for one decision."""
    seen = question.seen
    answer = make_bot(question.bot, question.seed).decide(seen)
    number = seen.number(answer) if isinstance(answer, Action) else int(answer)
    if number not in seen.legal:
        raise ValueError(f"{number} is not legal")
    return number
