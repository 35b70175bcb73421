"""A process in which bots think: a question in, a line of JSON out.

It gets one seat's view and nothing else, so a bot cannot know more than a person in its seat would. It may take as long
as it likes, or crash: the server waits for so long and no longer, and starts another one.
"""

from __future__ import annotations

from branchline.bots.base import Prepares
from branchline.bots.registry import make_bot
from branchline.model.actions import Action
from branchline.server.bots.wire import Prepare, Question, answer_all, answer_line


def main() -> None:
    """Answer questions until there are no more."""
    answer_all(lambda question: answer_line(prepare(question) if isinstance(question, Prepare) else decide(question)))


def prepare(wanted: Prepare) -> int:
    """Let a bot get ready for a board; what it learns stays in this process."""
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


if __name__ == "__main__":
    main()
